"""What keeps the store small: everything that is out of date is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import CursorResult, delete, exists, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import Delete

from refsvc.config import Settings
from refsvc.store import repo
from refsvc.store.database import Store
from refsvc.store.models import EntryRow, FileRow, JobRow, QuestionRow, RecordRow, TallyRow, UploadRow

DAY = repo.DAY
FILE_DAYS = 30  # after a file was last asked for: it can be made again
JOB_DAYS = 1  # after a job has ended
AT_ONCE = 100  # rows in one transaction: others want to write too


class Dropped(Struct, frozen=True):
    """How much was dropped."""

    uploads: int
    records: int
    files: int
    jobs: int


def tidy(store: Store, settings: Settings) -> Dropped:
    """Drops what nobody has looked at for long, and what is over."""
    moment = repo.now()
    uploads = _drop_uploads(store, moment - settings.kept_days * DAY)
    with store.read() as session:
        held = select(EntryRow.record_hash)
        orphans = session.scalars(select(RecordRow.hash).where(RecordRow.hash.not_in(held))).all()
    records = drop_orphans(store, orphans)
    files = _drop_files(store, moment - FILE_DAYS * DAY, settings.files_megabytes * 2**20)
    with store.write() as session:
        ended = JobRow.state.in_(("done", "failed"))
        jobs = _count(session, delete(JobRow).where(ended, JobRow.changed < moment - JOB_DAYS * DAY))
        session.execute(delete(QuestionRow).where(QuestionRow.day < moment - settings.kept_days * DAY))
        session.execute(delete(TallyRow).where(TallyRow.until < moment))
    return Dropped(uploads, records, files, jobs)


def _count(session: Session, dropping: Delete) -> int:
    gone: CursorResult[Any] = session.execute(dropping)  # type: ignore[assignment]  # a DELETE gives a cursor
    return gone.rowcount


def _drop_uploads(store: Store, since: int) -> int:
    """Drops uploads that were not looked at since then; one that is opened at this moment stays."""
    with store.read() as session:
        old = repo.uploads_unseen_since(session, since)
    dropped = 0
    for at in range(0, len(old), AT_ONCE):
        which = UploadRow.id.in_(old[at : at + AT_ONCE]) & (UploadRow.seen < since)
        with store.write() as session:
            dropped += _count(session, delete(UploadRow).where(which))
    return dropped


def drop_orphans(store: Store, records: Sequence[str]) -> int:
    """Drops records that nobody holds, each by itself: one that is uploaded again at this moment stays."""
    dropped = 0
    held = exists().where(EntryRow.record_hash == RecordRow.hash)
    for record in records:
        try:
            with store.write() as session:
                dropped += _count(session, delete(RecordRow).where(RecordRow.hash == record, ~held))
        except IntegrityError:
            continue
    return dropped


def _drop_files(store: Store, since: int, most: int) -> int:
    """Drops files that were not asked for since then, and of the others the oldest that are too much together."""
    with store.read() as session:
        rows = session.execute(
            select(FileRow.key, FileRow.seen, func.length(FileRow.body)).order_by(FileRow.seen.desc(), FileRow.key)
        ).all()
    size, old = 0, []
    for key, seen, length in rows:
        size += length
        if seen < since or size > most:
            old.append(key)
    for at in range(0, len(old), AT_ONCE):
        with store.write() as session:
            session.execute(delete(FileRow).where(FileRow.key.in_(old[at : at + AT_ONCE])))
    return len(old)
