"""The tables of the nations' units and of the terrain, with the reasons behind their values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refsvc.games.napoleonics.reference import terrain as ground
from refsvc.games.napoleonics.reference import units as troops
from refsvc.i18n import sentences
from refsvc.presentation.speaker import Place
from refsvc.reference.standing import reasons
from refsvc.search.index import Document


def units(place: Place) -> dict[str, Any]:
    """The units of every nation, the tables of artillery, and leaders."""
    nations = troops.nations(place)
    return {
        "title": place.text("napoleonics.unit-table.title", game=place.text(f"{place.game}.name")),
        "ways": [
            *((nation["id"], nation["name"]) for nation in nations),
            ("guns", place.text("napoleonics.unit-table.guns-title")),
            ("leader", place.text("napoleonics.unit-table.leader-title")),
        ],
        "nations": nations,
        "guns": troops.guns(place),
        "leader": troops.leader(place),
        "why": reasons(place, troops.shown_facts()),
    }


def terrain(place: Place) -> dict[str, Any]:
    """The terrain chart."""
    chart = ground.chart(place)
    return {
        "title": place.text("napoleonics.terrain-table.title", game=place.text(f"{place.game}.name")),
        "ways": [*((f"terrain-{row['id']}", row["name"]) for row in chart), ("why", place.text("card.why"))],
        "chart": chart,
        "columns": [{"id": arm, "name": place.name("arm", arm)} for arm in troops.ARMS],
        "why": reasons(place, ground.shown_facts()),
    }


def unit_documents(place: Place) -> Iterator[Document]:
    """The table of each nation, by the names of its units."""
    for nation in troops.nations(place):
        said = sentences.comma([f"{unit['name']} ({unit['code']})" for unit in nation["units"]], place.language)
        title = place.text("napoleonics.unit-table.caption", nation=nation["name"])
        yield Document(f"units.{nation['id']}", "units", title, said, place.link("units", anchor=nation["id"]))


def terrain_documents(place: Place) -> Iterator[Document]:
    """The chart, by the names of the terrains."""
    said = sentences.comma([row["name"] for row in ground.chart(place)], place.language)
    yield Document(
        "terrain.chart", "terrain", place.text("napoleonics.terrain-table.caption"), said, place.link("terrain")
    )
