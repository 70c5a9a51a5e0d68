"""How sure the values are that a judgment reads, while the players' own copy is not known."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.facts import Standing
from engine.core.findings import Violation
from engine.core.moves import MoveBase
from engine.napoleonics.state import State
from engine.napoleonics.table import Table


class Trust:
    """Everything on the board is written down, so only values of the data can be unsure."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def basis(self, key: str) -> int:
        """The standing of one thing that a violation read."""
        fact = self.table.facts.get(key)
        return Standing.PRINTED if fact is None else fact.standing

    def source(self, key: str) -> str:
        """The value of the data behind it."""
        return key

    def after(self, before: State, move: MoveBase, step: Step[State]) -> tuple[Violation, ...]:  # noqa: ARG002
        """Nothing is learned from a move: what it rolled or lost stands in it."""
        return ()

    def believe(self, state: State, move: MoveBase, doubted: tuple[Violation, ...]) -> State:  # noqa: ARG002
        """The state as it is: dice count as they fell, whatever the tables say."""
        return state

    def settled(self, state: State, move: MoveBase) -> State:  # noqa: ARG002
        """The state as it is."""
        return state

    def agrees(self, violation: Violation, before: State, move: MoveBase) -> bool:  # noqa: ARG002
        """Each is noted where it shows."""
        return False
