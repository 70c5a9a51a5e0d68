"""What comes of the records of an upload: a report in every language, or the reason why one can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from engine.core.record_errors import RecordError
from refsvc import library
from refsvc.checking import check
from refsvc.checking.check import Checked, Read
from refsvc.checking.unreadable import Unreadable
from refsvc.config import LANGUAGES
from refsvc.records.choices import Choices, read_choices
from refsvc.records.unpack import Found
from refsvc.store import repo
from refsvc.uploads.replay_cache import Patience, TooSlow, patience

MOST_AT_ONCE = 20_000  # moves that are checked while the sender waits; more become a job


class CheckedUpload(Struct, frozen=True):
    """What came of one record: a report in every language, or the fault for which it can't be read."""

    entry: repo.NewEntry
    reports: dict[str, Any] | None = None
    mistakes: int = 0
    following: int = 0
    fault: RecordError | None = None


def judge_at_once(found: Sequence[Found], choices: Choices) -> list[CheckedUpload] | None:
    """Every record judged; None if that takes longer than the sender should wait.

    `Unreadable` when the only record can't be read: there is nothing to judge. Of many, each stands for itself.
    """
    read: list[Read | RecordError] = []
    moves = 0
    tick = patience()
    try:
        for one in found:
            record = read_found(one, tick)
            read.append(record)
            moves += 0 if isinstance(record, RecordError) else len(record.moves)
            if moves > MOST_AT_ONCE:
                return None
        judged = [judge(one, record, choices, tick) for one, record in zip(found, read, strict=True)]
    except TooSlow:
        return None
    if len(judged) == 1 and judged[0].fault is not None:
        raise Unreadable(judged[0].fault)
    return judged


def read_found(one: Found, patient: Patience = lambda: None) -> Read | RecordError:
    """A record as it was read, or what is wrong with it."""
    try:
        patient()
        return check.read_upload(one.upload, patient)
    except RecordError as error:
        if error.line is not None:
            error.line += one.upload.line - 1
        return error


def judge(one: Found, record: Read | RecordError, choices: Choices, patient: Patience | None = None) -> CheckedUpload:
    """What comes of one record."""
    try:
        if isinstance(record, RecordError):
            raise record
        checked = check.check_read(record, one.upload.line, choices, patient)
    except RecordError as error:
        problem = {language: Unreadable(error).told(language) for language in LANGUAGES}
        return CheckedUpload(entry_of(one, choices, problem), fault=error)
    return judged_as(entry_of(one, choices), checked, patient)


def judged_as(entry: repo.NewEntry, checked: Checked, patient: Patience | None = None) -> CheckedUpload:
    """A replayed record with its reports."""
    own = sum(finding.because_of is None for finding in checked.replay.findings)
    places = checked.places(entry.data)
    reports = {}
    for language in LANGUAGES:
        if patient is not None:
            patient()
        reports[language] = check.report(checked, entry.data, language, places)
    return CheckedUpload(entry, reports, own, len(checked.replay.findings) - own)


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


def entry_of(one: Found, choices: Choices, problem: dict[str, Any] | None = None) -> repo.NewEntry:
    upload = one.upload
    return repo.NewEntry(upload.data, one.file, upload.line, upload.is_line, choices.canonical(), problem)
