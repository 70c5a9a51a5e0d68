"""The only judge of legality: one `check` for every move, and the duties it asks about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.duties import Duty, omitted
from engine.core.findings import Violation
from engine.core.game import Dice
from engine.core.moves import MoveBase, Turn
from engine.saladin.moves import Activate, Lead, Pass, React, Remove, Roll, Seize, Start
from engine.saladin.rules.action import check_activate, skip_owed
from engine.saladin.rules.activation import check_pass, check_phase, check_turn, check_turn_order
from engine.saladin.rules.dice import check_roll, owed_dice
from engine.saladin.rules.hattin import owed_horns
from engine.saladin.rules.initiative import check_seize, check_start, owed_start
from engine.saladin.rules.leader import check_lead
from engine.saladin.rules.reaction import check_react
from engine.saladin.rules.removal import check_remove
from engine.saladin.rules.victory import game_over
from engine.saladin.state import CRUSADER, NO_BANNER, NOBODY, SIDES, State
from engine.saladin.table import CHARGES, LEADER_LINES, Table
from engine.saladin.vocabulary import misread

LEGAL: tuple[Violation, ...] = ()


def check(table: Table, state: State, move: MoveBase) -> tuple[Violation, ...]:
    """All rules that the move breaks: what was due before it first, then its own, the first one first."""
    kind = type(move)
    checker = CHECKERS.get(kind)
    if checker is None:
        return LEGAL
    if state.ended and not (kind is Turn and state.phase == "initiative"):  # a turn may end with its Chaos payment
        return (game_over(state),)
    if state.pending is not None and kind not in ANSWERING:
        return _check_after_dice(table, state, move)
    found = checker(table, state, move)
    return tuple(found) if found else LEGAL


def _check_after_dice(table: Table, state: State, move: MoveBase) -> tuple[Violation, ...]:
    """A move that comes while an activation is pending: its dice were due; the move itself is judged after it."""
    if words := misread(table, move):
        return tuple(words)
    assert state.pending is not None
    return omitted(owed_dice(table, state, state.pending), move) + check(table, skip_owed(table, state).state, move)


def duties(table: Table, state: State) -> tuple[Duty, ...]:
    """What the rules oblige someone to do now: dice, a start, the Horns."""
    if state.ended:
        return ()
    if state.pending is not None:
        return owed_dice(table, state, state.pending) or duties(table, skip_owed(table, state).state)
    if state.phase == "initiative":
        return owed_start(state)
    return owed_horns(table, state) if state.to_move == CRUSADER else ()


def who_speaks(table: Table, state: State) -> tuple[str | Dice, ...]:
    """Sides that may say something, and the dice where they are due."""
    if state.ended:
        return ()
    pending = state.pending
    if pending is not None and (pending.red > 0 or pending.green > 0):
        dice = Dice({"red": pending.red, "green": pending.green})
        if pending.reactor == NO_BANNER and pending.action in CHARGES:
            return (SIDES[1 - table.side_of[pending.banner]], dice)
        return (dice,)
    speakers = {SIDES[state.initiative]} if state.to_move == NOBODY else {SIDES[state.to_move]}
    if state.phase == "initiative":
        speakers |= {SIDES[side] for side in (0, 1) if LEADER_LINES[-1] in table.leader_lines[side]}
    speakers |= {SIDES[table.side_of[n]] for n in range(len(table.banners)) if state.idle >> n & 1}
    return tuple(side for side in SIDES if side in speakers)


def _lead(table: Table, state: State, move: Lead) -> list[Violation]:
    found = check_lead(table, state, move)
    if found and found[-1].verdict == "misread":
        return found
    return check_turn_order(table, state, move) + found


def _pass(table: Table, state: State, move: Pass) -> list[Violation]:
    if state.phase != "activation":  # a turn begins with all cards Deployed: nobody can pass yet
        return check_pass(table, state, move)
    return check_turn_order(table, state, move) + check_pass(table, state, move)


def _opening(table: Table, state: State, move: Seize | Start) -> list[Violation]:
    if state.phase == "activation":
        return check_phase(table, state)
    return check_seize(table, state, move) if isinstance(move, Seize) else check_start(table, state, move)


CHECKERS: dict[type[MoveBase], Callable[[Table, State, Any], list[Violation]]] = {
    Activate: check_activate,
    Roll: check_roll,
    React: check_react,
    Lead: _lead,
    Pass: _pass,
    Remove: check_remove,
    Seize: _opening,
    Start: _opening,
    Turn: check_turn,
}
ANSWERING = frozenset({React, Roll})  # what a pending activation waits for
