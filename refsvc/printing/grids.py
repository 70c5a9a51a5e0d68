"""Tables drawn in mm whose words stand in one or two languages and whose numbers stand once.

A cell knows how high it is in a width, and draws itself. What is uncertain has its mark behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from refsvc.printing import text_width
from refsvc.printing.canvas import INK, SOFT, Canvas, Translation, distinct, line_height

MARK, BEHIND, CLEAR = 1.7, 0.25, 0.2  # how sure a value is, how far behind it that stands, and what is free after it
PAD = 0.9  # above and below what is in a cell
SIDE = 1.6  # left and right of it together
BELOW = 0.5  # under the heading of a group: signs below it have no room of their own
LEAST = 6.5  # points: what is smaller can't be read at arm's length
BASE = 0.94  # the base line of a line of words, from its top, of the size of its letters
HEAD_WASH, ROW_WASH, LINE = "#ece5d5", "#f8f4ea", "#b9ac95"


class Cell(Protocol):
    """Something in a table."""

    def height(self, width: float) -> float:
        """How high it is."""

    def draw(self, canvas: Canvas, box: tuple[float, float, float]) -> None:
        """Draws it at left, top and width."""


class Words(Struct, frozen=True):
    """A text in each language, the second below the first; `standing` is how sure the first is."""

    said: tuple[Translation, ...]
    size: float
    face: str = "sans-regular"
    align: str = "start"
    standing: str = ""

    def _lines(self, width: float) -> list[tuple[Translation, list[str]]]:
        return [(one, text_width.wrap(one.text, self.face, self.size, width)) for one in distinct(list(self.said))]

    def height(self, width: float) -> float:
        """The lines of every language."""
        return sum(line_height(self.size) * len(lines) for _, lines in self._lines(width))

    def draw(self, canvas: Canvas, box: tuple[float, float, float]) -> None:
        """The languages one below the other."""
        x, y, width = box
        for n, (said, lines) in enumerate(self._lines(width)):
            y = canvas.word(
                said,
                (x, y, width),
                self.size,
                self.face,
                align=self.align,
                lines=lines,
                colour=SOFT if n else INK,
            )
            if not n and self.standing:
                wide = text_width.width(lines[-1], self.face, self.size)
                end = {"start": wide, "center": (width + wide) / 2, "end": width}[self.align]
                canvas.symbol(
                    f"standing-{self.standing}", x + end + BEHIND, y - line_height(self.size) + 0.5, MARK, SOFT
                )


class Sign(Struct, frozen=True):
    """A symbol so large, in the middle of its cell."""

    token: str
    size: float

    def height(self, width: float) -> float:  # noqa: ARG002  # a Cell
        """The height of the symbol without its empty rim, in mm."""
        return self.size * 0.7

    def draw(self, canvas: Canvas, box: tuple[float, float, float]) -> None:
        """The symbol; its rim reaches over the cell."""
        x, y, width = box
        canvas.symbol(self.token, x + (width - self.size) / 2, y - self.size * 0.15, self.size)


class Stack(Struct, frozen=True):
    """Cells of one line each, one below the other, so that they stand beside those of other columns.

    `size` is that of the letters of those, on whose base lines they stand; 0 if it is their own.
    """

    cells: tuple[Words, ...]
    step: float
    size: float = 0.0

    def height(self, width: float) -> float:  # noqa: ARG002  # a Cell
        """A line for each."""
        return self.step * len(self.cells)

    def draw(self, canvas: Canvas, box: tuple[float, float, float]) -> None:
        """Line by line."""
        x, y, width = box
        for n, cell in enumerate(self.cells):
            down = (self.size - cell.size) * BASE * text_width.POINT if self.size else 0.0
            cell.draw(canvas, (x, y + n * self.step + down, width))


class Column(Struct, frozen=True):
    """A column so wide, with its heading; some share a `group`, whose heading stands above theirs.

    What is in it stands left of the middle by its `lean`, so that a mark behind it does not touch the next column.
    """

    width: float
    head: Cell
    group: str = ""
    lean: float = 0.0


class Table(Struct, frozen=True):
    """Columns, the headings of groups, and rows of cells; the cells of a row are centred on its middle."""

    columns: tuple[Column, ...]
    groups: Mapping[str, Cell]
    rows: tuple[tuple[Cell | None, ...], ...]
    is_plain: bool = False  # no tinted areas
    pad: float = PAD  # above and below what is in a row

    @property
    def width(self) -> float:
        """The width of all columns, in mm."""
        return sum(column.width for column in self.columns)

    @property
    def lefts(self) -> list[float]:
        """Where each column begins, and where the last one ends."""
        found = [0.0]
        for column in self.columns:
            found.append(found[-1] + column.width)
        return found

    def head_heights(self) -> tuple[float, float]:
        """Of the headings of groups, and of those of columns below them."""
        spans = {group: sum(c.width for c in self.columns if c.group == group) for group in self.groups}
        upper = max((cell.height(spans[group] - SIDE) for group, cell in self.groups.items()), default=0.0)
        upper += BELOW if self.groups else 0.0
        lower = max((c.head.height(c.width - SIDE) for c in self.columns if c.group), default=0.0)
        alone = max((c.head.height(c.width - SIDE) for c in self.columns if not c.group), default=0.0)
        return upper, max(lower, alone - upper)

    def row_heights(self) -> list[float]:
        """Of each row, with the room around it."""
        return [
            max((cell.height(c.width - SIDE) for cell, c in zip(row, self.columns, strict=True) if cell), default=0.0)
            + 2 * self.pad
            for row in self.rows
        ]

    def height(self) -> float:
        """The height of the whole table, in mm."""
        return sum(self.head_heights()) + 2 * PAD + sum(self.row_heights())

    def draw(self, canvas: Canvas, left: float, top: float) -> float:
        """The table at its place; gives where it ends."""
        upper, lower = self.head_heights()
        head = upper + lower + 2 * PAD
        if not self.is_plain:
            canvas.rect((left, top, self.width, head), fill=HEAD_WASH)
        self._headings(canvas, left, top, (upper, lower))
        y = top + head
        for n, (row, tall) in enumerate(zip(self.rows, self.row_heights(), strict=True)):
            if n % 2 and not self.is_plain:
                canvas.rect((left, y, self.width, tall), fill=ROW_WASH)
            for cell, column, x in zip(row, self.columns, self.lefts, strict=False):
                if cell is not None:
                    inner = column.width - SIDE
                    at = left + x + SIDE / 2 - column.lean
                    cell.draw(canvas, (at, y + (tall - cell.height(inner)) / 2, inner))
            y += tall
            canvas.rule(left, y, self.width, 0.12, LINE)
        self._lines(canvas, left, top, y, head)
        return y

    def _headings(self, canvas: Canvas, left: float, top: float, heights: tuple[float, float]) -> None:
        upper, lower = heights
        for column, x in zip(self.columns, self.lefts, strict=False):
            inner = column.width - SIDE
            tall, begin = (lower, upper) if column.group else (upper + lower, 0.0)
            at = top + PAD + begin + tall - column.head.height(inner)
            column.head.draw(canvas, (left + x + SIDE / 2 - column.lean, at, inner))
        for group, cell in self.groups.items():
            own = [(x, c.width) for c, x in zip(self.columns, self.lefts, strict=False) if c.group == group]
            wide = sum(width for _, width in own)
            cell.draw(canvas, (left + own[0][0] + SIDE / 2, top + PAD, wide - SIDE))

    def _lines(self, canvas: Canvas, left: float, top: float, bottom: float, head: float) -> None:
        """Above, below the headings, and between columns of different groups."""
        canvas.rule(left, top, self.width, 0.35, INK)
        canvas.rule(left, top + head, self.width, 0.25, INK)
        canvas.rule(left, bottom, self.width, 0.35, INK)
        names = [column.group or str(n) for n, column in enumerate(self.columns)]
        for n, x in enumerate(self.lefts[1:-1], 1):
            if names[n] != names[n - 1]:
                ink = {"fill": "none", "stroke": LINE, "stroke-width": 0.12}
                canvas.draw_above(f"M{left + x:.3f} {top:.3f}V{bottom:.3f}", ink)


def number_indent(number: str, size: float, width: float) -> float:
    """How far left of the middle of a column a number has to stand, so that there is room for its mark."""
    free = (width - text_width.width(number, "sans-bold", size)) / 2
    return max(0.0, BEHIND + MARK + CLEAR - free)


def longest(said: Sequence[Translation], face: str, size: float) -> float:
    """How wide a column must be for the longest word of a text."""
    words = [word for one in said for word in one.text.split(" ")]
    return max(text_width.width(word, face, size) for word in words) + SIDE
