"""A record is replayed once for a request, a command or a job; not at all where its text or a verdict is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from engine.core.replay import replay
from refsvc.checking import check as checking
from refsvc.commands.main import main
from refsvc.printing import pdf
from refsvc.records.choices import NONE
from refsvc.records.unpack import SentFile, unpack
from refsvc.records.upload import Upload
from refsvc.uploads import acceptance
from refsvc.uploads.replay_cache import ReplayCache
from refsvc.uploads.service import UploadService
from refsvc.web.checker.subjects import Subjects
from tests.refsvc.uploads.examples import MISTAKES, SAMPLES, take

SAMPLE = SAMPLES / "saladin-arsuf-mistakes.json"
PAGES = {
    "": 1, "/position?at=3": 1, "?at=3&do=activate": 1, "/moves.csv": 1, "/report.json": 0, "/report.sarif": 0,
    "/record.fr.txt": 0, "/record.json": 0, "/original": 0, "/summary.pdf": 0,
}  # fmt: skip
READ = {
    "": 0, "/1": 0, "/1/moves": 1, "/1/moves/3/legal": 0, "/1/moves/3/why": 1, "/1/record": 0, "/1/record/cs": 0,
    "/1/sarif": 0, "/1/summary.pdf": 0,
}  # fmt: skip
SENT = {"check": 1, "check?store=no": 1, "legal?move=3": 0, "why?move=3": 1, "convert?to=fr": 0}
COMMANDS = {
    ("check", SAMPLE): 1, ("check", SAMPLE, "--json"): 1, ("check", SAMPLE, "--sarif"): 1,
    ("why", SAMPLE, "--move", 3): 1, ("legal", SAMPLE, "--move", 3): 0, ("convert", SAMPLE, "--to", "cs"): 0,
    ("pdf", "summary", SAMPLE, "--lang", "en,fr", "-o", "summary.pdf"): 1,
}  # fmt: skip
Count = Callable[[], int]


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Count]:
    """How often a record is replayed meanwhile."""
    calls: list[int] = []

    def counting(*arguments: Any, **options: Any) -> Any:
        calls.append(1)
        return replay(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(checking, "replay", counting)
        yield lambda: len(calls)


def forget(app: Flask) -> UploadService:
    """The uploads of a process that has answered nothing yet."""
    uploads: UploadService = app.extensions["uploads"]()
    uploads.replays = ReplayCache()
    app.extensions["subjects"] = Subjects()
    return uploads


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_a_report(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    share = take(forget(app), MISTAKES).share
    forget(app)
    with counted(monkeypatch) as count:
        assert client.get(f"/en/check/{share}{path}").status_code < 400
    assert count() == PAGES[path]


@pytest.mark.parametrize("path", READ)
def test_reports_by_the_api(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    share = take(forget(app), MISTAKES).share
    forget(app)
    with counted(monkeypatch) as count:
        assert client.get(f"/api/v1/reports/{share}{path}").status_code < 400
    assert count() == READ[path]


@pytest.mark.parametrize("path", SENT)
def test_records_that_are_sent(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    with counted(monkeypatch) as count:
        assert client.post(f"/api/v1/{path}", data=MISTAKES, content_type="application/json").status_code == 200
    assert count() == SENT[path]


def test_an_upload_hands_its_replay_to_the_page(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(app)
    with counted(monkeypatch) as count:
        handed = client.post("/en/check/", data={"text": MISTAKES.decode()})
        assert client.get(handed.headers["Location"]).status_code == 200
    assert count() == 1


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(map(str, command[:1])))
def test_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[Any, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pdf, "write", lambda *_arguments, **_options: b"")
    with counted(monkeypatch) as count:
        result = CliRunner().invoke(main, [str(word) for word in command])
    assert result.exit_code in (0, 1), result.output
    assert count() == COMMANDS[command]


def test_the_check_of_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    (upload,) = unpack([SentFile("", MISTAKES)])
    with counted(monkeypatch) as count:
        acceptance.judge(upload, acceptance.try_to_read(Upload(MISTAKES), NONE), NONE)
    assert count() == 1
