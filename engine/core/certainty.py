"""How sure what was computed in play is, while values of the box are not known."""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.moves import MoveBase

S = TypeVar("S")


class Certainty(Protocol[S]):
    """How sure the computed parts of a state are, while values of the box are not known."""

    def basis(self, key: str) -> int:
        """The standing of one thing that a violation read."""

    def source(self, key: str) -> str:
        """The value of the data behind it."""

    def after(self, before: S, move: MoveBase, step: Step[S]) -> tuple[Violation, ...]:
        """Take in what a move did; what the record now contradicts of itself."""

    def believe(self, state: S, move: MoveBase, doubted: tuple[Violation, ...]) -> S:
        """The state in which the move is no violation, as far as only unverified values stand against it."""

    def settled(self, state: S, move: MoveBase) -> S:
        """The state with everything closed that awaits nothing sure before this move."""

    def agrees(self, violation: Violation, before: S, move: MoveBase) -> bool:
        """Whether what an unverified value speaks against is what the record has shown before."""
