"""What can be asked of the store and done to it: plain functions on a session."""

from __future__ import annotations

import hashlib
import json
import secrets
import zlib
from collections.abc import Sequence
from functools import cache, cached_property
from time import time
from typing import Any

from msgspec import Struct
from sqlalchemy import Compiled, Connection, Dialect, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from refsvc.store.models import (
    Base,
    EntryRow,
    FileRow,
    QuestionRow,
    RecordRow,
    ReportRow,
    SecretRow,
    TallyRow,
    UploadRow,
)

TOKEN = 16  # bytes of chance in a token
DAY = 86_400
MOST_QUESTIONS = 10_000  # different ones that are counted
SEEN_EVERY = 3600  # seconds: a view within an hour of the last is not written down


class NewEntry(Struct, frozen=True, dict=True):
    """A record of an upload, to be kept."""

    data: bytes
    file: str
    line: int
    is_line: bool
    choices: str
    problem: dict[str, Any] | None = None

    @cached_property
    def record(self) -> str:
        """The name of the record."""
        return hash_of(self.data)


def now() -> int:
    """The time, as it is kept."""
    return int(time())


def hash_of(data: bytes) -> str:
    """The name of a record."""
    return hashlib.sha256(data).hexdigest()


def deflated(data: bytes) -> bytes:
    """Bytes as they are kept: smaller, and soon done."""
    return zlib.compress(data, 1)


def hash_token(token: str) -> bytes:
    """A token as it is kept: whoever reads the database can't use it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def new_token() -> str:
    """A token that nobody guesses: 128 bits of chance."""
    return secrets.token_urlsafe(TOKEN)


@cache
def _insert(row: type[Base], dialect: Dialect, columns: tuple[str, ...], *, once: bool) -> Compiled:
    """The statement that puts rows in; of one that must be new it gives back the first column, its number or name."""
    of_dialect: Any = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    table = row.__table__
    made = of_dialect(table)
    made = made.on_conflict_do_nothing() if once else made.returning(next(iter(table.primary_key)))
    compiled: Compiled = made.compile(dialect=dialect, column_keys=columns)
    return compiled


def insert_rows(
    at: Session | Connection, row: type[Base], values: Sequence[dict[str, Any]], *, once: bool = False
) -> Any:
    """Puts rows in through the driver itself: with Core's `insert` an upload takes 9 % more CPU time.

    Values go as they are: JSON as its text. Gives what the statement gives back.
    """
    connection = at if isinstance(at, Connection) else at.connection()
    dialect = connection.dialect
    made = _insert(row, dialect, tuple(values[0]), once=once)
    order = getattr(made, "positiontup", None)  # of a driver that asks for values by place
    rows: list[Any] = [tuple(each[name] for name in order) for each in values] if order else list(values)
    cursor = connection.connection.cursor()
    try:
        for each in rows:
            cursor.execute(made.string, each)
        found = None if once else cursor.fetchone()
        return found and found[0]
    except dialect.loaded_dbapi.Error as error:
        raise DBAPIError.instance(made.string, None, error, dialect.loaded_dbapi.Error, dialect=dialect) from error
    finally:
        cursor.close()


def add_once(at: Session | Connection, row: type[Base], values: Sequence[dict[str, Any]]) -> None:
    """Puts rows in, unless there are such already."""
    if values:
        insert_rows(at, row, values, once=True)


def secret(session: Session, name: str) -> bytes:
    """A secret of this service, made when it is first asked for."""
    add_once(session, SecretRow, [{"name": name, "value": secrets.token_bytes(32)}])
    return session.scalars(select(SecretRow.value).where(SecretRow.name == name)).one()


def add_upload(at: Session | Connection, share: str, delete_token: str, entries: Sequence[NewEntry]) -> int:
    """Keeps an upload with its records, and gives its number; a record that is there already is kept once."""
    created = now()
    bodies = {entry.record: entry.data for entry in entries}
    rows = [
        {"hash": key, "body": deflated(data), "size": len(data), "created": created}
        for key, data in sorted(bodies.items())  # always in one order: two uploads never wait for each other in turn
    ]
    add_once(at, RecordRow, rows)
    upload = {"share": hash_token(share), "delete": hash_token(delete_token), "created": created, "seen": created}
    number: int = insert_rows(at, UploadRow, [upload])
    held = [
        {
            "upload_id": number,
            "number": place,
            "record_hash": entry.record,
            "file": entry.file,
            "line": entry.line,
            "is_line": entry.is_line,
            "choices": entry.choices,
            "problem": entry.problem and json.dumps(entry.problem),
        }
        for place, entry in enumerate(entries, 1)
    ]
    insert_rows(at, EntryRow, held)
    return number


def find_upload(session: Session, share: str) -> UploadRow | None:
    """The upload that a share token opens."""
    return session.scalars(select(UploadRow).where(UploadRow.share == hash_token(share))).one_or_none()


def upload_to_delete(session: Session, token: str) -> UploadRow | None:
    """The upload that a delete token is for."""
    return session.scalars(select(UploadRow).where(UploadRow.delete == hash_token(token))).one_or_none()


def entries_of(session: Session, upload: int) -> Sequence[EntryRow]:
    """The records of an upload, in order."""
    return session.scalars(select(EntryRow).where(EntryRow.upload_id == upload).order_by(EntryRow.number)).all()


def mark_unreadable(session: Session, upload: int, number: int, problem: dict[str, Any]) -> None:
    """Keeps why a record of an upload can't be read."""
    at = (EntryRow.upload_id == upload) & (EntryRow.number == number)
    session.execute(update(EntryRow).where(at).values(problem=problem))


def record_body(session: Session, record: str) -> bytes:
    """A record as it was uploaded."""
    return zlib.decompress(session.scalars(select(RecordRow.body).where(RecordRow.hash == record)).one())


def mark_seen(session: Session, upload: int) -> None:
    """Writes down that an upload was looked at: it is kept from then on."""
    session.execute(update(UploadRow).where(UploadRow.id == upload).values(seen=now()))


def is_seen_long_ago(row: UploadRow | FileRow) -> bool:
    """Whether a view is worth writing down."""
    return row.seen < now() - SEEN_EVERY


def delete_upload(session: Session, upload: int) -> list[str]:
    """Drops an upload; gives the records that it held."""
    records = session.scalars(select(EntryRow.record_hash).where(EntryRow.upload_id == upload)).all()
    session.execute(delete(UploadRow).where(UploadRow.id == upload))
    return sorted(set(records))


def uploads_unseen_since(session: Session, moment: int) -> Sequence[int]:
    """Uploads that nobody has looked at since then."""
    return session.scalars(select(UploadRow.id).where(UploadRow.seen < moment)).all()


def add_report(at: Session | Connection, **values: Any) -> None:
    """Keeps a report; the same one again changes nothing."""
    add_once(at, ReportRow, [{**values, "created": now()}])


def find_report(session: Session, record: str, judged_by: str, rules: str) -> ReportRow | None:
    """A report on a record by its choices and version of the rules."""
    return session.get(ReportRow, (record, judged_by, rules))


def reports_on(session: Session, record: str, judged_by: str) -> Sequence[ReportRow]:
    """Every report on a record under the same choices, the newest first."""
    asked = select(ReportRow).where(ReportRow.record_hash == record, ReportRow.judged_by == judged_by)
    return session.scalars(asked.order_by(ReportRow.created.desc(), ReportRow.rules)).all()


def add_file(session: Session, key: str, body: bytes, record: str | None) -> None:
    """Keeps a printed file."""
    moment = now()
    add_once(session, FileRow, [{"key": key, "record_hash": record, "body": body, "created": moment, "seen": moment}])


def find_file(session: Session, key: str) -> FileRow | None:
    """A printed file."""
    return session.get(FileRow, key)


def drop_file(session: Session, key: str) -> None:
    """Drops a printed file."""
    session.execute(delete(FileRow).where(FileRow.key == key))


def mark_file_seen(session: Session, key: str) -> None:
    """Writes down that a file was asked for."""
    session.execute(update(FileRow).where(FileRow.key == key).values(seen=now()))


def count_up(session: Session, who: bytes, span: str, until: int) -> int:
    """One more in a span of time for somebody; gives how many that makes."""
    add_once(session, TallyRow, [{"who": who, "span": span, "until": until, "count": 0}])
    at = (TallyRow.who == who) & (TallyRow.span == span)
    counted = update(TallyRow).where(at).values(count=TallyRow.count + 1).returning(TallyRow.count)
    return session.execute(counted).scalar_one()


def count_question(session: Session, words: str, language: str) -> None:
    """One more search that found nothing; beyond a number of different ones only those that are known are counted."""
    day = now() // DAY * DAY
    at = (QuestionRow.language == language) & (QuestionRow.words == words)
    if session.scalar(select(func.count()).select_from(QuestionRow)) < MOST_QUESTIONS:  # type: ignore[operator]
        add_once(session, QuestionRow, [{"language": language, "words": words, "count": 0, "day": day}])
    session.execute(update(QuestionRow).where(at).values(count=QuestionRow.count + 1, day=day))


def counted_questions(session: Session) -> Sequence[QuestionRow]:
    """The searches that found nothing, those that came most often first."""
    return session.scalars(
        select(QuestionRow).order_by(QuestionRow.count.desc(), QuestionRow.language, QuestionRow.words)
    ).all()
