"""Line of sight: what lies between two hexes, worked out once with whole numbers, and what of it blocks.

A line runs from middle to middle (napoleonics.sight.line). Of the hexes between there are three sets:

- `inner`: those it runs through. One obstacle in any of them blocks.
- `left` and `right`: those beside it where it runs along a side. Obstacles block only if both sides have one
  (napoleonics.sight.edge); beyond the edge of the map is an obstacle, `BEYOND`, a bit that stands for no hex.

Between neighbours there is nothing, so they always see each other (napoleonics.sight.adjacent).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from engine.napoleonics.board import ADJACENT, BIT, CORNERS, EVERYWHERE, HEXES, OFF, PLACE, WIDTH, Hex, Mask, at

Line = tuple[Mask, Mask, Mask]  # inner, left, right
BEYOND: Final[Mask] = 1 << HEXES

_Place = tuple[int, int]
_Places = tuple[_Place, ...]
_MARGIN: Final = 13  # no hex between two others has a number lower than the first by more than this


class Ground(Struct, frozen=True, gc=False):
    """What of the ground is in the way, as sets of hexes; `BEYOND` is in both of the latter."""

    hills: Mask
    level: Mask  # from hill to hill: hills are no obstacle (napoleonics.sight.hill-to-hill)
    below: Mask  # with one end lower, or both (napoleonics.sight.hill)


def ground(hills: Mask, blocking: Mask) -> Ground:
    """The ground of a map: its hills, and what blocks sight whoever looks (woods, buildings, rugged hills)."""
    return Ground(hills, blocking | BEYOND, blocking | hills | BEYOND)


@cache
def _between(dx: int, dy: int) -> tuple[_Places, _Places, _Places]:
    """The inner, left and right places of a line from (0, 0) to (dx, dy), in order from its beginning.

    In half-columns and thirds of a row everything is whole. How far a hex is from the line is a cross product; the line
    runs through it if that is less than for the corner that sticks out most, and along it if it is the same for two.
    """
    x, y = dx, 3 * dy
    corners = [abs(x * v - y * u) for u, v in CORNERS[:3]]  # the other three are opposite
    farthest = max(corners)
    runs_along = corners.count(farthest) == 2
    # Along the line: a half-column is the root of three times as long as a third of a row.
    length = 3 * x * x + y * y
    found: tuple[list[tuple[int, _Place]], ...] = ([], [], [])
    for v in range(min(0, dy), max(0, dy) + 1):
        for u in range(min(0, dx) - 1, max(0, dx) + 2):
            along, apart = 3 * (u * x + v * y), 3 * v * x - u * y
            if (u + v) % 2 or not 0 < along < length:
                continue
            if abs(apart) < farthest:
                found[0].append((along, (u, v)))
            elif abs(apart) == farthest and runs_along:
                found[1 if apart < 0 else 2].append((along, (u, v)))
    inner, left, right = (tuple(place for _, place in sorted(places)) for places in found)
    return inner, left, right


@cache
def _shape(dx: int, dy: int) -> Line:
    """The three sets of a line as masks, for a beginning at bit `_MARGIN`."""
    inner, left, right = (sum(1 << _MARGIN + (WIDTH * v + u) // 2 for u, v in places) for places in _between(dx, dy))
    return inner, left, right


def _line(start: Hex, end: Hex) -> Line:
    """The line from a hex to one with a higher number: its shape, moved there."""
    (x, y), (u, v) = PLACE[start], PLACE[end]
    inner, left, right = _shape(u - x, v - y)
    inner, left, right = inner << start >> _MARGIN, left << start >> _MARGIN, right << start >> _MARGIN
    # Only a line down the outermost column runs along the edge of the map: on its right in the first, left in the last.
    if x == u and left and x in (0, WIDTH - 1):
        return (inner, left, BEYOND) if x == 0 else (inner, BEYOND, right)
    return inner, left, right


def _lines() -> tuple[tuple[Line, ...], ...]:
    table = [[(0, 0, 0)] * HEXES for _ in range(HEXES)]
    for end in range(HEXES):
        for start in range(end):
            table[start][end] = table[end][start] = _line(start, end)
    return tuple(map(tuple, table))


# By two hexes, in either order: what lies between them.
LINES: Final[tuple[tuple[Line, ...], ...]] = _lines()


def blockers(land: Ground, pieces: Mask, start: Hex, end: Hex) -> Mask:
    """The hexes that block sight between two, 0 if it is open: by ground or by `pieces`, units and leaders of any side.

    What stands or lies in the two hexes themselves is never in the way (napoleonics.sight.target).
    """
    inner, left, right = LINES[start][end]
    obstacles = pieces | (land.level if land.hills >> start & land.hills >> end & 1 else land.below)
    if found := inner & obstacles:
        return found
    if left & obstacles and right & obstacles:
        return (left | right) & obstacles & EVERYWHERE
    return 0


def has_line_of_sight(land: Ground, pieces: Mask, start: Hex, end: Hex) -> bool:
    """Whether two hexes see each other, whichever of them looks."""
    return not blockers(land, pieces, start, end)


def is_blocked_at_once(land: Ground, pieces: Mask, start: Hex, end: Hex) -> bool:
    """Whether sight is blocked by the narrower reading of the edge rule: both sides at the same place (ruling A07)."""
    found = blockers(land, pieces, start, end)
    if not found or found & LINES[start][end][0]:
        return bool(found)
    found |= BEYOND
    return any(found & left and found & right for left, right in _pairs(start, end))


@cache
def _pairs(start: Hex, end: Hex) -> tuple[tuple[Mask, Mask], ...]:
    """Where a line runs along a side: the hexes left and right of it, place by place."""
    (x, y), (u, v) = PLACE[start], PLACE[end]
    _, left, right = _between(u - x, v - y)
    return tuple((_bit(x + p, y + q), _bit(x + r, y + s)) for (p, q), (r, s) in zip(left, right, strict=True))


def _bit(x: int, y: int) -> Mask:
    number = at(x, y)
    return BEYOND if number == OFF else BIT[number]


def over_heads(land: Ground, pieces: Mask, friends: Mask, battery: Hex) -> Mask:
    """The pieces still in the way of a battery that fires by itself: from a hill over friends on lower hexes beside it.

    In combined arms all of them are (napoleonics.sight.over-friends).
    """
    if land.hills >> battery & 1:
        return pieces & ~(friends & ADJACENT[battery] & ~land.hills)
    return pieces
