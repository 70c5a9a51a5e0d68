"""What an account is made of: one thing that happened, from the move that began it to the one that ended it."""

from __future__ import annotations

from msgspec import Struct

from engine.core.events import Event


class Unit(Struct):
    """One sentence to be: `kind` says of what, `moves` are the moves that made it, `last` the last one before the next.

    A line that tells nothing by itself (a comment, a count that agrees) belongs to the unit before it.
    """

    kind: str
    moves: list[int]
    last: int
    turn: int
    events: list[Event] = []
    side: str = ""

    @property
    def move(self) -> int:
        """The move that it begins with."""
        return self.moves[0]
