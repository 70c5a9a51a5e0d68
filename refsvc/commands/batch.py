"""Many records: each checked on its own, in order, on one process or several; a bad one never stops the others."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from engine.core.record_errors import RecordError
from refsvc.checking import sarif
from refsvc.checking.check import check
from refsvc.checking.read import read
from refsvc.checking.report import FORMAT, problem, report
from refsvc.commands import terminal
from refsvc.presentation.command_line import CLEAN, FOUND, UNREADABLE, json_line
from refsvc.records.box_file import Box
from refsvc.records.choices import Choices
from refsvc.records.upload import Upload, read_records

if TYPE_CHECKING:
    from pebble import ProcessPool

log = logging.getLogger(__name__)
Form = Literal["text", "json", "sarif"]
CHUNK_RECORDS = 16  # what one process takes at a time: few enough to share out, enough to be worth the way
CHUNK_BYTES = 256 * 1024
AHEAD = 3  # chunks under way for each process


class Task(Struct, frozen=True):
    """One record of a file, or the rule for which the file could not be read."""

    upload: Upload
    fault: str = ""
    box: Box | None = None
    scenario: str | None = None  # a scenario file, for records that bring none


class Done(Struct, frozen=True):
    """What came of one record: the lines to print, or the results for a log, and what was found."""

    file: str
    code: int
    own: int = 0
    following: int = 0
    lines: tuple[str, ...] = ()
    results: tuple[dict[str, Any], ...] = ()


def tasks(files: Iterable[str], box: Box | None = None, scenario: str | None = None) -> Iterator[Task]:
    """Every record of every file; a file that can't be read is a task of its own."""
    for file in files:
        found = 0
        try:
            for upload in read_records(file):
                yield Task(upload, box=box, scenario=scenario)
                found += 1
        except RecordError as error:
            yield Task(Upload(b"", file=file, index=found), error.rule)


def check_one(task: Task, language: str, form: Form) -> Done:
    """What comes of one record, in the form asked for."""
    upload = task.upload
    try:
        if task.fault:
            raise RecordError(task.fault)
        record = read(upload, Choices(box=task.box), scenario=task.scenario)
        played = check(record)
    except RecordError as error:
        return _refused(task, error, language, form)
    findings = played.findings
    own = sum(finding.because_of is None for finding in findings)
    done = Done(upload.file, FOUND if findings else CLEAN, own, len(findings) - own)
    if form == "text":
        return _with(done, lines=tuple(terminal.show(record, played, language)))
    tree = report(record, played, language)
    if form == "json":
        tree = {"format": tree.pop("format"), "file": upload.file, "index": upload.index, **tree}
        return _with(done, lines=(json_line(tree),))
    return _with(done, results=tuple(sarif.results(tree, upload.file, upload.index, language)))


def _with(done: Done, *, lines: tuple[str, ...] = (), results: tuple[dict[str, Any], ...] = ()) -> Done:
    return Done(done.file, done.code, done.own, done.following, lines, results)


def _refused(task: Task, error: RecordError, language: str, form: Form) -> Done:
    """A record that can't be read."""
    upload = task.upload
    done = Done(upload.file, UNREADABLE)
    if form == "text":
        return _with(done, lines=tuple(terminal.show_error(error, language, upload)))
    fault = problem(error, language)
    if form == "json":
        tree = {"format": FORMAT, "file": upload.file, "index": upload.index, "error": fault}
        return _with(done, lines=(json_line(tree),))
    return _with(done, results=(sarif.refused(fault, upload.file, upload.index),))


def check_all(
    files: Iterable[str], language: str, form: Form, jobs: int, box: Box | None = None, scenario: str | None = None
) -> Iterator[Done]:
    """All records of all files, in order; `jobs` processes, 0 for as many as there are cores."""
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        for task in tasks(files, box, scenario):
            yield _check_safely(task, language, form)
        return
    from pebble import ProcessPool  # noqa: PLC0415  # one process has no need of it

    pool = ProcessPool(jobs)
    waiting: deque[tuple[list[Task], Future[list[Done]]]] = deque()
    try:
        for chunk in _chunks(tasks(files, box, scenario)):
            waiting.append((chunk, _schedule(pool, chunk, language, form)))
            if len(waiting) > AHEAD * jobs:
                yield from _results(pool, *waiting.popleft(), language, form)
        while waiting:
            yield from _results(pool, *waiting.popleft(), language, form)
    finally:
        pool.stop()  # type: ignore[no-untyped-call]  # Pebble gives no type for it
        pool.join()


def _schedule(pool: ProcessPool, chunk: list[Task], language: str, form: Form) -> Future[list[Done]]:
    """A chunk on its way to a process."""
    try:
        return pool.schedule(_check_chunk, args=(chunk, language, form))
    except RuntimeError:  # the pool has broken down: it is done here
        done: Future[list[Done]] = Future()
        done.set_result(_check_chunk(chunk, language, form))
        return done


def _results(pool: ProcessPool, chunk: list[Task], future: Future[list[Done]], language: str, form: Form) -> list[Done]:
    """What came of a chunk; if its process died, each record is tried by itself, and one that kills again is told."""
    try:
        return future.result()
    except Exception:  # whatever became of the process: the run goes on
        if len(chunk) == 1:
            log.exception("%s, record %s", chunk[0].upload.file, chunk[0].upload.index + 1)
            return [_refused(chunk[0], RecordError("record.unchecked"), language, form)]
    found: list[Done] = []
    for task in chunk:
        found += _results(pool, [task], _schedule(pool, [task], language, form), language, form)
    return found


def _check_safely(task: Task, language: str, form: Form) -> Done:
    """One record; a fault of ours is told as one, and the run goes on."""
    try:
        return check_one(task, language, form)
    except Exception:  # whatever it is
        log.exception("%s, record %s", task.upload.file, task.upload.index + 1)
        return _refused(task, RecordError("record.unchecked"), language, form)


def _chunks(found: Iterable[Task]) -> Iterator[list[Task]]:
    chunk: list[Task] = []
    size = 0
    for task in found:
        chunk.append(task)
        size += len(task.upload.data)
        if len(chunk) >= CHUNK_RECORDS or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _check_chunk(chunk: list[Task], language: str, form: Form) -> list[Done]:
    return [_check_safely(task, language, form) for task in chunk]
