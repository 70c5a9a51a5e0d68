"""What a record says of itself beside what the rules determine: the number of the turn, and the end."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.moves import MoveBase, Result, Turn
from engine.napoleonics.rules.turn import check_number
from engine.napoleonics.rules.victory import check_result
from engine.napoleonics.state import State
from engine.napoleonics.table import Table


def claims(table: Table, before: State, move: MoveBase, step: Step[State]) -> tuple[Violation, ...]:  # noqa: ARG001
    """Every difference between what the move states and what is due."""
    if type(move) is Turn:
        return check_number(table, before, move)
    if type(move) is Result:
        return check_result(table, before, move)
    return ()
