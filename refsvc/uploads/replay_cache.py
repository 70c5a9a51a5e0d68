"""Replayed records, kept for the next question about the same one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.replay import Replay, replay_to
from refsvc.checking.check import check
from refsvc.checking.conversion import convert
from refsvc.checking.deadline import Deadline, reader_deadline
from refsvc.checking.read import Record, read
from refsvc.checking.unreadable import within
from refsvc.i18n.problems import Problem
from refsvc.records.choices import Choices
from refsvc.records.upload import Upload

if TYPE_CHECKING:
    from refsvc.uploads.stored import StoredRecord

REMEMBERED = 8  # replayed records
MOST_REMEMBERED = 50_000  # moves of them together
SLOW = 1_000  # records of which it is remembered that replaying them takes too long
SLOW_FOR = 600.0  # seconds: the machine may have been busy

Key = tuple[str, str, int, bool]
Replayed = tuple[Record, Replay[Any]]
T = TypeVar("T")


class TooLong(Problem):
    """A record that takes longer to replay than a reader waits: only its kept report can be shown."""

    def __init__(self) -> None:
        super().__init__("too-long-to-show", 422)


def waiting() -> AbstractContextManager[Deadline]:
    """How long a reader waits for a record."""
    return within(reader_deadline(), TooLong())


def canonical(opened: StoredRecord, form: str) -> bytes:
    """A record of an upload in its canonical form, whatever it is judged by."""
    with waiting() as deadline:
        return convert(read(opened.sent, deadline=deadline), form, deadline).encode()


class ReplayCache:
    """The last replays of one process, and what was too slow to be one; several threads may ask at once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[Key, Replayed] = OrderedDict()
        self._slow: OrderedDict[Key, float] = OrderedDict()

    def replay(self, opened: StoredRecord) -> Replayed:
        """The record and its replay by today's rules; `TooLong` if that takes longer than a reader waits."""
        key = key_of(opened.record, opened.choices, opened.sent)
        found = self._find(key)
        if found is None:
            with self._waiting(key) as deadline:
                record = read(opened.sent, opened.choices, deadline)
                found = record, check(record, deadline)
        self.remember(key, found)
        return found

    def remember(self, key: Key, replayed: Replayed) -> None:
        """Keeps a replay for whoever asks about the record next."""
        with self._lock:
            remember(self._known, key, replayed, lambda one: len(one[0].moves))

    def position(self, opened: StoredRecord, number: int) -> tuple[Record, Any]:
        """The record, and the position in which a move of it is made: no move after it is replayed for that."""
        key = key_of(opened.record, opened.choices, opened.sent)
        if found := self._find(key):
            record, played = found
            return record, played.steps[min(number, len(played.steps)) - 1].state
        with self._waiting(key) as deadline:
            record = read(opened.sent, opened.choices, deadline)
            return record, replay_to(record.game, record.moves, number, record.header.position, deadline)

    def _find(self, key: Key) -> Replayed | None:
        with self._lock:
            found = self._known.get(key)
            if found is None and self._slow.get(key, 0.0) > monotonic():
                raise TooLong
        return found

    @contextmanager
    def _waiting(self, key: Key) -> Iterator[Deadline]:
        """A reader's deadline; what takes longer isn't tried again for some time."""
        try:
            with waiting() as deadline:
                yield deadline
        except TooLong:
            with self._lock:
                self._slow[key] = monotonic() + SLOW_FOR
                if len(self._slow) > SLOW:
                    self._slow.popitem(last=False)
            raise


def key_of(record: str, choices: Choices, sent: Upload) -> Key:
    """What a replay depends on; `record` is the hash of the bytes."""
    return record, choices.key, sent.line, sent.is_line


def remember(known: OrderedDict[Any, T], key: Any, value: T, moves: Callable[[T], int], most: int = REMEMBERED) -> None:
    """Keeps a thing and forgets what was asked for the longest ago: neither too many things, nor too many moves."""
    known[key] = value
    known.move_to_end(key)
    while len(known) > 1 and (len(known) > most or sum(map(moves, known.values())) > MOST_REMEMBERED):
        known.popitem(last=False)
