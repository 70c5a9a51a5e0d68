"""What each kind of job does, in a process of its own. Idempotent.

What a job makes and that it is done are written in one transaction, and only by whoever still holds the job.
"""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from traceback import format_exc
from typing import Any

from msgspec import Struct
from sqlalchemy.exc import InterfaceError, NoResultFound, OperationalError

from refsvc import library, printing
from refsvc.config import Settings
from refsvc.jobs import table
from refsvc.jobs.table import LostError
from refsvc.printing import document_options, document_registry
from refsvc.records.choices import read_choices
from refsvc.records.upload import Upload
from refsvc.store import repo
from refsvc.store.database import Store, connect
from refsvc.store.models import EntryRow, JobRow
from refsvc.uploads import acceptance, encryption, files

DONE, LOST, TOO_MUCH, BROKEN, DIED = "done", "lost", "too-much", "broken", "died"


class Claimed(Struct, frozen=True):
    """A job that was claimed, as it is handed to the process that does it."""

    id: str
    kind: str
    attempt: int
    arguments: dict[str, Any]
    upload: int | None
    result: str | None


def claimed(row: JobRow) -> Claimed:
    """A row just claimed."""
    return Claimed(row.id, row.kind, row.attempts, row.arguments, row.upload_id, row.result)


_stores: list[Store] = []  # of this process


def prepare(settings: Settings, line: Connection) -> None:
    """Readies a process to do jobs: its memory has an end, it has a store, and it dies with its pool."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a time-out ends it at once
    Thread(target=_die_with, args=(line,), daemon=True).start()
    most = settings.job_megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    _stores[:] = [Store(connect(settings.database_url))]


def _die_with(line: Connection) -> None:
    """Ends this process when the other end of the line is gone, since nobody would settle what it does."""
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)


def run_task(job: Claimed) -> tuple[str, str]:
    """Does a job; says how it ended, and what is to be written to the log.

    No exception leaves the process: not every one survives the way, and one that does not would break the pool.
    """
    try:
        KINDS[job.kind](_stores[0], job)
    except (LostError, NoResultFound):  # the second: its record was deleted before it was read
        return LOST, ""
    except MemoryError:
        return TOO_MUCH, ""
    except (OperationalError, InterfaceError) as error:  # the database went away, or was busy for too long
        return DIED, str(error.orig)
    except Exception:  # whatever it is
        return BROKEN, format_exc()
    return DONE, ""


def check(store: Store, job: Claimed) -> None:
    """Judges every record of an upload, and keeps each as soon as it is judged; those that were are passed over."""
    assert job.upload is not None
    with store.read() as session:
        entries = repo.entries_of(session, job.upload)
    if not entries:
        raise LostError  # the upload was deleted before this began
    for number, entry in enumerate(entries, 1):
        judged = _judge(store, entry)
        with store.write() as session:
            table.advance(session, job.id, job.attempt, number)
            if judged is not None and judged.entry.problem is not None:
                repo.mark_unreadable(session, entry.upload_id, entry.number, judged.entry.problem)
            elif judged is not None:
                acceptance.keep_report(session, judged)
            if number == len(entries):
                table.finish(session, job.id, job.attempt)


def _judge(store: Store, entry: EntryRow) -> acceptance.CheckedUpload | None:
    """What comes of a record; None if that is known."""
    choices = read_choices(entry.choices)
    with store.read() as session:
        if entry.problem or repo.find_report(session, entry.record_hash, choices.key, library.rules_version()):
            return None
        data = repo.record_body(session, entry.record_hash)
    upload = Upload(data, entry.line, entry.is_line, entry.file, entry.number - 1)
    return acceptance.judge(upload, acceptance.try_to_read(upload, choices), choices)


def print_summary(store: Store, job: Claimed) -> None:
    """The summary of a record, kept by its key."""
    asked = job.arguments
    with store.read() as session:
        data = repo.record_body(session, asked["record"])
    made = printing.print_summary(
        Upload(data, asked["line"], asked["is_line"]),
        choices=read_choices(asked["choices"]),
        languages=tuple(asked["languages"]),
        paper=asked["paper"],
        address=asked["address"],
    )
    _keep(store, job, made)


def print_document(store: Store, job: Claimed) -> None:
    """A document of the table, kept by its key."""
    words = {word: [value] for word, value in job.arguments["words"].items()}
    choice = document_options.read(document_registry.DOCUMENTS[job.kind].choice, words, "")
    _keep(store, job, document_registry.make(choice, job.arguments["site"]))


def _keep(store: Store, job: Claimed, made: bytes) -> None:
    """Keeps a file, if it is what was asked for: another version of the program prints something else."""
    asked = job.arguments
    if asked["version"] != files.version() or asked.get("rules", library.rules_version()) != library.rules_version():
        raise RuntimeError("asked for by another version of the program")
    assert job.result is not None
    with store.write() as session:
        table.finish(session, job.id, job.attempt)
        body = encryption.encrypt_file(made, job.result, asked.get("address"))
        repo.add_file(session, job.result, body, asked.get("record"))


KINDS: dict[str, Callable[[Store, Claimed], None]] = {
    table.CHECK: check,
    files.SUMMARY: print_summary,
    **dict.fromkeys(document_registry.DOCUMENTS, print_document),
}


def seconds(settings: Settings) -> dict[str, int]:
    """How long each kind of job may take."""
    own = dict.fromkeys(document_registry.DOCUMENTS, settings.document_seconds)
    return {table.CHECK: settings.job_seconds, files.SUMMARY: settings.pdf_seconds, **own}
