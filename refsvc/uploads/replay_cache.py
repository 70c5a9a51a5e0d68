"""Replayed records, kept for the next question about the same one; and how long anybody waits for one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.record_errors import RecordError
from refsvc.checking import check
from refsvc.checking.check import Checked
from refsvc.checking.unreadable import Unreadable
from refsvc.i18n.problems import Problem

if TYPE_CHECKING:
    from refsvc.uploads.stored import StoredRecord

REMEMBERED = 8  # replayed records
MOST_REMEMBERED = 50_000  # moves of them together
SLOW = 1_000  # records of which it is remembered that replaying them takes too long
SLOW_FOR = 600.0  # seconds: the machine may have been busy
MOST_SECONDS = 4.0  # that a sender waits at most before the check becomes a job
BUSY = 5  # times as long a reader waits on a machine that does other things too

Patience = Callable[..., None]  # of whoever waits: a replay calls it now and then, and so may anyone
Key = tuple[str, str, int, bool]
T = TypeVar("T")


class TooSlow(Exception):  # noqa: N818  # not an error: the check goes on as a job
    """Whoever waits has waited long enough."""


class TooLong(Problem):
    """A record that takes longer than a reader waits: only what is kept of it can be told."""

    def __init__(self) -> None:
        super().__init__("too-long-to-show", 422)


def patience() -> Patience:
    """What a replay calls now and then: it raises `TooSlow` when the sender has waited long enough."""
    until = monotonic() + MOST_SECONDS

    def tick(_about: object = None) -> None:
        if monotonic() > until:
            raise TooSlow

    return tick


def reading() -> Patience:
    """The same for a reader, by the work done: on a busy machine a short record takes longer, but is no long one."""
    until, worked = monotonic() + BUSY * MOST_SECONDS, thread_time() + MOST_SECONDS

    def tick(_about: object = None) -> None:
        if thread_time() > worked or monotonic() > until:
            raise TooSlow

    return tick


class Replays:
    """The last replays of one process, and what was too slow to be one; several threads may ask at once."""

    def __init__(self, patience: Callable[[], Patience]) -> None:
        self._patience = patience
        self._lock = Lock()
        self._known: OrderedDict[Key, Checked] = OrderedDict()
        self._slow: OrderedDict[Key, float] = OrderedDict()

    def of(self, opened: StoredRecord) -> Checked:
        """The record replayed by today's rules; `TooLong` if that takes longer than a reader waits."""
        key = (opened.record, opened.choices.key, opened.line, opened.is_line)
        with self._lock:
            found = self._known.get(key)
            if found is None and self._slow.get(key, 0.0) > monotonic():
                raise TooLong
        found = found or self._replayed(key, opened)
        with self._lock:
            remember(self._known, key, found, lambda one: len(one.moves))
        return found

    def _replayed(self, key: Key, opened: StoredRecord) -> Checked:
        tick = self._patience()
        try:
            return check.check_record(
                opened.data, opened.line, is_line=opened.is_line, choices=opened.choices, tick=tick
            )
        except RecordError as error:
            raise Unreadable(error) from None
        except TooSlow:
            with self._lock:
                self._slow[key] = monotonic() + SLOW_FOR
                if len(self._slow) > SLOW:
                    self._slow.popitem(last=False)
            raise TooLong from None


def remember(known: OrderedDict[Any, T], key: Any, value: T, moves: Callable[[T], int], most: int = REMEMBERED) -> None:
    """Keeps a thing and forgets what was asked for the longest ago: neither too many things, nor too many moves."""
    known[key] = value
    known.move_to_end(key)
    while len(known) > 1 and (len(known) > most or sum(map(moves, known.values())) > MOST_REMEMBERED):
        known.popitem(last=False)
