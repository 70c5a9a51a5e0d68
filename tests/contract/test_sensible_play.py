"""Sample games: legal, with the cards as they were dealt, as long as games are, and with hardly an empty turn."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest
from msgspec import to_builtins

from engine.core.chance import Seeded
from engine.core.game import BaseGame
from engine.core.moves import MoveBase
from engine.core.playout import playout
from engine.core.record import FORMAT, Header
from engine.core.replay import replay
from refsvc.library import open_game, scenario_ids
from tests.long import IS_LONG

GAMES_PLAYED = 500 if IS_LONG else 10  # of each battle
STARTS = {"saladin": "turn", "napoleonics": "play"}  # with which a turn begins
BUSY = {  # what makes a turn no empty one
    "saladin": {"roll"},
    "napoleonics": {"move", "fire", "melee", "rally", "short-supply", "dissolve"},
}
LENGTHS = {"saladin": (3, 12), "napoleonics": (15, 60)}  # turns that half of the games have
MOST_EMPTY = 0.1
SCENARIOS = [(game, scenario) for game in LENGTHS for scenario in scenario_ids(game)]


def opened(game: str, scenario: str) -> BaseGame[Any]:
    return open_game(Header(format=FORMAT, game=game, scenario=scenario, values="refsvc"))


def sample(game: BaseGame[Any], seed: int, *, is_open: bool) -> list[MoveBase]:
    return playout(game, Seeded(seed), player=game.sensible_player(Seeded(f"deck {seed}"), is_open=is_open))


def turns_of(game: str, moves: list[MoveBase]) -> list[set[str]]:
    """The kinds of move in each turn."""
    found: list[set[str]] = []
    for move in moves:
        do = to_builtins(move)["do"]
        if do == STARTS[game]:
            found.append(set())
        elif found:
            found[-1].add(do)
    return found


@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_sample_games_are_legal_and_games(key: str, scenario: str) -> None:
    game, lengths, empty = opened(key, scenario), [], 0
    for seed in range(GAMES_PLAYED):
        moves = sample(game, seed, is_open=bool(seed % 2))
        replayed = replay(game, moves)
        assert (replayed.findings, replayed.notes) == ([], [])
        assert replayed.outcome is not None
        turns = turns_of(key, moves)
        lengths.append(len(turns))
        empty += sum(1 for kinds in turns if not kinds & BUSY[key])
    least, most = LENGTHS[key]
    assert least <= median(lengths) <= most
    assert empty < MOST_EMPTY * sum(lengths)


def test_a_seed_gives_the_same_game_whatever_is_shown_of_its_cards() -> None:
    game = opened("napoleonics", "training-3")
    played = [[to_builtins(move) for move in sample(game, 1, is_open=is_open)] for is_open in (True, False)]
    shown, hidden = ([move["cards"] for move in moves if move["do"] in ("deal", "draw")] for moves in played)
    assert all(all(cards) for cards in shown)
    assert not any(any(cards) for cards in hidden)
    assert [len(cards) for cards in shown] == [len(cards) for cards in hidden]
    plays = [[move for move in moves if move["do"] not in ("deal", "draw", "square")] for moves in played]
    assert plays[0] == plays[1]


def test_every_card_that_is_played_was_dealt_or_drawn() -> None:
    game = opened("napoleonics", "training-2")
    for seed in range(4):
        hands: dict[str, list[str]] = {side: [] for side in game.SIDES}
        to_move = ""
        for move in map(to_builtins, sample(game, seed, is_open=True)):
            if move["do"] in ("deal", "draw"):
                hands[move["side"]] += move["cards"]
            elif move["do"] == "play":
                to_move = move["side"]
                hands[to_move].remove(move["card"])
            elif move["do"] == "discard":
                hands[to_move].remove(move["card"])
