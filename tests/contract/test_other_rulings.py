"""Another option of an open ruling is tried only where it could say something else of the moves that were made."""

from __future__ import annotations

import random
from typing import Any, Literal

import pytest

from engine.core import replay as replays
from engine.core.game import BaseGame
from engine.core.moves import MoveBase
from engine.core.record import FORMAT, Header
from engine.core.witness import Witness, other_options
from refsvc import library
from tests.long import IS_LONG
from tests.planted.kinds import KINDS
from tests.planted.planting import plant
from tests.planted.table import SCENARIOS, legal_game

Values = Literal["refsvc"] | None
SEEDS = range(12 if IS_LONG else 1)


def mistaken(game: str, scenario: str, seed: int) -> tuple[MoveBase, ...]:
    """A game with two mistakes, not too long."""
    kinds = KINDS[game]
    names = random.Random(seed).sample(sorted(kinds.planters), len(kinds.planters))
    legal = legal_game(game, scenario, seed)
    moves, _ = plant(legal, kinds.planters, kinds.losing, names, 2, random.Random(seed), near=bool(seed % 2))
    return tuple(moves[:150])


def opened(game: str, scenario: str, values: Values = "refsvc") -> BaseGame[Any]:
    """A battle whose record left every ruling open."""
    return library.open_game(Header(format=FORMAT, game=game, scenario=scenario, values=values))


@pytest.mark.parametrize("values", [None, "refsvc"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_what_is_not_tried_would_have_said_the_same(key: str, scenario: str, seed: int, values: Values) -> None:
    game, moves = opened(key, scenario, values), mistaken(key, scenario, seed)
    witness = Witness(game)
    assert witness.game is not None
    mine, written = replays._play(witness.game, moves, witness.game.setup(), 0, is_mending=False)
    untouched = 0
    for ruling, _, other in other_options(game):
        if witness.is_same(ruling, other):
            untouched += 1
            its, judged = replays._play(other, moves, other.setup(), 0, is_mending=False)
            assert (judged.findings, judged.notes, its) == (written.findings, written.notes, mine), ruling
    assert untouched or seed not in SEEDS[:1]  # mistakes may touch all of them


@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_an_option_that_touches_nothing_is_not_replayed(
    key: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rulings that a game of one wrong turn goes by are few; each of the others would be a replay more."""
    played = []
    play = replays._play

    def counting(*args: Any, **how: Any) -> Any:
        played.append(args[0])
        return play(*args, **how)

    monkeypatch.setattr(replays, "_play", counting)
    game = opened(key, scenario)
    first, second = legal_game(key, scenario, 0).moves[:2]
    assert replays.replay(game, (first, second, first)).findings
    options = len(list(other_options(game)))
    assert len(played) <= 2 + options // 4
