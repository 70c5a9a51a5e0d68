"""What a record says of itself (paid, lost, gone, counted, won) beside what the rules determine."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.moves import MoveBase, Result, Turn
from engine.saladin.moves import Activate, React, Roll
from engine.saladin.rules import chaos, reaction
from engine.saladin.rules.action import check_stated_status, line_of
from engine.saladin.rules.cost import wrongly_paid
from engine.saladin.rules.lances import check_losses
from engine.saladin.rules.victory import check_result
from engine.saladin.state import State
from engine.saladin.table import Table
from engine.saladin.vocabulary import unknown_names


def claims(table: Table, before: State, move: MoveBase, step: Step[State]) -> tuple[Violation, ...]:
    """Every difference between what the move states and what its step says was due."""
    if type(move) is Activate:
        return () if move.spent is None and move.status is None else _activated(table, before, move, step)
    if type(move) is Roll:
        if move.losses is None and move.gone is None:
            return ()
        return unknown_names(table, move) or tuple(check_losses(table, before, move, step))
    if type(move) is React:
        return () if move.spent is None else tuple(reaction.check_paid(table, before, move, step))
    if type(move) is Turn:
        return () if move.paid is None else tuple(chaos.check_paid(table, before, move, step))
    if type(move) is Result:
        return tuple(check_result(table, before, move))
    return ()


def _activated(table: Table, before: State, move: Activate, step: Step[State]) -> tuple[Violation, ...]:
    banner = table.number.get(move.banner)
    line = None if banner is None else line_of(table, before, banner, move)
    if banner is None or line is None or before.out >> banner & 1:
        return ()
    found = () if move.status is None else check_stated_status(before, move, banner, line)
    due = next((e.due for e in step.events if e.rule == "saladin.cost.paid"), 0)
    return found if move.spent is None or move.spent == due else (*found, wrongly_paid(table, before, move, line, due))
