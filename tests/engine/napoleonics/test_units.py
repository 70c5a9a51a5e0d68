"""The units: the dice that the fact file lists, and the rules of thumb that they must follow."""

from __future__ import annotations

import pytest

from engine.napoleonics.facts import load_facts
from engine.napoleonics.units import ARMS, ARTILLERY, INFANTRY, Unit, make_units

FACTS = load_facts()
UNITS = make_units(FACTS)
each_unit = pytest.mark.parametrize("unit", UNITS.values(), ids=lambda unit: f"{unit.nation}-{unit.code}")


def fire(unit: Unit, *, has_moved: bool = False) -> list[int]:
    """Dice at two hexes, from full strength down."""
    return [dice[2] for dice in (unit.moved if has_moved else unit.still)[:0:-1]]


@pytest.mark.parametrize(
    ("nation", "code", "still", "moved", "melee"),
    [
        ("french", "LN", "4321", "2211", "4321"),
        ("french", "LT", "5432", "3322", "4321"),
        ("french", "GR", "4321", "2211", "5432"),
        ("french", "YG", "5432", "3322", "5432"),
        ("french", "OG", "5432", "3322", "6543"),
        ("french", "MI", "4321", "2110", "4321"),
        ("french", "LC", "0000", "0000", "4321"),
        ("french", "HC", "0000", "0000", "5432"),
        ("french", "CU", "0000", "0000", "5432"),
        ("french", "GHC", "0000", "0000", "5432"),
        ("french", "FA", "332", "000", "443"),
        ("french", "GFA", "332", "000", "554"),
        ("french", "HA", "221", "220", "332"),
        ("french", "GHA", "221", "220", "443"),
        ("british", "LN", "5432", "2211", "4321"),
        ("british", "LT", "65432", "43322", "54321"),
        ("british", "RL", "432", "322", "321"),
        ("british", "GR", "5432", "3322", "5432"),
        ("british", "GG", "65432", "43322", "65432"),
        ("british", "LC", "000", "000", "321"),
        ("british", "HC", "000", "000", "432"),
        ("british", "GHC", "000", "000", "432"),
        ("british", "FA", "332", "000", "443"),
        ("british", "HA", "221", "220", "332"),
        ("portuguese", "LN", "4321", "2110", "4321"),
        ("portuguese", "LT", "432", "221", "321"),
        ("portuguese", "LC", "000", "000", "321"),
        ("portuguese", "FA", "332", "000", "443"),
    ],
)
def test_dice_by_blocks(nation: str, code: str, still: str, moved: str, melee: str) -> None:
    unit = UNITS[nation, code]
    assert unit.blocks == len(melee)
    assert fire(unit) == [int(n) for n in still]
    assert fire(unit, has_moved=True) == [int(n) for n in moved]
    assert list(unit.melee[:0:-1]) == [int(n) for n in melee]
    assert (unit.melee[0], set(unit.still[0]), set(unit.moved[0])) == (0, {0}, {0})


def test_all_of_them_are_in_that_table() -> None:
    assert len(UNITS) == 28
    assert len(UNITS) == len({(unit.nation, unit.kind) for unit in UNITS.values()})


@each_unit
def test_infantry_and_cavalry_fight_with_their_blocks_and_a_bonus(unit: Unit) -> None:
    """As many dice as blocks, half as many in fire after a move; what a kind adds, it adds at any strength."""
    if unit.arm == ARTILLERY:
        return
    strengths = range(1, unit.blocks + 1)
    assert len({unit.melee[n] - n for n in strengths}) == 1
    if unit.arm == INFANTRY:
        assert len({unit.still[n][2] - n for n in strengths}) == 1
        assert len({unit.moved[n][2] - (n + unit.is_rounded_up) // 2 for n in strengths}) == 1


@pytest.mark.parametrize(
    ("nation", "code", "battle", "most", "reach"),
    [
        ("french", "LN", 1, 1, 2),
        ("french", "LT", 1, 2, 2),
        ("british", "RL", 1, 2, 3),
        ("french", "YG", 1, 2, 2),
        ("french", "OG", 1, 1, 2),
        ("french", "LC", 3, 3, 0),
        ("french", "CU", 2, 2, 0),
        ("french", "FA", 0, 1, 5),
        ("french", "HA", 1, 2, 4),
    ],
)
def test_movement_and_range(nation: str, code: str, battle: int, most: int, reach: int) -> None:
    unit = UNITS[nation, code]
    assert (unit.battle, unit.most, unit.range) == (battle, most, reach)


@each_unit
def test_dice_end_with_the_range(unit: Unit) -> None:
    for dice in unit.still[1:]:
        assert [distance for distance, n in enumerate(dice) if n] == list(range(2, unit.range + 1))
    for dice in unit.moved:
        assert not any(dice[unit.range_moved + 1 :])


def test_a_battery_of_horse_artillery_after_a_move() -> None:
    battery = UNITS["french", "HA"]
    assert (battery.moved[3], battery.moved[2], battery.moved[1]) == ((0, 0, 2, 1, 0, 0), (0, 0, 2, 1, 0, 0), (0,) * 6)
    assert (battery.range, battery.range_moved, battery.least) == (4, 3, 2)


def test_the_sixteen_kinds_by_arm_and_class() -> None:
    by_code = {unit.code: unit for unit in UNITS.values()}
    assert {code: (ARMS[unit.arm], unit.troop) for code, unit in by_code.items()} == {
        "LN": ("infantry", "regular"),
        "LT": ("infantry", "elite"),
        "RL": ("infantry", "elite"),
        "GR": ("infantry", "elite"),
        "GG": ("infantry", "guard"),
        "YG": ("infantry", "guard"),
        "OG": ("infantry", "guard"),
        "MI": ("infantry", "irregular"),
        "LC": ("cavalry", "regular"),
        "HC": ("cavalry", "regular"),
        "CU": ("cavalry", "elite"),
        "GHC": ("cavalry", "guard"),
        "FA": ("artillery", "regular"),
        "GFA": ("artillery", "guard"),
        "HA": ("artillery", "regular"),
        "GHA": ("artillery", "guard"),
    }
    assert {code for code, unit in by_code.items() if unit.is_light} == {"LT", "RL", "YG"}
    assert {code for code, unit in by_code.items() if unit.is_heavy} == {"HC", "CU", "GHC"}
    assert {code for code, unit in by_code.items() if not unit.has_sabers} == {"RL", "MI"}
    assert {code for code, unit in by_code.items() if unit.retreat == 3} == {"MI"}


def test_flags_that_units_ignore_by_themselves() -> None:
    assert {f"{unit.nation} {unit.code} {unit.ignores}" for unit in UNITS.values() if unit.ignores} == {
        "french GR 1",
        "french YG 1",
        "french OG 2",
        "french CU 1",
        "french GHC 2",
        "french GFA 2",
        "french GHA 2",
        "british GR 1",
        "british GG 2",
        "british GHC 2",
    }


def test_only_french_line_infantry_is_better_against_infantry() -> None:
    assert {unit.key for unit in UNITS.values() if unit.against_infantry} == {"units.french.line-infantry"}
    assert UNITS["french", "LN"].melee[4] + UNITS["french", "LN"].against_infantry == 5


@each_unit
def test_dice_name_the_value_they_come_from(unit: Unit) -> None:
    for blocks in range(1, unit.blocks + 1):
        assert FACTS[unit.melee_key(blocks)].value == unit.melee[blocks]
        for distance in range(2, unit.range + 1):
            key = unit.fire_key(blocks, distance, has_moved=False)
            assert FACTS[key].value == unit.still[blocks][distance]
            if unit.moved[blocks][distance]:
                key = unit.fire_key(blocks, distance, has_moved=True)
                assert FACTS[key].value == unit.moved[blocks][distance]


def test_leaders_are_no_units() -> None:
    assert all("leader" not in unit.kind for unit in UNITS.values())
    assert (FACTS["leader.move"].value, FACTS["leader.blocks"].value) == (3, 1)
