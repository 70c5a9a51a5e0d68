"""An upload -> a record: its header, its moves, where each stands, and the game that it is judged by."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec import Struct

from engine import find_drawn
from engine.core.findings import Note
from engine.core.game import BaseGame
from engine.core.moves import MoveBase
from engine.core.record import Header, convert_moves, place_moves, read_header, read_moves, write_record
from engine.core.record_errors import Misread, RecordError
from refsvc import library
from refsvc.checking.deadline import Deadline
from refsvc.checking.readings import choose
from refsvc.notation.read import TextMisread, read_text, text_lines
from refsvc.records import choices as choosing
from refsvc.records.choices import Choices
from refsvc.records.upload import BOM, Upload, refuse_repeated_keys

Moves = tuple[MoveBase | Misread, ...]
Place = tuple[int, int]  # line and column, from 1


class Record(Struct, frozen=True, dict=True):
    """A record that was read, with the game of its header; what a reader chose to judge by is in the header."""

    upload: Upload
    header: Header
    moves: Moves
    game: BaseGame[Any]
    text_places: tuple[Place, ...] | None = None  # of the moves in the text itself, where it is one
    chosen: tuple[Note, ...] = ()  # on lines with several readings of which the position chose one

    @property
    def is_text(self) -> bool:
        """Whether the record was written as text."""
        return self.text_places is not None

    @cached_property
    def places(self) -> list[Place]:
        """Line and column of each move in the file: looked up when they are asked for."""
        places = place_moves(self.upload.data) if self.text_places is None else self.text_places
        return [(line + self.upload.line - 1, column) for line, column in places]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the record as written, as the places of its moves count them."""
        if self.is_text:
            return text_lines(self.upload.text)
        return [line.decode("utf-8", "replace") for line in self.upload.data.split(b"\n")]


def read(
    upload: Upload,
    choices: Choices = choosing.NONE,
    deadline: Deadline | None = None,
    *,
    scenario: str | None = None,
) -> Record:
    """The record of an upload: JSON if it starts like it, or is one of many lines, else text.

    `RecordError` when there is nothing to check, with the line of the file. `scenario` is the text of a scenario file,
    for a record that names its scenario and brings no file.
    """
    if deadline is not None:
        deadline()
    try:
        read_as = _read_json if upload.is_json else _read_text
        header, moves, game, places, notes = read_as(upload, deadline, scenario)
        chosen = choices.applied(header)
        return Record(upload, chosen, moves, game if chosen is header else library.open_game(chosen), places, notes)
    except RecordError as error:
        if error.line is not None:
            error.line += upload.line - 1
        raise


def read_strictly(upload: Upload, choices: Choices = choosing.NONE, deadline: Deadline | None = None) -> Record:
    """A record that somebody sent: no key stands twice in one object; where it stands as we write it, none can."""
    try:
        record = read(upload, choices, deadline)
    except RecordError:
        _refuse_repeated_keys(upload)  # which may be why
        raise
    if not record.is_text and write_record(record.header, record.moves) != upload.data:
        _refuse_repeated_keys(upload)
    return record


def _refuse_repeated_keys(upload: Upload) -> None:
    if upload.is_json:
        refuse_repeated_keys(upload.data)


Parts = tuple[Header, Moves, BaseGame[Any], tuple[Place, ...] | None, tuple[Note, ...]]


def _read_json(upload: Upload, _deadline: Deadline | None, scenario: str | None) -> Parts:
    header, raw = read_header(upload.data.removeprefix(BOM))
    header = _with_file(header, scenario)
    game = library.open_game(header)  # a header that doesn't fit the game comes before the moves
    return header, read_moves(raw, *_types(header)), game, None, ()


def _read_text(upload: Upload, deadline: Deadline | None, scenario: str | None) -> Parts:
    text = read_text(upload.text, deadline or Deadline(), scenario)
    types, words = _types(text.header)
    moves = convert_moves(text.moves, types, words)
    if not any(isinstance(move, TextMisread) and move.readings for move in moves):
        return text.header, moves, text.game, text.places, ()
    moves, places, notes = choose(text, moves, types, deadline or Deadline())
    return text.header, moves, text.game, places, notes


def _types(header: Header) -> tuple[Any, Callable[[], Any]]:
    """The types of the moves of a game, and what gives the words that their fields may hold."""
    package = library.find_package(header.game)
    return package.MOVES, lambda: package.vocabulary(library.scenario_of(header))


def _with_file(header: Header, file: str | None) -> Header:
    """The header with a scenario file that was handed in beside the record, if it is the one that it needs."""
    if file is None or header.scenario_file is not None or header.game not in find_drawn():
        return header
    is_meant = library.brought(header.game, file).id == header.scenario
    return header.model_copy(update={"scenario_file": file}) if is_meant else header
