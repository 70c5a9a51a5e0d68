"""Does what the players did, allowed or not, as far as the pieces let it; never raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.moves import MoveBase, Result, Turn
from engine.saladin import phases
from engine.saladin.moves import Activate, Lead, Pass, React, Remove, Roll, Seize, Start
from engine.saladin.rules.action import resolve_activate, skip_owed
from engine.saladin.rules.activation import could_both_pass, resolve_pass, resolve_turn
from engine.saladin.rules.dice import resolve_roll
from engine.saladin.rules.initiative import resolve_seize, resolve_start
from engine.saladin.rules.leader import resolve_lead
from engine.saladin.rules.reaction import resolve_react
from engine.saladin.rules.removal import resolve_remove
from engine.saladin.rules.victory import resolve_result
from engine.saladin.state import SIDES, State
from engine.saladin.table import Table

Resolver = Callable[[Table, State, Any], Step[State]]


def _open_turn(table: Table, state: State, move: Seize | Start) -> Step[State]:
    """What opens a turn; said in the middle of one, where only the passes were left out, that one has ended."""
    ended = Step(state)
    if state.phase == "activation":
        if not could_both_pass(table, state):
            return ended
        ended = phases.end_turn(table, state)
    if isinstance(move, Seize):
        return _joined(ended, resolve_seize(table, ended.state, move))
    return _joined(ended, resolve_start(table, ended.state, move))


RESOLVERS: dict[type[MoveBase], Resolver] = {
    Activate: resolve_activate,
    Lead: resolve_lead,
    Pass: resolve_pass,
    React: resolve_react,
    Remove: resolve_remove,
    Roll: resolve_roll,
    Seize: _open_turn,
    Start: _open_turn,
    Turn: resolve_turn,
    Result: resolve_result,
}
ACTING = frozenset({Activate, Lead})
ANSWERING = frozenset({React, Roll})  # what a pending activation waits for


def resolve(table: Table, state: State, move: MoveBase) -> Step[State]:
    """The step of a move; one that can't have happened changes nothing."""
    kind = type(move)
    resolver = RESOLVERS.get(kind)
    if resolver is None:
        return Step(state)
    if state.pending is not None and kind not in ANSWERING:
        closed = skip_owed(table, state)
        return _joined(closed, resolve(table, closed.state, move))
    if state.passed and kind in ACTING:
        state = _pass_taken_back(table, state, move)
    return resolver(table, state, move)


def _pass_taken_back(table: Table, state: State, move: Any) -> State:
    """A side that acts has not passed after all; whose Banner it is counts, not the side that was written."""
    banner = table.number.get(move.banner) if type(move) is Activate else None
    side = SIDES.index(move.side) if banner is None else table.side_of[banner]
    return replace(state, passed=state.passed & ~(1 << side))


def _joined(first: Step[State], then: Step[State]) -> Step[State]:
    """A move after something that closed by itself before it."""
    return Step(then.state, first.events + then.events, first.rests + then.rests)
