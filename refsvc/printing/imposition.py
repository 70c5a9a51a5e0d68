"""Where cards stand on a sheet, front and back, and where it is cut. Lengths in mm from a page's top left corner."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from refsvc import paths
from refsvc.printing.document_choices import Flip

SIZE = re.compile(r"@page \{ size: ([\d.]+)mm ([\d.]+)mm")
EDGE = 4.4  # outside cards and bleed there is at least room for marks and a line of text; no printer reaches the rim
GAP = 0.5  # between bleed and mark
LONGEST = 5.0  # a mark


class Point(Struct, frozen=True):
    """A place on a page."""

    x: float
    y: float


class Place(Struct, frozen=True):
    """The middle of a card on a page, and by how many degrees it is turned clockwise."""

    x: float
    y: float
    angle: int


@cache
def paper_size(paper: str) -> tuple[float, float]:
    """Width and height of a paper, standing."""
    found = SIZE.search((paths.data("templates") / "pdf" / "_paper" / f"{paper}.css").read_text("utf-8"))
    assert found is not None
    return float(found[1]), float(found[2])


class Sheet(Struct, frozen=True):
    """A page with its grid of cards in the middle; between two cards there is a gutter for the bleed of both.

    It always stands, so that a printer's offset is the same for every sheet; where more cards fit lying, they lie.
    """

    width: float
    height: float
    card: tuple[float, float]
    bleed: float
    columns: int
    rows: int
    is_lying: bool

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a card as it lies on the sheet."""
        return (self.card[1], self.card[0]) if self.is_lying else self.card

    @property
    def count(self) -> int:
        """How many cards it holds."""
        return self.columns * self.rows

    @property
    def lefts(self) -> list[float]:
        """The left edge of each column."""
        return _edges(self.width, self.cell[0], self.columns, self.bleed)

    @property
    def tops(self) -> list[float]:
        """The upper edge of each row."""
        return _edges(self.height, self.cell[1], self.rows, self.bleed)

    def front(self, number: int) -> Place:
        """Where a card is; they are numbered from 0, line by line."""
        return self._place(number % self.columns, number // self.columns, 90 if self.is_lying else 0)

    def back(self, number: int, flip: Flip, *, is_turned: bool = False) -> Place:
        """Where the back of a card is: behind its front when the printer has turned the sheet over that edge.

        Its head is behind the head of the front, unless it `is_turned`.
        """
        column, row = number % self.columns, number // self.columns
        angle = self.front(number).angle
        if flip == "long":  # left and right change places
            column, angle = self.columns - 1 - column, -angle
        else:  # top and bottom do
            row, angle = self.rows - 1 - row, 180 - angle
        return self._place(column, row, (angle + 180 * is_turned) % 360)

    def _place(self, column: int, row: int, angle: int) -> Place:
        return Place(self.lefts[column] + self.cell[0] / 2, self.tops[row] + self.cell[1] / 2, angle)

    def marks(self) -> list[tuple[Point, Point]]:
        """The crop marks, all in the margins: each lies in the line of a cut."""
        found = []
        across = [x for left in self.lefts for x in (left, round(left + self.cell[0], 4))]
        down = [y for top in self.tops for y in (top, round(top + self.cell[1], 4))]
        for x in sorted(set(across)):
            for begin, end in _ends(down, self.height, self.bleed):
                found.append((Point(x, begin), Point(x, end)))
        for y in sorted(set(down)):
            for begin, end in _ends(across, self.width, self.bleed):
                found.append((Point(begin, y), Point(end, y)))
        return found


def _edges(room: float, one: float, count: int, bleed: float) -> list[float]:
    pitch = one + 2 * bleed
    first = (room - count * pitch) / 2 + bleed
    return [round(first + n * pitch, 4) for n in range(count)]


def _ends(cuts: list[float], room: float, bleed: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where marks begin and end: before the first cut and after the last."""
    before, after = min(cuts) - bleed - GAP, max(cuts) + bleed + GAP
    length = min(LONGEST, before)
    return (before - length, before), (after, after + min(length, room - after))


def sheet(paper: str, size: str, bleed: float, right: float = 0.0, down: float = 0.0) -> Sheet:
    """The sheet that holds most cards, standing or lying. Moved so far its backs stay on it."""
    wide, high = (float(part) for part in size.split("x"))
    width, height = paper_size(paper)
    found = []
    for is_lying in (False, True):
        across, up = (high, wide) if is_lying else (wide, high)
        columns = int((width - 2 * max(EDGE, abs(right))) // (across + 2 * bleed))
        rows = int((height - 2 * max(EDGE, abs(down))) // (up + 2 * bleed))
        found.append(Sheet(width, height, (wide, high), bleed, columns, rows, is_lying))
    return max(found, key=lambda one: one.count)
