"""`check` and the list of legal moves agree on everything that the words of a game can form around a position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from engine import GAMES
from engine.core.chance import Seeded
from engine.core.formed_moves import formed_moves
from engine.core.game import BaseGame, legal_moves
from engine.core.moves import MoveBase, Note
from engine.core.playout import pick
from engine.core.record import FORMAT, Header
from refsvc.library import open_game, scenario_ids
from tests.long import IS_LONG

POSITIONS = 2_000 if IS_LONG else 20  # of each battle, in all parts
PARTS = 20 if IS_LONG else 1  # for several processes
OF_ONE_GAME = 10  # positions at most
SCENARIOS = [(game, scenario) for game in GAMES for scenario in scenario_ids(game)]


class Listed:
    """The legal moves of a position, and of those that follow from them: each asked about once."""

    def __init__(self, game: BaseGame[Any], state: Any) -> None:
        self.game, self.state = game, state
        self.candidates = {*game.candidates(state), *game.optional_moves(state)}
        self.after: dict[MoveBase, Listed] = {}
        self.known: dict[MoveBase, bool] = {}

    def has(self, moves: tuple[MoveBase, ...]) -> bool:
        """Whether moves can be made one after the other."""
        first, *others = moves
        if first not in self.known:
            self.known[first] = first in self.candidates and not self.game.check(self.state, first)
        if not self.known[first] or not others:
            return self.known[first]
        if first not in self.after:
            self.after[first] = Listed(self.game, self.game.resolve(self.state, first).state)
        return self.after[first].has(tuple(others))

    def moves(self) -> set[MoveBase]:
        """All of them but rolls."""
        return {move for move in self.candidates if not isinstance(move, self.game.ROLLS) and self.has((move,))}


def positions(game: BaseGame[Any], part: int, number: int) -> Iterator[Any]:
    """So many positions out of random games, every other one a sample with open hands."""
    for seed in count(1_000 * part):
        chance, state, states = Seeded(seed), game.setup().state, []
        sensible = game.sensible_player(Seeded(f"deck {seed}"), is_open=True) if seed % 2 else None
        while game.outcome(state) is None:
            states.append(state)
            state = game.resolve(state, (sensible or pick)(game, state, chance)).state
        chosen = random.Random(seed).sample(states, min(len(states), OF_ONE_GAME, number))
        yield from chosen
        number -= len(chosen)
        if not number:
            return


def differences(game: BaseGame[Any], state: Any) -> Iterator[tuple[str, MoveBase]]:
    """Where `check` and the list of legal moves disagree, and what is legal and could not be formed."""
    listed = Listed(game, state)
    reached: set[MoveBase] = set()
    for move in formed_moves(game, state):
        forms, is_legal = game.canonical(state, move), not game.check(state, move)
        if is_legal:
            reached.update((move, *forms))
        if listed.has(forms) != is_legal:
            yield "legal, but not listed" if is_legal else "listed, but refused", move
    yield from (("not formed", move) for move in listed.moves() - reached)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_what_can_be_formed_is_listed_or_refused(key: str, scenario: str, part: int) -> None:
    game = open_game(Header(format=FORMAT, game=key, scenario=scenario, values="refsvc"))
    for state in positions(game, part, POSITIONS // PARTS):
        assert not list(differences(game, state)), game.view(state)


def test_a_difference_is_seen() -> None:
    game = open_game(Header(format=FORMAT, game="saladin", scenario="hattin", values="refsvc"))
    state = game.setup().state
    listed = legal_moves(game, state)
    game.candidates = lambda _: iter((*listed[:-1], Note("")))  # type: ignore[method-assign,assignment]
    assert set(differences(game, state)) >= {("legal, but not listed", listed[-1]), ("not formed", Note(""))}
