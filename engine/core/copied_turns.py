"""A turn that was written down twice: its moves stand in the record again, word for word, dice and all."""

from __future__ import annotations

from typing import Any

from engine.core.game import BaseGame
from engine.core.moves import MoveBase, Turn
from engine.core.record import Moves

MOST_COPIED = 400  # moves of what is written twice
LEAST_COPIED = 2
LATEST = 6  # moves of the copy that break no rule yet, at most


def copied_turn(game: BaseGame[Any], moves: Moves, number: int) -> tuple[int, int] | None:
    """The first and the last move of a copy in which `number` is the first that breaks a rule; None if it is in none.

    Only a copy that begins with a turn is one: whoever rolls the same dice again with the same Banner may mean it.
    """
    starts: tuple[type[MoveBase], ...] = (Turn, *game.TURN_STARTS)
    for first in range(max(0, number - LATEST), number):
        if not isinstance(moves[first], starts):
            continue
        for length in range(max(LEAST_COPIED, number - first), min(MOST_COPIED, first) + 1):
            before = first - length
            if moves[before] == moves[first] and moves[before:first] == moves[first : first + length]:
                return first + 1, first + length
    return None
