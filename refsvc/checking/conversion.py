"""A record -> its canonical form: JSON, or text in a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from engine.core.moves import MoveBase
from engine.core.record import write_record
from engine.core.record_errors import Misread, RecordError
from engine.core.replay import play_on
from refsvc import library
from refsvc.checking.deadline import Deadline
from refsvc.checking.read import Record
from refsvc.notation.write import write_text


def convert(record: Record, form: str, deadline: Deadline | None = None) -> str:
    """The canonical form of a record: `json`, or text in a language; what it leaves out without a choice is written.

    `RecordError` where a part of it can't be read: nothing is guessed and nothing left out.
    """
    header = library.with_hash(record.header)
    moves: list[MoveBase] = []
    for number, move in enumerate(record.moves):
        if isinstance(move, Misread):
            raise RecordError(move.rule, f"/moves/{number}{move.path}", *record.places[number], **move.params)
        moves.append(move)
    moves = list(_written_out(record, moves, deadline))
    if form == "json":
        return write_record(header, moves).decode()
    return write_text(header.model_dump(exclude_none=True), [to_builtins(move) for move in moves], form)


def _written_out(record: Record, moves: Sequence[MoveBase], deadline: Deadline | None) -> Iterator[MoveBase]:
    """The moves with what they leave out, each in the position in which it was made."""
    game = record.game
    if not any(isinstance(move, game.SHORTENED) for move in moves):
        yield from moves
        return
    played = play_on(game, game.setup(record.header.position), moves, deadline, is_mending=False)
    for step, move in zip(played.steps, moves, strict=False):
        if isinstance(move, game.SHORTENED):
            yield from game.written_out(step.state, move)
        else:
            yield move
