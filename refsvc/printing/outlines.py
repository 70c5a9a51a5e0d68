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
    """A part of a symbol in mm, from the upper left corner of its square; `line` is its thickness, 0 for an area."""

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
        found.append(Outline(_relative(d, unit), part.get("fill-rule", "nonzero"), line, dash))
    return tuple(found)


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0a{r} {r} 0 0 1 {-2 * r} 0z"


def _relative(d: str, unit: float) -> str:
    """A path whose every number is relative, so that it can be put anywhere."""
    pen = RecordingPen()
    parse_path(d, pen)
    said = []
    at = start = (0.0, 0.0)
    for step, points in pen.value:
        if step in ("closePath", "endPath"):
            said.append("z" if step == "closePath" else "")
            at = start
            continue
        ends = [(round(x * unit, PLACES), round(y * unit, PLACES)) for x, y in points]
        letter = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "qCurveTo": "q"}[step]
        said.append(letter + " ".join(f"{_number(x - at[0])} {_number(y - at[1])}" for x, y in ends))
        at = ends[-1]
        if step == "moveTo":
            start = at
    return "".join(said)


def _number(value: float) -> str:
    return f"{value:.{PLACES}f}".rstrip("0").rstrip(".") or "0"
