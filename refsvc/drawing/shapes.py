"""The few kinds of shapes that a drawing is made of, as `parts/board.html` sets them, and how wide words are."""

from __future__ import annotations

from functools import cache
from typing import Any

Shape = dict[str, Any]
NARROW, WIDE = "iíjlIt.,;:’'!()[]|ďťf r-\u00a0", "mwMWQ@—"


def group(piece: str, *shapes: Shape) -> dict[str, Any]:
    """The shapes of one piece; an empty name for what is no piece."""
    return {"piece": piece, "shapes": list(shapes)}


def path(data: str, style: str) -> Shape:
    """Lines and areas."""
    return {"kind": "path", "d": data, "style": style}


def words(x: float, y: float, text: str, style: str = "b-small", anchor: str = "start") -> Shape:
    """A line of text that starts, ends or has its middle at x; y is its base line."""
    return {"kind": "text", "x": number(x), "y": number(y), "text": text, "style": style, "anchor": anchor}


def arms(name: str, x: float, y: float, width: float, *, faded: bool = False) -> Shape:
    """A coat of arms; its height follows."""
    return {
        "kind": "arms", "id": name, "x": number(x), "y": number(y), "width": number(width),
        "height": number(width * 1.2), "style": "b-faded" if faded else "",
    }  # fmt: skip


def symbol(name: str, x: float, y: float, size: float, style: str = "") -> Shape:
    """A symbol of the game or the site, in a square."""
    return {"kind": "symbol", "id": name, "x": number(x), "y": number(y), "size": number(size), "style": style}


@cache
def number(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


def box(x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    """A rectangle, with round corners if asked for."""
    c = corner
    if not c:
        return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"
    across, down = number(width - 2 * c), number(height - 2 * c)
    return (
        f"M{number(x + c)} {number(y)}h{across}q{c} 0 {c} {c}v{down}q0 {c} {-c} {c}h-{across}"
        f"q{-c} 0 {-c} {-c}v-{down}q0 {-c} {c} {-c}z"
    )


def shield(x: float, y: float, width: float, height: float, cut: float) -> str:
    """A rectangle whose lower corners are cut off, as those of a heater shield."""
    down, across = number(height - cut), number(width - 2 * cut)
    return f"M{number(x)} {number(y)}h{number(width)}v{down}l{-cut} {cut}h-{across}l{-cut} {-cut}z"


def circle(x: float, y: float, radius: float) -> str:
    """A circle around (x, y)."""
    r = number(radius)
    return (
        f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {number(2 * radius)} 0a{r} {r} 0 1 0 -{number(2 * radius)} 0z"
    )


def width_of(text: str, size: float) -> float:
    """About how wide a text is in a sans serif of this size."""
    return size * sum(0.31 if letter in NARROW else 0.85 if letter in WIDE else 0.56 for letter in text)


def lines_of(text: str, size: float, most: float) -> list[str]:
    """The text in lines no wider than `most`, broken at spaces; a single word may stick out."""
    found: list[str] = []
    for word in text.split(" "):
        longer = f"{found[-1]} {word}" if found else word
        if found and width_of(longer, size) <= most:
            found[-1] = longer
        else:
            found.append(word)
    return found
