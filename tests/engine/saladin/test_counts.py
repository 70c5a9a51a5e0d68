"""Frozen counts of legal moves: a change of any rule that matters early shows here."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import BaseGame, legal_moves
from engine.saladin import GAME
from refsvc.library import load_scenario


def count(played: BaseGame[Any], state: Any, depth: int) -> int:
    """Ways to play `depth` moves from here; a roll is one branch (every die blank)."""
    moves = legal_moves(played, state)
    if depth == 1:
        return len(moves)
    return sum(count(played, played.resolve(state, move).state, depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("scenario", "counts"),
    [("arsuf", (3, 45, 353, 2550)), ("hattin", (2, 42, 289, 1892))],
)
def test_legal_moves_from_the_set_up(scenario: str, counts: tuple[int, ...]) -> None:
    played = GAME.open_game(load_scenario("saladin", scenario))
    state = played.setup().state
    assert tuple(count(played, state, depth) for depth in range(1, len(counts) + 1)) == counts
