"""What can stand in place of a move: the piece behind it."""

from __future__ import annotations

from engine.core.alternatives import NO_PIECE, Alternatives, Pieces
from engine.core.moves import MoveBase
from engine.ur.moves import Advance
from engine.ur.state import State


class UrAlternatives(Alternatives[State]):
    """A piece is known by its side and its square."""

    def pieces(self, state: State, move: MoveBase) -> Pieces:  # noqa: ARG002
        """The piece that goes on."""
        return frozenset({f"{move.side} {move.start}"}) if isinstance(move, Advance) else NO_PIECE
