"""The terrain chart: dice by arm and way, entering, sight and squares, as the facts of the game have them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.napoleonics import GAME
from refsvc.games.napoleonics.reference import terrain
from refsvc.printing.print_speaker import PrintSpeaker
from tests.refsvc.games.napoleonics.reference.words import missing


def row(speaker: PrintSpeaker, name: str) -> dict[str, Any]:
    return terrain.row(speaker, name)


def dice(found: dict[str, Any]) -> dict[str, list[str | None]]:
    return {line["id"]: [cell and cell["text"] for cell in line["cells"]] for line in found["dice"]}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("clear", {"into": ["0", "0", "0"], "out": ["0", "0", "0"]}),
        ("forest", {"into": ["−1", "−2", "−1"], "out": ["0", "−2", "−1"]}),
        ("hill", {"up": ["−1", "−1", "0"], "down": ["0", "−1", "0"], "level": ["fire −1, melee 0", "0", "0"]}),
        ("town", {"into": ["−2", "−3", "−1"], "out": ["0", "−3", "−1"]}),
        ("ford", {"into": ["fire 0, melee −1", "−1", "fire 0, melee −1"], "out": ["−1", "−1", "−1"]}),
        ("sand-quarry", {"into": ["fire 0, melee −1", "−2", "−1"], "out": ["−1", "−2", None]}),
        ("field-works", {"into": ["−1", "−2", "0"], "out": ["0", "−2", "0"]}),
        ("river", {}),
    ],
)
def test_dice(english: PrintSpeaker, name: str, expected: dict[str, list[str | None]]) -> None:
    assert dice(row(english, name)) == expected


@pytest.mark.parametrize(
    ("name", "entry", "battle", "sight", "square"),
    [
        ("clear", "free", "yes", "open", "yes"),
        ("forest", "stop", "light kinds only", "blocks", "yes"),
        ("hill", "free", "yes", "blocks, but not from hill to hill", "yes"),
        ("town", "stop", "no", "blocks", "no"),
        ("rugged-hill", "forbidden", None, "blocks", None),
        ("ford", "stop", "yes", "open", "yes"),
        ("sand-quarry", "stop; closed to artillery", "yes", "open", "yes"),
        ("field-works", "stop when crossing a marked side", "yes", "open", "not across a marked side"),
    ],
)
def test_other_columns(
    english: PrintSpeaker, name: str, entry: str, battle: str | None, sight: str, square: str | None
) -> None:
    found = row(english, name)
    said = [found[field] and found[field]["text"] for field in ("entry", "battle", "sight", "square")]
    assert said == [entry, battle, sight, square]


def test_flags_and_notes(english: PrintSpeaker) -> None:
    assert row(english, "field-works")["ignores"]["text"] == "flags ignored: 1 (infantry, artillery)"
    assert row(english, "forest")["ignores"] is None
    assert [note["text"] for note in row(english, "town")["notes"]] == ["no dice of Cavalry Charge, into or out of it"]


def test_the_square_in_a_ford_is_only_inferred_and_says_that_the_book_prints_the_opposite(
    english: PrintSpeaker,
) -> None:
    mark = row(english, "ford")["square"]["mark"]
    assert mark["standing"] == "inferred"
    assert "print the opposite" in GAME.rulebook().sources[mark["why"]].text
    assert row(english, "bridge")["square"]["mark"]["standing"] == "printed"
    assert row(english, "town")["sight"]["mark"]["standing"] == "printed"


def test_a_battle_has_only_its_own_ground(english: PrintSpeaker) -> None:
    assert terrain.terrains("training-1") == ["clear", "forest", "hill"]
    assert "field-works" in terrain.terrains("training-3")
    assert [one["id"] for one in terrain.chart(english, "training-1")] == ["clear", "forest", "hill"]


def test_nothing_is_missing(speaker: PrintSpeaker) -> None:
    assert missing(terrain.chart(speaker)) == []
    assert len(terrain.chart(speaker)) == 11
