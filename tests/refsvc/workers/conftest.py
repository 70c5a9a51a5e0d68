"""Pools of workers, stopped after the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from refsvc.config import Settings
from refsvc.store.database import Store
from refsvc.workers.pool import WorkerPool


@pytest.fixture
def hire(store: Store, settings: Settings) -> Iterator[Callable[..., WorkerPool]]:
    """Makes a pool; the settings given differ from the defaults."""
    hired: list[WorkerPool] = []

    def make(**given: object) -> WorkerPool:
        hired.append(WorkerPool(store, settings.model_copy(update={"job_processes": 1, **given})))
        return hired[-1]

    yield make
    for pool in hired:
        pool.stop()
