"""Symbols as plain paths that are drawn together: each drawing of its own takes WeasyPrint its time."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from msgspec import Struct

from refsvc.printing.html import symbols

SIDE = 24.0  # of the square that a symbol is drawn in
PLACES = 3  # of a number
DASHES = re.compile(r"[\d.]+")


class Outline(Struct, frozen=True):
    """A part of a symbol in mm, from the upper left corner of its square; `line` is its thickness, 0 for an area.

    It begins at `start`; every number of `d` is relative to that, so that it can be put anywhere.
    """

    start: tuple[float, float]
    d: str
    rule: str
    line: float
    dash: str


@cache
def outlines(name: str, size: float, thin: float = 0.0) -> tuple[Outline, ...]:
    """The parts of a symbol that is so large; with `thin` its areas are drawn by lines so thick."""
    unit = size / SIDE
    found = []
    for part in ElementTree.fromstring(f"<g>{symbols()[name]}</g>"):  # our own drawing
        if part.tag not in ("path", "circle") or part.get("transform"):
            raise ValueError(f"{name}: no outline of <{part.tag}>")
        is_line = part.get("stroke", "none") != "none"
        line = round(float(part.get("stroke-width", 1)) * unit, PLACES) if is_line else thin
        dash = " ".join(_number(float(each) * unit) for each in DASHES.findall(part.get("stroke-dasharray", "")))
        d = part.get("d") or _circle(*(float(part.get(key, 0)) for key in ("cx", "cy", "r")))
        found.append(Outline(*_relative(d, unit), part.get("fill-rule", "nonzero"), line, dash))
    return tuple(found)


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0a{r} {r} 0 0 1 {-2 * r} 0z"


def _relative(d: str, unit: float) -> tuple[tuple[float, float], str]:
    """Where a path begins, and the rest of it, every number relative; as short as can be, for each step takes time."""
    pen = RecordingPen()
    parse_path(d, pen)
    steps = [
        (step, [(round(x * unit, PLACES), round(y * unit, PLACES)) for x, y in points]) for step, points in pen.value
    ]
    said: list[str] = []
    at = start = steps[0][1][0]
    for (step, ends), (after, _) in zip(steps[1:], [*steps[2:], ("", [])], strict=True):
        if step == "closePath":
            said.append("z")
            at = start
        elif step == "moveTo":
            said.append(_step("m", at, ends))
            at = start = ends[-1]
        elif step == "lineTo" and after == "closePath" and ends[-1] == start:
            at = start  # closing draws this line
        elif step != "endPath":
            said.append(_step({"lineTo": "l", "curveTo": "c", "qCurveTo": "q"}[step], at, ends))
            at = ends[-1]
    return steps[0][1][0], "".join(said)


def _step(letter: str, at: tuple[float, float], ends: list[tuple[float, float]]) -> str:
    """One step of a path from where it is; a line along an axis needs one number."""
    numbers = [_number(end - here) for each in ends for end, here in zip(each, at, strict=True)]
    if letter == "l" and "0" in numbers:
        return f"h{numbers[0]}" if numbers[1] == "0" else f"v{numbers[1]}"
    return letter + " ".join(numbers)


def _number(value: float) -> str:
    return f"{value:.{PLACES}f}".rstrip("0").rstrip(".") or "0"
