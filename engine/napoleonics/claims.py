"""What a record says of itself beside what the rules determine: the number of the turn, and the end."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import MoveBase, Result, Turn
from engine.napoleonics.rules.victory import claimed_end
from engine.napoleonics.state import State
from engine.napoleonics.state_keys import reading
from engine.napoleonics.table import Table


def compare(table: Table, before: State, move: MoveBase, _step: Step[State]) -> tuple[Violation, ...]:
    """Every difference between what the move states and what is due."""
    if type(move) is Turn:
        due = before.plays // 2 + 1
        if move.number != due:
            return reading((broken("napoleonics.turn.number", "impossible", number=move.number, due=due),))
    elif type(move) is Result:
        return reading(claimed_end(table, before, move))
    return ()
