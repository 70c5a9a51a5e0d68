"""The data of the player aid: blocks of text, each measured, in the columns of panels that fold into a small booklet.

A panel is half a sheet and has two columns; four panels hold the aid in one language. Two languages stand side by side:
the same blocks at the same places, one panel each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from refsvc.presentation import registry
from refsvc.printing import columns, text_width
from refsvc.printing.document_choices import Aid
from refsvc.printing.print_speaker import PrintSpeaker

SIZES = (9.6, 9.3, 9.0, 8.7, 8.4, 8.1, 7.8, 7.5)  # pt of the text; the largest that fits is taken
PANELS, COLUMNS = 4, 2
SHEETS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9), "a3": (420.0, 297.0)}  # mm, lying
LARGER = 2**0.5  # everything on A3, than on A4
MARGIN, GUTTER = 9.0, 5.0  # mm at the edges of a panel, and between its columns
HEAD, TITLE, FOOT = 7.5, 15.0, 4.0  # mm at the top of a panel, of the first one, and at the bottom
DEEP = frozenset("gjpqyýçQ,;()")
TITLED, KIND = 2.4, 1.25  # the letters of the title and of what stands behind it, of those of the text
DIE = "die:"  # the faces stand under the heading on dice already
FEW = 7  # symbols that stay together
TABLE = "lines"  # a block that is as wide as a panel, and stands at the top of the one that it names
Block = dict[str, Any]
Measure = Callable[[Mapping[str, Any]], Mapping[str, float]]  # data -> the height of each block in mm, by its id


class DoesNotFitError(ValueError):
    """The aid is too long for its sheet even in the smallest letters."""


class Panel(Struct, frozen=True):
    """One half of a sheet: `number` counts from 1."""

    number: int
    language: int  # which of those of the document, from 0


class Sheet(Struct, frozen=True):
    """The paper: the size of a page and of a panel in mm, and how much larger than on A4 everything is."""

    width: float
    height: float
    panel_width: float
    panel_height: float
    scale: float
    pages: tuple[tuple[tuple[Panel, Panel], ...], ...]  # of each page its rows, of a row its two panels
    fold: str  # "upright" or "across", where the sheet is folded; empty where it is not
    papers: int  # how many sheets of paper

    @property
    def column(self) -> float:
        """How wide a column is."""
        return (self.panel_width - (2 * MARGIN + GUTTER) * self.scale) / COLUMNS

    @property
    def margin(self) -> float:
        """From the edge of a panel to what stands in it."""
        return MARGIN * self.scale

    def top(self, panel: int) -> float:
        """Where the columns of a panel begin, under its head."""
        return (MARGIN + (TITLE if panel == 1 else HEAD)) * self.scale

    def column_heights(self, tables: Mapping[int, float]) -> list[float]:
        """The height of each column in mm; under a table, whose height is known by its panel, there is less."""
        bottom = self.panel_height - (MARGIN + FOOT) * self.scale
        rooms = [bottom - self.top(panel) - tables.get(panel, 0.0) for panel in range(1, PANELS + 1)]
        return [room for room in rooms for _ in range(COLUMNS)]


class Placed(Struct, frozen=True):
    """The column of every block but the tables, and how high the table of a panel is."""

    columns: list[int]
    tables: dict[int, float]


def sheet_of(choice: Aid) -> Sheet:
    """The sheet that is asked for, with its panels where they have to stand."""
    wide, high = SHEETS[choice.paper]
    is_pair, is_folded = len(choice.languages) > 1, choice.fold == "folded"
    one, two, three, four = ((Panel(number, 0), Panel(number, 1)) for number in range(1, PANELS + 1))
    if is_pair and choice.paper == "a3":  # standing, with two rows of panels that are those of A4
        pages = ((four, one), (two, three)) if is_folded else ((one, two), (three, four))
        return Sheet(high, wide, high / 2, wide / 2, 1, pages, "across" * is_folded, 1)
    scale = LARGER if choice.paper == "a3" else 1
    if not is_pair:
        order = ((four, one), (two, three)) if is_folded else ((one, two), (three, four))
        rows: tuple[tuple[Panel, Panel], ...] = tuple((left[0], right[0]) for left, right in order)
    elif (
        is_folded
    ):  # two sheets, one within the other: opened, a panel has the same one in the other language beside it
        rows = ((one[1], one[0]), (two[0], four[1]), (four[0], two[1]), three)
    else:
        rows = (one, two, three, four)
    return Sheet(
        wide, high, wide / 2, high, scale, tuple((row,) for row in rows), "upright" * is_folded, len(rows) // 2
    )


def player_aid(choice: Aid, measure: Measure) -> dict[str, Any]:
    """What the aid shows, in the largest letters in which it fits on its sheet; `measure` lays the blocks out."""
    speakers = [PrintSpeaker(choice.game, language) for language in choice.languages]
    sheet = sheet_of(choice)
    data: dict[str, Any] = {
        "game": choice.game,
        "languages": choice.languages,
        "saves_ink": choice.saves_ink,
        "sheet": sheet,
        "names": [name(speaker, choice.scenario, sheet, SIZES[0]) for speaker in speakers],
        "blocks": [blocks(speaker, choice.scenario) for speaker in speakers],
    }
    heights = cache(lambda at: measure({**data, "size": SIZES[at] * sheet.scale}))
    for is_apart in (True, False):
        low, high = 0, len(SIZES)  # the first size that fits: below `low` none does, from `high` on all do
        found: dict[int, Placed] = {}
        while low < high:
            at = (low + high) // 2
            placed = placed_in(sheet, data, heights(at), is_apart=is_apart)
            if placed is None:
                low = at + 1
            else:
                found[at], high = placed, at
        if low in found:
            names = [name(speaker, choice.scenario, sheet, SIZES[low]) for speaker in speakers]
            shown = {"size": SIZES[low] * sheet.scale, "panels": panels(sheet, data["blocks"], found[low])}
            return {**data, **shown, "names": names}
    raise DoesNotFitError(f"{choice.paper}, {choice.fold}, {choice.languages}, {choice.scenario}")


def name(speaker: PrintSpeaker, scenario: str, sheet: Sheet, points: float) -> dict[str, Any]:
    """What the aid is called, its text in so many points; a long title is smaller, by the part that is its `share`."""
    game = speaker.text(f"{speaker.game}.name")
    battle = speaker.text(f"{speaker.game}.{scenario}.name") if scenario else ""
    kind = speaker.text("aid-sheet.kind")
    size = points * sheet.scale
    wide = text_width.width(battle or game, "display-regular", size * TITLED) + text_width.width(
        f"{game} · {kind}" if battle else kind, "serif-italic", size * KIND
    )
    room = sheet.panel_width - 2 * sheet.margin - size
    share = round(min(1.0, room / wide), 3)
    return {
        "language": speaker.language,
        "game": game,
        "battle": battle,
        "kind": kind,
        "share": share,
        "is_deep": bool(DEEP & set(battle or game)),  # letters that need room below their line
    }


def placed_in(sheet: Sheet, data: Mapping[str, Any], heights: Mapping[str, float], *, is_apart: bool) -> Placed | None:
    """Where every block stands, the same in each language; None if they do not fit.

    Where it `is_apart`, no symbols go on right under a table: they would look like a key to it. Nor does what follows
    a heading, unless that stands there too.
    """
    same = list(zip(*data["blocks"], strict=True))
    tables = {row[0]["panel"]: max(heights[one["id"]] for one in row) for row in same if row[0]["kind"] == TABLE}
    flowing = [row for row in same if row[0]["kind"] != TABLE]
    highest = [max(heights[one["id"]] for one in row) for row in flowing]
    rooms = sheet.column_heights(tables)
    starting = frozenset(number for number, row in enumerate(flowing) if row[0].get("is_start"))
    going_on = [number for number, row in enumerate(flowing) if row[0]["kind"] == "symbols" and not row[0]["title"]]
    under = [(panel - 1) * COLUMNS + at for panel in tables for at in range(COLUMNS)] if is_apart else []
    following = [number for number, row in enumerate(flowing) if row[0].get("is_following")]
    barred = frozenset((number, column) for number in going_on for column in under)
    barred |= frozenset((number, column) for number in following for column in under[::COLUMNS])
    found = columns.fill(highest, rooms, starting, barred, COLUMNS)
    found = found or columns.fill(highest, rooms, frozenset(), barred, COLUMNS)
    return None if found is None else Placed(found, tables)


def panels(sheet: Sheet, blocks_of: Sequence[Sequence[Block]], placed: Placed) -> list[list[dict[str, Any]]]:
    """In each language the panels: their columns of blocks where they stand, in mm, and the table."""
    rooms = sheet.column_heights(placed.tables)

    def column(own: Sequence[Block], panel: int, at: int) -> dict[str, Any]:
        number = (panel - 1) * COLUMNS + at
        flowing = [block for block in own if block["kind"] != TABLE]
        return {
            "left": round(sheet.margin + at * (sheet.column + GUTTER * sheet.scale), 3),
            "top": round(sheet.top(panel) + placed.tables.get(panel, 0.0), 3),
            "height": round(rooms[number], 3),
            "blocks": [block for block, where in zip(flowing, placed.columns, strict=True) if where == number],
        }

    return [
        [
            {
                "number": panel,
                "columns": [column(own, panel, at) for at in range(COLUMNS)],
                "table": next((block for block in own if block.get("panel") == panel), None),
            }
            for panel in range(1, PANELS + 1)
        ]
        for own in blocks_of
    ]


def blocks(speaker: PrintSpeaker, scenario: str) -> list[Block]:
    """The aid in one language, in reading order: no block is broken."""
    found = registry.of(speaker.game).aid_blocks(speaker, scenario)
    return [
        {
            **block,
            "id": f"{speaker.language}-{number}",
            "language": speaker.language,
            "is_last": [one["kind"] for one in found[number : number + 2]] != [block["kind"]] * 2,
        }
        for number, block in enumerate(found)
    ]


def capital(word: str) -> str:
    """A word as it stands in a heading."""
    return word[:1].upper() + word[1:]


def special(
    speaker: PrintSpeaker, battle: str, rules: Sequence[Mapping[str, Any]], said: Collection[str] = ()
) -> list[Block]:
    """The special rules of a battle but those `said` already, a block each; the first has the heading above it."""
    title = speaker.text("aid-sheet.special", battle=speaker.text(f"{speaker.game}.{battle}.name"))
    rules = [rule for rule in rules if rule["id"] not in said]
    return [
        {
            "kind": "rule",
            "rule": rule["id"],
            "heading": title if number == 0 else "",
            "is_start": number == 0,
            "title": rule["title"] if rule["title"][-1] in "!?" else f"{rule['title']}.",
            "text": rule["text"],
        }
        for number, rule in enumerate(rules)
    ]
