"""The tables. Times are whole seconds since 1970; tokens are kept as hashes only."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, LargeBinary, MetaData, String, Text, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

DIGEST = 32  # bytes of SHA-256
HEX = 2 * DIGEST
BY_RECORD = "records.hash"
UNFINISHED = text("state in ('waiting', 'running')")


class Base(DeclarativeBase):
    """Named constraints, so that a migration can speak of them on both databases."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {dict[str, Any]: JSON(none_as_null=True), bytes: LargeBinary}  # noqa: RUF012  # as SQLAlchemy asks for it


class SecretRow(Base):
    """What the service alone knows: made once, the same for every process and machine."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[bytes]


class RecordRow(Base):
    """The bytes of a record as they were uploaded, kept once whoever brings them."""

    __tablename__ = "records"

    hash: Mapped[str] = mapped_column(String(HEX), primary_key=True)
    body: Mapped[bytes]  # deflated
    size: Mapped[int]
    created: Mapped[int] = mapped_column(BigInteger)


class UploadRow(Base):
    """One upload: who has the share token may read it, who has the delete token may delete it."""

    __tablename__ = "uploads"

    id: Mapped[int] = mapped_column(primary_key=True)
    share: Mapped[bytes] = mapped_column(LargeBinary(DIGEST), unique=True)
    delete: Mapped[bytes] = mapped_column(LargeBinary(DIGEST), unique=True)
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger, index=True)


class EntryRow(Base):
    """One record of an upload: its file, what it is to be judged by; `problem` if it can't be read."""

    __tablename__ = "entries"

    upload_id: Mapped[int] = mapped_column(ForeignKey("uploads.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 1
    record_hash: Mapped[str] = mapped_column(String(HEX), ForeignKey(BY_RECORD), index=True)
    file: Mapped[str] = mapped_column(Text)
    line: Mapped[int]  # of the file, where the record starts
    is_line: Mapped[bool]  # one of many records on lines
    choices: Mapped[str] = mapped_column(Text)  # canonical JSON
    problem: Mapped[dict[str, Any] | None]  # by language


class ReportRow(Base):
    """A report on a record as one version of the rules judged it, in every language."""

    __tablename__ = "reports"

    record_hash: Mapped[str] = mapped_column(String(HEX), ForeignKey(BY_RECORD, ondelete="CASCADE"), primary_key=True)
    judged_by: Mapped[str] = mapped_column(String(HEX), primary_key=True)  # hash of the choices
    rules: Mapped[str] = mapped_column(String(20), primary_key=True)  # version of the rules
    body: Mapped[bytes]  # deflated JSON by language
    clean: Mapped[bool]
    mistakes: Mapped[int]
    following: Mapped[int]
    created: Mapped[int] = mapped_column(BigInteger)


class JobRow(Base):
    """Slow work: the truth about it, whoever does it. `done` of `total` is its progress."""

    __tablename__ = "jobs"
    __table_args__ = (
        Index("ix_jobs_state_created", "state", "created"),
        Index("uq_jobs_unfinished", "result", unique=True, sqlite_where=UNFINISHED, postgresql_where=UNFINISHED),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(10))  # waiting, running, done, failed
    arguments: Mapped[dict[str, Any]]
    upload_id: Mapped[int | None] = mapped_column(ForeignKey("uploads.id", ondelete="CASCADE"), index=True)
    result: Mapped[str | None] = mapped_column(String(HEX))  # the file that it makes: one unfinished job for each
    fault: Mapped[str | None] = mapped_column(String(40))
    attempts: Mapped[int]
    lease: Mapped[int] = mapped_column(BigInteger)  # until when nobody else may take it
    who: Mapped[bytes | None] = mapped_column(LargeBinary(DIGEST))  # who asked for it, as in `tallies`
    done: Mapped[int]
    total: Mapped[int]
    created: Mapped[int] = mapped_column(BigInteger)
    changed: Mapped[int] = mapped_column(BigInteger)


class FileRow(Base):
    """A printed file, by the hash of everything that it is made from."""

    __tablename__ = "files"

    key: Mapped[str] = mapped_column(String(HEX), primary_key=True)
    record_hash: Mapped[str | None] = mapped_column(String(HEX), ForeignKey(BY_RECORD, ondelete="CASCADE"), index=True)
    body: Mapped[bytes]
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger, index=True)


class QuestionRow(Base):
    """A search that found nothing: its words and how often they came; nothing of who asked."""

    __tablename__ = "questions"

    language: Mapped[str] = mapped_column(String(2), primary_key=True)
    words: Mapped[str] = mapped_column(String(200), primary_key=True)
    count: Mapped[int]
    day: Mapped[int] = mapped_column(BigInteger, index=True)  # of the last time: its first second


class TallyRow(Base):
    """How often somebody did something in a span of time; who it was is kept as a hash."""

    __tablename__ = "tallies"

    who: Mapped[bytes] = mapped_column(LargeBinary(DIGEST), primary_key=True)
    span: Mapped[str] = mapped_column(String(40), primary_key=True)
    until: Mapped[int] = mapped_column(BigInteger, index=True)
    count: Mapped[int]
