"""How long a check may take: whoever reads or replays a record asks the deadline now and then."""

from __future__ import annotations

from math import inf
from time import monotonic, thread_time

MOST_SECONDS = 4.0  # that a sender waits at most before the check becomes a job
BUSY = 5  # times as long a reader waits on a machine that does other things too


class DeadlineExceeded(Exception):  # noqa: N818  # not an error: the check goes on as a job
    """Whoever waits has waited long enough."""


class Deadline:
    """The end of a wait: called after it, it raises `DeadlineExceeded`."""

    def __init__(self, seconds: float = inf, cpu_seconds: float = inf) -> None:
        """`cpu_seconds` are those that this thread works; without either there is no end."""
        self._until = monotonic() + seconds
        self._cpu_until = thread_time() + cpu_seconds if cpu_seconds < inf else None

    def __call__(self, _about: object = None) -> None:
        """Raises `DeadlineExceeded` when it is past."""
        if monotonic() > self._until or (self._cpu_until is not None and thread_time() > self._cpu_until):
            raise DeadlineExceeded


def sender_deadline() -> Deadline:
    """How long a sender waits for a check."""
    return Deadline(MOST_SECONDS)


def reader_deadline() -> Deadline:
    """How long a reader waits, by the work done: on a busy machine a short record takes longer, but is no long one."""
    return Deadline(BUSY * MOST_SECONDS, MOST_SECONDS)
