"""The player aid: the turn, prices, losses, dice and symbols; for one battle with its cards and special rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.facts import Standing
from refsvc import library
from refsvc.games.saladin.aid import PHASES, STEPS, leaders, lines, shared, special_rules
from refsvc.i18n import rich_text
from refsvc.i18n.catalogue import text
from refsvc.presentation.speaker import Place
from refsvc.search.index import Document


def aid(place: Place) -> dict[str, Any]:
    """What both battles share."""
    return {
        "title": place.text("aid.title", game=place.text(f"{place.game}.name")),
        "battles": [
            {"id": item, "name": place.text(f"{place.game}.{item}.name")} for item in library.in_order(place.game)
        ],
        "leaders": leaders(place, library.in_order(place.game)),
        **shared(place),
    }


def aid_battle(place: Place) -> dict[str, Any]:
    """The same for one battle, with its lines and its special rules, and without what it doesn't need."""
    battle = library.load_scenario(place.game, place.item)
    return {
        "title": place.text("aid.title-of", battle=place.text(f"{place.game}.{place.item}.name")),
        "battle": place.text(f"{place.game}.{place.item}.name"),
        "leaders": leaders(place, (place.item,)),
        "lines": lines(place, battle),
        "standings": [{"id": one.word, "name": place.text(f"standing.{one.word}")} for one in Standing],
        "special": special_rules(place, place.item),
        **shared(place, place.item),
    }


def documents(place: Place) -> Iterator[Document]:
    """The aid, and that of each battle."""
    said = [text(f"saladin.aid.phase.{phase}", place.language) for phase in PHASES]
    said += [text(f"saladin.aid.step.{step}", place.language) for step in STEPS]
    plain = rich_text.plain(" ".join(said), place.game, place.language)
    title = place.text("aid.title", game=place.text(f"{place.game}.name"))
    yield Document(f"aid.{place.game}", "aid", title, plain, place.link("aid"))
    for battle in library.in_order(place.game):
        name = place.text("aid.title-of", battle=place.text(f"{place.game}.{battle}.name"))
        summary = place.text(f"{place.game}.{battle}.summary")
        yield Document(f"aid.{place.game}.{battle}", "aid", name, summary, place.link("aid-battle", battle))
