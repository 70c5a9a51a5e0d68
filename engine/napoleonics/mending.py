"""Ways to put a mistake right, so that what only follows from it can be told from another mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.findings import Violation
from engine.core.moves import MoveBase
from engine.napoleonics.candidates import candidates
from engine.napoleonics.judge import check
from engine.napoleonics.resolving import resolve
from engine.napoleonics.rules.pending import finish
from engine.napoleonics.state import State
from engine.napoleonics.table import Table

EVERYTHING = frozenset({"state"})  # of what may have changed, where that can't be told any closer
MOST_TRIED = 12


def mendings(
    table: Table, state: State, move: MoveBase, violations: Sequence[Violation]
) -> Iterator[tuple[State, frozenset[str]]]:
    """As played first, then left out, then each legal move of the same kind."""
    played = resolve(table, state, move).state
    yield played, frozenset()
    if any(violation.duty for violation in violations):
        return
    if state != played:
        yield state, frozenset()
    tried = 0
    before = finish(table, state).state if state.fight is None else state
    for option in candidates(table, before):
        if type(option) is type(move) and not check(table, before, option):
            yield resolve(table, before, option).state, frozenset()
            tried += 1
            if tried >= MOST_TRIED:
                return
