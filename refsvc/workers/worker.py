"""The runner beside the service: looks into the store for jobs and has them done."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from sqlalchemy.exc import SQLAlchemyError

from refsvc.config import Settings
from refsvc.jobs.owner import owner
from refsvc.store import retention
from refsvc.store.database import Store, open_store
from refsvc.workers.pool import WorkerPool

log = logging.getLogger(__name__)
PAUSE = 0.2  # seconds between two looks into the store, of all processes together
BEAT = 0.5  # seconds between two looks at the parent
HOUR = 3600.0
LATER = 5.0  # seconds until a store that failed is asked again
GRACE = 2.0  # seconds that jobs under way have when the runner is stopped


def run(settings: Settings, parent: int | None = None) -> None:
    """Does jobs until it is told to stop, or until the parent that it was started by is gone."""
    stopped = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    store = open_store(settings.database_url)
    with owner(store, settings.instance) as name, ThreadPoolExecutor(settings.job_processes) as threads:
        pool = WorkerPool(store, settings, name)
        for _ in range(settings.job_processes):
            threads.submit(_take_turns, pool, stopped)
        try:
            watch(store, settings, stopped, lambda: parent is None or os.getppid() == parent)
        finally:
            stopped.set()
            pool.stop(GRACE)
    store.close()


def _take_turns(pool: WorkerPool, stopped: Event) -> None:
    """One job after the other, as long as there are any."""
    while not stopped.is_set():
        try:
            job = pool.claim()
            if job is not None:
                pool.do(job)
                continue
        except SQLAlchemyError:  # the database is away for a while; the lease sees to what was under way
            log.exception("the store can't be asked")
            stopped.wait(LATER)
        stopped.wait(PAUSE * pool.settings.job_processes)


def watch(store: Store, settings: Settings, stopped: Event, is_wanted: Callable[[], bool]) -> None:
    """Waits for the end; once an hour what is out of date is dropped."""
    beats = 0
    while is_wanted() and not stopped.wait(BEAT):
        if beats % int(HOUR / BEAT) == 0:
            try:
                retention.tidy(store, settings)
            except SQLAlchemyError:
                log.exception("the store can't be tidied")
        beats += 1
