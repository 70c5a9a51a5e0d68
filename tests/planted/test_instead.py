"""What is offered in place of each planted mistake: what the same piece can do comes first, whatever the kind."""

from __future__ import annotations

import random

import pytest

from engine.core.replay import replay
from tests.long import IS_LONG
from tests.nearest import not_nearest
from tests.planted.kinds import KINDS
from tests.planted.planting import plant
from tests.planted.table import SCENARIOS, legal_game

EVERY = 1 if IS_LONG else 4  # of the kinds


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_same_piece_comes_first(game: str, scenario: str) -> None:
    of = KINDS[game]
    legal = legal_game(game, scenario, 0)
    wrong, found = [], 0
    for kind in sorted(of.planters.keys() - of.losing)[SCENARIOS.index((game, scenario)) % EVERY :: EVERY]:
        record, plants = plant(legal, of.planters, of.losing, [kind], 1, random.Random(kind), near=False)
        if plants:
            played = replay(legal.game, record)
            found += sum(bool(finding.instead) for finding in played.findings)
            wrong += [(kind, finding, better) for finding, better in not_nearest(legal.game, record, played)]
    assert wrong == []
    assert found
