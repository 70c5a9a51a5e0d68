"""Takes uploads, gives back what is kept of them, and deletes them."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from random import random
from time import sleep
from typing import Any

import msgspec
from msgspec import Raw, Struct
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from refsvc import library
from refsvc.config import Settings
from refsvc.i18n.problems import Problem, StoredProblem
from refsvc.jobs import table as jobs
from refsvc.jobs.queue import open_queue
from refsvc.records.choices import Choices, read_choices
from refsvc.records.upload import Upload
from refsvc.store import repo, retention
from refsvc.store.database import Store
from refsvc.store.models import EntryRow, UploadRow
from refsvc.uploads import acceptance, rate_limit
from refsvc.uploads.acceptance import CheckedUpload
from refsvc.uploads.replay_cache import ReplayCache, TooLong, key_of
from refsvc.uploads.stored import Row, StoredRecord, report_in, stored_record

MOST_WORKED_WITH = 10_000_000  # bytes of a report; a larger one is given out as it is
TRIES = 6  # of a transaction that another one was in the way of
PAUSE = 0.05  # seconds at most between them, more each time


class Receipt(Struct, frozen=True):
    """An upload that is kept: its tokens, which are told once, and the job that checks it if it was not done."""

    share: str
    delete: str
    records: int
    job: str | None = None


class UploadService:
    """Takes uploads, reads them back and deletes them; one for each process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.queue = open_queue(settings)
        self.replays = ReplayCache()

    # taking an upload

    def take(self, sent: Sequence[Upload], choices: Choices, key: str = "", sender: str = "") -> Receipt:
        """Checks and keeps the records; what would take too long is kept with a job that checks it.

        With a `key` of the sender's own, the same request again gives the same tokens and keeps nothing twice. `sender`
        is the address that it comes from.
        """
        judged = acceptance.judge_at_once(sent, choices, is_shown_next=True)
        receipt = self.keep(sent, choices, judged, key, sender)
        if judged and judged[0].replayed:  # whose report is looked at next
            self.replays.remember(key_of(judged[0].entry.record, choices, sent[0]), judged[0].replayed)
        return receipt

    def keep(
        self,
        sent: Sequence[Upload],
        choices: Choices,
        judged: list[CheckedUpload] | None,
        key: str = "",
        sender: str = "",
    ) -> Receipt:
        """Keeps records with what came of them, or with a job if they are not judged yet."""
        entries = [one.entry for one in judged] if judged else [acceptance.entry_of(one, choices) for one in sent]
        for attempt in range(TRIES):
            try:
                taken = self._keep(entries, judged, key, sender)
            except (IntegrityError, OperationalError):  # a record was dropped meanwhile, or the database was busy
                if attempt == TRIES - 1:
                    raise
                sleep(PAUSE * random() * attempt)
            else:
                if taken.job is not None:
                    self.queue.notify(taken.job)
                return taken
        raise AssertionError

    def _keep(self, entries: list[repo.NewEntry], judged: list[CheckedUpload] | None, key: str, sender: str) -> Receipt:
        """One transaction: the records, and their reports or the job that makes them."""
        if judged is not None and not key:
            with self.store.put() as connection:
                taken = Receipt(repo.new_token(), repo.new_token(), len(entries))
                repo.add_upload(connection, taken.share, taken.delete, entries)
                acceptance.keep_reports(connection, judged)
                return taken
        with self.store.write() as session:
            share, delete = self._tokens(session, entries, key)
            if key and (known := repo.find_upload(session, share)):
                return Receipt(share, delete, len(entries), jobs.of_upload(session, known.id))
            upload = repo.add_upload(session, share, delete, entries)
            if judged is not None:
                acceptance.keep_reports(session, judged)
                return Receipt(share, delete, len(entries))
            who = rate_limit.address_hmac(session, sender) if sender else None
            jobs.make_room(session, self.settings, who)
            job = jobs.add(session, jobs.CHECK, {}, upload=upload, total=len(entries), who=who)
            return Receipt(share, delete, len(entries), job)

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

    def open(self, share: str, number: int = 1) -> StoredRecord:
        """A record of an upload; it counts as looked at."""
        with self.store.read() as session:
            upload = _upload(session, share)
            entries = repo.entries_of(session, upload.id)
            entry = next((one for one in entries if one.number == number), None)
            if entry is None:
                raise Problem("not-found", 404)
            opened = stored_record(session, entry, len(entries))
        self._seen(upload)
        return opened

    def open_readable(self, share: str, number: int = 1) -> StoredRecord:
        """A record of an upload that could be read; `Problem` otherwise."""
        opened = self.open(share, number)
        if opened.problem is not None:
            raise StoredProblem(opened.problem)
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
        row = repo.find_report(session, entry.record_hash, key, library.rules_version())
        row = row or next(iter(repo.reports_on(session, entry.record_hash, key)), None)
        return Row(entry.number, entry.file, None, report_in(row.body, language) if row else None)

    def _seen(self, upload: UploadRow) -> None:
        if repo.is_seen_long_ago(upload):
            with self.store.write() as session:
                repo.mark_seen(session, upload.id)

    def job_of(self, share: str) -> str | None:
        """The job that checks an upload, as long as it is not done."""
        with self.store.read() as session:
            return jobs.of_upload(session, _upload(session, share).id)

    def report(self, opened: StoredRecord, language: str, rules: str = "") -> dict[str, Any]:
        """The report on a record by today's rules, judged anew if they have changed; or one of an earlier version.

        `TooLong` if it is so large that working with it takes longer than a reader waits.
        """
        raw = self.raw_report(opened, language, rules)
        if len(raw) > MOST_WORKED_WITH:
            raise TooLong
        found: dict[str, Any] = msgspec.json.decode(raw)
        return found

    def raw_report(self, opened: StoredRecord, language: str, rules: str = "") -> Raw:
        """The same of any size, as it is sent."""
        with self.store.read() as session:
            wanted = rules or library.rules_version()
            row = repo.find_report(session, opened.record, opened.choices.key, wanted)
        if row is not None:
            return report_in(row.body, language)
        if rules and rules != library.rules_version():
            raise Problem("not-found", 404)
        entry = acceptance.entry_of(opened.sent, opened.choices)
        judged = acceptance.judged_as(entry, *self.replays.replay(opened))
        with self.store.write() as session:
            acceptance.keep_report(session, judged)
        assert judged.reports is not None
        return Raw(msgspec.json.encode(judged.reports[language]))

    def versions(self, opened: StoredRecord) -> list[str]:
        """The versions of the rules that have judged this record, the newest first."""
        with self.store.read() as session:
            return [row.rules for row in repo.reports_on(session, opened.record, opened.choices.key)]

    # deleting it

    def may_delete(self, share: str, token: str) -> bool:
        """Whether a delete token belongs to the upload that the share token opens."""
        with self.store.read() as session:
            found = repo.upload_to_delete(session, token)
            return found is not None and hmac.compare_digest(found.share, repo.hash_token(share))

    def delete(self, token: str) -> None:
        """Drops an upload, and each record that no other upload holds."""
        with self.store.write() as session:
            upload = repo.upload_to_delete(session, token)
            if upload is None:
                raise Problem("not-found", 404)
            records = repo.delete_upload(session, upload.id)
        retention.drop_orphans(self.store, records)


def _upload(session: Session, share: str) -> UploadRow:
    found = repo.find_upload(session, share)
    if found is None:
        raise Problem("not-found", 404)
    return found
