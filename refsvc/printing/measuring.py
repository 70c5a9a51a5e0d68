"""How wide words are in our fonts, before anything is laid out: what has to fit is fitted by this."""

from __future__ import annotations

from functools import cache
from typing import Any

from fontTools.ttLib import TTFont

from refsvc import paths

POINT = 25.4 / 72  # mm


@cache
def _face(face: str) -> tuple[dict[int, str], Any, int]:
    font = TTFont(paths.PACKAGE / "static" / "fonts" / f"{face}.otf", lazy=True)
    return font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm


@cache
def width(text: str, face: str, size: float) -> float:
    """The width in mm of a text in `size` points, without kerning; `face` is a file of the fonts (`sans-bold`)."""
    names, widths, unit = _face(face)
    total: int = sum(widths[names.get(ord(letter), ".notdef")][0] for letter in text)
    return total / unit * size * POINT


def wrap(text: str, face: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than `room` mm; broken at plain spaces only, so one word may be wider."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", face, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def largest(text: str, face: str, room: float, sizes: tuple[float, float], step: float = 0.25) -> float:
    """The largest size in points, within (least, most), in which a text is no wider than `room` mm; else the least."""
    least, most = sizes
    fitting = most * room / max(width(text, face, most), 0.01)
    return max(least, min(most, fitting // step * step))
