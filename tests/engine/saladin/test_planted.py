"""Mistakes planted in legal games, one in each: found where they were made, with the rule that they break.

`pytest -s tests/engine/saladin/test_planted.py` prints the table.
"""

from __future__ import annotations

import os
import random

import pytest

from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.replay import replay
from engine.saladin import Saladin, game
from refsvc.library import load_scenario
from tests.engine.saladin.planted import KINDS, LOSING, Game, plant

GAMES_PLAYED = 30 if os.environ.get("REFSVC_LONG") else 3  # each with every kind


def legal_games(table: Saladin) -> list[Game]:
    games = []
    for seed in range(GAMES_PLAYED):
        moves = playout(table, Seeded(seed), is_annotated=True)
        games.append(Game(table.table, moves, [step.state for step in replay(table, moves).steps]))
    return games


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
def test_one_mistake_one_finding(scenario: str) -> None:
    table = game(load_scenario("saladin", scenario))
    games = legal_games(table)
    wrong: list[tuple[str, int, list[tuple[int, str]]]] = []
    print(f"\n{scenario:34} planted  at its move  right rule  of their own besides")
    for kind in KINDS:
        planted = placed = right = surplus = 0
        for seed, legal in enumerate(games):
            record, places = plant(legal, [kind], random.Random(f"{seed} {kind}"))
            for one in places:
                own = [f for f in replay(table, record).findings if f.because_of is None]
                hit = [f for f in own if f.move == one.at]
                is_right = any(f.rule in one.rules for f in hit)
                planted, placed, right = planted + 1, placed + bool(hit), right + is_right
                surplus += len(own) - 1 if is_right else 0
                if not is_right or (len(own) > 1 and kind not in LOSING):
                    wrong.append((kind, seed, [(f.move, f.rule) for f in own]))
        mark = " (loses a fact)" if kind in LOSING else ""
        print(f"{kind + mark:34} {planted:7}  {placed:11}  {right:10}  {surplus:20}")
    assert wrong == []
