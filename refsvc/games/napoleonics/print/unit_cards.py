"""The reference card of a nation: its units with their dice by block, the tables of its artillery, its leaders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from refsvc.games.napoleonics.codes import with_code
from refsvc.games.napoleonics.reference import facts, units
from refsvc.printing import text_width
from refsvc.printing.canvas import Translation, line_height
from refsvc.printing.document_choices import Tables
from refsvc.printing.grids import LEAST, SIDE, Cell, Column, Sign, Table, Words, longest, number_indent
from refsvc.printing.parts import LETTERS, Footnote, Part
from refsvc.printing.print_speaker import PrintSpeaker
from refsvc.reference.cards import capital

DICE = ("still", "moved", "melee")
DIE, WIDEST = 0.54, 1.0  # the width of a column of dice, of the size of its numbers in points, in mm
SLACK = 0.4  # so that a name which just fits is not broken
GUNS = 7.5  # a column of the tables of artillery, at least
SIGN = 1.9  # the sign of an arm, of the height of a line
Row = tuple[Cell | None, ...]
Unit = Mapping[str, Any]


def card(speakers: Sequence[PrintSpeaker], nation: str, width: float, size: float, choice: Tables) -> Part:
    """The card of a nation, so wide and with letters so large."""
    return _Card(speakers, nation, width, size, choice).part()


class _Card:
    """A card being made: the same unit in each language, and the notes that were met."""

    def __init__(
        self, speakers: Sequence[PrintSpeaker], nation: str, width: float, size: float, choice: Tables
    ) -> None:
        self.speakers, self.width, self.size, self.choice = speakers, width, size, choice
        self.said = [units.nation(speaker, nation) for speaker in speakers]
        self.small = max(LEAST, size - 1.25)
        self.notes: dict[str, Footnote] = {}
        self.is_cramped = False  # whether a name has to be broken
        self.most = max(unit["blocks"]["value"] for unit in self.said[0]["units"])

    def part(self) -> Part:
        """Everything that the card shows."""
        same = list(zip(*(nation["units"] for nation in self.said), strict=True))
        rows = tuple(self.row(unit) for unit in same)
        title = tuple(
            Translation(speaker.language, nation["name"])
            for speaker, nation in zip(self.speakers, self.said, strict=True)
        )
        table = Table(self.columns(), self.groups(), rows, self.choice.saves_ink)
        guns = self.guns({unit["guns"] for unit in self.said[0]["units"]})
        return Part(title, self.size, table, guns, (*self.notes.values(), *self.closing()), self.is_cramped)

    # --- headings

    def text(self, key: str) -> tuple[Translation, ...]:
        """A text in each language."""
        return tuple(Translation(speaker.language, speaker.text(key)) for speaker in self.speakers)

    def head(self, key: str) -> Words:
        """The heading of a column."""
        return Words(self.text(f"napoleonics.tables.head.{key}"), self.small, "sans-bold", "center")

    def columns(self) -> tuple[Column, ...]:
        """Sign, name, numbers, dice by blocks, letters of notes; dice have what is left over, up to a measure."""
        sign = line_height(self.size) * SIGN + SIDE / 2
        numbers = [Column(self.needed(key), self.head(key)) for key in ("blocks", "battle", "march", "range")]
        last = [Column(self.needed(key), self.head(key)) for key in ("ignores", "retreat", "notes")]
        left_over = self.width - sign - sum(column.width for column in (*numbers, *last))
        count = len(DICE) * self.most
        names = [with_code(unit) for nation in self.said for unit in nation["units"]]
        name = max(text_width.width(each, "sans-regular", self.size) for each in names) + SIDE + SLACK
        die = min(max(self.size * DIE, (left_over - name) / count), self.size * WIDEST)
        self.is_cramped = left_over - die * count < name - SLACK
        aside = number_indent("0", self.size, die) if self.choice.has_standing else 0.0
        dice = [
            Column(die, self.number(str(n), self.small, "sans-regular"), group, aside)
            for group in DICE
            for n in range(self.most, 0, -1)
        ]
        first = Column(
            left_over - die * count, Words(self.text("napoleonics.unit-table.unit"), self.small, "sans-bold")
        )
        return (Column(sign, Words((), self.small)), first, *numbers, *dice, *last)

    def needed(self, key: str) -> float:
        """How wide a column of numbers is: as its heading needs."""
        return longest(self.text(f"napoleonics.tables.head.{key}"), "sans-bold", self.small)

    def groups(self) -> dict[str, Cell]:
        """The headings over dice."""
        return {
            group: Words(self.text(f"napoleonics.unit-table.field.{group}"), self.small, "sans-bold", "center")
            for group in DICE
        }

    # --- rows

    def number(self, text: str, size: float, face: str = "sans-bold", standing: str = "") -> Words:
        """A number, with its mark if it is not printed."""
        is_marked = self.choice.has_standing and standing not in ("", "printed")
        said = (Translation(self.speakers[0].language, text),)
        return Words(said, size, face, "center", standing if is_marked else "")

    def value(self, cell: Mapping[str, Any]) -> Words:
        """A number of the data."""
        return self.number(str(cell["value"]), self.size, standing=cell["mark"]["standing"])

    def row(self, same: Sequence[Unit]) -> Row:
        """One unit in each language."""
        first = same[0]
        names = tuple(Translation(t.language, with_code(unit)) for t, unit in zip(self.speakers, same, strict=True))
        battle, most = (facts()[f"kinds.{first['id']}.{key}"] for key in ("battle", "most"))
        march = "–" if most.value == battle.value else str(most.value)
        dice = [die for group in DICE for die in self.dice(first, group)]
        reach = self.value(first["range"]) if first["range"] else None
        return (
            Sign(f"arm-{first['arm']}", line_height(self.size) * SIGN),
            Words(names, self.size),
            self.value(first["blocks"]),
            self.number(str(battle.value), self.size),
            self.number(march, self.size),
            reach,
            *dice,
            self.value(first["ignores"]),
            self.value(first["retreat"]),
            self.number(" ".join(self.letters(same)), self.size, "sans-regular"),
        )

    def dice(self, unit: Unit, group: str) -> list[Cell | None]:
        """The dice of a unit by blocks, most first; artillery fires by a table, which a note says."""
        found: dict[int, Cell] = {}
        if unit[group]:
            found = {one["blocks"]: self.value(one) for one in unit[group]["cells"]}
        return [found.get(n) for n in range(self.most, 0, -1)]

    def letters(self, same: Sequence[Unit]) -> list[str]:
        """The letters of what else is to know of a unit."""
        told = [[note["text"] for note in unit["notes"]] for unit in same]
        if same[0]["guns"]:
            told = [
                [*notes, t.text("napoleonics.tables.by-table")] for notes, t in zip(told, self.speakers, strict=True)
            ]
        if not same[0]["is_fielded"]:
            told = [
                [*notes, t.text("napoleonics.unit-table.not-fielded")]
                for notes, t in zip(told, self.speakers, strict=True)
            ]
        found = []
        for texts in zip(*told, strict=True):
            said = tuple(Translation(t.language, text) for t, text in zip(self.speakers, texts, strict=True))
            note = self.notes.setdefault(texts[0], Footnote(LETTERS[len(self.notes)], said))
            found.append(note.letter)
        return sorted(found)

    # --- below the table

    def guns(self, kinds: set[str]) -> tuple[tuple[tuple[Translation, ...], Table], ...]:
        """The tables of the artillery that the nation has: dice by blocks and distance."""
        told = [
            [gun for gun in units.guns(speaker) if gun["id"].partition("-")[0] in kinds] for speaker in self.speakers
        ]
        return tuple(self.gun(same) for same in zip(*told, strict=True))

    def gun(self, same: Sequence[Mapping[str, Any]]) -> tuple[tuple[Translation, ...], Table]:
        """One of them."""
        first = same[0]
        title = tuple(Translation(t.language, gun["title"]) for t, gun in zip(self.speakers, same, strict=True))
        blocks = self.text("napoleonics.unit-table.field.blocks")
        head = longest(blocks, "sans-regular", self.small)
        distance = self.text("napoleonics.unit-table.gun-distance")
        over = max(text_width.width(said.text, "sans-regular", self.small) for said in distance) + SIDE
        wide = max(GUNS, over / len(first["distances"]))
        columns = (
            Column(head, Words(blocks, self.small)),
            *(Column(wide, self.number(str(d), self.small, "sans-regular"), "guns") for d in first["distances"]),
        )
        rows = tuple(
            (
                self.number(str(row["blocks"]), self.size, "sans-regular"),
                *(self.value(cell) if cell else self.number("–", self.size) for cell in row["cells"]),
            )
            for row in first["rows"]
        )
        groups = {"guns": Words(distance, self.small, align="center")}
        return title, Table(columns, groups, rows, self.choice.saves_ink)

    def closing(self) -> list[Footnote]:
        """What dice are read by, how the nation rounds, and its leaders."""
        rounds = tuple(Translation(t.language, n["rounds"]) for t, n in zip(self.speakers, self.said, strict=True))
        return [
            Footnote("", self.text("napoleonics.tables.by-blocks")),
            Footnote("", rounds),
            Footnote("", tuple(self.leader(speaker) for speaker in self.speakers)),
        ]

    def leader(self, speaker: PrintSpeaker) -> Translation:
        """What a leader can do, as a sentence."""
        found = units.leader(speaker)
        values = {field: found[field]["value"] for field in ("move", "retreat", "ignores")}
        return Translation(
            speaker.language, f"{capital(found['name'])}{speaker.text('napoleonics.tables.leader', **values)}"
        )
