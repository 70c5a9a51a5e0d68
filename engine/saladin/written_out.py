"""A move as it is written where nothing is left out: who begins, and the only target that there is."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.facts import Standing
from engine.core.moves import MoveBase
from engine.saladin.moves import Activate, Lead, Start
from engine.saladin.rules.action import line_of, skip_owed, target_of
from engine.saladin.state import NO_BANNER, SIDES, State
from engine.saladin.table import GIVES_LANCE, Table


def written_out(table: Table, state: State, move: MoveBase) -> tuple[MoveBase, ...]:
    """The move with its target, if that is known, and before it the start of a holder who simply acts."""
    if not isinstance(move, (Activate, Lead)) or state.ended:
        return (move,)
    is_start = state.phase == "initiative" and move.side == SIDES[state.initiative]
    start = (Start(move.side),) if is_start else ()
    return (*start, _aimed(table, state, move) if isinstance(move, Activate) else move)


def _aimed(table: Table, state: State, move: Activate) -> Activate:
    banner = table.number.get(move.banner)
    if move.target is not None or banner is None:
        return move
    if state.pending is not None:
        state = skip_owed(table, state).state
    line = line_of(table, state, banner, move)
    if line is None or not line.aims or state.out >> banner & 1:
        return move
    target = target_of(table, state, banner, line, move)
    whole = table.target_keys(banner, horns=state.horns)[0]  # how far it is known that there is no other
    is_known = line.action == GIVES_LANCE or table.standing(whole) < Standing.ASSUMED
    return replace(move, target=table.pieces[target]) if target != NO_BANNER and is_known else move
