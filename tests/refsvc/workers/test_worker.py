"""Workers as they really run: beside the service, by themselves, at a queue; killed, stopped, started again."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from refsvc.commands.serve import free_port
from refsvc.config import Settings
from refsvc.jobs import table
from refsvc.store.database import Store
from refsvc.store.models import JobRow
from refsvc.uploads import acceptance, files
from refsvc.uploads.service import UploadService
from tests.refsvc.processes import command_of, descendants, is_alive, running, until
from tests.refsvc.uploads.examples import MISTAKES, long_game, score_sheet, take

LONG = long_game(60_000)  # longer than any of these tests waits for it


@pytest.fixture(autouse=True)
def _everything_is_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)


def row(store: Store, job: str | None) -> JobRow:
    with store.read() as session:
        return session.get_one(JobRow, job)


def end_lease(store: Store, job: str | None) -> None:
    """What half a minute does to a job that nobody renews."""
    with store.write() as session:
        session.get_one(JobRow, job).lease = 0


def given(settings: Settings, **more: Any) -> dict[str, Any]:
    return {"database": settings.database, "instance": settings.instance, **more}


def test_a_worker_that_is_killed_and_one_that_is_stopped(uploads: UploadService, settings: Settings) -> None:
    taken = take(uploads, LONG)
    with running("work", **given(settings)) as worker:
        until(lambda: row(uploads.store, taken.job).state == "running")
        others = descendants(worker.pid)
        worker.kill()
        until(lambda: not any(map(is_alive, others)), 30)  # its processes die with it, loaded or not
    assert row(uploads.store, taken.job).state == "running"
    end_lease(uploads.store, taken.job)
    with running("work", **given(settings)) as worker:  # the next one takes it up
        until(lambda: row(uploads.store, taken.job).attempts == 2)
        others = descendants(worker.pid)
        worker.terminate()
        assert worker.wait(20) == 0
        until(lambda: not any(map(is_alive, others)), 10)
    found = row(uploads.store, taken.job)
    assert (found.state, found.attempts) == ("waiting", 1)


def test_a_worker_does_several_at_once_and_is_never_short_of_work(uploads: UploadService, settings: Settings) -> None:
    asked = [files.document(uploads, score_sheet(battle, (one, two)))
             for battle in ("arsuf", "hattin") for one, two in (("en", "fr"), ("fr", "cs"))]  # fmt: skip
    taken = take(uploads, MISTAKES)
    with running("work", **given(settings)):
        for job in (*(one.job for one in asked), taken.job):
            until(lambda job=job: row(uploads.store, job).state == "done")  # type: ignore[misc]  # a default binds it


@pytest.fixture
def port() -> int:
    return free_port(Settings(port=20_000 + os.getpid() % 10_000), is_asked_for=False)


def workers_of(service: int) -> list[int]:
    return [pid for pid in descendants(service) if re.search(r" work --parent \d+ $", command_of(pid))]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_service_keeps_a_worker(uploads: UploadService, settings: Settings, port: int) -> None:
    with running("serve", "--port", str(port), **given(settings)) as service:
        assert service.stdout is not None
        assert str(port) in service.stdout.readline()
        (first,) = until(lambda: workers_of(service.pid))
        taken = take(uploads, MISTAKES)
        until(lambda: row(uploads.store, taken.job).state == "done")
        os.kill(first, signal.SIGKILL)
        (second,) = until(lambda: [pid for pid in workers_of(service.pid) if pid != first])
        again = take(uploads, MISTAKES)
        until(lambda: row(uploads.store, again.job).state == "done")
        all_of_them = descendants(service.pid)
        assert second in all_of_them
        service.terminate()
        assert service.wait(20) == 0
        until(lambda: not any(map(is_alive, all_of_them)), 10)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_worker_ends_with_a_service_that_is_killed(settings: Settings, port: int) -> None:
    with running("serve", "--port", str(port), **given(settings)) as service:
        assert service.stdout is not None
        service.stdout.readline()
        (worker,) = until(lambda: workers_of(service.pid))
        its = [worker, *descendants(worker)]
        left = descendants(service.pid)
        service.kill()
        until(lambda: not any(map(is_alive, its)), 15)
        for pid in left:  # granian's own workers go on without it
            if is_alive(pid):
                os.kill(pid, signal.SIGKILL)


# the queue


@pytest.fixture
def queued(settings: Settings) -> Settings:
    return settings.model_copy(update={"jobs": "procrastinate"})


def in_queue(store: Store) -> int:
    with store.engine.connect() as connection:
        return connection.scalar(text("SELECT count(*) FROM procrastinate_jobs")) or 0


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_worker_at_the_queue(store: Store, queued: Settings) -> None:
    uploads = UploadService(store, queued)
    uploads.queue.prepare(store)
    uploads.queue.prepare(store)
    before = take(uploads, MISTAKES)
    assert in_queue(store) == 1
    assert before.job is not None
    uploads.queue.notify(before.job)
    assert in_queue(store) == 1  # nobody has looked yet
    with store.write() as session:
        lost = table.add(session, "check", {}, upload=uploads.open(before.share).upload)  # nobody was told of it
    with running("work", **given(queued, jobs="procrastinate")) as worker:
        until(lambda: row(store, before.job).state == row(store, lost).state == "done")
        asked = files.document(uploads, score_sheet("arsuf", ("en",)))
        until(lambda: row(store, asked.job).state == "done")
        long = take(uploads, LONG)
        until(lambda: row(store, long.job).state == "running")
        worker.terminate()
        assert worker.wait(20) == 0
    assert (row(store, long.job).state, row(store, long.job).attempts) == ("waiting", 0)
    with running("work", **given(queued, jobs="procrastinate")) as worker:
        until(lambda: row(store, long.job).state == "running")
        worker.kill()
        worker.wait()
    end_lease(store, long.job)
    with running("work", **given(queued, jobs="procrastinate")):
        until(lambda: row(store, long.job).attempts == 2)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_queue_that_is_away_costs_no_upload(store: Store, queued: Settings, caplog: pytest.LogCaptureFixture) -> None:
    uploads = UploadService(store, queued)  # the tables of the queue were never made
    taken = take(uploads, MISTAKES)
    assert row(store, taken.job).state == "waiting"
    assert taken.job is not None
    assert "no worker was told" in caplog.text
    assert taken.job not in caplog.text


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("command", ["work", "serve"])
def test_no_queue_without_postgresql(settings: Settings, command: str, capfd: pytest.CaptureFixture[str]) -> None:
    with running(command, "--lang", "en", **given(settings, jobs="procrastinate")) as process:
        assert process.wait(30) == 2
    assert "needs PostgreSQL" in capfd.readouterr().err
    assert not Path(settings.database_url.removeprefix("sqlite:///")).exists()
