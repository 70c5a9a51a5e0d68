"""The end of the game: banners, and what a record claims of it (napoleonics.victory)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import Result
from engine.core.record_rules import unknown_word
from engine.napoleonics.due import settle_forced
from engine.napoleonics.rules.turn import end_turn
from engine.napoleonics.state import SIDES, State
from engine.napoleonics.state_keys import BANNERS
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces

DRAW = "draw"


def at_next_turn(table: Table, state: State) -> State:
    """The state when the next turn begins, before its card: what was open is closed, and objectives are counted."""
    if state.ended:
        return state
    before = end_turn(table, settle_forced(table, state).state)
    pieces = WorkingPieces(table, before)
    pieces.claim_goals(before.side, is_turn=True)
    return pieces.settle().state


def resolve_result(table: Table, state: State, move: Result) -> Step[State]:
    """A game that ends by word: resigned, out of time, or agreed; or for objectives, before another card is played."""
    if state.ended or move.winner not in (None, *SIDES):
        return Step(state)
    if move.by is None:
        after = at_next_turn(table, state)
        if not after.ended or after.ended != move.winner:
            return Step(state)
        before = settle_forced(table, state).state
        counted = {"banners": after.banners, "held": after.held, "taken": after.taken}
        return Step(replace(before, ended=after.ended, ended_by=after.ended_by, **counted))
    return Step(replace(state, ended=move.winner or DRAW, ended_by="record.result"))


def check_result(table: Table, state: State, move: Result) -> tuple[Violation, ...]:
    """The end that is written is the one that came."""
    claimed, reads = move.winner or DRAW, (BANNERS,)
    if claimed not in (*SIDES, DRAW):
        return (unknown_word("winner", claimed, SIDES),)
    if state.ended and claimed != state.ended:
        return (broken("napoleonics.victory.result", "impossible", claimed=claimed, winner=state.ended, reads=reads),)
    if not state.ended and move.by is None and at_next_turn(table, state).ended != claimed:
        return (broken("napoleonics.victory.not-over", "impossible", claimed=claimed, reads=reads),)
    return ()
