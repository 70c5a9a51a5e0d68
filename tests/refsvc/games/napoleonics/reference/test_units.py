"""The tables of units: what they say is what the data says, in every language, with how sure it is."""

from __future__ import annotations

from typing import Any

import pytest

from refsvc.games.napoleonics.reference import facts, units
from refsvc.printing.print_speaker import PrintSpeaker
from tests.refsvc.games.napoleonics.reference.words import missing


def unit(speaker: PrintSpeaker, nation: str, code: str) -> dict[str, Any]:
    found = next(one for one in units.nations(speaker) if one["id"] == nation)
    row: dict[str, Any] = next(one for one in found["units"] if one["code"] == code)
    return row


def dice(row: dict[str, Any]) -> list[str | None]:
    return [row[field]["text"] if row[field] else None for field in units.DICE]


@pytest.mark.parametrize(
    ("nation", "code", "blocks", "expected", "ignores"),
    [
        ("french", "LN", 4, ["4 3 2 1", "2 2 1 1", "4 3 2 1"], 0),
        ("french", "OG", 4, ["5 4 3 2", "3 3 2 2", "6 5 4 3"], 2),
        ("french", "MI", 4, ["4 3 2 1", "2 1 1 0", "4 3 2 1"], 0),
        ("british", "LN", 4, ["5 4 3 2", "2 2 1 1", "4 3 2 1"], 0),
        ("british", "RL", 3, ["4 3 2", "3 2 2", "3 2 1"], 0),
        ("british", "HC", 3, [None, None, "4 3 2"], 0),
        ("portuguese", "LN", 4, ["4 3 2 1", "2 1 1 0", "4 3 2 1"], 0),
        ("french", "FA", 3, [None, None, "4 4 3"], 0),
    ],
)
def test_values(
    english: PrintSpeaker, nation: str, code: str, blocks: int, expected: list[str | None], ignores: int
) -> None:
    row = unit(english, nation, code)
    assert (row["blocks"]["value"], dice(row), row["ignores"]["value"]) == (blocks, expected, ignores)


def test_every_unit_stands_in_its_table(speaker: PrintSpeaker) -> None:
    listed = {(nation["id"], row["id"]) for nation in units.nations(speaker) for row in nation["units"]}
    assert listed == {tuple(key.split(".")[1:3]) for key in facts() if key.startswith("units.")}


def test_moves(english: PrintSpeaker) -> None:
    assert unit(english, "french", "LN")["move"] == ["1 hex and battle"]
    assert unit(english, "french", "LT")["move"] == ["1 hex and battle", "2 hexes, no battle"]
    assert unit(english, "french", "LC")["move"] == ["up to 3 hexes and battle"]
    assert unit(english, "french", "FA")["move"] == ["stay and battle", "1 hex, no battle"]
    assert unit(english, "french", "HA")["range"]["text"] == "4; after a move 3"


@pytest.mark.parametrize(
    ("nation", "code", "notes"),
    [
        ("french", "LN", ["+1 die in melee against infantry"]),
        ("british", "LN", ["its extra die in fire is lost by moving"]),
        ("portuguese", "LT", ["may battle on entering a forest"]),
        ("british", "RL", ["may battle on entering a forest", "sabers do not hit in melee"]),
        ("french", "HA", ["with one block: move or battle"]),
        ("french", "GR", []),
    ],
)
def test_notes(english: PrintSpeaker, nation: str, code: str, notes: list[str]) -> None:
    assert [note["text"] for note in unit(english, nation, code)["notes"]] == notes


def test_marks_say_how_sure_and_lead_to_a_reason(english: PrintSpeaker) -> None:
    assert unit(english, "french", "GFA")["ignores"]["mark"] == {
        "standing": "assumed", "label": "Flags ignored: assumed", "why": "D4",
    }  # fmt: skip
    assert unit(english, "french", "LN")["still"]["mark"]["standing"] == "printed"
    rifles = unit(english, "british", "RL")["moved"]
    assert rifles["mark"] is None, "of one row some values are sure and some are not"
    assert [cell["mark"]["standing"] for cell in rifles["cells"]] == ["assumed", "printed", "assumed"]


def test_tables_of_artillery(english: PrintSpeaker) -> None:
    foot, horse, moved = units.guns(english)
    assert foot["distances"] == [2, 3, 4, 5]
    assert [[cell["value"] for cell in row["cells"]] for row in foot["rows"]] == [
        [3, 2, 1, 1],
        [3, 2, 1, 1],
        [2, 1, 1, 1],
    ]
    assert horse["rows"][0]["cells"][1]["mark"]["standing"] == "printed"
    assert [row["blocks"] for row in moved["rows"]] == [3, 2], "with one block it does not fire after a move"


def test_a_battle_has_only_its_own_units(english: PrintSpeaker) -> None:
    found = {nation["id"]: {row["id"] for row in nation["units"]} for nation in units.nations(english, "training-1")}
    assert found == units.fielded("training-1")
    assert [gun["id"] for gun in units.guns(english, "training-1")] == ["foot-still"]


def test_nothing_is_missing(speaker: PrintSpeaker) -> None:
    assert missing([units.nations(speaker), units.guns(speaker), units.leader(speaker)]) == []
