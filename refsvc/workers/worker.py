"""A worker, beside the service or on a machine of its own: jobs are done, and what is out of date is dropped."""

from __future__ import annotations

import logging
import os
import signal
from contextlib import closing
from threading import Event, Thread

from sqlalchemy.exc import SQLAlchemyError

from refsvc.config import Settings
from refsvc.jobs.queue import open_queue
from refsvc.store import retention
from refsvc.store.database import Store, open_store
from refsvc.workers.pool import WorkerPool

log = logging.getLogger(__name__)
BEAT = 0.5  # seconds between two looks at the parent
HOUR = 3600.0


def run(settings: Settings, parent: int | None = None) -> None:
    """Does jobs until it is told to stop, or until the parent that it was started by is gone."""
    queue = open_queue(settings)
    with closing(open_store(settings.database_url)) as store:
        queue.prepare(store)
        pool = WorkerPool(store, settings)
        stopped = Event()
        beside = [Thread(target=_tidy, args=(store, settings, stopped))]
        if parent is not None:
            beside.append(Thread(target=_end_with, args=(parent, stopped)))
        for thread in beside:
            thread.start()
        try:
            queue.run(pool.run)
        finally:
            stopped.set()
            pool.stop()
            for thread in beside:
                thread.join()


def _tidy(store: Store, settings: Settings, stopped: Event) -> None:
    """Drops what is out of date, once an hour."""
    while True:
        try:
            retention.tidy(store, settings)
        except SQLAlchemyError:
            log.exception("the store can't be tidied")
        if stopped.wait(HOUR):
            return


def _end_with(parent: int, stopped: Event) -> None:
    """Stops this process as a signal does when its parent is gone."""
    while not stopped.wait(BEAT):
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)
            return
