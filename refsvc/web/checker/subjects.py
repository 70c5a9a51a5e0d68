"""Records opened for reading: the subject of a report, kept for the next question about the same one."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from flask import current_app

from refsvc.i18n.problems import Problem
from refsvc.jobs.table import RETRY_AFTER
from refsvc.reporting.subject import Subject
from refsvc.uploads.replay_cache import remember
from refsvc.uploads.stored import StoredRecord
from refsvc.web.upload_service import uploads

REMEMBERED = 6
Key = tuple[str, str, int, bool, str]


class Subjects:
    """The last subjects of one process: stepping through a game asks for the same one again and again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[Key, Subject] = OrderedDict()

    def of(self, opened: StoredRecord, language: str) -> Subject:
        """The subject of a record in a language."""
        key = (opened.record, opened.choices.key, opened.line, opened.is_line, language)
        with self._lock:
            found = self._known.get(key)
        found = found or Subject(*uploads().replays.replay(opened), language)
        with self._lock:
            remember(self._known, key, found, lambda one: len(one.moves), REMEMBERED)
        return found


def readable(share: str, number: int) -> StoredRecord:
    """A record that was checked and could be read; `Problem` otherwise."""
    if uploads().job_of(share):
        raise Problem("busy", 503, retry_after=RETRY_AFTER)
    return uploads().open_readable(share, number)


def subject_of(opened: StoredRecord, language: str) -> Subject:
    """What a report on a record is about."""
    subjects: Subjects = current_app.extensions["subjects"]
    return subjects.of(opened, language)
