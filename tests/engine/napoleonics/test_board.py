"""The board, against the checks of the fact file and against its own symmetries."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis.strategies import SearchStrategy, integers, sampled_from

from engine.napoleonics import board
from engine.napoleonics.board import BOTTOM, DISTANCE, HEXES, NAME, NUMBER, OFF, PLACE, SIDES, TOP
from tests.engine.napoleonics.maps import TWO_SLOPES_UNITS, mask_of, turned

hexes: SearchStrategy[int] = integers(0, HEXES - 1)
seats: SearchStrategy[int] = sampled_from((TOP, BOTTOM))


def named(mask: int) -> set[str]:
    return {NAME[n] for n in board.hexes_of(mask)}


def around(name: str) -> set[str]:
    return {NAME[n] for n in board.NEIGHBOURS[NUMBER[name]]}


def test_rows_of_13_and_12() -> None:
    assert Counter(name[0] for name in NAME) == dict(zip("ABCDEFGHI", (13, 12) * 4 + (13,), strict=True))
    assert (NAME[0], NAME[12], NAME[13], NAME[24], NAME[25], NAME[112]) == ("A1", "A13", "B1", "B12", "C1", "I13")
    assert len(NAME) == len(NUMBER) == HEXES
    assert all(board.at(*PLACE[n]) == n for n in range(HEXES))


@pytest.mark.parametrize("place", [(-1, 1), (25, 1), (0, -2), (0, 10), (1, 0), (0, 1)])
def test_places_that_are_no_hex(place: tuple[int, int]) -> None:
    assert board.at(*place) == OFF


def test_neighbours_counted() -> None:
    assert Counter(map(len, board.NEIGHBOURS)) == {6: 73, 5: 8, 4: 22, 3: 6, 2: 4}


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("E4", "D3 D4 E3 E5 F3 F4"),
        ("D4", "C4 C5 D3 D5 E4 E5"),
        ("A1", "A2 B1"),
        ("I13", "I12 H12"),
        ("B1", "A1 A2 B2 C1 C2"),
        ("C1", "B1 C2 D1"),
        ("B12", "A12 A13 B11 C12 C13"),
        ("A7", "A6 A8 B6 B7"),
    ],
)
def test_neighbours_of(name: str, neighbours: str) -> None:
    assert around(name) == set(neighbours.split())


@given(hexes, hexes)
def test_neighbours_are_mutual_and_one_hex_apart(one: int, other: int) -> None:
    assert (other in board.NEIGHBOURS[one]) == (one in board.NEIGHBOURS[other]) == (DISTANCE[one][other] == 1)
    assert (other in board.NEIGHBOURS[one]) == bool(board.ADJACENT[one] >> other & 1)


@given(hexes, integers(0, 5))
def test_a_side_is_shared_with_the_hex_beyond_it(hex_: int, side: int) -> None:
    beyond = board.STEP[hex_][side]
    assert (beyond == OFF) == bool(board.EDGE[hex_] >> side & 1)
    if beyond != OFF:
        assert board.STEP[beyond][board.OPPOSITE[side]] == hex_
        assert board.TOWARD[hex_][beyond] == 1 << side


def test_sides_are_named_for_what_lies_beyond() -> None:
    assert [NAME[n] for n in board.STEP[NUMBER["G6"]]] == ["F6", "G7", "H6", "H5", "G5", "F5"]
    assert SIDES == ("NE", "E", "SE", "SW", "W", "NW")
    assert board.sides_of("W", "NW", "NE") == 0b110001


@pytest.mark.parametrize(
    ("start", "end", "distance"),
    [("A1", "C1", 2), ("E7", "A5", 4), ("E7", "E12", 5), ("I1", "A13", 16), ("G7", "C7", 4), ("G7", "C10", 5),
     ("G7", "B5", 5), ("G5", "D4", 3), ("C9", "H9", 5), ("C9", "H8", 5), ("E4", "G4", 2)],
)  # fmt: skip
def test_distances(start: str, end: str, distance: int) -> None:
    assert DISTANCE[NUMBER[start]][NUMBER[end]] == distance


def test_hexes_within_reach_of_e7() -> None:
    reach = board.WITHIN[NUMBER["E7"]]
    assert [(reach[distance] & ~reach[1]).bit_count() for distance in (2, 3, 4, 5)] == [12, 30, 54, 72]
    assert (reach[0], reach[board.FARTHEST]) == (mask_of("E7"), board.EVERYWHERE)


@given(hexes, hexes)
def test_distance_as_counted_in_axial_coordinates(one: int, other: int) -> None:
    """The other formula of the fact file."""

    def axial(hex_: int) -> tuple[int, int]:
        x, row = PLACE[hex_]
        return x // 2 - row // 2, row

    dq, dr = (a - b for a, b in zip(axial(one), axial(other), strict=True))
    assert DISTANCE[one][other] == max(abs(dq), abs(dr), abs(dq + dr))


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(one: int, two: int, three: int) -> None:
    assert (DISTANCE[one][two] == 0) == (one == two)
    assert DISTANCE[one][two] == DISTANCE[two][one]
    assert DISTANCE[one][three] <= DISTANCE[one][two] + DISTANCE[two][three]


@given(hexes, hexes)
def test_some_neighbour_is_nearer(start: int, end: int) -> None:
    if start != end:
        assert min(DISTANCE[n][end] for n in board.NEIGHBOURS[start]) == DISTANCE[start][end] - 1


@given(hexes, hexes, integers(0, board.FARTHEST))
def test_within_is_by_distance(one: int, other: int, reach: int) -> None:
    assert bool(board.WITHIN[one][reach] >> other & 1) == (DISTANCE[one][other] <= reach)


@given(hexes, seats)
def test_a_retreat_goes_one_row_toward_the_own_edge(hex_: int, seat: int) -> None:
    step = 1 if seat == BOTTOM else -1
    back = board.BACK[seat][hex_]
    assert all(PLACE[n][1] == PLACE[hex_][1] + step and n in board.NEIGHBOURS[hex_] for n in back)
    assert len(back) == sum(PLACE[n][1] == PLACE[hex_][1] + step for n in board.NEIGHBOURS[hex_])
    assert (not back) == bool(board.RANK[seat][0] >> hex_ & 1)
    assert list(back) == sorted(back)


@given(hexes, seats)
def test_retreats_end_on_the_own_edge(hex_: int, seat: int) -> None:
    steps, here = 0, hex_
    while board.BACK[seat][here]:
        steps, here = steps + 1, board.BACK[seat][here][-1]
    assert board.RANK[seat][steps] >> hex_ & 1
    assert NAME[here][0] == ("I" if seat == BOTTOM else "A")


def test_ranks_from_each_edge() -> None:
    assert named(board.RANK[BOTTOM][0]) == {f"I{n}" for n in range(1, 14)}
    assert named(board.RANK[TOP][0]) == {f"A{n}" for n in range(1, 14)}
    assert board.RANK[TOP] == board.RANK[BOTTOM][::-1]
    assert sum(board.RANK[TOP]) == board.EVERYWHERE


def test_sections_as_the_fact_file_counts_them() -> None:
    left, center, right = board.SECTION[BOTTOM]
    assert named(board.SHARED) == {f"{row}{column}" for row in "BDFH" for column in (4, 9)}
    assert [part.bit_count() for part in (left & ~center, left & center, center & ~(left | right))] == [32, 4, 41]
    assert [part.bit_count() for part in (center & right, right & ~center, left & right)] == [4, 32, 0]
    assert left | center | right == board.EVERYWHERE


@pytest.mark.parametrize(
    ("name", "bottom", "top"),
    [
        ("A4", ("left",), ("right",)),
        ("A5", ("center",), ("center",)),
        ("E9", ("center",), ("center",)),
        ("E10", ("right",), ("left",)),
        ("B3", ("left",), ("right",)),
        ("D4", ("left", "center"), ("center", "right")),
        ("H9", ("center", "right"), ("left", "center")),
        ("H10", ("right",), ("left",)),
        ("C10", ("right",), ("left",)),
        ("G4", ("left",), ("right",)),
    ],
)
def test_sections_seen_from_each_side(name: str, bottom: tuple[str, ...], top: tuple[str, ...]) -> None:
    assert board.sections_of(NUMBER[name], BOTTOM) == bottom
    assert board.sections_of(NUMBER[name], TOP) == top


def test_whom_a_card_for_the_left_reaches_at_the_start() -> None:
    """Two Slopes: the same card for both sides."""
    top, bottom = TWO_SLOPES_UNITS
    assert named(bottom & board.SECTION[BOTTOM][board.LEFT]) == {"H3", "G4"}
    assert named(top & board.SECTION[TOP][board.LEFT]) == {"B10", "C10"}


@given(hexes, hexes)
def test_the_board_turned_round_is_the_same_for_the_other_player(one: int, other: int) -> None:
    opposite = turned(one)
    assert turned(opposite) == one
    assert PLACE[opposite] == (24 - PLACE[one][0], 8 - PLACE[one][1])
    assert board.sections_of(opposite, TOP) == board.sections_of(one, BOTTOM)
    assert {turned(n) for n in board.BACK[BOTTOM][one]} == set(board.BACK[TOP][opposite])
    assert DISTANCE[opposite][turned(other)] == DISTANCE[one][other]


@pytest.mark.parametrize(
    ("start", "end", "sides"),
    [
        ("G6", "F5", ("NW",)),
        ("G6", "F6", ("NE",)),
        ("G6", "G5", ("W",)),
        ("G6", "G1", ("W",)),
        ("G6", "E6", ("NE", "NW")),
        ("G6", "F4", ("W", "NW")),
        ("G6", "H4", ("SW", "W")),
        ("G6", "D7", ("NE",)),
        ("G6", "A6", ("NE", "NW")),
        ("G6", "G6", ()),
    ],
)
def test_the_sides_that_a_line_cuts(start: str, end: str, sides: tuple[board.SideName, ...]) -> None:
    assert board.TOWARD[NUMBER[start]][NUMBER[end]] == board.sides_of(*sides)


@given(hexes, hexes)
def test_a_line_cuts_one_side_or_two_that_meet_in_a_corner(start: int, end: int) -> None:
    found = [side for side in range(6) if board.TOWARD[start][end] >> side & 1]
    back = [board.OPPOSITE[side] for side in range(6) if board.TOWARD[end][start] >> side & 1]
    assert sorted(back) == found
    if start != end:
        assert len(found) == 1 or (len(found) == 2 and (found[1] - found[0]) in (1, 5))


@given(hexes)
def test_a_set_is_read_back(hex_: int) -> None:
    mask = board.ADJACENT[hex_]
    assert list(board.hexes_of(mask)) == sorted(board.NEIGHBOURS[hex_])
    assert mask_of(*(NAME[n] for n in board.hexes_of(mask))) == mask
