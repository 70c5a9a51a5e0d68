"""A line with several complete readings: where exactly one of them is legal, that one is taken, and a note says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.findings import Note
from engine.core.game import BaseGame
from engine.core.moves import CountBase, MoveBase
from engine.core.record_errors import Misread
from engine.core.replay import play_on
from refsvc.notation.game_notation import notation_of
from refsvc.notation.read import TextMisread, TextRecord

MOST_CHOSEN = 50  # lines of one record for which the position is looked at; others are asked about
Moves = tuple[MoveBase | Misread, ...]
Place = tuple[int, int]


def choose(
    text: TextRecord, moves: Moves, types: Any, deadline: Callable[[], None]
) -> tuple[Moves, tuple[Place, ...], tuple[Note, ...]]:
    """The moves with the reading that is legal in place of each line with several, their places, and the notes on them.

    Where none is legal or more than one, the line stays unread, with each of its readings as an offer.
    """
    chosen: list[MoveBase | Misread] = []
    places: list[Place] = []
    notes: list[Note] = []
    step = None
    played = looked = 0
    for move, place in zip(moves, text.places, strict=True):
        if not (isinstance(move, TextMisread) and move.readings):
            chosen.append(move)
            places.append(place)
            continue
        deadline()
        legal: list[list[MoveBase]] = []
        if looked < MOST_CHOSEN:
            looked += 1
            step = text.game.setup(text.header.position) if step is None else step
            step = play_on(text.game, step, chosen[played:], is_mending=False).steps[-1]
            played = len(chosen)
            readings = [msgspec.convert(list(reading), list[types]) for reading in move.readings]
            legal = [reading for reading in readings if _is_legal(text.game, step.state, reading)]
        written = [_written(text, reading) for reading in move.readings]
        if len(legal) == 1:
            taken = written[readings.index(legal[0])]
            said = {"word": move.text, "taken": taken}
            notes.append(Note(len(chosen) + 1, "reading", "assumed", "record.reading", said))
            chosen += legal[0]
            places += [place] * len(legal[0])
        else:
            params = {**move.params, "word": move.text, "expected": written, "nearest": written}
            chosen.append(replace(move, params=params))
            places.append(place)
    return tuple(chosen), tuple(places), tuple(notes)


def _is_legal(game: BaseGame[Any], state: Any, reading: Sequence[MoveBase]) -> bool:
    """Whether moves, one after the other, break no rule and say nothing of themselves that isn't so."""
    for move in reading:
        if isinstance(move, CountBase):
            continue
        step = game.resolve(state, move) if not game.check(state, move) else None
        if step is None or game.claims(state, move, step):
            return False
        state = step.state
    return True


def _written(text: TextRecord, reading: Sequence[dict[str, Any]]) -> str:
    """How a reading is written in the language of the record."""
    writer = notation_of(text.header.game).writer(text.header.model_dump(exclude_none=True), text.language)
    return " ".join(line for _, line in writer.lines(reading))
