"""The board: 113 hexes in nine rows, and everything that is fixed about them. No rules, only where things lie.

A hex is a number from 0 (A1) to 112 (I13), row by row; a set of hexes is a bit mask, `BIT[hex]` for one of them. Rows
A to I run from the top, numbers from the left, as the player at the bottom sees them. Hexes stand on a point. A row has
13 hexes or, half a hex further in, 12; so that every column is a whole number, columns are counted in halves of a hex:
A1 is at 0, B1 at 1, A2 at 2. The number of a hex is then linear in its place, and a shape moves by a shift.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

Hex = int
Mask = int  # a set of hexes
Seat = int
Section = int
Side = int  # of a hex; several are bits of a number, 1 << side
SectionName = Literal["left", "center", "right"]
SideName = Literal["NE", "E", "SE", "SW", "W", "NW"]

ROWS: Final = 9
WIDTH: Final = 25  # half-columns
HEXES: Final = 113
OFF: Final = -1  # where a neighbour would be that the board doesn't have

# Where a player sits; the edge of the map before him is his own (napoleonics.board.baseline).
TOP: Final[Seat] = 0
BOTTOM: Final[Seat] = 1

# The sides of a hex, clockwise, each named for the neighbour beyond it (napoleonics.board.hexside).
SIDES: Final[tuple[SideName, ...]] = ("NE", "E", "SE", "SW", "W", "NW")
OPPOSITE: Final[tuple[Side, ...]] = (3, 4, 5, 0, 1, 2)  # the number of the same side in the hex beyond it
_STEPS: Final = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))  # (half-columns, rows) over each side
_BACK: Final = ((5, 0), (3, 2))  # by seat: the two sides toward the own edge, from left to right

# A hex around its middle, in half-columns and thirds of a row: all whole numbers, so that lines can be drawn exactly.
# Each corner stands where its side begins, clockwise.
CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

LEFT: Final[Section] = 0
CENTER: Final[Section] = 1
RIGHT: Final[Section] = 2
SECTIONS: Final[tuple[SectionName, ...]] = ("left", "center", "right")
# Half-columns, from the bottom; the dotted lines run through hexes at 7 and 17, which belong to both sections.
_SPANS: Final = ((0, 7), (7, 17), (17, 24))


def at(x: int, y: int) -> Hex:
    """The hex with its middle in half-column `x` of row `y`, or `OFF`."""
    if 0 <= x < WIDTH and 0 <= y < ROWS and (x + y) % 2 == 0:
        return (WIDTH * y + x) // 2
    return OFF


PLACE: Final[tuple[tuple[int, int], ...]] = tuple(
    (x, y) for y in range(ROWS) for x in range(WIDTH) if (x + y) % 2 == 0
)  # (half-column, row) of each hex
NAME: Final[tuple[str, ...]] = tuple(f"{'ABCDEFGHI'[y]}{x // 2 + 1}" for x, y in PLACE)
NUMBER: Final[dict[str, Hex]] = {name: n for n, name in enumerate(NAME)}
BIT: Final[tuple[Mask, ...]] = tuple(1 << n for n in range(HEXES))
EVERYWHERE: Final[Mask] = (1 << HEXES) - 1

# By hex and side: the neighbour beyond it, or OFF.
STEP: Final[tuple[tuple[Hex, ...], ...]] = tuple(tuple(at(x + dx, y + dy) for dx, dy in _STEPS) for x, y in PLACE)
NEIGHBOURS: Final[tuple[tuple[Hex, ...], ...]] = tuple(tuple(n for n in beyond if n != OFF) for beyond in STEP)
ADJACENT: Final[tuple[Mask, ...]] = tuple(sum(1 << n for n in around) for around in NEIGHBOURS)
# By hex: the sides that are the edge of the map, as bits.
EDGE: Final[tuple[int, ...]] = tuple(sum(1 << side for side in range(6) if beyond[side] == OFF) for beyond in STEP)


@cache
def _distance(dx: int, dy: int) -> int:
    """Hexes to go: a step to another row is also half a column sideways."""
    dx, dy = abs(dx), abs(dy)
    return dy + max(0, (dx - dy) // 2)


# By two hexes: how far they are apart (napoleonics.board.distance); an item of the bytes is a number.
DISTANCE: Final[tuple[bytes, ...]] = tuple(bytes(_distance(u - x, v - y) for u, v in PLACE) for x, y in PLACE)
FARTHEST: Final[int] = max(max(row) for row in DISTANCE)


def _within(distances: bytes) -> tuple[Mask, ...]:
    """What lies no farther than 0, 1, 2 … hexes, from the distances of all hexes."""
    found = [0] * (FARTHEST + 1)
    for n, distance in enumerate(distances):
        found[distance] |= 1 << n
    for distance in range(FARTHEST):
        found[distance + 1] |= found[distance]
    return tuple(found)


# By hex and distance: all hexes no farther away, itself included.
WITHIN: Final[tuple[tuple[Mask, ...], ...]] = tuple(_within(row) for row in DISTANCE)


@cache
def _sides_toward(dx: int, dy: int) -> int:
    """The sides, as bits, that a line from a hex to the middle of another cuts; two where it leaves by their corner."""
    x, y = dx, 3 * dy
    found = 0
    for side, (u, v) in enumerate(CORNERS):
        p, q = CORNERS[(side + 1) % 6]
        if (dx or dy) and u * y - v * x >= 0 and x * q - y * p >= 0:
            found |= 1 << side
    return found


# By two hexes: the sides of the first that a line to the second cuts, as bits. Of neighbours it is the side between
# them. Two bits where the line leaves by a corner, along the side of two other hexes; none from a hex to itself.
TOWARD: Final[tuple[bytes, ...]] = tuple(bytes(_sides_toward(u - x, v - y) for u, v in PLACE) for x, y in PLACE)

# By seat and number: the rows from the own edge on; 0 is the baseline (napoleonics.board.baseline).
RANK: Final[tuple[tuple[Mask, ...], ...]] = tuple(
    tuple(sum(BIT[n] for n in range(HEXES) if PLACE[n][1] == row) for row in rows)
    for rows in (range(ROWS), range(ROWS - 1, -1, -1))
)
# By seat and hex: the hexes one row nearer the own edge, from left to right, to which alone a retreat can go
# (napoleonics.retreat.direction); none on the baseline.
BACK: Final[tuple[tuple[tuple[Hex, ...], ...], ...]] = tuple(
    tuple(tuple(beyond[side] for side in sides if beyond[side] != OFF) for beyond in STEP) for sides in _BACK
)

_FROM_BOTTOM: Final[tuple[Mask, ...]] = tuple(
    sum(BIT[n] for n in range(HEXES) if first <= PLACE[n][0] <= last) for first, last in _SPANS
)
# By seat and section: its hexes; left and right are those of the player (napoleonics.board.sections).
SECTION: Final[tuple[tuple[Mask, ...], ...]] = (_FROM_BOTTOM[::-1], _FROM_BOTTOM)
# The hexes on a dotted line, which can be ordered from either section (napoleonics.order.shared).
SHARED: Final[Mask] = (_FROM_BOTTOM[LEFT] | _FROM_BOTTOM[RIGHT]) & _FROM_BOTTOM[CENTER]


def sections_of(hex_: Hex, seat: Seat) -> tuple[SectionName, ...]:
    """The section of a hex as the player there calls it; on a dotted line both, from his left to his right."""
    return tuple(name for name, mask in zip(SECTIONS, SECTION[seat], strict=True) if mask >> hex_ & 1)


def hexes_of(mask: Mask) -> Iterator[Hex]:
    """The hexes of a set, in the order of their numbers."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def sides_of(*names: SideName) -> int:
    """Sides of one hex by name, as bits."""
    sides = 0
    for name in names:
        sides |= 1 << SIDES.index(name)
    return sides


_OVER: Final = tuple((side, STEP[56][side] - 56) for side in range(6))  # how the number changes over each side
_HAS: Final[tuple[Mask, ...]] = tuple(sum(BIT[n] for n in range(HEXES) if STEP[n][side] != OFF) for side in range(6))
_UP: Final = tuple((_HAS[side], change) for side, change in _OVER if change > 0)
_DOWN: Final = tuple((_HAS[side], -change) for side, change in _OVER if change < 0)


def around(mask: Mask) -> Mask:
    """All hexes beside those of a set."""
    (e, by_e), (se, by_se), (sw, by_sw) = _UP
    (w, by_w), (nw, by_nw), (ne, by_ne) = _DOWN
    return (
        (mask & e) << by_e | (mask & se) << by_se | (mask & sw) << by_sw
        | (mask & w) >> by_w | (mask & nw) >> by_nw | (mask & ne) >> by_ne
    )  # fmt: skip
