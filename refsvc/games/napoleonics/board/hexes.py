"""Where the hexes of a drawn map lie: nine rows of thirteen and, half a hex further in, twelve, each on its point.

Places are counted as the engine counts them, in halves of a hex across and thirds of a row down; lengths are in units
of the drawing. Hexes are named from A1, at the upper left, to I13.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from refsvc.drawing.shapes import number

HALF: Final = 26.0  # half of the width of a hex
THIRD: Final = 15.0  # a third of the way from row to row
ROWS: Final = "ABCDEFGHI"
COLUMNS: Final = 25  # half-hexes
ROOM: Final = 4  # half-hexes that an excerpt may be wide to show more of what is around
SIDES: Final = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))  # (half-hexes, rows) over each side, from NE
CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # each where its side begins

Place = tuple[int, int]  # half-hexes from the left, rows from the top
Point = tuple[float, float]

PLACES: Final[dict[str, Place]] = {
    f"{name}{x // 2 + 1}": (x, y) for y, name in enumerate(ROWS) for x in range(COLUMNS) if (x + y) % 2 == 0
}
NAMES: Final[dict[Place, str]] = {place: name for name, place in PLACES.items()}


@cache
def middle(hex_: str) -> Point:
    """The middle of a hex; that of A1 is half a hex from the left and from the top."""
    x, y = PLACES[hex_]
    return (x + 1) * HALF, 3 * y * THIRD + 2 * THIRD


def neighbour(hex_: str, side: int) -> str:
    """The hex beyond a side, or nothing at the edge of the map."""
    (x, y), (dx, dy) = PLACES[hex_], SIDES[side]
    return NAMES.get((x + dx, y + dy), "")


@cache
def corner(hex_: str, which: int, inset: float = 0) -> Point:
    """A corner of a hex, or a point so many units nearer to the middle."""
    (x, y), (u, v) = middle(hex_), CORNERS[which % 6]
    share = 1 - inset / (2 * THIRD)
    return x + u * HALF * share, y + v * THIRD * share


@cache
def side_middle(hex_: str, side: int) -> Point:
    """The middle of a side."""
    (x, y), (u, v) = corner(hex_, side), corner(hex_, side + 1)
    return (x + u) / 2, (y + v) / 2


@cache
def outline(hex_: str, inset: float = 0) -> str:
    """A hex as a path."""
    points = [corner(hex_, which, inset) for which in range(6)]
    return "M" + "L".join(point(at) for at in points) + "z"


def point(at: Point) -> str:
    """A point in a path."""
    return f"{number(at[0])} {number(at[1])}"


def polyline(*points: Point) -> str:
    """A broken line."""
    return "M" + "L".join(point(at) for at in points)


def between(start: Point, end: Point, share: float) -> Point:
    """A point on the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def cropped(hexes: frozenset[str]) -> tuple[Place, Place]:
    """The first and last place of a rectangle with these hexes and a row above and below.

    Beside them lies one hex more, or two if there is room.
    """
    known = [PLACES[hex_] for hex_ in hexes if hex_ in PLACES]
    if not known:
        return (0, 0), (COLUMNS - 1, len(ROWS) - 1)
    left, right = (pick(x for x, _ in known) for pick in (min, max))
    top, bottom = (pick(y for _, y in known) for pick in (min, max))
    around = 2 if right - left <= ROOM else 1
    return (
        (max(0, left - 2 * around), max(0, top - 1)),
        (min(COLUMNS - 1, right + 2 * around), min(len(ROWS) - 1, bottom + 1)),
    )


def distance(start: str, end: str) -> int:
    """How many hexes apart two are: a step to another row is also half a hex sideways."""
    (x, y), (u, v) = PLACES[start], PLACES[end]
    across, down = abs(u - x), abs(v - y)
    return down + max(0, (across - down) // 2)
