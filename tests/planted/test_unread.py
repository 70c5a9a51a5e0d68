"""A line that can't be read is one finding, and hides no mistake after it.

`python -m tests.planted` prints the whole table.
"""

from __future__ import annotations

import pytest

from tests.long import IS_LONG
from tests.planted.kinds import KINDS
from tests.planted.table import SCENARIOS
from tests.planted.unread import cases, not_yet, table, wrong

GAMES = 6 if IS_LONG else 1  # of each battle
SHARE = 1 if IS_LONG else 8  # one in so many cases
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
