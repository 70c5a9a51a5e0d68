"""That no dice were rolled may be said wherever none are due, and of any activation that has none."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.chance import Seeded
from engine.core.moves import MoveBase
from engine.core.playout import playout
from engine.core.replay import replay
from engine.saladin import GAME
from engine.saladin.moves import Activate, React, Roll
from refsvc.library import load_scenario, scenario_ids


@pytest.mark.parametrize("scenario", scenario_ids("saladin"))
def test_nothing_is_found_where_none_are_due_and_none_were_rolled(scenario: str) -> None:
    game = GAME.open_game(load_scenario("saladin", scenario))
    legal = playout(game, Seeded(7), is_annotated=True)
    said: list[MoveBase] = []
    for move, then in pairwise([*legal, None]):
        assert move is not None
        said.append(move)
        if isinstance(move, (Activate, React)) and not isinstance(then, (React, Roll)):
            said.append(Roll((), (), {}, ()))
    assert len(said) > len(legal)
    assert replay(game, said).findings == []
