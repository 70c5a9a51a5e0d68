"""What can stand in place of a move: who makes it, with which piece, and where its game stands when it is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.core.moves import MoveBase

if TYPE_CHECKING:
    from engine.core.game import BaseGame

S = TypeVar("S")
Pieces = frozenset[str]
NO_PIECE: Pieces = frozenset()


class Alternatives(Generic[S]):
    """Tells the moves of one game apart by who makes them. Plainly: by the side that they name, without pieces."""

    def __init__(self, game: BaseGame[S]) -> None:
        self.game: Any = game

    def judged_in(self, state: S, move: MoveBase, *, is_due: bool) -> S:  # noqa: ARG002  # as games fill it
        """The state that a move is judged in: what closes by itself before it is done.

        What was due before it is still open if that is what was found (`is_due`), and left out if not.
        """
        return state

    def mover(self, state: S, move: MoveBase) -> str | None:  # noqa: ARG002
        """The side that makes a move; None for what nobody makes, such as a roll."""
        return None if isinstance(move, self.game.ROLLS) else getattr(move, "side", None)

    def pieces(self, state: S, move: MoveBase) -> Pieces:  # noqa: ARG002
        """What makes a move, by any name that holds within one state; nothing for a move of a side as a whole."""
        return NO_PIECE

    def kind(self, move: MoveBase) -> str:
        """The kind of action that a move is."""
        return str(move.__struct_config__.tag)

    def fits(self, state: S, move: MoveBase, option: MoveBase) -> bool:  # noqa: ARG002
        """Whether a legal move can stand in place of this one: dice in place of dice, not the next turn of a combat."""
        return not isinstance(move, self.game.ROLLS) or isinstance(option, self.game.ROLLS)
