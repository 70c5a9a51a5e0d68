"""The player aid: turn, combat, dice, flags, squares, units and terrain; for one battle only what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from refsvc import library
from refsvc.games.napoleonics.reference import battles
from refsvc.games.napoleonics.reference.aid import shared
from refsvc.i18n import sentences
from refsvc.presentation.speaker import Place
from refsvc.search.index import Document


def aid(place: Place) -> dict[str, Any]:
    """What all battles share."""
    content = shared(place)
    return {
        "title": place.text("aid.title", game=place.text(f"{place.game}.name")),
        "battles": [
            {"id": item, "name": place.text(f"{place.game}.{item}.name")} for item in library.in_order(place.game)
        ],
        "ways": ways(place, content),
        **content,
    }


def aid_battle(place: Place) -> dict[str, Any]:
    """The same for one battle, with what it decides, and without what it doesn't need."""
    found = battles.battle(place, place.item)
    content = shared(place, place.item)
    return {
        "title": place.text("aid.title-of", battle=found["name"]),
        "battle": found,
        "ways": [("battle", found["name"]), *ways(place, content)],
        **content,
    }


def ways(place: Place, content: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The parts of an aid to jump to."""
    tables = [(table, place.text(f"{place.game}.aid.{table}")) for table in ("faces", "terrain", "units")]
    guns = [("guns", place.text("napoleonics.unit-table.guns-title"))] if content["guns"] else []
    return [*((part["id"], part["title"]) for part in content["parts"]), *tables, *guns]


def documents(place: Place) -> Iterator[Document]:
    """The aid, and that of each battle."""
    said = sentences.comma([part["title"] for part in shared(place)["parts"]], place.language)
    title = place.text("aid.title", game=place.text(f"{place.game}.name"))
    yield Document(f"aid.{place.game}", "aid", title, said, place.link("aid"))
    for item in library.in_order(place.game):
        name = place.text("aid.title-of", battle=place.text(f"{place.game}.{item}.name"))
        summary = place.text(f"{place.game}.{item}.summary")
        yield Document(f"aid.{place.game}.{item}", "aid", name, summary, place.link("aid-battle", item))
