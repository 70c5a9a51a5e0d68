"""Where a piece may go."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.ur.moves import Advance
from engine.ur.state import END, ROSETTES, SHARED, State, other


def check_piece(state: State, move: Advance) -> tuple[Violation, ...]:
    """The side has a piece there."""
    if move.start < END and move.start in state.pieces(move.side):
        return ()
    where = (f"state.pieces.{move.side}",)
    return (broken("ur.path.own-piece", "impossible", side=move.side, start=move.start, reads=where),)


def check_way(state: State, move: Advance) -> tuple[Violation, ...]:
    """Home by the exact throw, on no piece of one’s own, on no enemy on a rosette."""
    end = move.start + (state.rolled or 0)
    reads = ("state.rolled", "state.pieces")
    if end > END:
        return (broken("ur.path.exact", start=move.start, rolled=state.rolled, reads=reads),)
    if end < END and end in state.pieces(move.side):
        return (broken("ur.path.own-square", start=move.start, end=end, reads=reads),)
    if end in SHARED and end in ROSETTES and end in state.pieces(other(move.side)):
        return (broken("ur.path.rosette-safe", start=move.start, end=end, reads=reads),)
    return ()
