"""The processes that do jobs, each within its time and memory: a Pebble pool, which can kill what hangs."""

from __future__ import annotations

import logging
import multiprocessing
from concurrent.futures import BrokenExecutor, CancelledError, Future, wait
from contextlib import suppress
from threading import Event, Lock
from time import monotonic

from pebble import ProcessExpired, ProcessPool
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from refsvc.config import Settings
from refsvc.jobs import table
from refsvc.jobs.queue import IsHalted
from refsvc.jobs.table import LostError
from refsvc.store.database import Store
from refsvc.workers import tasks
from refsvc.workers.tasks import DIED, Claimed

log = logging.getLogger(__name__)
PAUSE = 0.2  # seconds between two looks at a job under way
RENEW = 10.0  # seconds between two renewals of its lease
GRACE = 15.0  # seconds after its time until a pool that has not killed it counts as broken
START = 45.0  # seconds until it has to have begun: there is a process for each, but one that dies may take it along
FRESH_AFTER = 100  # jobs that one process does: what libraries leak goes with it
PRELOADED = "refsvc.workers.preload"
TOO_SLOW, STOPPED = "too-slow", "stopped"


class WorkerPool:
    """Claims jobs and has them done; several threads may ask for it at once."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.seconds = tasks.seconds(settings)
        self._lock = Lock()
        self._stopped = Event()
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([PRELOADED])
        self._line, self._our_end = self._context.Pipe(duplex=False)  # nobody says anything on it
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        """Processes forked from one that has everything loaded and no threads: safe, and ready at once."""
        pool = ProcessPool(
            self.settings.job_processes,
            max_tasks=FRESH_AFTER,
            initializer=tasks.prepare,
            initargs=(self.settings, self._line),
            context=self._context,
        )
        assert pool.active  # asking starts it
        return pool

    def run(self, is_halted: IsHalted) -> bool:
        """Claims the first job that is free and does it; False if there is none, or it was halted."""
        job = self.claim()
        return job is not None and self.do(job, is_halted) != STOPPED

    def claim(self) -> Claimed | None:
        """Takes the first job that is free."""
        with self.store.read() as session:  # SQLite: nobody has to wait because we look
            if not table.has_free(session, self.seconds):
                return None
        with self.store.write() as session:
            row = table.claim(session, self.seconds)
            return None if row is None else tasks.claimed(row)

    def do(self, job: Claimed, is_halted: IsHalted = lambda: False) -> str:
        """Has a job done, keeps its lease meanwhile, and writes down how it ended, which it gives."""
        ended = self._wait(job, is_halted)
        if ended not in (tasks.DONE, tasks.LOST, STOPPED):
            log.warning("job %s (%s), attempt %s: %s", job.id[:6], job.kind, job.attempt, ended)
        with self.store.write() as session:
            self._settle(session, job, ended)
        return ended

    def _wait(self, job: Claimed, is_halted: IsHalted) -> str:
        """How a job ended."""
        scheduled = self._schedule(job)
        if scheduled is None:
            return STOPPED
        pool, future = scheduled
        began = renewed = monotonic()
        while not wait([future], PAUSE).done:
            if is_halted():
                self.stop()
            if self._stopped.is_set():
                return STOPPED
            if monotonic() - renewed > RENEW:
                renewed = monotonic()
                if not self._renew_lease(job):
                    future.cancel()
                    return tasks.LOST
            most = self.seconds[job.kind] + GRACE if future.running() else START
            if monotonic() - began > most:
                log.error("the processes of the jobs hang: started again")
                self._replace(pool)
            if pool is not self._pool:
                return DIED
        ended, said = _ended(future)
        if said:
            log.error(said)
        with self._lock:  # whoever stops the pool ends its processes first
            return STOPPED if ended == DIED and self._stopped.is_set() else ended

    def _renew_lease(self, job: Claimed) -> bool:
        """Keeps a job ours for longer; False if it is not any more."""
        try:
            with self.store.write() as session:
                table.renew(session, job.id, job.attempt)
        except LostError:
            return False
        except SQLAlchemyError:  # the database may be back before the lease is over
            log.exception("the lease of job %s can't be renewed", job.id[:6])
        return True

    def _schedule(self, job: Claimed) -> tuple[ProcessPool, Future[tuple[str, str]]] | None:
        while not self._stopped.is_set():
            pool = self._pool
            try:
                return pool, pool.schedule(tasks.run_task, args=(job,), timeout=self.seconds[job.kind])
            except RuntimeError:  # a process died while there was nothing to do, and Pebble takes that for the end
                self._replace(pool)
        return None

    def _replace(self, broken: ProcessPool) -> None:
        with self._lock:
            if self._pool is broken and not self._stopped.is_set():
                self._pool = self._new_pool()
                _stop(broken)

    def _settle(self, session: Session, job: Claimed, ended: str) -> None:
        if ended == STOPPED:
            table.hand_back(session, job.id, job.attempt)
        elif ended == DIED:
            table.release(session, job.id, job.attempt)
        elif ended not in (tasks.DONE, tasks.LOST):
            table.fail(session, job.id, job.attempt, ended)

    def stop(self) -> None:
        """Ends the processes; what is under way is handed back once they are gone."""
        with self._lock:
            if not self._stopped.is_set():
                _stop(self._pool)
                self._line.close()
                self._our_end.close()
                self._stopped.set()


def _ended(future: Future[tuple[str, str]]) -> tuple[str, str]:
    try:
        return future.result()
    except TimeoutError:
        return TOO_SLOW, ""
    except (ProcessExpired, CancelledError, BrokenExecutor):
        return DIED, ""


def _stop(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]  # Pebble gives no type for it
    with suppress(OSError, RuntimeError):
        pool.join()
