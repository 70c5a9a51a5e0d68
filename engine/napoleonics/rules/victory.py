"""The end of the game: banners, and what a record claims of it (napoleonics.victory)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import Result
from engine.napoleonics.state import SIDES, State
from engine.napoleonics.table import Table

DRAW = "draw"


def resolve_result(_table: Table, state: State, move: Result) -> Step[State]:
    """A game that ends by word: resigned, out of time, or agreed."""
    if state.ended or move.by is None:
        return Step(state)
    return Step(replace(state, ended=move.winner or DRAW, ended_by=f"record.{move.by}"))


def claimed_end(state: State, move: Result) -> Iterator[Violation]:
    """Where the end that is written is not the one that came."""
    claimed = move.winner or DRAW
    if claimed not in (*SIDES, DRAW):
        yield broken("record.word", "misread", field="winner", word=claimed[:80], expected=list(SIDES))
    elif state.ended:
        if claimed != state.ended:
            yield broken("napoleonics.victory.result", "impossible", claimed=claimed, winner=state.ended)
    elif move.by is None:
        yield broken("napoleonics.victory.not-over", "impossible", claimed=claimed)
