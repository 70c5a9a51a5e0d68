"""The queue of jobs: one path, two drivers. The leased row is the truth; a queue only says when to look for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sqlalchemy import make_url

from refsvc.config import Settings
from refsvc.store.database import Store

GRACE = 2.0  # seconds that jobs under way have when a worker is stopped

IsHalted = Callable[[], bool]  # whether the grace is over
Do = Callable[[IsHalted], bool]  # claims one job and does it; False if there is none, or it was halted


class NeedsPostgresError(ValueError):
    """Procrastinate keeps its queue in PostgreSQL only."""


class Queue(Protocol):
    """How workers learn of jobs."""

    def prepare(self, store: Store) -> None:
        """Makes the tables that the queue itself needs, once."""

    def notify(self, job: str) -> None:
        """Tells the workers of a new job; never fails, since they also look by themselves."""

    def run(self, do: Do) -> None:
        """Has jobs done, as many at a time as the settings say, until SIGTERM or SIGINT."""


def open_queue(settings: Settings) -> Queue:
    """The queue that the settings name; `NeedsPostgresError` where it can't be."""
    if settings.jobs == "embedded":
        from refsvc.jobs.embedded import Embedded  # noqa: PLC0415  # only the driver in use

        return Embedded(settings.job_processes)
    if make_url(settings.database_url).get_backend_name() != "postgresql":
        raise NeedsPostgresError
    from refsvc.jobs.procrastinate_queue import ProcrastinateQueue  # noqa: PLC0415  # as above

    return ProcrastinateQueue(settings)
