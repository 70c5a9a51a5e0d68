"""Whether everything on a printed sheet stays in its box, from the layout itself.

A box that must hold what is in it has the attribute `data-box` with its name. Nothing may stick out of the nearest one,
a box not out of the one around it, and none may be broken over two pages; what is in no box stays within the margins
of its page, and what stands in the margins on the sheet.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from msgspec import Struct

from refsvc import paths

MARK = "data-box"
SLACK = 0.1  # mm that nobody sees
MM = 25.4 / 96  # of a CSS pixel
MOST_TOLD = 12
MOST_WORDS = 40
PAGE = "page"


class Rect(Struct, frozen=True):
    """A rectangle on a page, in CSS pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def moved(self, matrix: Any) -> Rect:
        """The rectangle around this one after a transform; `matrix` is None where there is none."""
        if matrix is None:
            return self
        corners = [matrix.transform_point(x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        across, down = zip(*corners, strict=True)
        return Rect(min(across), min(down), max(across), max(down))

    def out_of(self, other: Rect) -> dict[str, float]:
        """By how much it sticks out of another, in mm, by edge; only what can be seen."""
        far = {
            "left": other.left - self.left,
            "top": other.top - self.top,
            "right": self.right - other.right,
            "bottom": self.bottom - other.bottom,
        }
        return {edge: round(by * MM, 2) for edge, by in far.items() if by * MM > SLACK}


class Overflow(Struct, frozen=True):
    """Something that is not where it belongs; `box` names the boxes around it, the outermost first."""

    document: str
    page: int
    box: str
    language: str
    what: str
    edges: dict[str, float]  # mm by edge; empty for a box that is broken over two pages

    def __str__(self) -> str:
        far = ", ".join(f"{by} mm over {edge}" for edge, by in self.edges.items()) or "broken over two pages"
        return f"{self.document}, page {self.page}, {self.box} [{self.language}]: {self.what!r} {far}"


class OverfullError(ValueError):
    """A document in which something leaves its box; it is not printed."""

    def __init__(self, found: Sequence[Overflow]) -> None:
        more = [f"and {len(found) - MOST_TOLD} more"] if len(found) > MOST_TOLD else []
        super().__init__("\n".join([*map(str, found[:MOST_TOLD]), *more]))
        self.found = tuple(found)


class _Around(Struct, frozen=True):
    """What is around a box of the layout: the area that holds it, the names of that area, the transform."""

    area: Rect
    names: tuple[str, ...]
    matrix: Any = None


def check(pages: Sequence[Any], document: str) -> None:
    """Raises `OverfullError` where something leaves its box."""
    if found := list(find(pages, document)):
        raise OverfullError(found)


def find(pages: Sequence[Any], document: str) -> Iterator[Overflow]:
    """Everything that leaves its box on the pages that WeasyPrint has laid out, page by page."""
    seen: dict[Any, int] = {}
    for number, page in enumerate(pages, 1):
        root = page._page_box
        sheet = Rect(0, 0, page.width, page.height)
        inner = _rect(root, "content")
        for child in map(_unwrapped, root.children):
            is_margin = type(child).__name__ == "MarginBox"
            around = _Around(sheet if is_margin else inner, (PAGE,))
            for box, outer in _within(child, around):
                name = _name(box)
                is_told = name is None or is_margin or box.style["position"] == "fixed"
                first = number if is_told else seen.setdefault(box.element, number)
                edges = _shape(box).moved(outer.matrix).out_of(outer.area)
                if edges or first != number:
                    names = outer.names if name is None else (*outer.names, name)
                    place = (document, number, " > ".join(names[1:] or names), str(box.style["lang"] or ""))
                    yield Overflow(*place, _words(box), {} if first != number else edges)


def _unwrapped(box: Any) -> Any:
    """A box of the layout; those that are placed are wrapped."""
    return getattr(box, "_box", box)


def _within(box: Any, around: _Around) -> Iterator[tuple[Any, _Around]]:
    """Every box below that has to stay somewhere, with what is around it."""
    if box.transformation_matrix is not None:
        matrix = box.transformation_matrix
        moved = matrix if around.matrix is None else matrix @ around.matrix
        around = _Around(around.area, around.names, moved)
    name = _name(box)
    if name is not None or _is_seen(box):
        yield box, around
    if name is not None:
        around = _Around(_rect(box, "padding").moved(around.matrix), (*around.names, name), around.matrix)
    for child in getattr(box, "children", ()):
        yield from _within(_unwrapped(child), around)


def _name(box: Any) -> str | None:
    """The name of a box that must hold what is in it; lines and words within belong to the same element."""
    if box.element is None or box.element_tag != box.element.tag or type(box).__name__ in ("LineBox", "TextBox"):
        return None
    name: str | None = box.element.get(MARK)
    return name


def _is_seen(box: Any) -> bool:
    """Whether a box shows something itself: words, a drawing, an empty box within a line."""
    if box.style["visibility"] != "visible":
        return False
    if type(box).__name__ == "TextBox":
        return bool(box.text.strip())
    return hasattr(box, "replacement") or (type(box).__name__ == "InlineBlockBox" and not box.children)


def _shape(box: Any) -> Rect:
    """The place that is taken: of words the height of their letters, of anything else its border."""
    if type(box).__name__ != "TextBox":
        return _rect(box, "border")
    base, size = box.position_y + box.baseline, box.style["font_size"]
    reaches = [reach(letter) for letter in set(box.text)]
    low, high = min(low for low, _ in reaches), max(high for _, high in reaches)
    return Rect(box.position_x, base - high * size, box.position_x + box.width, base - low * size)


def _rect(box: Any, part: str) -> Rect:
    left, top = getattr(box, f"{part}_box_x")(), getattr(box, f"{part}_box_y")()
    if part == "content":
        return Rect(left, top, left + box.width, top + box.height)
    return Rect(left, top, left + getattr(box, f"{part}_width")(), top + getattr(box, f"{part}_height")())


def _words(box: Any) -> str:
    said = box.text if type(box).__name__ == "TextBox" else "".join(box.element.itertext())
    return " ".join(said.split())[:MOST_WORDS] or f"<{box.element_tag}>"


@cache
def reach(letter: str) -> tuple[float, float]:
    """How far a letter goes down and up from its base line, in em: the farthest of our fonts."""
    found = [(0.0, 0.0)]
    for font, glyphs, names in _fonts():
        if letter in names:
            pen = BoundsPen(glyphs)
            glyphs[names[letter]].draw(pen)
            if pen.bounds is not None:
                _, low, _, high = pen.bounds
                found.append((low / font["head"].unitsPerEm, high / font["head"].unitsPerEm))
    return min(low for low, _ in found), max(high for _, high in found)


@cache
def _fonts() -> tuple[tuple[TTFont, Any, dict[str, str]], ...]:
    """Our fonts: each with its drawings, and their names by letter."""
    opened = (
        TTFont(io.BytesIO(path.read_bytes())) for path in sorted((paths.PACKAGE / "static" / "fonts").glob("*.otf"))
    )
    return tuple(
        (font, font.getGlyphSet(), {chr(code): name for code, name in font.getBestCmap().items()}) for font in opened
    )
