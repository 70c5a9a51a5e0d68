"""Frozen counts of legal moves: a change of any rule that matters early, or in a combat, shows here."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import BaseGame, legal_moves
from engine.napoleonics import GAME
from refsvc.library import load_scenario


def count(played: BaseGame[Any], state: Any, depth: int) -> int:
    """Ways to play `depth` moves from here; a roll is one branch (as its template has the dice)."""
    moves = legal_moves(played, state)
    if depth == 1:
        return len(moves)
    return sum(count(played, played.resolve(state, move).state, depth - 1) for move in moves)


def counts(scenario: str, position: dict[str, Any] | None, depth: int) -> tuple[int, ...]:
    played = GAME.open_game(load_scenario("napoleonics", scenario))
    state = played.setup(position).state
    return tuple(count(played, state, n) for n in range(1, depth + 1))


@pytest.mark.parametrize(
    ("scenario", "frozen"),
    [("training-1", (31, 1862, 137930)), ("training-2", (31, 2217, 178802)), ("training-3", (31, 2098, 169950))],
)
def test_legal_moves_from_the_set_up(scenario: str, frozen: tuple[int, ...]) -> None:
    assert counts(scenario, None, len(frozen)) == frozen


def unit(name: str, blocks: int) -> dict[str, Any]:
    nation, _, kind = name.partition(" ")
    return {"nation": nation, "unit": kind, "blocks": blocks}


# Melees: of infantry with its leader on a hill, against cavalry that may retire; of cavalry, which infantry can meet in
# square; and out of a town, which a battery may join, against a hand that is known to hold First Strike.
CENTER: dict[str, Any] = {
    "to_move": "french", "phase": "combat", "card": {"card": "assault-center"},
    "units": {
        "E6": unit("french line-infantry", 3), "F6": unit("french foot-artillery", 2),
        "D5": unit("british line-infantry", 4), "D6": unit("british light-cavalry", 1),
    },
    "leaders": {"french": ["E6"], "british": ["D5"]},
}  # fmt: skip
CHARGE: dict[str, Any] = {
    "to_move": "french", "phase": "combat", "card": {"card": "cavalry-charge"},
    "units": {
        "F7": unit("french heavy-cavalry", 3), "F8": unit("french light-cavalry", 2),
        "E8": unit("british line-infantry", 2), "D8": unit("british foot-artillery", 3),
    },
    "leaders": {"french": ["F7"], "british": ["D8"]},
}  # fmt: skip
STRIKE: dict[str, Any] = {
    "to_move": "british", "phase": "combat", "card": {"card": "forward"}, "known": {"french": ["first-strike"]},
    "units": {
        "D4": unit("british line-infantry", 4), "C6": unit("british foot-artillery", 3),
        "C4": unit("french light-cavalry", 2), "C5": unit("french line-infantry", 1),
    },
    "leaders": {"french": ["C4"], "british": []},
}  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "position", "frozen"),
    [
        ("training-1", CENTER, (33, 1404, 56164)),
        ("training-3", CHARGE, (33, 1225, 61264)),
        ("training-2", STRIKE, (35, 1329, 50064)),
    ],
)
def test_legal_moves_in_a_combat(scenario: str, position: dict[str, Any], frozen: tuple[int, ...]) -> None:
    assert counts(scenario, position, len(frozen)) == frozen
