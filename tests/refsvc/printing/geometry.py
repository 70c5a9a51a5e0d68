"""Where things are on a printed page, read from the file itself: every path with its place in mm, every word."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pikepdf
from msgspec import Struct

from tests.refsvc.printing.paper import POINT, opened, read_by

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Rect = tuple[float, float, float, float]
EVERYWHERE: Rect = (-1e6, -1e6, 1e6, 1e6)
ENDS = {"f": "fill", "f*": "fill", "S": "stroke", "s": "stroke", "B": "both", "B*": "both", "n": ""}


class Drawn(Struct, frozen=True):
    """A path that was painted: its points in mm from the upper left corner of the page, `fill` or `stroke`."""

    how: str
    colour: tuple[float, ...]
    thick: float
    parts: tuple[tuple[Point, ...], ...]  # each begins anew
    clip: tuple[float, float, float, float]  # what is outside is not seen: left, top, right, bottom

    @property
    def points(self) -> list[Point]:
        """All of them."""
        return [point for part in self.parts for point in part]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is seen of it."""
        left, top, right, bottom = _overlap(_around(self.points), self.clip)
        return left, top, right - left, bottom - top


class Word(Struct, frozen=True):
    """A word and its middle, in mm from the upper left corner of its page."""

    page: int
    text: str
    x: float
    y: float


def _around(points: list[Point]) -> Rect:
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def _overlap(a: Rect, b: Rect) -> Rect:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def times(a: Matrix, b: Matrix) -> Matrix:
    """First a, then b."""
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def paths(data: bytes) -> list[list[Drawn]]:
    """Every path of every page, in the order in which they are painted."""
    found = []
    for page in opened(data).pages:
        height = float(page.mediabox[3])
        to_mm: Matrix = (POINT, 0, 0, -POINT, 0, height * POINT)
        found.append(list(_within(page, to_mm)))
    return found


def _within(page: pikepdf.Page | pikepdf.Object, start: Matrix, clip: Rect = EVERYWHERE) -> Iterator[Drawn]:
    ctm, thick = start, 1.0
    colours: dict[str, tuple[float, ...]] = {"fill": (0.0,), "stroke": (0.0,)}
    stack: list[tuple[Matrix, dict[str, tuple[float, ...]], float, Rect]] = []
    parts: list[list[Point]] = []
    resources = page.resources if isinstance(page, pikepdf.Page) else page.get("/Resources", pikepdf.Dictionary())
    for step in pikepdf.parse_content_stream(page):
        operands, op = list(step.operands), str(step.operator)
        match op:
            case "q":
                stack.append((ctm, dict(colours), thick, clip))
            case "Q":
                ctm, colours, thick, clip = stack.pop()
            case "cm":
                ctm = times(tuple(map(float, operands)), ctm)  # type: ignore[arg-type]  # six of them
            case "w":
                thick = float(operands[0])
            case "rg" | "g" | "sc" | "scn":
                colours["fill"] = tuple(float(each) for each in operands if not isinstance(each, pikepdf.Name))
            case "RG" | "G" | "SC" | "SCN":
                colours["stroke"] = tuple(float(each) for each in operands if not isinstance(each, pikepdf.Name))
            case "m" | "l" | "c" | "v" | "y":
                values = list(map(float, operands))
                if op == "m":
                    parts.append([])
                parts[-1] += [_moved(pair, ctm) for pair in zip(values[::2], values[1::2], strict=True)]
            case "re":
                x, y, w, h = map(float, operands)
                parts.append([_moved(pair, ctm) for pair in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))])
            case "W" | "W*":
                clip = _overlap(clip, _around([point for part in parts if len(part) > 1 for point in part]))
            case "Do":
                inner = resources["/XObject"][str(operands[0])]
                if inner.get("/Subtype") == "/Form":
                    matrix = tuple(map(float, inner.get("/Matrix", [1, 0, 0, 1, 0, 0])))
                    yield from _within(inner, times(matrix, ctm), clip)  # type: ignore[arg-type]  # six of them
            case _ if op in ENDS:
                unit = abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]) ** 0.5
                seen = tuple(tuple(part) for part in parts if len(part) > 1)
                for how in {"both": ("fill", "stroke"), "": ()}.get(ENDS[op], (ENDS[op],)) if seen else ():
                    yield Drawn(how, colours[how], thick * unit, seen, clip)
                parts = []


def _moved(point: Point, ctm: Matrix) -> Point:
    x, y = point
    return x * ctm[0] + y * ctm[2] + ctm[4], x * ctm[1] + y * ctm[3] + ctm[5]


def words(data: bytes) -> list[Word]:
    """Every word of a document with its place."""
    tree = ET.fromstring(read_by("pdftotext", data, "-bbox"))  # poppler wrote it
    name = "{http://www.w3.org/1999/xhtml}"
    found = []
    for number, page in enumerate(tree.iter(f"{name}page")):
        for word in page.iter(f"{name}word"):
            left, top, right, bottom = (float(word.get(key, 0)) * POINT for key in ("xMin", "yMin", "xMax", "yMax"))
            found.append(Word(number, word.text or "", (left + right) / 2, (top + bottom) / 2))
    return found
