"""What comes of the records of an upload: a report in every language, or the reason why one can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from engine.core.record_errors import RecordError
from engine.core.replay import Replay
from refsvc import library
from refsvc.checking.check import check
from refsvc.checking.deadline import Deadline, DeadlineExceeded, sender_deadline
from refsvc.checking.read import Record, read_strictly
from refsvc.checking.report import report
from refsvc.checking.unreadable import Unreadable
from refsvc.config import LANGUAGES
from refsvc.records.choices import Choices, read_choices
from refsvc.records.upload import Upload
from refsvc.store import repo
from refsvc.uploads.replay_cache import Replayed

MOST_AT_ONCE = 20_000  # moves that are checked while the sender waits; more become a job


class CheckedUpload(Struct, frozen=True):
    """What came of one record: a report in every language, or the fault for which it can't be read."""

    entry: repo.NewEntry
    reports: dict[str, Any] | None = None
    mistakes: int = 0
    following: int = 0
    fault: RecordError | None = None
    replayed: Replayed | None = None  # of one that came alone, and whose report is looked at next


def judge_at_once(
    uploads: Sequence[Upload], choices: Choices, is_shown_next: bool = False
) -> list[CheckedUpload] | None:
    """Every record judged; None if that takes longer than the sender should wait.

    `Unreadable` when the only record can't be read: there is nothing to judge. Of many, each stands for itself.
    """
    records: list[Record | RecordError] = []
    moves = 0
    deadline = sender_deadline()
    try:
        for upload in uploads:
            record = try_to_read(upload, choices, deadline)
            records.append(record)
            moves += 0 if isinstance(record, RecordError) else len(record.moves)
            if moves > MOST_AT_ONCE:
                return None
        is_kept = is_shown_next and len(uploads) == 1
        judged = [judge(one, record, choices, deadline, is_kept) for one, record in zip(uploads, records, strict=True)]
    except DeadlineExceeded:
        return None
    if len(judged) == 1 and judged[0].fault is not None:
        raise Unreadable(judged[0].fault)
    return judged


def try_to_read(upload: Upload, choices: Choices, deadline: Deadline | None = None) -> Record | RecordError:
    """A record as it was read, or what is wrong with it."""
    try:
        return read_strictly(upload, choices, deadline)
    except RecordError as error:
        return error


def judge(
    upload: Upload,
    record: Record | RecordError,
    choices: Choices,
    deadline: Deadline | None = None,
    is_replay_kept: bool = False,
) -> CheckedUpload:
    """What comes of one record, with its replay if that is asked for: to hold one makes an upload a tenth slower."""
    try:
        if isinstance(record, RecordError):
            raise record
        played = check(record, deadline)
    except RecordError as error:
        problem = {language: Unreadable(error).to_dict(language) for language in LANGUAGES}
        return CheckedUpload(entry_of(upload, choices, problem), fault=error)
    judged = judged_as(entry_of(upload, choices), record, played, deadline)
    return replace(judged, replayed=(record, played)) if is_replay_kept else judged


def judged_as(
    entry: repo.NewEntry, record: Record, played: Replay[Any], deadline: Deadline | None = None
) -> CheckedUpload:
    """A replayed record with its reports."""
    own = sum(finding.because_of is None for finding in played.findings)
    reports = {}
    for language in LANGUAGES:
        if deadline is not None:
            deadline()
        reports[language] = report(record, played, language)
    return CheckedUpload(entry, reports, own, len(played.findings) - own)


def keep_reports(at: Session | Connection, judged: Sequence[CheckedUpload]) -> None:
    """Keeps what came of records, always in one order: no two uploads wait for each other in turn."""
    for one in sorted(judged, key=lambda one: one.entry.record):
        keep_report(at, one)


def keep_report(at: Session | Connection, judged: CheckedUpload) -> None:
    """Keeps what came of a record under today's version of the rules."""
    if judged.reports is not None:
        repo.add_report(
            at,
            record_hash=judged.entry.record,
            judged_by=read_choices(judged.entry.choices).key,
            rules=library.rules_version(),
            body=repo.deflated(msgspec.json.encode(judged.reports)),
            clean=not judged.mistakes and not judged.following,
            mistakes=judged.mistakes,
            following=judged.following,
        )


def entry_of(upload: Upload, choices: Choices, problem: dict[str, Any] | None = None) -> repo.NewEntry:
    return repo.NewEntry(upload.data, upload.file, upload.line, upload.is_line, choices.canonical(), problem)
