"""A record -> its canonical form: JSON, or text in a language."""

from __future__ import annotations

from msgspec import to_builtins

from engine.core.moves import MoveBase
from engine.core.record import write_record
from engine.core.record_errors import Misread, RecordError
from refsvc import library
from refsvc.checking.read import Record
from refsvc.notation.write import write_text


def convert(record: Record, form: str) -> str:
    """The canonical form of a record: `json`, or text in a language.

    `RecordError` where a part of it can't be read: nothing is guessed and nothing left out.
    """
    header = library.with_hash(record.header)
    moves: list[MoveBase] = []
    for number, move in enumerate(record.moves):
        if isinstance(move, Misread):
            raise RecordError(move.rule, f"/moves/{number}{move.path}", *record.places[number], **move.params)
        moves.append(move)
    if form == "json":
        return write_record(header, moves).decode()
    return write_text(header.model_dump(exclude_none=True), [to_builtins(move) for move in moves], form)
