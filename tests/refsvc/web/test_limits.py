"""Every published limit that an upload meets: what is at it passes, what is one past it is refused.

Each has a twin: with the control switched off, what was refused passes, so that no other control hides behind it.
"""

from __future__ import annotations

import gc
import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from pydantic import create_model
from werkzeug.test import TestResponse

from engine.core import record as records
from refsvc.checking import deadline
from refsvc.notation import read
from refsvc.records import box_file, unpack
from refsvc.uploads import acceptance
from refsvc.web import app as application
from refsvc.web.api import bodies
from tests.refsvc.web.api import CHECK, TEXT, kind, multipart, notes, padded, problem, record, rows, send
from tests.refsvc.web.api import application as opened

Patch = pytest.MonkeyPatch
NEVER = 1_000_000_000
TEXT_RECORD = "Game: Saladin\nScenario: Arsuf\nValues: refsvc\n{header}\nC starts\n{line}\n"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with opened(tmp_path_factory.mktemp("limits"), jobs_waiting=NEVER, jobs_waiting_each=NEVER) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def form(*files: bytes) -> dict[str, Any]:
    return multipart(*(("file", f"{n}.json", data) for n, data in enumerate(files)))


# sizes


def test_bytes_as_sent(client: FlaskClient, monkeypatch: Patch) -> None:
    assert send(client, padded(2_000_000)).status_code == 200
    past = padded(2_000_001)
    refused = send(client, past)
    assert (refused.status_code, kind(refused)) == (413, "sent-too-large")
    assert "2000000" in problem(refused).detail
    monkeypatch.setattr(unpack, "MOST_SENT", NEVER)
    assert send(client, past).status_code == 200


def test_bytes_as_sent_in_a_form(client: FlaskClient, monkeypatch: Patch) -> None:
    halves = padded(1_000_000), padded(1_000_001)
    assert client.post(CHECK, **form(halves[0], halves[0])).status_code == 200
    assert kind(client.post(CHECK, **form(*halves))) == "sent-too-large"
    monkeypatch.setattr(unpack, "MOST_SENT", NEVER)
    assert client.post(CHECK, **form(*halves)).status_code == 200


def test_a_request_is_not_even_read_that_is_far_too_large(app: Flask, client: FlaskClient, monkeypatch: Patch) -> None:
    monkeypatch.setattr(unpack, "MOST_SENT", NEVER)
    most = application.LONGEST_REQUEST
    assert send(client, padded(most)).status_code == 200
    assert (send(client, padded(most + 1)).status_code, kind(send(client, padded(most + 1)))) == (413, "sent-too-large")
    monkeypatch.setitem(app.config, "MAX_CONTENT_LENGTH", NEVER)
    assert send(client, padded(most + 1)).status_code == 200


def test_bytes_unpacked(client: FlaskClient, monkeypatch: Patch) -> None:
    assert send(client, gzip.compress(padded(10_000_000))).status_code == 200
    past = gzip.compress(padded(10_000_001))
    refused = send(client, past)
    assert (refused.status_code, kind(refused)) == (413, "unpacked-too-large")
    assert "10000000" in problem(refused).detail
    monkeypatch.setattr(unpack, "MOST_UNPACKED", NEVER)
    assert send(client, past).status_code == 200


def test_bytes_unpacked_of_all_files_together(client: FlaskClient, monkeypatch: Patch) -> None:
    halves = gzip.compress(padded(5_000_000)), gzip.compress(padded(5_000_001))
    assert client.post(CHECK, **form(halves[0], halves[0])).status_code == 200
    assert kind(client.post(CHECK, **form(*halves))) == "unpacked-too-large"
    monkeypatch.setattr(unpack, "MOST_UNPACKED", NEVER)
    assert client.post(CHECK, **form(*halves)).status_code == 200


def test_records_in_one_upload(client: FlaskClient, monkeypatch: Patch) -> None:
    line = record() + b"\n"
    assert len(send(client, line * 500).json["reports"]) == 500  # type: ignore[index]
    refused = send(client, line * 501)
    assert (refused.status_code, kind(refused)) == (413, "too-many-records")
    monkeypatch.setattr(unpack, "MOST_RECORDS", NEVER)
    assert len(send(client, line * 501).json["reports"]) == 501  # type: ignore[index]


@pytest.mark.filterwarnings("ignore:Exception ignored in")  # werkzeug leaves it to the collector to close what it read
def test_parts_of_a_form(app: Flask, client: FlaskClient, monkeypatch: Patch) -> None:
    def parts(number: int) -> TestResponse:
        return client.post(CHECK, **form(*[b""] * number))

    most = application.MOST_PARTS
    assert kind(parts(most)) == "empty"  # read, and found to hold files without a record
    refused = parts(most + 1)
    assert (refused.status_code, kind(refused)) == (413, "form-too-large")
    monkeypatch.setitem(app.config, "MAX_FORM_PARTS", NEVER)
    assert kind(parts(most + 1)) == "empty"
    gc.collect()


def test_a_box_file(client: FlaskClient, monkeypatch: Patch) -> None:
    def boxed(size: int) -> TestResponse:
        box = b'game = "saladin"'.ljust(size, b"\n")
        return client.post(CHECK, **multipart(("file", "a.json", record()), ("box", "b.toml", box)))

    assert boxed(box_file.LONGEST).status_code == 200
    refused = boxed(box_file.LONGEST + 1)
    assert (refused.status_code, kind(refused)) == (422, "box")
    monkeypatch.setattr(box_file, "LONGEST", NEVER)
    assert boxed(64 * 1024 + 1).status_code == 200


# moves


def test_moves_in_one_answer(client: FlaskClient, monkeypatch: Patch) -> None:
    assert send(client, notes(20_000)).status_code == 200
    later = send(client, notes(20_001))
    assert later.status_code == 202
    assert later.headers["Location"].endswith(later.json["id"])  # type: ignore[index]
    assert int(later.headers["Retry-After"]) > 0
    unkept = send(client, notes(20_001), path="/api/v1/check?store=no")
    assert (unkept.status_code, kind(unkept)) == (413, "too-long-to-wait")
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", NEVER)
    assert send(client, notes(20_001)).status_code == 200


def test_seconds_for_one_answer(client: FlaskClient, monkeypatch: Patch) -> None:
    asked = {name: f"/api/v1/{name}?move=1" for name in ("legal", "why")}
    assert all(send(client, notes(50), path=path).status_code == 200 for path in asked.values())
    monkeypatch.setattr(deadline, "MOST_SECONDS", -1.0)
    assert send(client, notes(50)).status_code == 202
    assert {kind(send(client, notes(50), path=path)) for path in asked.values()} == {"too-long-to-wait"}


def test_moves_of_a_record(client: FlaskClient, monkeypatch: Patch) -> None:
    assert send(client, gzip.compress(notes(100_000))).status_code == 202
    past = gzip.compress(notes(100_001))
    refused = send(client, past)
    assert (refused.status_code, kind(refused)) == (413, "record.too-many-moves")
    assert re.findall(r"\d+", problem(refused).detail) == ["100001", "100000"]
    monkeypatch.setattr(records, "MOST_MOVES", NEVER)
    assert send(client, past).status_code == 202


def test_characters_of_a_line(client: FlaskClient, monkeypatch: Patch) -> None:
    def with_note(size: int) -> list[tuple[str, int]]:
        text = TEXT_RECORD.format(header="", line="note: ".ljust(size, "x"))
        return [(found["rule"], found["line"]) for found in send(client, text, TEXT).json["findings"]]  # type: ignore[index]

    assert with_note(4_000) == []
    assert with_note(4_001) == [("record.too-long", 6)]
    monkeypatch.setattr(read, "MOST_LINE", NEVER)
    assert with_note(4_001) == []


def test_characters_of_a_line_of_the_header(client: FlaskClient, monkeypatch: Patch) -> None:
    def with_place(size: int) -> TestResponse:
        text = TEXT_RECORD.format(header="Place: Acre".ljust(size), line="")
        return send(client, text, TEXT)

    assert with_place(4_000).status_code == 200
    refused = problem(with_place(4_001))
    assert (refused.status, refused.rule, refused.path, refused.line) == (422, "record.too-long", "/place", 4)
    monkeypatch.setattr(read, "MOST_LINE", NEVER)
    assert with_place(4_001).status_code == 200


# names and depth


def loosened(monkeypatch: Patch) -> None:
    """Headers whose names may be any text."""
    names = {"players": (dict[str, str] | None, None), "event": (str | None, None)}
    loose = create_model("Loose", __base__=records.Header, **names)  # type: ignore[call-overload]
    monkeypatch.setattr(records, "Header", loose)


Changes = Callable[[str], dict[str, Any]]
NAMES: dict[str, Changes] = {
    "a player": lambda name: {"players": {"crusader": name}},
    "an event": lambda name: {"event": name},
}


@pytest.mark.parametrize("changes", NAMES.values(), ids=NAMES)
def test_characters_of_a_name(
    client: FlaskClient, monkeypatch: Patch, changes: Callable[[str], dict[str, Any]]
) -> None:
    assert send(client, record(**changes("é" * 80))).status_code == 200
    past = record(**changes("é" * 81))
    told = problem(send(client, past))
    assert (told.status, told.rule) == (422, "record.too-long")
    assert told.path in ("/players/crusader", "/event")
    loosened(monkeypatch)
    assert send(client, past).status_code == 200


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\x85", "\u202e", "\u2066", "\u200f"], ids=ascii)
@pytest.mark.parametrize("changes", NAMES.values(), ids=NAMES)
def test_signs_that_are_not_seen(client: FlaskClient, monkeypatch: Patch, changes: Changes, sign: str) -> None:
    past = record(**changes(f"Ami{sign}ra"))
    told = problem(send(client, past))
    assert (told.status, told.rule) == (422, "record.unseen")
    monkeypatch.setattr(records, "UNSEEN", re.compile("(?!)"))
    assert send(client, past).status_code == 200


def test_depth_of_json(client: FlaskClient, monkeypatch: Patch) -> None:
    def deep(levels: int) -> str | None:
        tree: Any = 1
        for _ in range(levels - 1):
            tree = {"a": tree}
        return problem(send(client, record(position=tree))).rule

    assert deep(32) == "record.key"  # read, and found to be no position
    assert deep(33) == "record.too-deep"
    monkeypatch.setattr(records, "MOST_DEPTH", NEVER)
    assert deep(33) == "record.key"


@pytest.mark.parametrize(("size", "is_taken"), [(15, False), (16, True), (80, True), (81, False)])
def test_characters_of_a_key(client: FlaskClient, monkeypatch: Patch, size: int, is_taken: bool) -> None:
    headers = {"Idempotency-Key": "k" * size}
    assert (send(client, record(), headers=headers).status_code == 200) == is_taken
    monkeypatch.setattr(bodies, "KEY", re.compile(".*"))
    assert send(client, record(), headers=headers).status_code == 200


# how often


@pytest.mark.parametrize(("span", "most", "seconds"), [("minute", 20, 60), ("day", 200, 86_400)])
def test_uploads_of_an_address(tmp_path: Path, span: str, most: int, seconds: int) -> None:
    """Whatever is sent counts, also what can't be read; another address is another sender."""
    other: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}
    with (
        time_machine.travel("2026-05-01T12:00:05Z", tick=False) as clock,
        opened(tmp_path, **{f"uploads_a_{span}": most}) as app,
    ):
        client = app.test_client()
        assert {send(client, b"{", path=f"/api/v1/{way}").status_code for way in ("check", "convert?to=cs")} == {422}
        assert {send(client, record()).status_code for _ in range(most - 2)} == {200}
        refused = send(client, record())
        assert (refused.status_code, kind(refused)) == (429, "too-often")
        assert 0 < int(refused.headers["Retry-After"]) <= seconds
        assert refused.headers["Retry-After"] in problem(refused).detail
        assert send(client, record(), **other).status_code == 200
        clock.shift(int(refused.headers["Retry-After"]) - 1)
        assert send(client, record()).status_code == 429
        clock.shift(1)
        assert send(client, record()).status_code == 200
    assert {send(client, record()).status_code for _ in range(2)} == {200}


def test_uploads_of_an_address_without_a_limit(tmp_path: Path) -> None:
    with time_machine.travel("2026-05-01T12:00:05Z", tick=False), opened(tmp_path) as app:
        client = app.test_client()
        assert {send(client, record()).status_code for _ in range(21)} == {200}


@pytest.mark.parametrize(("most", "last"), [(5, 503), (6, 202)])
def test_jobs_of_one_address_that_wait(tmp_path: Path, monkeypatch: Patch, most: int, last: int) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 1)
    with opened(tmp_path, jobs_waiting_each=most) as app:
        client = app.test_client()
        assert {send(client, notes(2)).status_code for _ in range(5)} == {202}
        before = rows(app)
        answer = send(client, notes(2))
        assert answer.status_code == last
        if last == 503:
            assert kind(answer) == "busy-with-yours"
            assert int(answer.headers["Retry-After"]) > 0
            assert rows(app) == before
            assert send(client, notes(1)).status_code == 200  # what needs no job is still answered
            other: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.0.2.9"}}
            assert send(client, notes(2), **other).status_code == 202


@pytest.mark.parametrize(("most", "last"), [(20, 503), (21, 202)])
def test_jobs_that_wait(tmp_path: Path, monkeypatch: Patch, most: int, last: int) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 1)
    with opened(tmp_path, jobs_waiting=most, jobs_waiting_each=NEVER) as app:
        client = app.test_client()
        assert {send(client, notes(2)).status_code for _ in range(20)} == {202}
        before = rows(app)
        answer = send(client, notes(2))
        assert answer.status_code == last
        if last == 503:
            assert kind(answer) == "busy"
            assert int(answer.headers["Retry-After"]) > 0
            assert rows(app) == before
            assert send(client, notes(1)).status_code == 200  # what needs no job is still answered
