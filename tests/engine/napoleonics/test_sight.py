"""Line of sight: the vectors of the fact file, drawn positions, and an oracle that clips each hex with fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis.strategies import SearchStrategy, integers

from engine.napoleonics import sight
from engine.napoleonics.board import ADJACENT, DISTANCE, EVERYWHERE, HEXES, NAME, NUMBER, PLACE, hexes_of
from engine.napoleonics.sight import BEYOND, Ground, blockers, has_line_of_sight, is_blocked_at_once, over_heads
from tests.engine.napoleonics.maps import (
    CLEAR,
    MILL_BRIDGE,
    MILL_BRIDGE_UNITS,
    SAND_QUARRY,
    SAND_QUARRY_UNITS,
    TWO_SLOPES,
    TWO_SLOPES_UNITS,
    ground_of,
    mask_of,
)

hexes: SearchStrategy[int] = integers(0, HEXES - 1)
masks: SearchStrategy[int] = integers(0, EVERYWHERE)
OPEN = ground_of(CLEAR)
Point = tuple[Fraction, Fraction]


def blocked(land: Ground, pieces: int, line: str) -> str:
    """The hexes that block a line such as "G7-C7", by name."""
    start, end = (NUMBER[name] for name in line.split("-"))
    return " ".join(NAME[n] for n in hexes_of(blockers(land, pieces, start, end)))


def between(line: str) -> tuple[str, str, str]:
    start, end = (NUMBER[name] for name in line.split("-"))
    inner, left, right = (
        " ".join("off" if n == HEXES else NAME[n] for n in hexes_of(mask)) for mask in sight.LINES[start][end]
    )
    return inner, left, right


# --- what lies between


@pytest.mark.parametrize(
    ("line", "inner", "left", "right"),
    [
        ("E6-E8", "E7", "", ""),
        ("E7-A5", "B5 C6 D6", "", ""),
        ("G5-D4", "E5 F4", "", ""),
        ("C9-H9", "D9 E9 F9 G9", "", ""),
        ("C9-H8", "D8 E9 F8 G9", "", ""),
        ("E4-G4", "", "F4", "F3"),
        ("C7-G7", "E7", "D7 F7", "D6 F6"),
        ("A1-C1", "", "B1", "off"),
        ("A1-E1", "C1", "B1 D1", "off"),
        ("G13-I13", "", "off", "H12"),
        ("C5-D6", "", "C6", "D5"),
    ],
)
def test_what_lies_between(line: str, inner: str, left: str, right: str) -> None:
    assert between(line) == (inner, left, right)


def test_shapes_by_distance_as_the_fact_file_counts_them() -> None:
    """On a board without edges: how many targets have how many inner hexes and pairs beside the line."""
    found: dict[int, Counter[tuple[int, int]]] = {}
    for dy in range(-5, 6):
        for dx in range(-10, 11):
            distance = abs(dy) + max(0, (abs(dx) - abs(dy)) // 2)
            if (dx + dy) % 2 == 0 and 2 <= distance <= 5:
                inner, left, right = sight._between(dx, dy)
                assert len(left) == len(right)
                found.setdefault(distance, Counter())[len(inner), len(left)] += 1
    assert found == {
        2: {(1, 0): 6, (0, 1): 6},
        3: {(2, 0): 18},
        4: {(3, 0): 6, (4, 0): 12, (1, 2): 6},
        5: {(4, 0): 30},
    }


def corners(hex_: int) -> list[Point]:
    x, row = PLACE[hex_]
    around = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    return [(Fraction(x + dx), Fraction(3 * row + dy)) for dx, dy in around]


def cut(start: int, end: int, hex_: int) -> tuple[Fraction, bool]:
    """How much of a line from middle to middle is in a closed hex, and whether it only runs along its border."""
    (x, y), (u, v) = ((Fraction(PLACE[n][0]), Fraction(3 * PLACE[n][1])) for n in (start, end))
    first, last, is_border = Fraction(0), Fraction(1), False
    points = corners(hex_)
    for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True):
        at_start = (c - a) * (y - b) - (d - b) * (x - a)  # positive inside
        at_end = (c - a) * (v - b) - (d - b) * (u - a)
        if at_start == at_end:
            if at_start < 0:
                return Fraction(0), False
            is_border |= at_start == 0
        elif at_start > at_end:
            last = min(last, at_start / (at_start - at_end))
        else:
            first = max(first, -at_start / (at_end - at_start))
    return max(Fraction(0), last - first), is_border


@given(hexes, hexes)
def test_what_lies_between_by_clipping_every_hex(start: int, end: int) -> None:
    inner, left, right = sight.LINES[start][end]
    through = along = 0
    for hex_ in range(HEXES):
        length, is_border = cut(start, end, hex_) if hex_ not in (start, end) else (Fraction(0), False)
        if length and is_border:
            along |= 1 << hex_
        elif length:
            through |= 1 << hex_
    assert (inner, (left | right) & EVERYWHERE) == (through, along)
    assert not left & right
    assert (left.bit_count() == right.bit_count()) or BEYOND in (left, right)


@given(hexes, hexes)
def test_a_line_is_the_same_from_both_ends(start: int, end: int) -> None:
    assert sight.LINES[start][end] == sight.LINES[end][start]
    inner, left, right = sight.LINES[start][end]
    assert not (inner | left | right) & (1 << start | 1 << end)


# --- what blocks


def test_ground_and_pieces_block_only_between() -> None:
    woods = sight.ground(0, mask_of("E6", "E8"))
    assert blocked(woods, mask_of("E6", "E8"), "E6-E8") == ""
    assert blocked(OPEN, mask_of("E7"), "E6-E8") == "E7"
    assert blocked(sight.ground(0, mask_of("E7")), 0, "E6-E8") == "E7"


@given(hexes, masks, masks, masks)
def test_neighbours_always_see_each_other(hex_: int, hills: int, blocking: int, pieces: int) -> None:
    land = sight.ground(hills, blocking & ~hills)
    assert all(has_line_of_sight(land, pieces, hex_, n) for n in hexes_of(ADJACENT[hex_]))


@given(hexes, hexes, masks, masks, masks)
def test_sight_is_mutual(start: int, end: int, hills: int, blocking: int, pieces: int) -> None:
    land = sight.ground(hills, blocking & ~hills)
    assert has_line_of_sight(land, pieces, start, end) == has_line_of_sight(land, pieces, end, start)
    assert is_blocked_at_once(land, pieces, start, end) == is_blocked_at_once(land, pieces, end, start)


@given(hexes, hexes, masks, masks, masks, hexes)
def test_a_further_piece_never_opens_a_line(
    start: int, end: int, hills: int, blocking: int, pieces: int, more: int
) -> None:
    land = sight.ground(hills, blocking & ~hills)
    if not has_line_of_sight(land, pieces, start, end):
        assert not has_line_of_sight(land, pieces | 1 << more, start, end)


@given(hexes, hexes, masks, masks, masks)
def test_blockers_lie_between_and_are_obstacles(start: int, end: int, hills: int, blocking: int, pieces: int) -> None:
    land = sight.ground(hills, blocking & ~hills)
    found = blockers(land, pieces, start, end)
    inner, left, right = sight.LINES[start][end]
    assert not found & ~(inner | left | right)
    assert not found & ~(pieces | hills | blocking)
    if DISTANCE[start][end] < 2:
        assert not found


@pytest.mark.parametrize(
    ("line", "pieces", "blocking"),
    [
        ("E4-G4", "F4", ""),
        ("E4-G4", "F3", ""),
        ("E4-G4", "F3 F4", "F3 F4"),
        ("A1-C1", "", ""),
        ("A1-C1", "B1", "B1"),
        ("G13-I13", "H12", "H12"),
        ("C7-G7", "D6 F6", ""),
        ("C7-G7", "D6 D7", "D6 D7"),
        ("C7-G7", "D6 F7", "D6 F7"),
        ("C7-G7", "E7", "E7"),
        ("A1-E1", "C2", ""),
        ("A1-E1", "D1", "D1"),
    ],
)
def test_a_line_along_sides_is_blocked_from_both(line: str, pieces: str, blocking: str) -> None:
    assert blocked(OPEN, mask_of(*pieces.split()), line) == blocking


@pytest.mark.parametrize(
    ("line", "pieces", "is_blocked"),
    [
        ("C7-G7", "D6 F7", False),
        ("C7-G7", "D6 D7", True),
        ("C7-G7", "F6 F7", True),
        ("C7-G7", "E7", True),
        ("C7-G7", "", False),
        ("A1-E1", "D1", True),
        ("E13-I13", "F12", True),
        ("E13-I13", "G12", False),
    ],
)
def test_the_narrower_reading_wants_both_at_one_place(line: str, pieces: str, is_blocked: bool) -> None:
    start, end = (NUMBER[name] for name in line.split("-"))
    assert is_blocked_at_once(OPEN, mask_of(*pieces.split()), start, end) == is_blocked


@given(hexes, hexes, masks)
def test_the_narrower_reading_blocks_nothing_more(start: int, end: int, pieces: int) -> None:
    if is_blocked_at_once(OPEN, pieces, start, end):
        assert not has_line_of_sight(OPEN, pieces, start, end)


# --- hills


@pytest.mark.parametrize(
    ("line", "hills", "pieces", "blocking"),
    [
        ("E5-E7", "E6", "", "E6"),  # behind a hill
        ("E5-E6", "E6 E7", "", ""),  # its first hex from below
        ("E4-E6", "E6 E7", "", ""),  # from farther away too
        ("E5-E7", "E6 E7", "", "E6"),  # not the second
        ("E7-E5", "E6 E7", "", "E6"),  # and not back
        ("E5-E8", "E5 E6 E7 E8", "", ""),  # across one hill
        ("E5-E8", "E5 E6 E7 E8", "E7", "E7"),  # unless somebody stands there
        ("E5-E8", "E5 E8", "", ""),  # from hill to hill over lower ground
        ("E5-E8", "E5 E8", "E6", "E6"),  # unless somebody stands there
        ("E5-E9", "E5 E7 E9", "", ""),  # and over a third hill
        ("E5-E8", "E5", "", ""),  # down to open ground
        ("E5-E8", "E5 E7", "", "E7"),  # but not over another hill
    ],
)
def test_hills(line: str, hills: str, pieces: str, blocking: str) -> None:
    land = sight.ground(mask_of(*hills.split()), 0)
    assert blocked(land, mask_of(*pieces.split()), line) == blocking


def test_woods_and_rugged_hills_block_between_hills_too() -> None:
    land = sight.ground(mask_of("E5", "E8"), mask_of("E6"))
    assert blocked(land, 0, "E5-E8") == "E6"
    assert blocked(ground_of(SAND_QUARRY), 0, "D3-F4") == ""
    rugged = ground_of(CLEAR.replace(". . . . . . . . . . . . .", "H R H . . . . . . . . . .", 1))
    assert blocked(rugged, 0, "A1-A3") == "A2"


# --- over the heads of friends


@pytest.mark.parametrize(
    ("hills", "woods", "friends", "enemies", "line", "is_open"),
    [
        ("E5", "", "E6", "E8", "E5-E8", True),
        ("E5", "", "E6 E7", "E8", "E5-E8", False),  # the second is not adjacent
        ("E5", "", "E7", "E8", "E5-E8", False),
        ("E5 E6", "", "E6", "E8", "E5-E8", False),  # no lower than the battery
        ("E5", "E6", "E6", "E8", "E5-E8", False),  # woods there
        ("E5", "", "", "E6 E8", "E5-E8", False),  # an enemy
        ("", "", "E6", "E8", "E5-E8", False),  # no hill
        ("E5 E8", "", "E6", "E8", "E5-E8", True),  # at another hill
        ("E4", "", "F3 F4", "G4", "E4-G4", True),  # along a side, friends on both
        ("E4", "", "F3", "F4 G4", "E4-G4", True),  # the enemy on one side only
    ],
)
def test_over_friends_from_a_hill(hills: str, woods: str, friends: str, enemies: str, line: str, is_open: bool) -> None:
    land = sight.ground(mask_of(*hills.split()), mask_of(*woods.split()))
    start, end = (NUMBER[name] for name in line.split("-"))
    own = mask_of(*friends.split()) | 1 << start
    pieces = own | mask_of(*enemies.split())
    assert has_line_of_sight(land, over_heads(land, pieces, own, start), start, end) == is_open


@given(hexes, masks, masks, masks)
def test_over_heads_only_ever_takes_away_adjacent_friends(battery: int, hills: int, own: int, others: int) -> None:
    land = sight.ground(hills, 0)
    pieces = own | others
    left = over_heads(land, pieces, own, battery)
    assert not left & ~pieces
    assert not (pieces & ~left) & ~(own & ADJACENT[battery] & ~hills)


# --- the training battles


def test_two_slopes_at_the_start() -> None:
    land, (top, bottom) = ground_of(TWO_SLOPES), TWO_SLOPES_UNITS
    pieces = top | bottom
    assert blocked(land, pieces, "G7-C7") == ""
    assert blocked(land, pieces | mask_of("E7"), "G7-C7") == "E7"
    assert blocked(land, pieces, "G7-C10") == "E8"
    assert blocked(land, pieces, "G7-B5") == "E6"
    assert blocked(land, 0, "E4-G4") == ""
    assert blocked(land, mask_of("F4"), "E4-G4") == "F3 F4"
    assert blocked(land, 0, "F6-D6") == "E6 E7"


def test_the_mill_bridge() -> None:
    land, (top, bottom) = ground_of(MILL_BRIDGE), MILL_BRIDGE_UNITS
    pieces = top | bottom
    assert blocked(land, pieces, "G5-D4") == ""
    assert blocked(land, pieces, "C9-H9") == ""
    assert blocked(land, 0, "C9-H8") == "D8"  # the windmill alone
    assert blocked(land, mask_of("E4"), "G5-D4") == ""  # a partner on the bridge is not in the way
    friend = mask_of("F4")
    battery = NUMBER["G5"]
    assert blocked(land, pieces | friend, "G5-D4") == "F4"  # in combined arms
    assert blocked(land, over_heads(land, pieces | friend, bottom | friend, battery), "G5-D4") == ""


def test_the_sand_quarry() -> None:
    land, (top, bottom) = ground_of(SAND_QUARRY), SAND_QUARRY_UNITS
    assert blocked(land, 0, "E2-E4") == "E3"
    assert blocked(land, 0, "E5-E9") == ""
    for battery, reach, own, enemies in (
        ("H5", 5, bottom, top),
        ("H9", 4, bottom, top),
        ("B8", 5, top, bottom),
        ("B4", 4, top, bottom),
    ):
        start = NUMBER[battery]
        pieces = over_heads(land, own | enemies, own, start)
        shots = [
            NAME[n]
            for n in hexes_of(enemies)
            if DISTANCE[start][n] <= reach and has_line_of_sight(land, pieces, start, n)
        ]
        assert shots == []
