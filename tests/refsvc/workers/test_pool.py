"""Jobs done for real: what they make, and what becomes of those that hang, swell, die or break."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from sqlalchemy import func, make_url, select, text

from refsvc.jobs import table
from refsvc.printing import document_registry
from refsvc.records.choices import Choices
from refsvc.store.database import Store, connect
from refsvc.store.models import FileRow, JobRow, RecordRow, ReportRow
from refsvc.uploads import acceptance, files
from refsvc.uploads.service import UploadService
from refsvc.workers import pool as pool_module
from refsvc.workers import tasks
from refsvc.workers.pool import WorkerPool
from tests.refsvc.processes import until
from tests.refsvc.uploads.examples import CLEAN, MISTAKES, UNREADABLE, game, long_game, score_sheet, take
from tests.refsvc.uploads.test_service import every_cell

PATIENCE = 180.0  # seconds: only what hangs takes longer
LONG = long_game(30_000)  # some seconds of work
Hire = Callable[..., WorkerPool]


@pytest.fixture(autouse=True)
def _everything_is_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)


def do(pool: WorkerPool) -> str:
    job = pool.claim()
    assert job is not None
    return pool.do(job)


def status(uploads: UploadService, job: str | None) -> files.Status:
    assert job is not None
    found = files.job_status(uploads, job)
    assert found is not None
    return found


def workers(pool: WorkerPool) -> list[int]:
    """The processes of a pool; one that has just died is on its way to be replaced."""
    return until(lambda: present(pool))


def present(pool: WorkerPool) -> list[int]:
    return list(pool._pool._pool_manager.worker_manager.workers)


def busy(pool: WorkerPool) -> list[int]:
    """The processes that have a job in hand."""
    tasks = list(pool._pool._pool_manager.task_manager.tasks.values())
    return [task.worker_id for task in tasks if task.started]


@contextmanager
def doing(pool: WorkerPool) -> Iterator[Future[str]]:
    """A job under way in a process; a short one may be done by the time that one looks."""
    with ThreadPoolExecutor(1) as threads:
        future = threads.submit(do, pool)
        tasks = pool._pool._pool_manager.task_manager.tasks
        until(lambda: future.done() or any(task.started for task in list(tasks.values())))
        yield future


def test_the_check_of_an_upload(uploads: UploadService, hire: Hire) -> None:
    taken = take(uploads, MISTAKES, UNREADABLE, CLEAN, MISTAKES, choices=Choices(edition="cs"))
    assert status(uploads, taken.job) == files.Status("check", "waiting", 0, 4, None)
    assert do(hire()) == tasks.DONE
    assert status(uploads, taken.job) == files.Status("check", "done", 4, 4, None)
    rows = uploads.table(taken.share, "cs")
    assert [row.report and row.report["clean"] for row in rows] == [False, None, True, False]
    assert rows[1].problem is not None
    assert rows[1].problem["title"] == "Zápis nelze přečíst."
    assert uploads.job_of(taken.share) is None
    with uploads.store.read() as session:
        assert session.scalar(select(func.count()).select_from(ReportRow)) == 2


def test_a_check_says_the_same_as_one_at_once(
    uploads: UploadService, hire: Hire, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = take(uploads, MISTAKES)
    do(hire())
    reports = {language: uploads.report(uploads.open(later.share), language) for language in ("en", "fr", "cs")}
    uploads.delete(later.delete)
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 1000)
    at_once = uploads.open(take(uploads, MISTAKES).share)
    assert reports == {language: uploads.report(at_once, language) for language in ("en", "fr", "cs")}


def test_a_summary(uploads: UploadService, hire: Hire) -> None:
    taken = take(uploads, MISTAKES)
    pool = hire()
    do(pool)
    opened = uploads.open(taken.share)
    address = f"https://example.org/check/{taken.share}"
    asked = files.summary(uploads, opened, ("cs", "fr"), "letter", address)
    assert asked.body is None
    assert do(pool) == tasks.DONE
    made = files.summary(uploads, opened, ("cs", "fr"), "letter", address)
    assert made.key == asked.key
    assert made.body is not None
    assert made.body.startswith(b"%PDF-")
    assert status(uploads, asked.job).state == "done"
    kept = every_cell(uploads.store)
    assert b"%PDF-" not in kept
    assert taken.share.encode() not in kept
    with uploads.store.write() as session:  # made again it is the same
        session.execute(FileRow.__table__.delete())  # type: ignore[attr-defined]  # it is a table
    again = files.summary(uploads, opened, ("cs", "fr"), "letter", address)
    assert again.job not in (None, asked.job)
    do(pool)
    assert files.summary(uploads, opened, ("cs", "fr"), "letter", address).body == made.body
    uploads.delete(taken.delete)
    with uploads.store.read() as session:
        assert session.scalars(select(FileRow.key)).all() == session.scalars(select(JobRow.id)).all() == []


def test_a_score_sheet(uploads: UploadService, hire: Hire) -> None:
    asked = files.document(uploads, score_sheet("hattin", ("en",)))
    assert do(hire()) == tasks.DONE
    made = files.document(uploads, score_sheet("hattin", ("en",)))
    assert (made.key, made.job) == (asked.key, None)
    assert made.body is not None
    assert made.body.startswith(b"%PDF-")


def test_one_that_takes_too_long_is_killed(uploads: UploadService, hire: Hire) -> None:
    pool = hire(job_seconds=1)
    slow = take(uploads, LONG)
    with doing(pool) as done:
        (worker,) = workers(pool)
        assert done.result(PATIENCE) == "too-slow"
    assert status(uploads, slow.job) == files.Status("check", "failed", 0, 1, "too-slow")
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    next_one = take(uploads, CLEAN)
    assert do(pool) == tasks.DONE
    assert status(uploads, next_one.job).state == "done"
    assert uploads.open(slow.share).data == LONG  # it costs nothing that is kept


def test_one_that_needs_too_much_memory(uploads: UploadService, hire: Hire) -> None:
    pool = hire(job_megabytes=140)  # less than one may set: the test is not to take a gigabyte
    large = take(uploads, LONG)
    assert do(pool) == "too-much"
    assert status(uploads, large.job) == files.Status("check", "failed", 0, 1, "too-much")
    next_one = take(uploads, CLEAN)
    assert do(pool) == tasks.DONE
    assert status(uploads, next_one.job).state == "done"


def test_one_whose_process_dies_is_tried_again(uploads: UploadService, hire: Hire) -> None:
    pool = hire()
    taken = take(uploads, LONG)
    for attempt in (1, 2, 3):
        with doing(pool) as done:
            for worker in busy(pool):  # nobody, if the pool has lost the job with the last one that died
                os.kill(worker, signal.SIGKILL)
            assert done.result(PATIENCE) == tasks.DIED
        with uploads.store.read() as session:
            assert session.get_one(JobRow, taken.job).attempts == attempt
    assert status(uploads, taken.job) == files.Status("check", "failed", 0, 1, "given-up")
    assert pool.claim() is None


def test_a_process_that_dies_idle_costs_nothing(uploads: UploadService, hire: Hire) -> None:
    pool = hire(job_processes=2)
    for number in range(6):
        taken = take(uploads, game(number))
        killed = workers(pool)[: 1 + number % 2]
        for worker in killed:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        if number % 3:  # before and after the pool has seen it; it looks no further once it has found one dead
            until(lambda killed=killed: not {*killed} & {*present(pool)} or not pool._pool.active)  # type: ignore[misc]  # a default binds it
        while job := pool.claim():
            pool.do(job)
        assert status(uploads, taken.job).state == "done"


def test_a_pool_that_hangs_is_made_anew(uploads: UploadService, hire: Hire, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process never begins what it was given, and Pebble waits for it."""
    monkeypatch.setattr(pool_module, "START", 1.0)
    pool = hire()
    taken = take(uploads, MISTAKES)
    os.kill(workers(pool)[0], signal.SIGSTOP)
    assert do(pool) == tasks.DIED
    monkeypatch.undo()
    assert do(pool) == tasks.DONE
    assert status(uploads, taken.job).state == "done"


def test_one_that_breaks(uploads: UploadService, hire: Hire, caplog: pytest.LogCaptureFixture) -> None:
    with uploads.store.write() as session:
        job = table.add(session, "score-sheet", {}, result="0" * 64)
    assert do(hire()) == "broken"
    assert status(uploads, job) == files.Status("score-sheet", "failed", 0, 1, "broken")
    assert "KeyError" in caplog.text
    assert job not in caplog.text  # who knows its id may ask for what it makes


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_connections_that_are_cut_under_a_job(uploads: UploadService, hire: Hire) -> None:
    its = make_url(uploads.settings.database).update_query_dict({"application_name": "job"})
    pool = hire(database=its.render_as_string(hide_password=False))
    taken = take(uploads, LONG)

    def cut() -> int:
        with uploads.store.engine.connect() as connection:
            asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'job'"
            return len(connection.execute(text(asked)).all())

    with doing(pool) as done:
        until(cut)
        done.result(PATIENCE)
    while job := pool.claim():
        pool.do(job)
    assert status(uploads, taken.job).state == "done"


def test_a_database_that_is_away_is_no_fault_of_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Store(connect("postgresql://127.0.0.1:1/nothing"))
    monkeypatch.setattr(tasks, "_stores", [away])
    ended, said = tasks.run_task(tasks.Claimed("id", "check", 1, {}, 1, None))
    assert ended == tasks.DIED
    assert "refused" in said


def test_another_version_prints_something_else(
    uploads: UploadService, hire: Hire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(files, "version", lambda: "later")
    asked = files.document(uploads, score_sheet("arsuf", ("en",)))
    assert do(hire()) == "broken"
    assert status(uploads, asked.job).fault == "broken"
    assert "another version" in caplog.text
    assert files.document(uploads, score_sheet("arsuf", ("en",))).body is None


def test_an_upload_that_is_deleted_under_its_check(
    uploads: UploadService, hire: Hire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "RENEW", 0.0)
    pool = hire()
    taken = take(uploads, LONG)
    with doing(pool) as done:
        uploads.delete(taken.delete)
        assert done.result(PATIENCE) == tasks.LOST
    with uploads.store.read() as session:
        assert [session.scalars(select(row)).all() for row in (JobRow, ReportRow, RecordRow)] == [[], [], []]


def test_whoever_lost_a_job_keeps_nothing(uploads: UploadService, hire: Hire) -> None:
    """Its lease was over and somebody else is at it."""
    pool = hire()
    asked = files.document(uploads, score_sheet("arsuf", ("fr",)))
    job = pool.claim()
    assert job is not None
    with uploads.store.write() as session:
        table.release(session, job.id, job.attempt)
        session.flush()
        table.claim(session, pool.seconds)
    assert pool.do(job) == tasks.LOST
    assert status(uploads, asked.job).state == "running"
    with uploads.store.read() as session:
        assert session.scalars(select(FileRow.key)).all() == []


def test_a_check_goes_on_where_it_was(uploads: UploadService, hire: Hire, monkeypatch: pytest.MonkeyPatch) -> None:
    """Idempotent, even when two do it at once; what was judged is not judged again."""
    taken = take(uploads, *[game(n) for n in range(5)], UNREADABLE)
    pool = hire()
    assert do(pool) == tasks.DONE
    before = every_cell(uploads.store)
    judged: list[str] = []
    monkeypatch.setattr(acceptance, "judge", lambda *_: judged.append("again"))
    monkeypatch.setattr(tasks, "_stores", [uploads.store])
    with uploads.store.write() as session:
        row = session.get_one(JobRow, taken.job)
        row.state, row.attempts = "running", 2
    with uploads.store.read() as session:
        job = tasks.claimed(session.get_one(JobRow, taken.job))
    assert tasks.run_task(job) == (tasks.DONE, "")
    assert judged == []
    with uploads.store.write() as session:
        row = session.get_one(JobRow, taken.job)
        row.attempts = 1
    assert len(every_cell(uploads.store)) == len(before)
    assert tasks.run_task(job) == (tasks.LOST, "")


def test_a_pool_that_is_stopped_hands_back(uploads: UploadService, hire: Hire) -> None:
    pool = hire()
    taken = take(uploads, LONG)
    with doing(pool) as done:
        (worker,) = workers(pool)
        pool.stop()
        assert done.result(PATIENCE) == pool_module.STOPPED
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    with uploads.store.read() as session:
        row = session.get_one(JobRow, taken.job)
        assert (row.state, row.attempts, row.lease) == ("waiting", 0, 0)


def test_one_that_is_halted(uploads: UploadService, hire: Hire) -> None:
    """The grace of a worker is over: its processes end, and whoever waits for one hands back."""
    pool = hire()
    taken = take(uploads, LONG)
    assert pool.run(lambda: True) is False
    assert status(uploads, taken.job).state == "waiting"
    assert pool.run(lambda: False) is False
    assert status(uploads, taken.job).state == "waiting"


def test_a_lease_is_renewed_as_long_as_the_job_takes(
    uploads: UploadService, hire: Hire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "RENEW", 0.0)
    pool = hire()
    taken = take(uploads, LONG)
    with doing(pool):
        with uploads.store.write() as session:
            session.get_one(JobRow, taken.job).lease = 0
        until(lambda: lease(uploads, taken.job) > 0)
        pool.stop()


def lease(uploads: UploadService, job: str | None) -> int:
    with uploads.store.read() as session:
        return session.get_one(JobRow, job).lease


def test_every_kind_has_its_time(uploads: UploadService) -> None:
    assert tasks.seconds(uploads.settings) == {
        "check": 300,
        "summary": 10,
        **dict.fromkeys(document_registry.DOCUMENTS, 60),
    }
