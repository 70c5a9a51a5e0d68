"""Mistakes planted in legal games: found where they were made, with the rule that they break, and nothing else.

`python -m tests.planted` prints the whole table.
"""

from __future__ import annotations

import os

import pytest

from tests.planted.kinds import KINDS
from tests.planted.table import SCENARIOS, all_jobs, lines, measure

SHARE = 1 if os.environ.get("REFSVC_LONG") else 10
PARTS = 4  # of each table, for several processes


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("game", "scenario", "mistakes"),
    [(*battle, mistakes) for battle in SCENARIOS for mistakes in KINDS[battle[0]].sizes],
)
def test_every_mistake_is_found_once(game: str, scenario: str, mistakes: int, part: int) -> None:
    everything = dict(all_jobs(game, scenario))[mistakes]
    outcomes = [measure(job) for job in everything[part :: PARTS * SHARE]]
    print("\n".join(lines(outcomes)))
    assert [wrong for outcome in outcomes for wrong in outcome.wrong] == []
    assert any(outcome.rows for outcome in outcomes)


@pytest.mark.parametrize("game", KINDS)
def test_there_are_kinds_enough(game: str) -> None:
    assert len(KINDS[game].planters) >= 25
