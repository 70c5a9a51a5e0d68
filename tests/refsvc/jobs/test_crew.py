"""Jobs done for real: what they make, and what becomes of those that hang, swell, die or break."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any

import pytest
from sqlalchemy import func, select, text

from refsvc.jobs import crew as crews
from refsvc.jobs import table, work
from refsvc.jobs.crew import Crew
from refsvc.printing import document_registry
from refsvc.records.choices import Choices
from refsvc.store.engine import Store, connect
from refsvc.store.models import FileRow, JobRow, RecordRow, ReportRow
from refsvc.uploads import files
from refsvc.uploads import service as desks
from refsvc.uploads.service import Desk
from tests.refsvc.uploads.examples import CLEAN, MISTAKES, UNREADABLE, game, long_game, score_sheet, take
from tests.refsvc.uploads.test_service import every_cell

PATIENCE = 60.0  # seconds
LONG = long_game(30_000)  # some seconds of work
Hire = Callable[..., Crew]


@pytest.fixture(autouse=True)
def _everything_is_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_AT_ONCE", 10)


def do(crew: Crew) -> bool:
    job = crew.claim()
    assert job is not None
    return crew.do(job)


def status(desk: Desk, job: str | None) -> files.Status:
    assert job is not None
    found = files.job_status(desk, job)
    assert found is not None
    return found


def workers(crew: Crew) -> list[int]:
    """The processes of a crew; one that has just died is on its way to be replaced."""
    until(lambda: crew._pool._pool_manager.worker_manager.workers)
    return list(crew._pool._pool_manager.worker_manager.workers)


def busy(crew: Crew) -> list[int]:
    """The processes that have a job in hand."""
    tasks = list(crew._pool._pool_manager.task_manager.tasks.values())
    return [task.worker_id for task in tasks if task.started]


def until(condition: Callable[[], Any]) -> None:
    late = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < late
        sleep(0.02)


@contextmanager
def doing(crew: Crew) -> Iterator[Future[bool]]:
    """A job under way in a process; a short one may be done by the time that one looks."""
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(do, crew)
        tasks = crew._pool._pool_manager.task_manager.tasks
        until(lambda: future.done() or any(task.started for task in list(tasks.values())))
        yield future


def test_the_check_of_an_upload(desk: Desk, hire: Hire) -> None:
    taken = take(desk, MISTAKES, UNREADABLE, CLEAN, MISTAKES, choices=Choices(edition="cs"))
    assert status(desk, taken.job) == files.Status("check", "waiting", 0, 4, None)
    assert do(hire())
    assert status(desk, taken.job) == files.Status("check", "done", 4, 4, None)
    rows = desk.table(taken.share, "cs")
    assert [row.report and row.report["clean"] for row in rows] == [False, None, True, False]
    assert rows[1].problem is not None
    assert rows[1].problem["title"] == "Zápis nelze přečíst."
    assert desk.job_of(taken.share) is None
    with desk.store.read() as session:
        assert session.scalar(select(func.count()).select_from(ReportRow)) == 2


def test_a_check_says_the_same_as_one_at_once(desk: Desk, hire: Hire, monkeypatch: pytest.MonkeyPatch) -> None:
    later = take(desk, MISTAKES)
    do(hire())
    reports = {language: desk.report(desk.open(later.share), language) for language in ("en", "fr", "cs")}
    desk.delete(later.delete)
    monkeypatch.setattr(desks, "MOST_AT_ONCE", 1000)
    at_once = desk.open(take(desk, MISTAKES).share)
    assert reports == {language: desk.report(at_once, language) for language in ("en", "fr", "cs")}


def test_a_summary(desk: Desk, hire: Hire) -> None:
    taken = take(desk, MISTAKES)
    crew = hire()
    do(crew)
    opened = desk.open(taken.share)
    address = f"https://example.org/check/{taken.share}"
    asked = files.summary(desk, opened, ("cs", "fr"), "letter", address)
    assert asked.body is None
    assert do(crew)
    made = files.summary(desk, opened, ("cs", "fr"), "letter", address)
    assert made.key == asked.key
    assert made.body is not None
    assert made.body.startswith(b"%PDF-")
    assert status(desk, asked.job).state == "done"
    kept = every_cell(desk.store)
    assert b"%PDF-" not in kept
    assert taken.share.encode() not in kept
    with desk.store.write() as session:  # made again it is the same
        session.execute(FileRow.__table__.delete())  # type: ignore[attr-defined]  # it is a table
    again = files.summary(desk, opened, ("cs", "fr"), "letter", address)
    assert again.job not in (None, asked.job)
    do(crew)
    assert files.summary(desk, opened, ("cs", "fr"), "letter", address).body == made.body
    desk.delete(taken.delete)
    with desk.store.read() as session:
        assert session.scalars(select(FileRow.key)).all() == session.scalars(select(JobRow.id)).all() == []


def test_a_score_sheet(desk: Desk, hire: Hire) -> None:
    asked = files.document(desk, score_sheet("hattin", ("en",)))
    assert do(hire())
    made = files.document(desk, score_sheet("hattin", ("en",)))
    assert (made.key, made.job) == (asked.key, None)
    assert made.body is not None
    assert made.body.startswith(b"%PDF-")


def test_one_that_takes_too_long_is_killed(desk: Desk, hire: Hire) -> None:
    crew = hire(job_seconds=1)
    slow = take(desk, LONG)
    with doing(crew) as done:
        (worker,) = workers(crew)
        began = monotonic()
        assert done.result(PATIENCE)
    assert monotonic() - began < 10
    assert status(desk, slow.job) == files.Status("check", "failed", 0, 1, "too-slow")
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    next_one = take(desk, CLEAN)
    assert do(crew)
    assert status(desk, next_one.job).state == "done"
    assert desk.open(slow.share).data == LONG  # it costs nothing that is kept


def test_one_that_needs_too_much_memory(desk: Desk, hire: Hire) -> None:
    crew = hire(job_megabytes=140)  # less than one may set: the test is not to take a gigabyte
    large = take(desk, LONG)
    assert do(crew)
    assert status(desk, large.job) == files.Status("check", "failed", 0, 1, "too-much")
    next_one = take(desk, CLEAN)
    assert do(crew)
    assert status(desk, next_one.job).state == "done"


def test_one_whose_process_dies_is_tried_again(desk: Desk, hire: Hire) -> None:
    crew = hire()
    taken = take(desk, LONG)
    for attempt in (1, 2, 3):
        with doing(crew) as done:
            for worker in busy(crew):  # nobody, if the pool has lost the job with the last one that died
                os.kill(worker, signal.SIGKILL)
            assert done.result(PATIENCE) is False
        with desk.store.read() as session:
            assert session.get_one(JobRow, taken.job).attempts == attempt
    assert status(desk, taken.job) == files.Status("check", "failed", 0, 1, "given-up")
    assert crew.claim() is None


def test_a_process_that_dies_idle_costs_nothing(desk: Desk, hire: Hire) -> None:
    crew = hire(job_processes=2)
    for number in range(6):
        taken = take(desk, game(number))
        for worker in workers(crew)[: 1 + number % 2]:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        sleep(number % 3 * 0.1)  # before and after the pool has seen it
        while job := crew.claim():
            crew.do(job)
        assert status(desk, taken.job).state == "done"


def test_a_pool_that_hangs_is_made_anew(desk: Desk, hire: Hire, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process never begins what it was given, and Pebble waits for it."""
    monkeypatch.setattr(crews, "START", 1.0)
    crew = hire()
    taken = take(desk, MISTAKES)
    os.kill(workers(crew)[0], signal.SIGSTOP)
    assert do(crew) is False
    monkeypatch.undo()
    assert do(crew)
    assert status(desk, taken.job).state == "done"


def test_one_that_breaks(desk: Desk, hire: Hire, caplog: pytest.LogCaptureFixture) -> None:
    with desk.store.write() as session:
        job = table.add(session, "score-sheet", {}, result="0" * 64)
    assert do(hire())
    assert status(desk, job) == files.Status("score-sheet", "failed", 0, 1, "broken")
    assert "KeyError" in caplog.text
    assert job not in caplog.text  # who knows its id may ask for what it makes


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_connections_that_are_cut_under_a_job(desk: Desk, hire: Hire) -> None:
    crew = hire()
    taken = take(desk, LONG)
    with doing(crew) as done:
        sleep(0.5)
        with desk.store.engine.connect() as connection:
            mine = "datname = current_database() AND pid != pg_backend_pid()"
            connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}"))
        done.result(PATIENCE)
    while job := crew.claim():
        crew.do(job)
    assert status(desk, taken.job).state == "done"


def test_a_database_that_is_away_is_no_fault_of_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Store(connect("postgresql://127.0.0.1:1/nothing"))
    monkeypatch.setattr(work, "_stores", [away])
    ended, said = work.perform(work.Claimed("id", "check", 1, {}, 1, None))
    assert ended == work.DIED
    assert "refused" in said


def test_another_version_prints_something_else(
    desk: Desk, hire: Hire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(files, "version", lambda: "later")
    asked = files.document(desk, score_sheet("arsuf", ("en",)))
    assert do(hire())
    assert status(desk, asked.job).fault == "broken"
    assert "another version" in caplog.text
    assert files.document(desk, score_sheet("arsuf", ("en",))).body is None


def test_an_upload_that_is_deleted_under_its_check(desk: Desk, hire: Hire) -> None:
    crew = hire()
    taken = take(desk, LONG)
    with doing(crew) as done:
        desk.delete(taken.delete)
        assert done.result(PATIENCE)
    with desk.store.read() as session:
        assert [session.scalars(select(row)).all() for row in (JobRow, ReportRow, RecordRow)] == [[], [], []]


def test_whoever_lost_a_job_keeps_nothing(desk: Desk, hire: Hire) -> None:
    """Its lease was over and somebody else is at it."""
    crew = hire()
    asked = files.document(desk, score_sheet("arsuf", ("fr",)))
    job = crew.claim()
    assert job is not None
    with desk.store.write() as session:
        table.release(session, job.id, job.attempt)
        session.flush()
        table.claim(session, crew.seconds, "somebody else")
    assert crew.do(job)
    assert status(desk, asked.job).state == "running"
    with desk.store.read() as session:
        assert session.scalars(select(FileRow.key)).all() == []


def test_a_check_goes_on_where_it_was(desk: Desk, hire: Hire, monkeypatch: pytest.MonkeyPatch) -> None:
    """Done twice, even by two at once, it has the effect of once; what was judged is not judged again."""
    taken = take(desk, *[game(n) for n in range(5)], UNREADABLE)
    crew = hire()
    assert do(crew)
    before = every_cell(desk.store)
    judged: list[str] = []
    monkeypatch.setattr(desks, "judge", lambda *_: judged.append("again"))
    monkeypatch.setattr(work, "_stores", [desk.store])
    with desk.store.write() as session:
        row = session.get_one(JobRow, taken.job)
        row.state, row.attempts = "running", 2
    with desk.store.read() as session:
        job = work.claimed(session.get_one(JobRow, taken.job))
    assert work.perform(job) == (work.DONE, "")
    assert judged == []
    with desk.store.write() as session:
        row = session.get_one(JobRow, taken.job)
        row.attempts = 1
    assert len(every_cell(desk.store)) == len(before)
    assert work.perform(job) == (work.LOST, "")


def test_a_crew_that_is_stopped_hands_back(desk: Desk, hire: Hire) -> None:
    crew = hire()
    taken = take(desk, LONG)
    with doing(crew) as done:
        (worker,) = workers(crew)
        crew.stop(0.1)
        assert done.result(PATIENCE) is False
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    with desk.store.read() as session:
        row = session.get_one(JobRow, taken.job)
        assert (row.state, row.attempts, row.lease, row.owner) == ("waiting", 0, 0, None)


def test_one_under_way_may_end_within_the_grace(desk: Desk, hire: Hire) -> None:
    crew = hire()
    taken = take(desk, MISTAKES)
    with doing(crew) as done:
        crew.stop(PATIENCE)
        assert done.result(PATIENCE)
    assert status(desk, taken.job).state == "done"


def test_every_kind_has_its_time(desk: Desk) -> None:
    assert work.seconds(desk.settings) == {
        "check": 300,
        "summary": 10,
        **dict.fromkeys(document_registry.DOCUMENTS, 60),
    }
