"""What a record says of itself beside what the rules determine: the number of the turn, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.core.findings import Violation
from engine.core.moves import MoveBase, Result, Turn
from engine.napoleonics.rules.turn import check_number
from engine.napoleonics.rules.victory import check_result
from engine.napoleonics.state import State
from engine.napoleonics.table import Table

# By kind of move: every difference between what it states and what is due.
CLAIMS: Final[dict[type[MoveBase], Callable[[Table, State, Any], tuple[Violation, ...]]]] = {
    Turn: check_number,
    Result: check_result,
}
