"""The ground of a battle between two hexes: what it takes from the dice of who attacks."""

from __future__ import annotations

import pytest

from engine.napoleonics import GAME
from engine.napoleonics.board import NUMBER
from engine.napoleonics.terrain import FIRE, MELEE
from engine.napoleonics.units import ARTILLERY, CAVALRY, INFANTRY
from tests.engine.napoleonics.ruling_cases import battle

WORKS = "D6 E SE SW"  # of D6, toward D7, E7 and E6


@pytest.mark.parametrize(
    ("terrain", "start", "end", "way", "arm", "dice"),
    [
        ("", "E7", "D6", MELEE, INFANTRY, -1),
        ("", "E7", "D6", MELEE, CAVALRY, -2),
        ("", "C6", "D6", MELEE, CAVALRY, 0),  # no works on this side
        ("D6 H", "E7", "D6", MELEE, CAVALRY, -2),  # in place of the hill
        ("D6 H, E7 H", "E7", "D6", MELEE, INFANTRY, -1),  # of both hills
        ("D6 F", "E7", "D6", MELEE, INFANTRY, -1),  # the forest counts, not the works
        ("D6 T", "E7", "D6", MELEE, CAVALRY, -3),
        ("E7 F", "E7", "D6", MELEE, CAVALRY, -2),  # nothing is added to works: neither the forest it comes from
        ("E7 V", "E7", "D6", MELEE, INFANTRY, -1),  # nor the ford
        ("E7 T", "E7", "D6", MELEE, CAVALRY, -3),  # the higher of the two
        ("F6 V", "F6", "D6", FIRE, ARTILLERY, -1),  # works take no die of artillery, the ford does
        ("", "D6", "E7", MELEE, CAVALRY, -2),  # outward
        ("E7 F", "D6", "E7", MELEE, CAVALRY, -2),
        ("E7 F", "D6", "E7", MELEE, INFANTRY, -1),
        ("E7 T", "D6", "E7", MELEE, CAVALRY, -3),
        ("E7 F, C6 F", "C6", "D6", MELEE, CAVALRY, -2),  # out of the forest, over an open side
    ],
)
def test_dice_across_field_works(terrain: str, start: str, end: str, way: int, arm: int, dice: int) -> None:
    table = GAME.open_game(battle(terrain, WORKS)).table
    assert sum(table.change(way, arm, NUMBER[start], NUMBER[end])) == dice


def test_without_works_both_grounds_are_added() -> None:
    table = GAME.open_game(battle("D6 F, E7 F", "")).table
    assert table.change(MELEE, CAVALRY, NUMBER["E7"], NUMBER["D6"]) == (-2, -2)
