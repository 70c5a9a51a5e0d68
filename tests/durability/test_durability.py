"""Nothing that was acknowledged is lost: a tenth of each trial here, the whole under --long."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.durability import trials
from tests.long import IS_LONG
from tests.refsvc.databases import KINDS

FULL: dict[str, tuple[Callable[[str, int], str], int]] = {
    "uploads": (trials.uploads, 3),
    "kills": (trials.kills, 10),
    "jobs": (trials.jobs, 300),
}
SHORT = {"uploads": 1, "kills": 1, "jobs": 30}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FULL)
def test_nothing_is_lost(name: str, kind: str) -> None:
    trial, size = FULL[name]
    print(trial(kind, size if IS_LONG else SHORT[name]))
