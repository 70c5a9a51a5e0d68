"""The processes that do jobs, each within its time and memory: a Pebble pool, which can kill what hangs."""

from __future__ import annotations

import logging
import multiprocessing
from concurrent.futures import BrokenExecutor, CancelledError, Future, wait
from contextlib import suppress
from threading import Event, Lock
from time import monotonic, sleep

from pebble import ProcessExpired, ProcessPool
from sqlalchemy.orm import Session

from refsvc.config import Settings
from refsvc.jobs import table
from refsvc.store.database import Store
from refsvc.workers import tasks
from refsvc.workers.tasks import DIED, Claimed

log = logging.getLogger(__name__)
PAUSE = 0.2  # seconds between two looks at a job under way
GRACE = 15.0  # seconds after its time until a pool that has not killed it counts as broken
START = 45.0  # seconds until it has to have begun: there is a process for each, but one that dies may take it along
FRESH_AFTER = 100  # jobs that one process does: what libraries leak goes with it
PRELOADED = "refsvc.workers.preload"
TOO_SLOW, STOPPED = "too-slow", "stopped"


class WorkerPool:
    """Takes jobs and does them; several threads may ask for it at once."""

    def __init__(self, store: Store, settings: Settings, owner: str) -> None:
        self.store = store
        self.settings = settings
        self.owner = owner
        self.seconds = tasks.seconds(settings)
        self._lock = Lock()
        self._stopping = Event()
        self._halted = Event()
        self._under_way = 0
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

    def claim(self, job: str = "") -> Claimed | None:
        """Takes the first job that is free, or this one."""
        with self.store.read() as session:  # SQLite: nobody has to wait because we look
            if not table.free(session, self.seconds):
                return None
        with self.store.write() as session:
            row = table.claim(session, self.seconds, self.owner, job)
            return None if row is None else tasks.claimed(row)

    def do(self, job: Claimed) -> bool:
        """Has a job done and writes down what came of it; False if it waits again."""
        with self._lock:
            self._under_way += 1
        try:
            ended = self._wait(job)
            if ended not in (tasks.DONE, tasks.LOST, STOPPED):
                log.warning("job %s (%s), attempt %s: %s", job.id[:6], job.kind, job.attempt, ended)
            with self.store.write() as session:
                self._settle(session, job, ended)
        finally:
            with self._lock:
                self._under_way -= 1
        return ended not in (DIED, STOPPED)

    def _wait(self, job: Claimed) -> str:
        """How a job ended."""
        scheduled = self._schedule(job)
        if scheduled is None:
            return STOPPED
        pool, future = scheduled
        began = monotonic()
        while not wait([future], PAUSE).done:
            if self._halted.is_set():
                return STOPPED
            most = self.seconds[job.kind] + GRACE if future.running() else START
            if monotonic() - began > most:
                log.error("the processes of the jobs hang: started again")
                self._renew(pool)
            if pool is not self._pool:
                return DIED
        ended, said = _ended(future)
        if said:
            log.error(said)
        return STOPPED if ended == DIED and self._stopping.is_set() else ended

    def _schedule(self, job: Claimed) -> tuple[ProcessPool, Future[tuple[str, str]]] | None:
        while not self._stopping.is_set():
            pool = self._pool
            try:
                return pool, pool.schedule(tasks.run_task, args=(job,), timeout=self.seconds[job.kind])
            except RuntimeError:  # a process died while there was nothing to do, and Pebble takes that for the end
                self._renew(pool)
        return None

    def _renew(self, broken: ProcessPool) -> None:
        with self._lock:
            if self._pool is broken and not self._stopping.is_set():
                self._pool = self._new_pool()
                _stop(broken)

    def _settle(self, session: Session, job: Claimed, ended: str) -> None:
        if ended == STOPPED:
            table.hand_back(session, job.id, job.attempt)
        elif ended == DIED:
            table.release(session, job.id, job.attempt)
        elif ended not in (tasks.DONE, tasks.LOST):
            table.fail(session, job.id, job.attempt, ended)

    def stop(self, grace: float) -> None:
        """Ends the processes; what is under way may end within the grace, else it is handed back."""
        until = monotonic() + grace
        while self._under_way and monotonic() < until:
            sleep(0.05)
        with self._lock:
            self._stopping.set()
            _stop(self._pool)
            self._halted.set()
            self._line.close()
            self._our_end.close()


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
