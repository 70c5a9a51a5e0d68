"""Text -> a record: the header and the moves in the shape of JSON, each with its line and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.game import BaseGame
from engine.core.moves import MOST_TEXT
from engine.core.record import MOST_BYTES, MOST_MOVES, MOST_PART, Header
from engine.core.record_errors import Misread, RecordError
from refsvc.i18n.folding import composed, fold, spelling
from refsvc.notation.game_notation import WHOLE, notation_of
from refsvc.notation.heading import Heading, Place, header_line
from refsvc.notation.lines import LineReader, ReadPart
from refsvc.notation.moves import Move
from refsvc.notation.parsing import PartError
from refsvc.notation.words import MOST_WORDS

MOST_LINE = MOST_TEXT
MOST_NEAREST = 100  # misreads of one record that come with the nearest words
MOVING = re.compile(r"[>|→]")
LINES = re.compile(r"\r\n|\r|\n")


class TextMisread(Misread, frozen=True):
    """A part of a line that can't be read: where the fault is, and the part as it was written.

    `readings` are all that it may be, each complete, where it can be read in more than one way.
    """

    line: int = 0
    column: int = 0
    text: str = ""
    readings: tuple[tuple[Move, ...], ...] = ()


class TextRecord(Struct, frozen=True):
    """A record that was written as text.

    `game` is the one that the header asks for; `places` has line and column of each move, from 1; `header_places` those
    of the header by JSON Pointer; `language` is the one that the header names the game in.
    """

    header: Header
    game: BaseGame[Any]
    moves: tuple[Move | TextMisread, ...]
    places: tuple[Place, ...]
    language: str
    header_places: dict[str, Place]


def text_lines(text: str) -> list[str]:
    """The lines of a text as they are counted."""
    return LINES.split(composed(text.removeprefix("\ufeff")))


def read_text(text: str, deadline: Callable[[], None] = lambda: None, scenario: str | None = None) -> TextRecord:
    """The record that a text holds; `RecordError`, with line and column, where its header can't be read.

    `deadline` is called before every line: it raises an exception where there is no more time. `scenario` is the text
    of a scenario file, for a record that names its scenario and brings no file.
    """
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:  # half a character
        row, column = text.count("\n", 0, error.start) + 1, error.start - text.rfind("\n", 0, error.start)
        raise RecordError("record.syntax", "", row, column) from None
    if size > MOST_BYTES:
        raise RecordError("record.too-large", "", most=MOST_BYTES)
    lines = text_lines(text)
    heading = Heading(lines, scenario)
    reader = _Reader(heading)
    for number, line in enumerate(heading.lines, 1):
        deadline()
        reader.read_line(number, line)
    header, game = heading.close(scenario)
    if not reader.moves:
        raise RecordError("record.no-moves", "/moves")
    if reader.count > MOST_MOVES:
        raise RecordError("record.too-many-moves", "/moves", moves=reader.count, most=MOST_MOVES)
    return TextRecord(header, game, tuple(reader.moves), tuple(reader.places), heading.language, heading.places)


class _Reader:
    """Reads line after line: the header until the first move, then moves."""

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.words = heading.words
        self.moves: list[Move | TextMisread] = []
        self.places: list[Place] = []
        self.count = 0
        self.is_top = True  # no blank line and no move since the first header
        self.misreads = 0
        self.lines: LineReader = notation_of(heading.game).reader(heading)

    def read_line(self, number: int, line: str) -> None:
        """One line of the record."""
        start = line.lstrip()[:1]
        if not start:
            self.is_top = self.is_top and not self.heading.places
        elif start != "#" and (self.moves or not self._take_header(number, line)):
            if self.count >= MOST_MOVES:
                self.count += self.lines.number(line[:MOST_LINE])
                return
            for said in self._moves(line):
                self.count += 1
                self._keep(number, said)

    def _take_header(self, number: int, line: str) -> bool:
        """Whether a line before the first move is a header; one that is unknown refuses the record."""
        found = header_line(number, line)
        if found is None:
            return False
        key = self.heading.key(found)
        if key is None:
            if self.is_top and not (self._begins(found.name, ("SIDE", *WHOLE)) or self._is_move(line)):
                raise self.heading.unknown(found)
            return False
        if key.startswith("players/") and not self._is_player(key, found.value, line):
            return False
        is_part = key in ("box", "position", "scenario_file")
        most, length = (MOST_PART, len(found.value.encode())) if is_part else (MOST_LINE, len(line))
        if length > most:
            raise RecordError("record.too-long", f"/{key}", number, 1, most=most)
        self.heading.take(key, found)
        return True

    def _is_player(self, key: str, name: str, line: str) -> bool:
        """Whether a line that begins with a side names its player: it stands at the top, and it is no move."""
        return (
            self.is_top and f"/{key}" not in self.heading.places and not (self._has_move(name) or self._is_move(line))
        )

    def _is_move(self, line: str) -> bool:
        """Whether a line can be read as moves; nothing begins with dice: a name may look like them."""
        moves = [part.move for part in notation_of(self.heading.game).reader(self.heading).read(line)]
        return all(isinstance(move, dict) for move in moves) and moves[0]["do"] != "roll"

    def _has_move(self, text: str) -> bool:
        """Whether a text has the signs of a move, or words of the game before a colon: it may be one with a slip."""
        syntax, (name, colon, _) = self.words.syntax, text.partition(":")
        has_place = any(each.lastgroup in syntax.shapes for each in syntax.pieces.finditer(fold(text)))
        if text.startswith('"'):  # a name in quotation marks is one
            return False
        return bool(MOVING.search(text)) or (bool(colon) and (has_place or self._begins(name, ())))

    def _begins(self, text: str, kinds: tuple[str, ...]) -> bool:
        """Whether a text begins with a word of these kinds or one of those that a move may begin with."""
        words = spelling(text).split()[: MOST_WORDS + 1]
        return self.words.begins((*kinds, *self.words.syntax.openings), words)

    def _moves(self, line: str) -> list[ReadPart]:
        if len(line) > MOST_LINE:
            return [ReadPart(PartError("record.too-long", 0, most=MOST_LINE), 0, line)]
        return self.lines.read(self.lines.bare(line))

    def _keep(self, number: int, said: ReadPart) -> None:
        if said.goes_on and not isinstance(said.move, PartError):
            self.moves[-1] = said.move
            return
        place = (number, said.column + 1)
        self.places.append(place)
        if not isinstance(said.move, PartError):
            self.moves.append(said.move)
            return
        fault, params = said.move, dict(said.move.params)
        if fault.kinds and self.misreads < MOST_NEAREST:
            params["nearest"] = self.words.nearest(fault.kinds, params["word"])
        self.misreads += 1
        self.moves.append(
            TextMisread(fault.rule, "", params, fault.meant or fault.readings, *place, said.text, fault.readings)
        )
