"""Small uploads that would cost much: to read, to remember, to show. Each is bounded, or becomes a job.

Bounds are of processor time, which a busy machine doesn't stretch: a tenth of what the same takes without its control,
and ten times what it takes with it.
"""

from __future__ import annotations

import json
import tracemalloc
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, process_time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.core.record import place_moves
from engine.core.record_errors import RecordError
from refsvc.checking import deadline
from refsvc.checking.deadline import Deadline, DeadlineExceeded
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import text
from refsvc.i18n.folding import PILE, composed
from refsvc.i18n.problems import Problem
from refsvc.notation import heading
from refsvc.records import unpack as unpacking
from refsvc.records import upload as records
from refsvc.records.unpack import MOST_RECORDS, SentFile, unpack
from refsvc.records.upload import Upload, refuse_repeated_keys
from refsvc.uploads import replay_cache, service
from refsvc.web.checker import status_pages
from tests.refsvc.web.api import TEXT, kind, record
from tests.refsvc.web.api import send as send_api
from tests.refsvc.web.checking import WRONG, Handed, hand_in

START = "Game: Saladin\nScenario: Arsuf\n\nC starts\n"
SOON = 4.0  # seconds of processor time


@contextmanager
def soon() -> Iterator[None]:
    began = process_time()
    yield
    assert process_time() - began < SOON


@contextmanager
def within(times: int, data: bytes) -> Iterator[None]:
    """No more memory than so many times the data."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < times * len(data)
    finally:
        tracemalloc.stop()


# reading


def test_a_key_that_stands_twice_among_many() -> None:
    keys = ",".join(f'"{n:x}":0' for n in range(100_000))
    with soon(), pytest.raises(RecordError) as told:
        refuse_repeated_keys(f'{{{keys},"1869f":1}}'.encode())
    assert told.value.params == {"key": "1869f"}


def test_keys_that_nobody_knows() -> None:
    data = record(**{f"{n:x}": 0 for n in range(100_000)})
    with within(50, data), pytest.raises(RecordError) as told:
        read(Upload(data))
    assert (told.value.rule, told.value.path) == ("record.key", "/0")


def test_many_lines_are_not_many_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more of them are looked at than one too many."""
    seen: list[Upload] = []

    def watched(file: object, name: str) -> Iterator[Upload]:
        for upload in records.read_stream(file, name):  # type: ignore[arg-type]  # a file
            seen.append(upload)
            yield upload

    monkeypatch.setattr(unpacking, "read_stream", watched)
    with pytest.raises(Problem) as told:
        unpack([SentFile("", b"{}\n" * 100_000)])
    assert (told.value.kind, len(seen)) == ("too-many-records", MOST_RECORDS + 1)


def test_many_lines_take_no_more_room_than_they_are_long() -> None:
    data = b"x\n" * 200_000
    with within(5, data):
        assert len(unpack([SentFile("", data)])) == 1


def test_a_record_on_a_later_line_is_still_found() -> None:
    found = unpack([SentFile("", b"{ no record }\n\n \t" + record() + b"\nx\n")])
    assert [one.line for one in found] == [1, 3, 4]
    assert [one.data.strip() for one in found] == [b"{ no record }", record(), b"x"]


def test_a_long_string_takes_no_more_room_than_it_is_long() -> None:
    data = b'{"moves": [{"do": "note", "text": "' + rb"\"" * 500_000 + b'"}, 7]}'
    with within(5, data):
        assert len(place_moves(data)) == 2


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_pile_of_marks(end: str) -> None:
    pile = "\u0301\u0316" * 100_000  # of different classes, so that they are sorted
    with soon():
        read(Upload((START + f"note: {pile}{end}").encode()))


def test_every_mark_can_be_part_of_a_pile() -> None:
    marks = [
        mark
        for mark in map(chr, [*range(0xD800), *range(0xE000, 0x110000)])
        if unicodedata.combining(unicodedata.normalize("NFD", mark)[0])
    ]
    assert len(marks) > 800
    assert all(PILE.fullmatch(mark * 31) for mark in marks)


@pytest.mark.parametrize("height", [1, 30])
def test_what_is_no_pile_is_composed(height: int) -> None:
    word = "e" + "\u0316\u0301" * (height // 2) + "\u0301" * (height % 2) + "a\u030a"
    assert composed(word) == unicodedata.normalize("NFC", word) != word
    assert composed("e" + "\u0301" * 31 + "a\u030a") == "e" + "\u0301" * 31 + "å"


@pytest.mark.parametrize(("lines", "is_found"), [(heading.MOST_LINES - 2, True), (heading.MOST_LINES - 1, False)])
def test_where_the_battle_is_looked_for(lines: int, is_found: bool) -> None:
    data = ("Game: Saladin\n" + "#\n" * lines + "Scenario: Arsuf\n\nC starts\n").encode()
    if is_found:
        assert read(Upload(data)).header.scenario == "arsuf"
        return
    with pytest.raises(RecordError) as told:
        read(Upload(data))
    assert told.value.params == {"key": "Scenario"}


def misread(lines: int) -> bytes:
    return (START + "".join(f"C Naplouze{n}: Charge > Sulayman{n % 50} | red {n}\n" for n in range(lines))).encode()


def test_reading_ends_with_patience(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text takes long to read; nobody waits for all of it."""
    seen: list[int] = []

    class Short(Deadline):
        def __call__(self, _about: object = None) -> None:
            seen.append(1)
            if len(seen) > 50:
                raise DeadlineExceeded

    with pytest.raises(DeadlineExceeded):
        read(Upload(misread(100)), deadline=Short())
    assert len(seen) == 51
    assert send_api(client, misread(100), TEXT).status_code == 200
    monkeypatch.setattr(deadline, "MOST_SECONDS", -1.0)
    assert send_api(client, misread(100), TEXT).status_code == 202
    for way in ("convert?to=cs", "legal?move=1", "why?move=1"):
        assert kind(send_api(client, misread(100), TEXT, path=f"/api/v1/{way}")) == "too-long-to-wait"
        assert kind(send_api(client, record(), path=f"/api/v1/{way}")) == "too-long-to-wait"


# showing


@pytest.fixture
def slow(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Handed:
    """A record with mistakes, which nobody has the patience to replay."""
    handed = hand_in(client, file=[("hra.txt", WRONG + f"# {monotonic()}\n".encode())])
    app.extensions["uploads"]().replays = replay_cache.ReplayCache()
    monkeypatch.setattr(deadline, "MOST_SECONDS", -1.0)
    return handed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_too_long_to_step_through(client: FlaskClient, slow: Handed, language: str) -> None:
    page = client.get(slow.at(language, f"?own={slow.own}"))
    assert page.status_code == 200
    assert text("checker.long.title", language) in page.text
    assert page.text.count('<article class="verdict') == 3
    assert "/original" in page.text
    assert f"/delete?own={slow.own}" in page.text
    assert page.headers["Cache-Control"] == "private, no-store"
    told = json.loads(client.get(slow.at(language, "/report.json")).data)
    assert len(told["findings"]) == 3
    assert client.get(slow.at(language, "/original")).data.startswith(WRONG)
    assert client.get(slow.at(language, "/report.sarif")).status_code == 200
    for part in ("/position?at=1", "/moves.csv", "/record.fr.txt"):
        refused = client.get(slow.at(language, part))
        assert refused.status_code == 422, part
        assert text("problem.too-long-to-show.title", language) in refused.text


def test_the_same_by_the_api(client: FlaskClient, slow: Handed) -> None:
    one = f"/api/v1/reports/{slow.path.rpartition('/')[2]}/1"
    assert len(client.get(one).json["findings"]) == 3  # type: ignore[index]  # JSON
    for part in ("/moves", "/moves/1/legal", "/moves/1/why", "/record/json"):
        refused = client.get(one + part)
        assert (refused.status_code, kind(refused)) == (422, "too-long-to-show"), part


def test_it_is_not_tried_again_at_once(client: FlaskClient, slow: Handed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though after some minutes it is: the machine may have been busy."""
    assert "verdict" in client.get(slow.at("en")).text
    monkeypatch.setattr(deadline, "MOST_SECONDS", 60.0)
    assert client.get(slow.at("en", "/moves.csv")).status_code == 422
    monkeypatch.setattr(replay_cache, "monotonic", lambda: monotonic() + replay_cache.SLOW_FOR + 1)
    assert client.get(slow.at("en", "/moves.csv")).status_code == 200


def test_a_report_too_large_to_work_with(client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    handed = hand_in(client, file=[("hra.txt", WRONG)])
    at = app.extensions["uploads"]()
    size = len(at.raw_report(at.open(handed.path.rpartition("/")[2]), "en"))
    for most, status in ((size, 200), (size - 1, 422)):
        monkeypatch.setattr(service, "MOST_WORKED_WITH", most)
        assert client.get(handed.at("en", "/report.sarif")).status_code == status
        assert client.get(f"/api/v1/reports{handed.path.removeprefix('/check')}/1/sarif").status_code == status
        assert client.get(handed.at("en", "/report.json")).status_code == 200


def test_only_its_first_findings(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, slow: Handed) -> None:
    monkeypatch.setattr(status_pages, "MOST_EARLIER", 2)
    assert client.get(slow.at("en")).text.count('<article class="verdict') == 2


# remembering


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    known: OrderedDict[int, int] = OrderedDict()
    for moves in (10, 20, 30):
        replay_cache.remember(known, moves, moves, int, most=2)
    assert list(known) == [20, 30]
    monkeypatch.setattr(replay_cache, "MOST_REMEMBERED", 50)
    replay_cache.remember(known, 20, 20, int)
    assert list(known) == [30, 20]
    replay_cache.remember(known, 1, 1, int)
    assert list(known) == [20, 1]
    replay_cache.remember(known, 1000, 1000, int)  # one is always remembered: somebody steps through it
    assert list(known) == [1000]
