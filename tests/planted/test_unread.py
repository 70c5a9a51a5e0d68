"""A line that can't be read is one finding, and hides no mistake after it.

`python -m tests.planted` prints the whole table.
"""

from __future__ import annotations

import pytest

from tests.long import IS_LONG
from tests.planted.kinds import KINDS
from tests.planted.table import SCENARIOS
from tests.planted.unread import cases, not_yet, table, wrong
from tests.replayed import replayed

GAMES = 6 if IS_LONG else 1  # of each battle
SHARE = 1 if IS_LONG else 8  # one in so many cases
RIGHT_AFTER = """\
Game: Saladin
Scenario: Arsuf
Values: refsvc

Turn 1
C starts
C Sablé: {}
A Aslam: Wait
C Bourgogne: Hold
"""
LEAST = {"saladin": 4, "napoleonics": 8}  # in the short run, of each game


@pytest.mark.parametrize("game", KINDS)
def test_a_line_that_cannot_be_read_hides_nothing(game: str) -> None:
    battles = [scenario for name, scenario in SCENARIOS if name == game]
    tried = [case for n, battle in enumerate(battles) for case in list(cases(game, battle, range(GAMES)))[n::SHARE]]
    made = [(case, garbled) for case in tried if (garbled := case.made()) is not None]
    print("\n".join(table(game, made)))
    known = not_yet()
    assert [fault for case, garbled in made if case not in known and (fault := wrong(case, garbled))] == []
    assert [case for case, garbled in made if case in known and not wrong(case, garbled)] == []
    assert len(made) >= LEAST[game]


def test_what_is_right_under_every_reading_is_no_finding() -> None:
    """Hold, or a charge whose dice are missing: whichever was meant, it was the Crusaders’ activation."""
    _, played = replayed(RIGHT_AFTER.format("Glorp").encode())
    assert [(finding.move, finding.verdict) for finding in played.findings] == [(3, "misread")]
    _, forgotten = replayed(RIGHT_AFTER.format("Charge > Saphadin").encode())
    assert [(finding.move, finding.rule) for finding in forgotten.findings] == [(4, "saladin.dice.due")]
