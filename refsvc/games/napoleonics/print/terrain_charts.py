"""The terrain chart: entering, battle, dice by arm into and out of it, sight, squares, and what else is to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from refsvc.games.napoleonics.codes import with_code
from refsvc.games.napoleonics.print import aid_blocks
from refsvc.games.napoleonics.reference import terrain
from refsvc.games.napoleonics.reference.units import ARMS
from refsvc.printing import text_width
from refsvc.printing.canvas import DOT, Translation, line_height
from refsvc.printing.document_choices import Tables
from refsvc.printing.grids import LEAST, SIDE, Cell, Column, Sign, Stack, Table, Words, longest
from refsvc.printing.parts import LETTERS, Footnote, Part
from refsvc.printing.print_speaker import PrintSpeaker

WORDS = ("entry", "battle", "sight", "square")
SHARES = {"name": 0.15, "entry": 0.14, "battle": 0.105, "way": 0.205, "sight": 0.135, "square": 0.115}  # of the width
LINE = 1.08  # the height of a line of dice, of that of its letters
Row = Mapping[str, Any]


def chart(speakers: Sequence[PrintSpeaker], _name: str, width: float, size: float, choice: Tables) -> Part:
    """The chart, so wide and with letters so large."""
    return _Chart(speakers, width, size, choice).part()


class _Chart:
    """A chart being made: the same terrain in each language, and the notes that were met."""

    def __init__(self, speakers: Sequence[PrintSpeaker], width: float, size: float, choice: Tables) -> None:
        self.speakers, self.width, self.size, self.choice = speakers, width, size, choice
        self.small = max(LEAST, size - 1.25)
        self.notes: dict[str, Footnote] = {}
        self.last = longest(self.text("napoleonics.tables.head.notes"), "sans-bold", self.small)  # the column of notes
        self.wide = {key: share * (width - self.last) for key, share in SHARES.items()}

    def part(self) -> Part:
        """Everything that the chart shows."""
        same = list(zip(*(terrain.chart(speaker) for speaker in self.speakers), strict=True))
        rows = tuple(self.row(one) for one in same)
        reading = Footnote("", self.text("napoleonics.terrain-table.reading"))
        table = Table(self.columns(), self.groups(), rows, self.choice.saves_ink)
        return Part(
            self.text("napoleonics.terrain-table.caption"), self.size, table, (), (*self.notes.values(), reading)
        )

    def text(self, key: str) -> tuple[Translation, ...]:
        """A text in each language."""
        return tuple(Translation(speaker.language, speaker.text(key)) for speaker in self.speakers)

    def head(self, key: str) -> Words:
        """The heading of a column."""
        return Words(self.text(key), self.small, "sans-bold")

    def columns(self) -> tuple[Column, ...]:
        """Name, entry, battle, dice by way and arm, sight, square, notes; the arms share what is left over."""
        wide = self.wide
        arm = (self.width - self.last - sum(wide.values())) / len(ARMS)
        fields = {key: Column(wide[key], self.head(f"napoleonics.terrain-table.field.{key}")) for key in WORDS}
        return (
            Column(wide["name"], self.head("napoleonics.terrain-table.name")),
            fields["entry"],
            fields["battle"],
            Column(wide["way"], Words((), self.small), "dice"),
            *(Column(arm, Sign(f"arm-{name}", line_height(self.size) * 1.7), "dice") for name in ARMS),
            fields["sight"],
            fields["square"],
            Column(self.last, Words(self.text("napoleonics.tables.head.notes"), self.small, "sans-bold", "center")),
        )

    def groups(self) -> dict[str, Cell]:
        """The heading over dice."""
        return {"dice": Words(self.text("napoleonics.tables.head.dice"), self.small, "sans-bold", "center")}

    def row(self, same: Sequence[Row]) -> tuple[Cell | None, ...]:
        """One terrain in each language."""
        first = same[0]
        names = tuple(Translation(t.language, with_code(one)) for t, one in zip(self.speakers, same, strict=True))
        words = {key: self.words(same, key) for key in WORDS}
        lines = [[self.change(line["cells"][n]) for line in first["dice"]] for n in range(len(ARMS))]
        step = line_height(self.size) * LINE
        ways = tuple(self.way([one["dice"][n]["name"] for one in same]) for n in range(len(first["dice"])))
        dice: list[Cell | None] = (
            [Stack(tuple(column), step) for column in lines] if ways else [self.dash()] * len(ARMS)
        )
        return (
            Words(names, self.size),
            words["entry"],
            words["battle"],
            Stack(ways, step, self.size) if ways else None,
            *dice,
            words["sight"],
            words["square"],
            Words((Translation(self.speakers[0].language, " ".join(self.letters(same))),), self.size, align="center"),
        )

    def dash(self) -> Words:
        """Nothing of the kind."""
        return Words((Translation(self.speakers[0].language, aid_blocks.DASH),), self.size, align="center")

    def words(self, same: Sequence[Row], key: str) -> Words:
        """A value in words."""
        if same[0][key] is None:
            return Words((Translation(self.speakers[0].language, aid_blocks.DASH),), self.small)
        said = tuple(Translation(t.language, one[key]["text"]) for t, one in zip(self.speakers, same, strict=True))
        return Words(said, self.small, standing=self.standing(same[0][key]["mark"]["standing"]))

    def standing(self, word: str) -> str:
        """How sure something is, where that is to be shown."""
        return word if self.choice.has_standing and word != "printed" else ""

    def way(self, names: Sequence[str]) -> Words:
        """Where an attack goes, the languages in one line."""
        text = DOT.join(dict.fromkeys(names))
        size = text_width.largest_size(text, "sans-regular", self.wide["way"] - SIDE, (LEAST - 0.5, self.small))
        return Words((Translation(self.speakers[0].language, text),), size)

    def change(self, cell: Mapping[str, Any] | None) -> Words:
        """The dice that an arm loses: one number, or those of fire and melee."""
        if cell is None:
            return self.dash()
        said = (Translation(self.speakers[0].language, aid_blocks.change(cell)),)
        return Words(said, self.size, "sans-bold", "center", self.standing(cell["mark"]["standing"]))

    def letters(self, same: Sequence[Row]) -> list[str]:
        """The letters of what else is to know; flags that are ignored there are among it."""
        told = [
            [*(note["text"] for note in one["notes"]), *([one["ignores"]["text"]] if one["ignores"] else [])]
            for one in same
        ]
        found = []
        for same_note in zip(*told, strict=True):
            said = tuple(Translation(t.language, text) for t, text in zip(self.speakers, same_note, strict=True))
            note = self.notes.setdefault(same_note[0], Footnote(LETTERS[len(self.notes)], said))
            found.append(note.letter)
        return sorted(found)
