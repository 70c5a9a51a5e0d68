"""Drawn maps: letters in nine rows, read with the place of each, and a whole scenario drawn back as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from engine.core.toml_positions import KeyPath
from engine.napoleonics.board import HEXES, NAME, PLACE, SIDES, TOP, Hex
from engine.napoleonics.scenario.fields import UNWRITTEN, Reader
from engine.napoleonics.scenario.model import Placed, Scenario
from engine.napoleonics.scenario.special import Exit, Objective

ROW_NAMES: Final = "ABCDEFGHI"
CELL: Final = 6  # characters of a hex in a drawing; half of it is the step of every other row
ALLIED: Final = "'"  # after the code of a unit whose nation is not that of its side
_QUOTES: Final = ('"""', "'''")


class _Row(Struct, frozen=True):
    """A line of a drawing: the place in the text and the letter of its name and of each of its cells."""

    name: tuple[int, str]
    cells: tuple[tuple[int, str], ...]


def row_hexes(row: int) -> tuple[Hex, ...]:
    """The hexes of a row, from left to right."""
    return tuple(n for n in range(HEXES) if PLACE[n][1] == row)


def read_drawn(reader: Reader, path: KeyPath, alphabet: str) -> list[str | None] | None:
    """The letter of each hex, None where it is faulty; None for all if it isn't drawn in lines of its own.

    It is read from the file as written, so that every letter has its place. Blanks between letters are free.
    """
    span = reader.places.raw(path)
    raw = reader.places.text[slice(*span)] if span else ""
    if span is None or not raw.startswith(_QUOTES):
        reader.at("drawing", path, key=str(path[-1]), rows=len(ROW_NAMES))
        return None
    rows = _rows(raw[3:-3], span[0] + 3)
    letters: list[str | None] = [None] * HEXES
    for row, line in _by_name(reader, path, rows):
        hexes = row_hexes(row)
        _check_length(reader, line, row, len(hexes))
        found = _letters(reader, line, hexes, alphabet, str(path[-1]))
        if len(found) == len(hexes):
            letters[hexes[0] : hexes[-1] + 1] = found
    return letters


def _rows(text: str, start: int) -> list[_Row]:
    found = []
    for line in re.finditer(r"[^\n]+", text):
        cells = [(start + line.start() + match.start(), match[0]) for match in re.finditer(r"\S", line[0])]
        if cells:
            found.append(_Row(cells[0], tuple(cells[1:])))
    return found


def _by_name(reader: Reader, path: KeyPath, rows: list[_Row]) -> list[tuple[int, _Row]]:
    """Each line with the number of its row: by its place if there are nine, by its name if some are missing."""
    if len(rows) == len(ROW_NAMES):
        for line, name in zip(rows, ROW_NAMES, strict=True):
            if line.name[1] != name:
                reader.report("row-name", reader.places.place(line.name[0]), letter=line.name[1], expected=name)
        return list(enumerate(rows))
    named: dict[int, _Row] = {}
    for line in rows:
        number = ROW_NAMES.find(line.name[1])
        if number >= 0:
            named.setdefault(number, line)
    absent = [name for n, name in enumerate(ROW_NAMES) if n not in named]
    reader.at("rows", path, key=str(path[-1]), count=len(rows), expected=len(ROW_NAMES), absent=absent)
    return list(named.items())


def _check_length(reader: Reader, line: _Row, row: int, expected: int) -> None:
    count = len(line.cells)
    if count != expected:
        last = line.cells[-1] if line.cells else line.name
        offset = line.cells[expected][0] if count > expected else last[0] + 1
        place = reader.places.place(offset)
        reader.report("row-length", place, row=ROW_NAMES[row], count=count, expected=expected)


def _letters(reader: Reader, line: _Row, hexes: tuple[Hex, ...], alphabet: str, key: str) -> list[str | None]:
    unwritten = [offset for offset, letter in line.cells if letter == UNWRITTEN]
    if unwritten and not reader.listed:
        place = reader.places.place(unwritten[0])
        reader.report("unwritten", place, key=f"{key}.{NAME[hexes[0]][0]}", count=len(unwritten))
    for n, (offset, letter) in enumerate(line.cells):
        if letter not in alphabet and letter != UNWRITTEN and n < len(hexes):
            place = reader.places.place(offset)
            reader.report("letter", place, letter=letter, hex=NAME[hexes[n]], expected=list(alphabet))
    return [letter if letter in alphabet else None for _, letter in line.cells]


def draw(scenario: Scenario, names: Mapping[str, str] | None = None) -> list[str]:
    """A scenario as lines of text, at most 80 wide: each hex with its letter, its unit and `*` for a leader.

    Units are drawn by their codes: small ones belong to the side at the top, one with a stroke to an ally. A number is
    the blocks of a unit below its full strength. Below the map stand the marked sides of field works (`#`), objectives
    (`!`) and exits (`>`), each with its side, by these names if there are any, and its banners.
    """
    units = {unit.hex: unit for unit in scenario.units}
    led = {leader.hex: leader for leader in scenario.leaders}
    lines = []
    for row, name in enumerate(ROW_NAMES):
        cells = ""
        for n in row_hexes(row):
            piece = units.get(n)
            mark = _code(scenario, piece) if piece else ""
            cells += f"{scenario.letters[n]}{mark}{'*' if n in led else ''}".ljust(CELL)
        indent = " " * (CELL // 2 * (row % 2))
        lines.append(f"{name}  {indent}{cells}".rstrip())
    for works in scenario.works:
        marked = " ".join(side for n, side in enumerate(SIDES) if works.sides >> n & 1)
        lines.append(f"# {NAME[works.hex]} {marked}")
    for rule in scenario.rules:
        if isinstance(rule, (Objective, Exit)):
            sign = "!" if isinstance(rule, Objective) else ">"
            places = " ".join(NAME[n] for n in rule.hexes)
            lines.append(f"{sign} {places} {(names or {}).get(rule.side, rule.side)} {rule.banners}")
    return lines


def _code(scenario: Scenario, unit: Placed) -> str:
    side = scenario.side_of(unit.nation)
    code = unit.code.lower() if scenario.seat_of(side) == TOP else unit.code
    return f"{code}{unit.blocks or ''}{ALLIED if unit.nation != side else ''}"
