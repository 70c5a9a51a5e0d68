"""Mistakes planted in legal games: found where they were made, with the rule that they break, and nothing else.

`python -m tests.planted` prints the whole table.
"""

from __future__ import annotations

from itertools import product

import pytest

from tests.long import IS_LONG
from tests.planted.kinds import KINDS
from tests.planted.table import SCENARIOS, SEEDS, Job, all_jobs, lines, measure, not_yet

SHARE = 1 if IS_LONG else 30  # of the games; in the short run each kind has one of its own besides
PARTS = 4 if IS_LONG else 1  # of each table, for several processes

RARE = {"one copy too many", "First Strike too often"}  # with a place in one game out of many: seen in the long run


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("game", "scenario", "mistakes"),
    [(*battle, mistakes) for battle in SCENARIOS for mistakes in KINDS[battle[0]].sizes if IS_LONG or mistakes > 1],
)
def test_every_mistake_is_found_once(game: str, scenario: str, mistakes: int, part: int) -> None:
    everything = dict(all_jobs(game, scenario))[mistakes]
    outcomes = [measure(job) for job in everything[part :: PARTS * SHARE]]
    print("\n".join(lines(outcomes)))
    known = not_yet()
    assert [wrong for outcome in outcomes if outcome.job not in known for wrong in outcome.wrong] == []
    assert [outcome.job for outcome in outcomes if outcome.job in known and not outcome.wrong] == []
    assert any(outcome.rows for outcome in outcomes)


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("game", KINDS)
def test_every_kind_is_found(game: str, part: int) -> None:
    """Each in a battle that has a place for it, another to begin with for each."""
    battles = [scenario for name, scenario in SCENARIOS if name == game]
    kinds = [*KINDS[game].planters, *KINDS[game].slips, *KINDS[game].alone]
    wrong, without_place = [], []
    for number, kind in list(enumerate(kinds))[part::2]:
        for seed, turn in product((0, SEEDS), range(len(battles))):
            found = measure(Job(game, battles[(number + turn) % len(battles)], seed, 1, kind))
            if found.rows:
                break
        wrong += found.wrong
        without_place += [] if kind in found.rows else [kind]
    assert wrong == []
    assert set(without_place) <= RARE


@pytest.mark.parametrize("game", KINDS)
def test_there_are_kinds_enough(game: str) -> None:
    assert len(KINDS[game].planters) >= 25
