"""What a record says of itself beside what the rules determine: the number of the turn, and the end."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.moves import MoveBase, Result, Turn
from engine.napoleonics.rules.turn import check_number
from engine.napoleonics.rules.victory import claimed_end
from engine.napoleonics.state import State
from engine.napoleonics.table import Table


def compare(table: Table, before: State, move: MoveBase, _step: Step[State]) -> tuple[Violation, ...]:
    """Every difference between what the move states and what is due."""
    if type(move) is Turn:
        return check_number(before, move)
    if type(move) is Result:
        return tuple(claimed_end(table, before, move))
    return ()
