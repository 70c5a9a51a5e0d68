"""How wide words are in our fonts, before anything is laid out: what has to fit is fitted by this."""

from __future__ import annotations

from functools import cache

from fontTools.ttLib import TTFont

from refsvc import paths

POINT = 25.4 / 72  # mm


@cache
def _widths(face: str) -> dict[str, float]:
    """The width of each letter of a font, of its size; "" for one that it lacks."""
    with TTFont(paths.PACKAGE / "static" / "fonts" / f"{face}.otf") as font:
        unit, metrics = font["head"].unitsPerEm, font["hmtx"].metrics
        names = {chr(code): name for code, name in font.getBestCmap().items()} | {"": ".notdef"}
        return {letter: metrics[name][0] / unit for letter, name in names.items()}


@cache
def width(text: str, face: str, size: float) -> float:
    """The width in mm of a text in `size` points, without kerning; `face` is a file of the fonts (`sans-bold`)."""
    widths = _widths(face)
    return sum(widths.get(letter, widths[""]) for letter in text) * size * POINT


def wrap(text: str, face: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than `room` mm; broken at plain spaces only, so one word may be wider."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", face, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def largest_size(text: str, face: str, room: float, sizes: tuple[float, float], step: float = 0.25) -> float:
    """The largest size in points, within (least, most), in which a text is no wider than `room` mm; else the least."""
    least, most = sizes
    fitting = most * room / max(width(text, face, most), 0.01)
    return max(least, min(most, fitting // step * step))
