"""Whose turn it is, and the roll that comes first."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.ur.moves import DICE, Advance, Roll
from engine.ur.state import State


def check_turn(state: State, move: Roll | Advance) -> tuple[Violation, ...]:
    """Only the side to move rolls and moves."""
    if move.side == state.to_move:
        return ()
    return (broken("ur.turn.alternate", side=move.side, reads=("state.to_move",)),)


def check_roll(state: State, move: Roll) -> tuple[Violation, ...]:
    """One roll of all the dice before each move."""
    if state.rolled is not None:
        return (broken("ur.turn.one-roll", side=move.side, reads=("state.rolled",)),)
    if len(move.faces) != DICE:
        return (broken("ur.turn.four-dice", dice=len(move.faces), due=DICE),)
    return ()
