"""The player aid: every part in every language, of a battle only what it needs, exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from refsvc import library
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.reference import aid, facts
from refsvc.i18n.source import source
from refsvc.printing.print_speaker import PrintSpeaker
from tests.refsvc.games.napoleonics.reference.words import missing

BATTLES = library.scenario_ids(GAME)


def lines(found: dict[str, Any]) -> list[str]:
    return [str(line) for part in found["parts"] for line in part["lines"]]


def test_every_line_of_the_texts_is_shown(english: PrintSpeaker) -> None:
    tables = {table for _, table, _, _ in aid.PARTS}
    written = [
        key
        for key in source(GAME)
        if key.startswith(f"{GAME}.aid.") and key.split(".")[2] in tables and key.count(".") == 3
    ]
    assert len(lines(aid.shared(english))) == len(written) > 40


@pytest.mark.parametrize("scenario", ["", *BATTLES])
def test_nothing_is_missing(speaker: PrintSpeaker, scenario: str) -> None:
    found = aid.shared(speaker, scenario)
    assert missing(found) == []
    assert not [line for line in lines(found) if "{" in line], "a number that the data doesn’t have"


def test_a_battle_has_only_what_it_needs(english: PrintSpeaker) -> None:
    without, with_ = (" ".join(lines(aid.shared(english, battle))) for battle in ("training-1", "training-3"))
    assert "field works" not in without
    assert "field works" in with_
    assert "town or windmill" not in without
    assert "town or windmill" in with_


def test_what_a_battle_has() -> None:
    assert aid.has("training-1", "leader")
    assert not aid.has("training-1", "works")
    assert aid.has("training-3", "works")
    assert aid.has("training-2", "buildings")
    assert aid.has("", "works"), "the aid for all battles has everything"


def test_faces_are_those_of_the_die(english: PrintSpeaker) -> None:
    counted = {face["id"]: face["count"] for face in aid.faces(english)}
    assert counted == {
        "infantry": "2 of 6 sides",
        **dict.fromkeys(("cavalry", "artillery", "flag", "saber"), "1 of 6 sides"),
    }


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("sides", [1, 2, 3])
def test_odds_agree_with_every_throw(dice: int, sides: int) -> None:
    """Counted out over all throws, where the first sides of a die are those that hit."""
    throws = list(product(range(6), repeat=dice))
    for hits in (1, 2, 3):
        lucky = sum(sum(face < sides for face in throw) >= hits for throw in throws)
        assert aid.at_least(hits, dice, Fraction(sides, 6)) == Fraction(lucky, len(throws))


def test_columns_of_the_odds_are_the_faces_that_hit() -> None:
    """Fire at infantry: its own faces; melee: those and sabers."""
    count = {face: facts()[f"box.faces.{face}"].value for face in ("infantry", "cavalry", "flag", "saber")}
    assert count["cavalry"] == count["flag"] == aid.HITTING["one"]
    assert count["infantry"] == count["cavalry"] + count["saber"] == aid.HITTING["two"]
    assert count["infantry"] + count["saber"] == aid.HITTING["three"]
