"""How a mistake is put right, and what is not known after it: the second line of a replay is made of this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct, to_builtins

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.moves import CountBase, MoveBase

if TYPE_CHECKING:
    from engine.core.game import Game

S = TypeVar("S")
Repair = tuple[S, frozenset[str]]  # the state after a move whose mistake was put right, and what is not known in it


class Omission(Struct, Generic[S], frozen=True):
    """Something due in a move and left out: the state after it then, and the parts of a count that may show it.

    Without parameters the violation is told by what was counted.
    """

    duty: Violation
    state: S
    parts: tuple[str, ...]


class Mending(Generic[S]):
    """Ways of putting a mistake right. Plainly: the move is left out, and whatever it was judged by is not known.

    What is not known is named as in the `reads` of a violation: `state.` and a path of the view.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def repairs(self, state: S, move: MoveBase, violations: Sequence[Violation]) -> Iterator[Repair[S]]:  # noqa: ARG002  # as games fill it
        """States after a move with its mistake put right, the cheapest way first, and what is not known in each."""
        yield state, frozenset(key for violation in violations for key in violation.reads)

    def rivals(self, state: S, move: MoveBase, violations: Sequence[Violation]) -> Iterator[S]:  # noqa: ARG002
        """States after a move of which it shows only later whether one of them was meant. Plainly: none."""
        yield from ()

    def lost_line(self, state: S) -> frozenset[str]:
        """What a line that could not be read may have changed."""
        return frozenset(f"state.{path}" for path in _paths(self.game.view(state)))

    def spread(self, unknown: frozenset[str], move: MoveBase, *, is_hazy: bool) -> frozenset[str]:  # noqa: ARG002
        """What is unknown after a move, if these parts were before it; hazy: whether it was allowed rests on them.

        Plainly: all of it but what is counted.
        """
        if not isinstance(move, CountBase):
            return unknown
        return unknown.difference(f"state.{path}" for path in _paths(to_builtins(move)))

    def omissions(
        self,
        before: S,  # noqa: ARG002
        lines: tuple[MoveBase, MoveBase | None],  # noqa: ARG002
        step: Step[S],  # noqa: ARG002
    ) -> Iterator[Omission[S]]:
        """What may have been left out of a move without a word; `lines` are the move and the one after it.

        Plainly: nothing. What the record states was done.
        """
        yield from ()


def _paths(tree: Any, at: str = "") -> Iterator[str]:
    """Every path of a view, those of whole parts included."""
    if isinstance(tree, Mapping):
        for key, node in tree.items():
            path = f"{at}.{key}" if at else str(key)
            yield path
            yield from _paths(node, path)
