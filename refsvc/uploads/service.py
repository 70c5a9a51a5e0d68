"""Takes an upload, checks and keeps it, and reads it back: the only joint of store, jobs and checker."""

from __future__ import annotations

import hashlib
import hmac
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from random import random
from time import sleep
from typing import Any

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from engine.core.record_errors import RecordError
from refsvc import library
from refsvc.checking import check
from refsvc.checking.check import Checked, Read
from refsvc.checking.unreadable import Unreadable
from refsvc.config import LANGUAGES, Settings
from refsvc.i18n.problems import Problem
from refsvc.jobs import queue
from refsvc.jobs import table as jobs
from refsvc.records.choices import Choices, read_choices
from refsvc.records.unpack import Found
from refsvc.store import repo, upkeep
from refsvc.store.engine import Store
from refsvc.store.models import EntryRow, UploadRow
from refsvc.uploads import rate_limit
from refsvc.uploads.replay_cache import Patience, Replays, TooLong, TooSlow, patience, reading

MOST_AT_ONCE = 20_000  # moves that are checked while the sender waits; more become a job
MOST_WORKED_WITH = 10_000_000  # bytes of a report; a larger one is given out as it is
TRIES = 6  # of a transaction that another one was in the way of
PAUSE = 0.05  # seconds at most between them, more each time


class Taken(Struct, frozen=True):
    """An upload that is kept: its tokens, which are told once, and the job that checks it if it was not done."""

    share: str
    delete: str
    records: int
    job: str | None = None


class Opened(Struct, frozen=True):
    """One record of an upload, as it is kept; `problem` by language if it can't be read."""

    upload: int
    number: int
    of: int
    record: str
    file: str
    data: bytes
    line: int
    is_line: bool
    choices: Choices
    problem: dict[str, Any] | None


class Row(Struct, frozen=True):
    """A line of the table of an upload: what came of one record; nothing while it waits for its check."""

    number: int
    file: str
    problem: dict[str, Any] | None
    told: Raw | None  # the report, as it is sent

    @property
    def parts(self) -> dict[str, Raw]:
        """The parts of the report: it can have many thousands of findings, and few questions are about them."""
        return parts_of(self.told) if self.told is not None else {}

    @property
    def report(self) -> dict[str, Any] | None:
        """The whole report."""
        return msgspec.json.decode(self.told) if self.told is not None else None


class Judged(Struct, frozen=True):
    """What came of one record: a report in every language, or the fault for which it can't be read."""

    entry: repo.NewEntry
    reports: dict[str, Any] | None = None
    mistakes: int = 0
    following: int = 0
    fault: RecordError | None = None


class Desk:
    """The service's desk: one for each process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._replays = Replays(reading)

    # taking an upload

    def take(self, found: Sequence[Found], choices: Choices, key: str = "", sender: str = "") -> Taken:
        """Checks and keeps the records; what would take too long is kept with a job that checks it.

        With a `key` of the sender's own, the same request again gives the same tokens and keeps nothing twice. `sender`
        is the address that it comes from.
        """
        return self.keep(found, choices, judge_at_once(found, choices), key, sender)

    def keep(
        self, found: Sequence[Found], choices: Choices, judged: list[Judged] | None, key: str = "", sender: str = ""
    ) -> Taken:
        """Keeps records with what came of them, or with a job if they are not judged yet."""
        entries = [one.entry for one in judged] if judged else [_entry(one, choices) for one in found]
        for attempt in range(TRIES):
            try:
                taken = self._keep(entries, judged, key, sender)
            except (IntegrityError, OperationalError):  # a record was dropped meanwhile, or the database was busy
                if attempt == TRIES - 1:
                    raise
                sleep(PAUSE * random() * attempt)
            else:
                queue.announce(self.settings, taken.job)
                return taken
        raise AssertionError

    def _keep(self, entries: list[repo.NewEntry], judged: list[Judged] | None, key: str, sender: str) -> Taken:
        """One transaction: the records, and their reports or the job that makes them."""
        if judged is not None and not key:
            with self.store.put() as connection:
                taken = Taken(repo.new_token(), repo.new_token(), len(entries))
                repo.add_upload(connection, taken.share, taken.delete, entries)
                keep_reports(connection, judged)
                return taken
        with self.store.write() as session:
            share, delete = self._tokens(session, entries, key)
            if key and (known := repo.find_upload(session, share)):
                return Taken(share, delete, len(entries), jobs.of_upload(session, known.id))
            upload = repo.add_upload(session, share, delete, entries)
            if judged is not None:
                keep_reports(session, judged)
                return Taken(share, delete, len(entries))
            who = rate_limit.hidden(session, sender) if sender else None
            jobs.make_room(session, self.settings, who)
            job = jobs.add(session, jobs.CHECK, {}, upload=upload, total=len(entries), who=who)
            return Taken(share, delete, len(entries), job)

    def _tokens(self, session: Session, entries: list[repo.NewEntry], key: str) -> tuple[str, str]:
        """Two tokens of chance; with a key, two that only this service can make of the same request."""
        if not key:
            return repo.new_token(), repo.new_token()
        parts = [key, *(f"{entry.record} {entry.choices} {entry.file}" for entry in entries)]
        own = repo.secret(session, "tokens")

        def token(word: str) -> str:
            made = hmac.digest(own, "\n".join([word, *parts]).encode("utf-8", "replace"), hashlib.sha256)
            return urlsafe_b64encode(made[: repo.TOKEN]).rstrip(b"=").decode()

        return token("share"), token("delete")

    # reading it back

    def open(self, share: str, number: int = 1) -> Opened:
        """A record of an upload; it counts as looked at."""
        with self.store.read() as session:
            upload = _upload(session, share)
            entries = repo.entries_of(session, upload.id)
            entry = next((one for one in entries if one.number == number), None)
            if entry is None:
                raise Problem("not-found", 404)
            opened = _opened(session, entry, len(entries))
        self._seen(upload)
        return opened

    def table(self, share: str, language: str) -> list[Row]:
        """What came of every record of an upload."""
        with self.store.read() as session:
            upload = _upload(session, share)
            rows = [self._row(session, entry, language) for entry in repo.entries_of(session, upload.id)]
        self._seen(upload)
        return rows

    def _row(self, session: Session, entry: EntryRow, language: str) -> Row:
        if entry.problem is not None:
            return Row(entry.number, entry.file, entry.problem[language], None)
        key = read_choices(entry.choices).key
        kept = repo.find_report(session, entry.record_hash, key, library.rules_version())
        kept = kept or next(iter(repo.reports_on(session, entry.record_hash, key)), None)
        return Row(entry.number, entry.file, None, _told(kept.body, language) if kept else None)

    def _seen(self, upload: UploadRow) -> None:
        if repo.is_seen_long_ago(upload):
            with self.store.write() as session:
                repo.mark_seen(session, upload.id)

    def job_of(self, share: str) -> str | None:
        """The job that checks an upload, as long as it is not done."""
        with self.store.read() as session:
            return jobs.of_upload(session, _upload(session, share).id)

    def checked(self, opened: Opened) -> Checked:
        """The record replayed by today's rules, as it was a moment ago if it was; `TooLong` if that takes too long."""
        return self._replays.of(opened)

    def report(self, opened: Opened, language: str, rules: str = "") -> dict[str, Any]:
        """The report on a record by today's rules, judged anew if they have changed; or one of an earlier version.

        `TooLong` if it is so large that working with it takes longer than a reader waits.
        """
        told = self.told(opened, language, rules)
        if len(told) > MOST_WORKED_WITH:
            raise TooLong
        found: dict[str, Any] = msgspec.json.decode(told)
        return found

    def told(self, opened: Opened, language: str, rules: str = "") -> Raw:
        """The same of any size, as it is sent."""
        with self.store.read() as session:
            wanted = rules or library.rules_version()
            kept = repo.find_report(session, opened.record, opened.choices.key, wanted)
        if kept is not None:
            return _told(kept.body, language)
        if rules and rules != library.rules_version():
            raise Problem("not-found", 404)
        checked = self.checked(opened)
        entry = repo.NewEntry(
            opened.data, opened.file, opened.line, opened.is_line, opened.choices.canonical(), opened.problem
        )
        judged = judged_as(entry, checked)
        with self.store.write() as session:
            keep_report(session, judged)
        assert judged.reports is not None
        return Raw(msgspec.json.encode(judged.reports[language]))

    def versions(self, opened: Opened) -> list[str]:
        """The versions of the rules that have judged this record, the newest first."""
        with self.store.read() as session:
            return [row.rules for row in repo.reports_on(session, opened.record, opened.choices.key)]

    # deleting it

    def deletable(self, token: str) -> bool:
        """Whether there is an upload that this token deletes."""
        with self.store.read() as session:
            return repo.upload_to_delete(session, token) is not None

    def may_delete(self, share: str, token: str) -> bool:
        """Whether a delete token belongs to the upload that the share token opens."""
        with self.store.read() as session:
            found = repo.upload_to_delete(session, token)
            return found is not None and hmac.compare_digest(found.share, repo.hidden(share))

    def delete(self, token: str) -> None:
        """Drops an upload, and each record that no other upload holds."""
        with self.store.write() as session:
            upload = repo.upload_to_delete(session, token)
            if upload is None:
                raise Problem("not-found", 404)
            records = repo.delete_upload(session, upload.id)
        upkeep.drop_orphans(self.store, records)


def judge_at_once(found: Sequence[Found], choices: Choices) -> list[Judged] | None:
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


def judge(one: Found, record: Read | RecordError, choices: Choices, patient: Patience | None = None) -> Judged:
    """What comes of one record."""
    try:
        if isinstance(record, RecordError):
            raise record
        checked = check.check_read(record, one.upload.line, choices, patient)
    except RecordError as error:
        problem = {language: Unreadable(error).told(language) for language in LANGUAGES}
        return Judged(_entry(one, choices, problem), fault=error)
    return judged_as(_entry(one, choices), checked, patient)


def judged_as(entry: repo.NewEntry, checked: Checked, patient: Patience | None = None) -> Judged:
    """A replayed record with its reports."""
    own = sum(finding.because_of is None for finding in checked.replay.findings)
    places = checked.places(entry.data)
    reports = {}
    for language in LANGUAGES:
        if patient is not None:
            patient()
        reports[language] = check.report(checked, entry.data, language, places)
    return Judged(entry, reports, own, len(checked.replay.findings) - own)


def keep_reports(at: Session | Connection, judged: Sequence[Judged]) -> None:
    """Keeps what came of records, always in one order: no two uploads wait for each other in turn."""
    for one in sorted(judged, key=lambda one: one.entry.record):
        keep_report(at, one)


def keep_report(at: Session | Connection, judged: Judged) -> None:
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


def _entry(one: Found, choices: Choices, problem: dict[str, Any] | None = None) -> repo.NewEntry:
    upload = one.upload
    return repo.NewEntry(upload.data, one.file, upload.line, upload.is_line, choices.canonical(), problem)


def _upload(session: Session, share: str) -> UploadRow:
    found = repo.find_upload(session, share)
    if found is None:
        raise Problem("not-found", 404)
    return found


def _opened(session: Session, entry: EntryRow, of: int) -> Opened:
    return Opened(
        entry.upload_id,
        entry.number,
        of,
        entry.record_hash,
        entry.file,
        repo.record_body(session, entry.record_hash),
        entry.line,
        entry.is_line,
        read_choices(entry.choices),
        entry.problem,
    )


def parts_of(told: Raw) -> dict[str, Raw]:
    """The parts of a report, each as it is sent."""
    return msgspec.json.decode(told, type=dict[str, Raw])


def _told(body: bytes, language: str) -> Raw:
    """A report as it is kept, in one language: the others are not even looked at."""
    return parts_of(Raw(zlib.decompress(body)))[language]
