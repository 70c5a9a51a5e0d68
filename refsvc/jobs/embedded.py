"""The queue without a queue: threads that poll the store, beside the service or on any machine."""

from __future__ import annotations

import logging
import signal
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event

from refsvc.jobs.queue import GRACE, Do
from refsvc.store.database import Store

log = logging.getLogger(__name__)
PAUSE = 0.2  # seconds between two looks into the store, of all threads together
LATER = 5.0  # seconds until a store that failed is asked again


class Embedded:
    """Polls."""

    def __init__(self, threads: int) -> None:
        self._threads = threads

    def prepare(self, store: Store) -> None:
        """Nothing: the rows are enough."""

    def notify(self, job: str) -> None:
        """Nothing: the next look finds the job."""

    def run(self, do: Do) -> None:
        """Has jobs done until SIGTERM or SIGINT; what is under way then may end within the grace."""
        stopped, halted = Event(), Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        with ThreadPoolExecutor(self._threads) as threads:
            polling = [threads.submit(self._poll, do, stopped, halted) for _ in range(self._threads)]
            stopped.wait()
            wait(polling, GRACE)
            halted.set()

    def _poll(self, do: Do, stopped: Event, halted: Event) -> None:
        while not stopped.is_set():
            try:
                if not do(halted.is_set):
                    stopped.wait(PAUSE * self._threads)
            except Exception:  # such as a database that is away; a lease sees to what was under way, and this goes on
                log.exception("a job could not be taken")
                stopped.wait(LATER)
