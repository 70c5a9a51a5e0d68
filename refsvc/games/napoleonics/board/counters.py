"""Units and leaders on a drawn map: a frame whose shape is that of the side, the sign of the arm, codes and blocks.

The frame of the French has round corners, that of the British and their allies cut ones; infantry has a cross,
cavalry a slanting stroke, artillery a ball. A full block is one that is left, a dashed one is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any, Final

from refsvc.drawing.shapes import Shape, box, circle, number, path, shield, words
from refsvc.games.napoleonics.board.hexes import Point, middle, polyline

WIDE, HIGH = 42, 28
ROUND: Final = "french"  # the side whose frames have round corners


def frame(side: str, x: float, y: float, width: float, height: float, corner: float) -> str:
    """The frame of a side."""
    return (box if side == ROUND else shield)(x, y, width, height, corner)


def unit(hex_: str, part: dict[str, Any], side: str, code: str, arm: str, nation: str, full: int) -> Iterator[Shape]:
    """A unit on its hex."""
    x, y = middle(hex_)
    left, top = x - WIDE / 2, y - 12.5
    if part.get("square"):
        yield path(frame(side, left - 2.5, top - 2.5, WIDE + 5, HIGH + 5, 6), f"b-counter b-of-{side}")
    yield path(frame(side, left, top, WIDE, HIGH, 5), f"b-counter b-of-{side}")
    yield path(_arm(arm, left + 4, top + 4), f"b-arm b-of-{side}")
    size = " b-code-long" if len(code) > 2 else ""
    yield words(left + 31, top + 12.5, code, f"b-code{size} b-{side}", "middle")
    yield words(left + 4, top + 24, nation, f"b-nation b-{side}")
    yield from _blocks(left + 16, top + 18, part["blocks"], full, side)


def _arm(arm: str, x: float, y: float) -> str:
    """The sign of an arm, 16 by 10."""
    signs = {
        "infantry": f"M{number(x)} {number(y)}l16 10M{number(x)} {number(y + 10)}l16-10",
        "cavalry": f"M{number(x)} {number(y + 10)}l16-10",
        "artillery": circle(x + 8, y + 5, 2.6),
    }
    return box(x, y, 16, 10) + signs[arm]


def _blocks(x: float, y: float, left: int, full: int, side: str) -> Iterator[Shape]:
    if left:
        yield path("".join(box(x + n * 5, y, 4, 6) for n in range(left)), f"b-{side}")
    if full > left:
        yield path("".join(box(x + 0.4 + n * 5, y + 0.4, 3.2, 5.2) for n in range(left, full)), "b-empty")


def leader(hex_: str, side: str, *, is_attached: bool) -> Iterator[Shape]:
    """A leader: a star, at the corner of his unit or alone on his hex."""
    x, y = middle(hex_)
    radius = 6.4 if is_attached else 13
    if is_attached:  # between the name of the hex and the letter of the next one
        x, y = x + 14.8, y - 19.5
    outline = circle(x, y, radius) if side == ROUND else shield(x - radius, y - radius, 2 * radius, 2 * radius, 4)
    yield path(outline, f"b-counter b-of-{side}")
    yield path(_star((x, y), radius * 0.78), f"b-{side}")


def _star(at: Point, radius: float) -> str:
    points = [
        (at[0] + r * sin(n * pi / 5), at[1] - r * cos(n * pi / 5))
        for n in range(10)
        for r in [radius if n % 2 == 0 else radius * 0.42]
    ]
    return polyline(*points) + "z"


def corner(hex_: str) -> str:
    """The mark of a unit that is ordered: the upper left corner of its counter, filled."""
    x, y = middle(hex_)
    return f"M{number(x - WIDE / 2)} {number(y - 12.5)}h9l-9 9z"
