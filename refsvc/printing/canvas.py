"""Shapes and words placed in mm: what the drawing of a printed card or sheet is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from refsvc.i18n import rich_text
from refsvc.printing import text_width
from refsvc.printing.outlines import outlines
from refsvc.printing.text_width import POINT

LEADS = {"display-regular": 1.27}  # height of a line, of the size of its letters
LEAD = 1.17
DOT = " · "  # between two languages
COLOURS = {"red": "#8a1f18", "green": "#145236"}
HEAVY = {"red", "order", "ordered"}  # symbols that are mostly ink
INK, SOFT = "#1d1711", "#5f5344"


class Translation(Struct, frozen=True):
    """A text in one language of a document in several."""

    language: str
    text: str


def distinct(said: list[Translation]) -> list[Translation]:
    """What is said, once where two languages say the same."""
    return [one for n, one in enumerate(said) if one.text not in {before.text for before in said[:n]}]


def line_height(size: float, face: str = "") -> float:
    """The height in mm of a line in `size` points."""
    return round(size * POINT * LEADS.get(face, LEAD), 3)


class Canvas:
    """Collects shapes and what stands above them (drawn in one piece), pictures, and words (set over them all).

    Where it `is_thin` the heavy symbols are drawn by their outlines, to save ink.
    """

    def __init__(self, *, is_thin: bool = False) -> None:
        self.is_thin = is_thin
        self.shapes: list[dict[str, Any]] = []
        self.above: dict[tuple[tuple[int, int], tuple[tuple[str, Any], ...]], list[str]] = {}
        self.pictures: list[dict[str, Any]] = []
        self.words: list[dict[str, Any]] = []

    def path(self, d: str, *, fill: str = "none", stroke: str = "none", width: float = 0.0, dash: str = "") -> None:
        """A shape."""
        ink: dict[str, Any] = {"fill": fill, "stroke": stroke if width else "none"}
        if width:
            ink |= {"stroke-width": width}
        if dash:
            ink |= {"stroke-dasharray": dash}
        self.shapes.append({"d": d, "ink": ink})

    def draw_above(self, d: str, ink: Mapping[str, Any], part: tuple[int, int] = (0, 0)) -> None:
        """A shape above all others; what has the same ink, and is the same part of a symbol, is drawn together."""
        self.above.setdefault((part, tuple(ink.items())), []).append(d)

    def all_shapes(self) -> list[dict[str, Any]]:
        """Every shape, the lowest first."""
        return [*self.shapes, *({"d": "".join(parts), "ink": dict(ink)} for (_, ink), parts in self.above.items())]

    def rect(self, box: tuple[float, float, float, float], **ink: Any) -> None:
        """A rectangle: left, top, width, height."""
        x, y, w, h = (round(part, 3) for part in box)
        self.path(f"M{x} {y}h{w}v{h}h{-w}z", **ink)

    def rule(self, x: float, y: float, length: float, width: float, colour: str = SOFT, dash: str = "") -> None:
        """A line across."""
        ink: dict[str, Any] = {"fill": "none", "stroke": colour, "stroke-width": width}
        if dash:
            ink["stroke-dasharray"] = dash
        self.draw_above(f"M{round(x, 3)} {round(y, 3)}h{round(length, 3)}", ink)

    def symbol(self, token: str, x: float, y: float, size: float, colour: str = "", layer: int = 0) -> None:
        """A symbol of the game in a square; dice have the colour of their side. One upon another has its own layer."""
        own = colour or COLOURS.get(token, INK)
        thin = 0.055 * size if self.is_thin and token in HEAVY else 0.0
        for n, part in enumerate(outlines(rich_text.drawing(token), round(size, 2), round(thin, 3))):
            ink: dict[str, Any] = {"fill": own, "fill-rule": part.rule}
            if part.line:
                ink = {"fill": "none", "stroke": own, "stroke-width": part.line}
            if part.dash:
                ink |= {"stroke-dasharray": part.dash}
            # two parts that cross must not be one shape: what both cover would be left out
            self.draw_above(f"M{round(x + part.start[0], 3)} {round(y + part.start[1], 3)}{part.d}", ink, (layer, n))

    def picture(self, name: str, alt: str, box: tuple[float, float, float, float]) -> None:
        """A coat of arms."""
        x, y, w, h = (round(part, 3) for part in box)
        self.pictures.append({"name": name, "alt": alt, "x": x, "y": y, "width": w, "height": h})

    def word(
        self,
        said: Translation | list[Translation],
        box: tuple[float, float, float],
        size: float,
        face: str = "sans-regular",
        *,
        tag: str = "p",
        align: str = "start",
        colour: str = INK,
        lines: list[str] | None = None,
    ) -> float:
        """A text at left, top and width; gives where the next one begins. It is broken where `lines` says, only there.

        Several languages stand in one line with dots between.
        """
        x, y, width = (round(part, 3) for part in box)
        first, *others = [said] if isinstance(said, Translation) else said
        rows = lines or [first.text]
        self.words.append(
            {"language": first.language, "lines": rows, "others": others, "x": x, "y": y, "width": width, "size": size,
             "face": face, "tag": tag, "align": align, "colour": colour, "high": line_height(size, face)}
        )  # fmt: skip
        return y + line_height(size, face) * len(rows)

    def wrapped(self, said: Translation, box: tuple[float, float, float], size: float, face: str, **how: Any) -> float:
        """A text broken into as many lines as it needs."""
        return self.word(said, box, size, face, lines=text_width.wrap(said.text, face, size, box[2]), **how)

    def joined(
        self,
        said: list[Translation],
        box: tuple[float, float, float],
        sizes: tuple[float, float],
        face: str,
        **how: Any,
    ) -> float:
        """Several languages in one line, as large as fits within `sizes`."""
        size = text_width.largest_size(DOT.join(one.text for one in said), face, box[2], sizes)
        return self.word(said, box, size, face, **how)


def styled(words: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The styles of some words, each of which is given the name of its own: read once, not with every word."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for word in words:
        style = {key: word[key] for key in ("face", "size", "high", "colour", "align")}
        word["style"] = found.setdefault(tuple(style.values()), style | {"name": f"t{len(found)}"})["name"]
    return list(found.values())


def drawn_pages(
    title: str, language: str, size: tuple[float, float], pages: Sequence[tuple[str, Canvas]]
) -> dict[str, Any]:
    """What the template of a document is given whose pages are drawn whole, each with its name; `size` in mm."""
    return {
        "language": language,
        "title": title,
        "width": size[0],
        "height": size[1],
        "styles": styled(word for _, canvas in pages for word in canvas.words),
        "pages": [{"name": name, "shapes": canvas.all_shapes(), "words": canvas.words} for name, canvas in pages],
    }
