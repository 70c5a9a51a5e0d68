"""The box form of Napoleonics: the tables of artillery, then the cards of the nations unit by unit."""

from __future__ import annotations

from typing import Any

from engine.core.facts import names_below
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.reference import facts
from refsvc.presentation.speaker import Speaker
from refsvc.records import box_file
from refsvc.reference.box_field import Wording, entry

ARTILLERY = "artillery"


def sections(place: Speaker, given: box_file.Given) -> list[dict[str, Any]]:
    """Artillery, which all nations share, and a section for each nation."""
    made = [{"id": ARTILLERY, "name": place.text("napoleonics.unit-table.guns-title"), "cards": guns(place, given)}]
    for nation in names_below(facts(), "units"):
        cards = [unit(place, nation, kind, given) for kind in names_below(facts(), f"units.{nation}")]
        made.append(
            {"id": nation, "name": place.name("nation", nation), "cards": [card for card in cards if card["keys"]]}
        )
    return made


def guns(place: Speaker, given: box_file.Given) -> list[dict[str, Any]]:
    """The tables of foot and horse artillery."""
    return [
        {
            "id": f"{ARTILLERY}-{kind}",
            "name": place.name("unit", f"{kind}-artillery"),
            **drawn(place, "units", "guns"),
            **entry(place, WORDING, below(f"{ARTILLERY}.{kind}"), given),
        }
        for kind in names_below(facts(), ARTILLERY)
    ]


def unit(place: Speaker, nation: str, kind: str, given: box_file.Given) -> dict[str, Any]:
    """One unit of a nation."""
    return {
        "id": f"{nation}-{kind}",
        "name": place.name("unit", kind),
        **drawn(place, "units", nation),
        **entry(place, WORDING, below(f"units.{nation}.{kind}"), given),
    }


def drawn(place: Speaker, page: str, anchor: str) -> dict[str, str]:
    """Where the reference shows the same; there are no arms here."""
    return {"note": "", "arms": "", "path": place.link(page, anchor=anchor)}


def below(at: str) -> list[str]:
    """The keys of the fields below a part of a key."""
    return [key for key in box_file.fields(GAME) if key.startswith(f"{at}.")]


def group_name(place: Speaker, at: str) -> str:
    """What a table of dice is of: `artillery.foot.still.3`, `units.british.rifle-light.moved`, else the unit itself."""
    room, *parts = at.split(".")
    if room == ARTILLERY:
        kind, when, blocks = parts
        said = place.plural("napoleonics.unit-table.gun-blocks", int(blocks))
        return place.text("box.line-status", line=place.text(f"napoleonics.unit-table.guns.{kind}-{when}"), status=said)
    return (
        place.text(f"napoleonics.unit-table.field.{parts[2]}")
        if len(parts) > 2
        else place.text("napoleonics.unit-table.unit")
    )


def label(place: Speaker, key: str) -> str:
    """A distance, a number of blocks, or the name of a value."""
    room, *_, last = key.split(".")
    if room == ARTILLERY:
        return place.text("napoleonics.unit-table.distance", distance=last)
    return (
        place.plural("napoleonics.unit-table.gun-blocks", int(last))
        if last.isdigit()
        else place.text(f"napoleonics.unit-table.field.{last}")
    )


def value_text(place: Speaker, _last: str, value: Any) -> str:
    """A value in words."""
    return place.text("value.yes" if value else "value.no") if isinstance(value, bool) else str(value)


WORDING = Wording(group_name, label, value_text)
