"""How sure what was computed in play is, while values of the box are not known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from engine.core.events import Step
from engine.core.facts import Fact, Standing
from engine.core.findings import Violation
from engine.core.moves import MoveBase

S = TypeVar("S")


class Certainty(Generic[S]):
    """What is sure in one replay. Plainly: whatever is read stands as sure as its fact, and play teaches nothing."""

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        self.facts = facts

    def basis(self, key: str) -> int:
        """The standing of one thing that a violation read."""
        return self.facts[key].standing if key in self.facts else Standing.PRINTED

    def source(self, key: str) -> str:
        """The value of the data behind it."""
        return key

    def after(self, before: S, move: MoveBase, step: Step[S]) -> tuple[Violation, ...]:  # noqa: ARG002  # as games fill it
        """Take in what a move did; what the record now contradicts of itself."""
        return ()

    def believe(self, state: S, move: MoveBase, doubted: tuple[Violation, ...]) -> S:  # noqa: ARG002
        """The state in which the move is no violation, as far as only unverified values stand against it."""
        return state

    def settled(self, state: S, move: MoveBase) -> S:  # noqa: ARG002
        """The state with everything closed that awaits nothing sure before this move."""
        return state

    def agrees(self, violation: Violation, before: S, move: MoveBase) -> bool:  # noqa: ARG002
        """Whether what an unverified value speaks against is what the record has shown before."""
        return False
