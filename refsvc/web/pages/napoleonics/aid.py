"""The player aid: turn, combat, dice, flags, squares, units and terrain; for one battle only what it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refsvc import library
from refsvc.i18n import say
from refsvc.reference.napoleonics import battles
from refsvc.reference.napoleonics.aid import shared
from refsvc.search import Document
from refsvc.web.site import Place


def aid(place: Place) -> dict[str, Any]:
    """What all battles share."""
    return {
        "title": place.text("aid.title", game=place.text(f"{place.game}.name")),
        "battles": [
            {"id": item, "name": place.text(f"{place.game}.{item}.name")} for item in library.in_order(place.game)
        ],
        **shared(place),
    }


def aid_battle(place: Place) -> dict[str, Any]:
    """The same for one battle, with what it decides, and without what it doesn't need."""
    found = battles.battle(place, place.item)
    return {
        "title": place.text("aid.title-of", battle=found["name"]),
        "battle": found,
        **shared(place, place.item),
    }


def documents(place: Place) -> Iterator[Document]:
    """The aid, and that of each battle."""
    said = say.comma([part["title"] for part in shared(place)["parts"]], place.language)
    title = place.text("aid.title", game=place.text(f"{place.game}.name"))
    yield Document(f"aid.{place.game}", "aid", title, said, place.link("aid"))
    for item in library.in_order(place.game):
        name = place.text("aid.title-of", battle=place.text(f"{place.game}.{item}.name"))
        summary = place.text(f"{place.game}.{item}.summary")
        yield Document(f"aid.{place.game}.{item}", "aid", name, summary, place.link("aid-battle", item))
