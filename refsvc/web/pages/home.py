"""The home page and what stands beside the games: about, search, the page for a copy without network."""

from __future__ import annotations

from typing import Any

from engine import GAMES, find_game
from refsvc.config import SOURCE_LANGUAGE
from refsvc.i18n.catalogue import has_text
from refsvc.search.index import KINDS
from refsvc.version import __version__
from refsvc.web.site import Place


def home(place: Place) -> dict[str, Any]:
    """The games, and the jobs that people come for."""
    return {
        "title": place.text("home.title"),
        "games": [game_tiles(place.of(game)) for game in GAMES],
    }


def game_tiles(place: Place) -> dict[str, Any]:
    """What there is of a game."""
    kinds = [kind for kind in place.site.kinds.values() if kind.in_menu and kind.has_game and kind.is_of(place.game)]
    return {
        "id": place.game,
        "name": place.text(f"{place.game}.name"),
        "about": place.text("home.about"),
        "tiles": [
            {
                "id": kind.name,
                "name": place.text(f"menu.{kind.name}"),
                "text": place.text(f"home.{kind.name}"),
                "path": place.link(kind.name),
            }
            for kind in kinds
        ],
    }


def about(place: Place) -> dict[str, Any]:
    """Where everything comes from, whose it is, and what is not sure."""
    return {
        "title": place.text("about.title"),
        "ways": [
            *((part, place.text(f"about.{part}")) for part in ("languages", "privacy", "licence", "standing")),
            *((game, place.text(f"{game}.name")) for game in GAMES),
        ],
        "release": __version__,
        "books": [game_about(place.of(game)) for game in GAMES],
    }


def game_about(place: Place) -> dict[str, Any]:
    """What there is to say about a game: editions, rights, what is not verified, the sources of its values."""
    return {
        "id": place.game,
        "name": place.text(f"{place.game}.name"),
        "parts": [
            {
                "id": part,
                "name": place.text(f"about.{part}"),
                "text": place.rich(place.text(f"about.{part}-text")),
            }
            for part in ("editions", "rights", "unverified")
            if has_text(f"{place.game}.about.{part}-text", SOURCE_LANGUAGE)
        ],
        "sources": [
            {"code": code, "standing": source.standing.word, "text": place.text(f"{place.game}.source.{code}")}
            for code, source in find_game(place.game).rulebook().sources.items()
        ],
    }


def search(place: Place) -> dict[str, Any]:
    """The search before anything is asked; with script it answers by itself, without it the service does."""
    return {
        "title": place.text("search.title"),
        "query": "",
        "results": [],
        "instead": "",
        "is_answer": False,
        "chosen": {"game": "", "kind": ""},
        "choices": {
            "game": [("", place.text("search.all-games")), *((game, place.text(f"{game}.name")) for game in GAMES)],
            "kind": [
                ("", place.text("search.all-kinds")),
                *((kind, place.text(f"search.kinds.{kind}")) for kind in KINDS),
            ],
        },
    }


def offline(place: Place) -> dict[str, Any]:
    """What is shown without network for a page of which no copy was kept."""
    return {"title": place.text("offline.title"), "games": [game_tiles(place.of(game)) for game in GAMES]}
