"""The home page and what stands beside the games: about, search, the page for a copy without network."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine import game_module
from refsvc import __version__
from refsvc.library import SHOWN
from refsvc.web.site import Place


def home(place: Place) -> dict[str, Any]:
    """The games, and the jobs that people come for."""
    return {
        "title": place.text("home.title"),
        "games": [{"id": game, "name": place.text(f"{game}.name")} for game in SHOWN],
    }


def about(place: Place) -> dict[str, Any]:
    """Where everything comes from, whose it is, and what is not sure."""
    standings = Counter(source.standing.word for source in game_module(place.game).rulebook().sources.values())
    return {
        "title": place.text("about.title"),
        "release": __version__,
        "sources": [
            {"code": code, "standing": source.standing.word, "text": place.text(f"{place.game}.source.{code}")}
            for code, source in game_module(place.game).rulebook().sources.items()
        ],
        "standings": standings,
        "rulings": len(game_module(place.game).rulebook().rulings),
    }


def search(place: Place) -> dict[str, Any]:
    """The search before anything is asked; with script it answers by itself, without it the service does."""
    return {"title": place.text("search.title"), "query": "", "results": [], "is_answer": False}


def offline(place: Place) -> dict[str, Any]:
    """What is shown without network for a page of which no copy was kept."""
    return {"title": place.text("offline.title")}
