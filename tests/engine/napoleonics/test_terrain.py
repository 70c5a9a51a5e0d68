"""The terrain: the table of the fact file, and the sums that follow from it."""

from __future__ import annotations

import pytest

from engine.napoleonics.board import NUMBER, TOWARD, sides_of
from engine.napoleonics.facts import load_facts
from engine.napoleonics.terrain import FIRE, LETTERS, MELEE, make_field_works, make_terrain
from engine.napoleonics.units import ARMS, ARTILLERY, CAVALRY, INFANTRY, make_units
from tests.engine.napoleonics.maps import MILL_BRIDGE, SAND_QUARRY, TWO_SLOPES, terrain_of

FACTS = load_facts()
TERRAIN = make_terrain(FACTS)
UNITS = make_units(FACTS)
WORKS = make_field_works(FACTS)


@pytest.mark.parametrize(
    ("name", "entry", "battle", "sight", "has_squares"),
    [
        ("clear", "free", "yes", "open", True),
        ("forest", "stop", "light", "blocks", True),
        ("hill", "free", "yes", "hill", True),
        ("rugged-hill", "never", "yes", "blocks", True),
        ("town", "stop", "no", "blocks", False),
        ("windmill", "stop", "no", "blocks", False),
        ("river", "never", "yes", "open", True),
        ("ford", "stop", "yes", "open", True),
        ("bridge", "free", "yes", "open", True),
        ("sand-quarry", "stop", "yes", "open", True),
    ],
)
def test_movement_sight_and_squares(name: str, entry: str, battle: str, sight: str, has_squares: bool) -> None:
    terrain = TERRAIN[name]
    assert (terrain.entry, terrain.battle, terrain.sight, terrain.has_squares) == (entry, battle, sight, has_squares)
    assert terrain.has_charge == (name not in ("town", "windmill"))


@pytest.mark.parametrize(
    ("name", "into", "out"),
    [  # infantry, cavalry, artillery: fire / melee
        ("clear", "0 0 0 / 0 0 0", "0 0 0 / 0 0 0"),
        ("forest", "-1 0 -1 / -1 -2 -1", "0 0 -1 / 0 -2 -1"),
        ("hill", "-1 0 0 / -1 -1 0", "0 0 0 / 0 -1 0"),
        ("town", "-2 0 -1 / -2 -3 -1", "0 0 -1 / 0 -3 -1"),
        ("windmill", "-2 0 -1 / -2 -3 -1", "0 0 -1 / 0 -3 -1"),
        ("ford", "0 0 0 / -1 -1 -1", "-1 0 -1 / -1 -1 -1"),
        ("bridge", "0 0 0 / 0 0 0", "0 0 0 / 0 0 0"),
        ("sand-quarry", "0 0 -1 / -1 -2 -1", "-1 0 0 / -1 -2 0"),
    ],
)
def test_dice_into_and_out_of(name: str, into: str, out: str) -> None:
    def read(text: str) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(map(int, part.split())) for part in text.split("/"))

    assert (TERRAIN[name].into, TERRAIN[name].out) == (read(into), read(out))
    assert (TERRAIN[name].level is not None) == (name == "hill")


@pytest.mark.parametrize(
    ("way", "arm", "up", "down", "level"),
    [
        (FIRE, INFANTRY, -1, 0, -1),
        (FIRE, ARTILLERY, 0, 0, 0),
        (MELEE, INFANTRY, -1, 0, 0),
        (MELEE, CAVALRY, -1, -1, 0),
        (MELEE, ARTILLERY, 0, 0, 0),
    ],
)
def test_a_hill_has_three_cases(way: int, arm: int, up: int, down: int, level: int) -> None:
    hill = TERRAIN["hill"]
    assert hill.level is not None
    assert (hill.into[way][arm], hill.out[way][arm], hill.level[way][arm]) == (up, down, level)


def test_who_may_enter() -> None:
    closed = {
        (name, ARMS[arm]) for name, terrain in TERRAIN.items() for arm in (0, 1, 2) if not terrain.is_open_to(arm)
    }
    never = {(name, arm) for name in ("river", "rugged-hill") for arm in ARMS}
    assert closed == never | {("sand-quarry", "artillery")}


def test_field_works() -> None:
    assert WORKS.sides == 3
    assert (WORKS.into, WORKS.out) == (((-1, 0, 0), (-1, -2, 0)), ((0, 0, 0), (0, -2, 0)))
    assert (WORKS.ignores, WORKS.has_squares) == ((1, 0, 1), False)
    assert set(WORKS.instead_of) == {"hill"}
    assert set(WORKS.gives_way_to) == {"forest", "town", "windmill"}


@pytest.mark.parametrize(
    ("at", "marked", "protected", "open_"),
    [
        ("G6", ("W", "NW", "NE"), "F5 F6 G5", "G7 H5 H6"),
        ("C8", ("E", "SE", "SW"), "C9 D8 D7", "C7 B7 B8"),
        ("G6", ("W", "NW", "NE"), "E6 F4 G1 D5", "H4 F7 G13 I6 H7"),  # farther away, some through corners
    ],
)
def test_field_works_count_by_the_side_that_is_crossed(
    at: str, marked: tuple[str, ...], protected: str, open_: str
) -> None:
    works = sides_of(*marked)  # type: ignore[arg-type]  # names of sides
    found = {name: not TOWARD[NUMBER[at]][NUMBER[name]] & ~works for name in (protected + " " + open_).split()}
    assert found == {**dict.fromkeys(protected.split(), True), **dict.fromkeys(open_.split(), False)}


def test_every_terrain_can_be_drawn() -> None:
    assert sorted(LETTERS.values()) == sorted(TERRAIN)


@pytest.mark.parametrize(
    ("drawn", "counts"),
    [
        (TWO_SLOPES, {"forest": 8, "hill": 5}),
        (MILL_BRIDGE, {"forest": 6, "hill": 6, "town": 1, "windmill": 1, "river": 7, "ford": 1, "bridge": 1}),
        (SAND_QUARRY, {"forest": 4, "hill": 6, "rugged-hill": 2, "sand-quarry": 1, "town": 2}),
    ],
)
def test_maps_of_the_training_battles(drawn: str, counts: dict[str, int]) -> None:
    found = [terrain.id for terrain in terrain_of(drawn)]
    assert len(found) == 113
    assert {name: found.count(name) for name in set(found) - {"clear"}} == counts


@pytest.mark.parametrize(
    ("unit", "blocks", "way", "out_of", "into", "dice"),
    [
        (("french", "OG"), 2, MELEE, "clear", "town", 2),
        (("french", "HC"), 4, MELEE, "clear", "forest", 3),
        (("french", "HC"), 4, MELEE, "clear", "town", 2),
        (("british", "LC"), 3, MELEE, "forest", "forest", -1),
        (("british", "LN"), 4, FIRE, "clear", "hill", 4),
        (("french", "FA"), 3, MELEE, "clear", "town", 3),
        (("portuguese", "LN"), 4, MELEE, "ford", "ford", 2),
    ],
)
def test_dice_with_the_ground(unit: tuple[str, str], blocks: int, way: int, out_of: str, into: str, dice: int) -> None:
    """Base and unit bonus, then both changes: sums before the floor of nought."""
    who = UNITS[unit]
    base = who.melee[blocks] if way == MELEE else who.still[blocks][2]
    assert base + TERRAIN[out_of].out[way][who.arm] + TERRAIN[into].into[way][who.arm] == dice


def test_dice_from_hill_to_hill() -> None:
    level = TERRAIN["hill"].level
    assert level is not None
    line = UNITS["british", "LN"]
    assert line.still[4][2] + level[FIRE][INFANTRY] == 4
    assert line.melee[4] + level[MELEE][INFANTRY] == 4


def test_dice_across_field_works() -> None:
    heavy = UNITS["french", "HC"]
    assert heavy.melee[4] + WORKS.into[MELEE][CAVALRY] == 3
    assert WORKS.into[FIRE][ARTILLERY] == 0
