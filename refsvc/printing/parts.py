"""A part of a sheet of tables: a heading, tables, and notes that their letters lead to. In mm."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from refsvc.printing import text_width
from refsvc.printing.canvas import INK, SOFT, Canvas, Translation, distinct
from refsvc.printing.grids import LEAST, Table

LETTERS = "abcdefghijklmnop"
TITLE = 1.85  # the size of a heading, of that of the names
ABOVE = 1.6  # before small tables and notes
BETWEEN = 4.0  # two small tables side by side
HELD_DOT = "\N{NO-BREAK SPACE}· "  # between two notes: no line begins with it


class Footnote(Struct, frozen=True):
    """Something to know, in each language; `letter` is where a table leads here, empty for what holds for all of it."""

    letter: str
    said: tuple[Translation, ...]

    def text_in(self, said: Translation) -> str:
        """The note in a language, behind its letter; a short word alone would be read as one of the sentence."""
        return f"{self.letter})\N{NO-BREAK SPACE}{said.text}"


class Part(Struct, frozen=True):
    """A heading, a table, small tables side by side below it, each with its heading, and the notes."""

    title: tuple[Translation, ...]
    size: float
    table: Table
    small: tuple[tuple[tuple[Translation, ...], Table], ...] = ()
    notes: tuple[Footnote, ...] = ()
    is_cramped: bool = False  # its columns are too narrow for letters of this size

    @property
    def width(self) -> float:
        """The width of the table, in mm."""
        return self.table.width

    def padded(self, pad: float) -> Part:
        """This part with `pad` mm above and below what is in each row of its table."""
        return replace(self, table=replace(self.table, pad=pad))

    @property
    def note_size(self) -> float:
        """The size of notes."""
        return max(LEAST, self.size - 1.0)

    def height(self) -> float:
        """The height of heading, tables and notes, in mm."""
        canvas = Canvas()
        return self.draw(canvas, 0.0, 0.0)

    def draw(self, canvas: Canvas, left: float, top: float) -> float:
        """The part at its place; gives where it ends."""
        y = canvas.joined(
            distinct(list(self.title)), (left, top, self.width), (9.0, self.size * TITLE), "display-regular", tag="h1"
        )
        y = self.table.draw(canvas, left, y + 0.8) + ABOVE
        if not self.small:
            return self._notes(canvas, left, y, self.width)
        taken = sum(table.width + BETWEEN for _, table in self.small)
        return max(self._small(canvas, left, y), self._notes(canvas, left + taken, y, self.width - taken))

    def _small(self, canvas: Canvas, left: float, top: float) -> float:
        """The small tables beside each other, their headings above them; all tables begin at the same height."""
        headings = []
        for said, table in self.small:
            y = top
            for one in distinct(list(said)):
                lines = text_width.wrap(one.text, "sans-bold", self.note_size, table.width)
                colour = SOFT if one is not said[0] else INK
                y = canvas.word(one, (left, y, table.width), self.note_size, "sans-bold", lines=lines, colour=colour)
            headings.append((left, table, y))
            left += table.width + BETWEEN
        begin = max(y for *_, y in headings) + 0.5
        return max(table.draw(canvas, x, begin) for x, table, _ in headings)

    def _notes(self, canvas: Canvas, left: float, top: float, width: float) -> float:
        """In each language the notes one after another, and below them what holds for all of the table."""
        y, size = top, self.note_size
        for n, said in enumerate(zip(*(note.said for note in self.notes), strict=True)):
            notes = list(zip(self.notes, said, strict=True))
            lettered = HELD_DOT.join(note.text_in(one) for note, one in notes if note.letter)
            for text in (lettered, " ".join(one.text for note, one in notes if not note.letter)):
                box = (left, y, width)
                y = canvas.wrapped(
                    Translation(said[0].language, text), box, size, "sans-regular", colour=SOFT if n else INK
                )
            y += 0.8
        return y
