"""What is kept of an upload, as values: its records, what came of each, and its reports."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from msgspec import Raw, Struct
from sqlalchemy.orm import Session

from refsvc.records.choices import Choices, read_choices
from refsvc.records.upload import Upload
from refsvc.store import repo
from refsvc.store.models import EntryRow


class StoredRecord(Struct, frozen=True):
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

    @property
    def sent(self) -> Upload:
        """The record as it was sent."""
        return Upload(self.data, self.line, self.is_line, self.file, self.number - 1)


class Row(Struct, frozen=True):
    """A line of the table of an upload: what came of one record; nothing while it waits for its check."""

    number: int
    file: str
    problem: dict[str, Any] | None
    raw_report: Raw | None  # the report, as it is sent

    @property
    def parts(self) -> dict[str, Raw]:
        """The parts of the report: it can have many thousands of findings, and few questions are about them."""
        return parts_of(self.raw_report) if self.raw_report is not None else {}

    @property
    def report(self) -> dict[str, Any] | None:
        """The whole report."""
        return msgspec.json.decode(self.raw_report) if self.raw_report is not None else None


def stored_record(session: Session, entry: EntryRow, of: int) -> StoredRecord:
    return StoredRecord(
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


def parts_of(raw: Raw) -> dict[str, Raw]:
    """The parts of a report, each as it is sent."""
    return msgspec.json.decode(raw, type=dict[str, Raw])


def report_in(body: bytes, language: str) -> Raw:
    """A report as it is kept, in one language: the others are not even looked at."""
    return parts_of(Raw(zlib.decompress(body)))[language]
