"""A crew that does the jobs of a desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from refsvc.config import Settings
from refsvc.jobs.crew import Crew
from refsvc.store.engine import Store


@pytest.fixture
def hire(store: Store, settings: Settings) -> Iterator[Callable[..., Crew]]:
    """Makes a crew; the settings given differ from the defaults."""
    hired: list[Crew] = []

    def make(**given: int) -> Crew:
        hired.append(Crew(store, settings.model_copy(update={"job_processes": 1, **given}), "me"))
        return hired[-1]

    yield make
    for crew in hired:
        crew.stop(0)
