"""What happens between hexes: the way of a move, an attack, a retreat, and a line of sight with what blocks it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from math import hypot

from refsvc.drawing.shapes import Shape, path
from refsvc.games.napoleonics.board.counters import HIGH, WIDE
from refsvc.games.napoleonics.board.hexes import PLACES, Point, between, middle, outline, polyline
from refsvc.presentation.values import Trace

HEAD = 8  # length of the point of an arrow, beyond the end of its line
GAP = 1  # between a line and a counter


def traces(found: Sequence[Trace], shown: frozenset[str], taken: Container[str] = ()) -> Iterator[Shape]:
    """The lines of all that lies within what is shown; hexes that are taken have a counter, which no line covers."""
    for one in found:
        way = [hex_ for hex_ in one.way if hex_ in PLACES]
        if len(way) < 2 or not shown.issuperset(way):
            continue
        for hex_ in one.by:
            if hex_ in shown:
                yield from _crossed(hex_)
        yield from _line(one.kind, [middle(hex_) for hex_ in way], way[0] in taken, way[-1] in taken)


def _line(kind: str, points: list[Point], *covered: bool) -> Iterator[Shape]:
    """A line with a light rim, to stand out from what it crosses; `covered` tells which ends have a counter."""
    start, end = (
        _short(near, far, _edge(near, far) if is_covered else 0)
        for (near, far), is_covered in zip(((points[1], points[0]), (points[-2], points[-1])), covered, strict=True)
    )
    if kind != "sight":
        end = _short(points[-2], end, HEAD)
    line = polyline(start, *points[1:-1], end)
    yield path(line, "b-casing")
    yield path(line, f"b-way b-way-{kind}")
    if kind != "sight":
        yield path(_head(points[-2], end), "b-head")


def _edge(start: Point, end: Point) -> float:
    """How far the edge of the counter at the end of a line lies from its middle."""
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    return GAP + hypot(across, down) * min(WIDE / 2 / (across or 1), HIGH / 2 / (down or 1))


def _short(start: Point, end: Point, by: float) -> Point:
    """The end of a line, drawn back by so much."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return between(start, end, max(0.2, 1 - by / length))


def _head(start: Point, tip: Point) -> str:
    length = hypot(tip[0] - start[0], tip[1] - start[1]) or 1
    u, v = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
    x, y = tip
    ahead = (x + HEAD * u, y + HEAD * v)
    return polyline(ahead, (x - 3 * u - 6 * v, y - 3 * v + 6 * u), (x - 3 * u + 6 * v, y - 3 * v - 6 * u)) + "z"


def _crossed(hex_: str) -> Iterator[Shape]:
    """A hex that blocks: its outline dashed, and a cross."""
    x, y = middle(hex_)
    yield path(outline(hex_, 3), "b-blocks")
    yield path(polyline((x - 9, y - 9), (x + 9, y + 9)) + polyline((x - 9, y + 9), (x + 9, y - 9)), "b-cross")
