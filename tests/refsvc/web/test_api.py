"""The API as it is used: a record is checked, read back, asked about and deleted; the reference as data."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from refsvc import library
from refsvc.checking.sarif import VERSION
from refsvc.config import LANGUAGES
from refsvc.jobs import table
from refsvc.paths import PACKAGE
from refsvc.uploads import acceptance
from refsvc.uploads.service import UploadService
from refsvc.web.api import shapes
from refsvc.web.api.operations import GROUPS
from refsvc.web.upload_service import LazyService
from refsvc.workers import tasks
from tests.refsvc.web.api import CHECK, JSON, TEXT, application, kind, multipart, notes, problem, record, rows, send

SAMPLES = PACKAGE / "games" / "saladin" / "samples"
MISTAKES = (SAMPLES / "saladin-arsuf-mistakes.fr.txt").read_bytes()
CLEAN = (SAMPLES / "saladin-arsuf-clean.json").read_bytes()
OPERATIONS = [operation for group in GROUPS.values() for operation in group]
RULES = ["saladin.action.target-listed", "saladin.action.status", "saladin.activation.pass"]  # that MISTAKES breaks
KEY = {"Idempotency-Key": "the-scorer-of-the-club-0001"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with application(tmp_path_factory.mktemp("api")) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def uploads_of(app: Flask) -> UploadService:
    late: LazyService = app.extensions["uploads"]
    return late()


def checked(client: FlaskClient, data: bytes = MISTAKES, path: str = CHECK, **options: Any) -> Any:
    """The report on a record, in the shape that is promised."""
    answer = send(client, data, TEXT, path, **options)
    assert answer.status_code == 200, answer.data
    assert answer.headers["Cache-Control"] == "private, no-store"
    shapes.Report.model_validate_json(answer.data)
    return answer.json


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_in_the_language_that_is_asked_for(client: FlaskClient, language: str) -> None:
    by_header = send(client, MISTAKES, TEXT, headers={"Accept-Language": f"{language}, en;q=0.1"})
    by_address = send(client, MISTAKES, TEXT, f"{CHECK}?lang={language}", headers={"Accept-Language": "de"})
    for answer in (by_header, by_address):
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
    assert by_header.json is not None
    assert by_address.json is not None
    assert by_header.json["findings"] == by_address.json["findings"]
    assert [found["rule"] for found in by_header.json["findings"]] == RULES


def test_a_record_and_its_links(app: Flask, client: FlaskClient) -> None:
    before = rows(app)
    report = checked(client)
    links = report["links"]
    assert list(links) == ["html", "pdf", "report", "delete"]
    assert all(link.startswith("http://localhost/") for link in links.values())
    again = client.get(links["report"]).json
    assert again is not None
    assert {**again, "links": 0, "rules": 0} == {**report, "links": 0, "rules": 0}
    assert again["rules"] == library.rules_version()
    assert "delete" not in again["links"]
    whole = client.get(links["report"].removesuffix("/1")).json
    assert whole == {key: value for key, value in again.items() if key != "rules"}
    assert client.get(links["html"]).location.endswith(links["html"].removeprefix("http://localhost"))
    gone = client.delete(links["delete"])
    assert (gone.status_code, gone.data) == (204, b"")
    for path in (links["report"], f"{links['report']}/record", links["pdf"]):
        assert (client.get(path).status_code, kind(client.get(path))) == (404, "not-found")
    assert kind(client.delete(links["delete"])) == "not-found"
    assert rows(app) == before


def test_links_name_the_address_of_the_service(tmp_path: Path) -> None:
    with application(tmp_path, address="https://refsvc.example/") as app:
        links = checked(app.test_client())["links"]
        assert all(link.startswith("https://refsvc.example/") for link in links.values())
        assert links["html"].removeprefix("https://refsvc.example/check/") in links["report"]


def test_every_way_to_bring_a_record(client: FlaskClient) -> None:
    packed = gzip.compress(CLEAN)
    told = [
        send(client, CLEAN, JSON),
        send(client, CLEAN, TEXT),
        send(client, CLEAN, "application/json; charset=UTF-8"),
        send(client, packed, JSON, headers={"Content-Encoding": "gzip"}),
        send(client, packed, TEXT),
        send(client, packed, "application/gzip"),
        client.post(CHECK, **multipart(("file", "a.json", CLEAN))),
        client.post(CHECK, **multipart(("file", None, CLEAN))),
        client.post(CHECK, **multipart(("file", "a.json.gz", packed))),
    ]
    assert {answer.status_code for answer in told} == {200}
    bodies = [{**answer.json, "links": {}} for answer in told if answer.json]
    assert bodies == [bodies[0]] * len(told)


def test_nothing_is_kept_without_leave(app: Flask, client: FlaskClient) -> None:
    before = rows(app)
    assert "links" not in checked(client, path=f"{CHECK}?store=no")
    several = client.post(f"{CHECK}?store=no", **multipart(("file", "a", CLEAN), ("file", "b", b"{")))
    told = shapes.Reports.model_validate_json(several.data)
    assert (told.links, told.reports[0].links) == (None, None)
    assert rows(app) == before
    assert kind(send(client, b"Game: Chess\n", TEXT)) == "record.game"
    assert rows(app) == before


def test_several_records_are_an_event(client: FlaskClient) -> None:
    files = {"first.txt": MISTAKES, "second.json": b"{", "third.json": CLEAN}
    answer = client.post(f"{CHECK}?lang=cs", **multipart(*(("file", name, data) for name, data in files.items())))
    told = shapes.Reports.model_validate_json(answer.data)
    assert [one.file for one in told.reports] == list(files)
    assert [one.index for one in told.reports] == [0, 1, 2]
    assert [type(one) for one in told.reports] == [shapes.Report, shapes.Refused, shapes.Report]
    assert told.links is not None
    assert told.links.pdf is None
    again = client.get(f"{told.links.report}?lang=cs").json
    assert again is not None
    assert answer.json is not None
    assert again["reports"] == answer.json["reports"]
    unread = client.get(f"{told.links.report}/2?lang=cs")
    assert problem(unread).model_dump() == told.reports[1].error.model_dump()  # type: ignore[union-attr]
    assert client.get(f"{told.links.report}/2/record").data == b"{"
    assert client.get(f"{told.links.report}/3").json["clean"]  # type: ignore[index]
    for path in ("4", "0", "501", "3/moves/99/why"):
        assert client.get(f"{told.links.report}/{path}").status_code == 404
    assert client.delete(told.links.delete or "").status_code == 204


def test_one_record_a_line(client: FlaskClient) -> None:
    told = shapes.Reports.model_validate_json(send(client, record() + b"\n" + record(place="Acre") + b"\n{", JSON).data)
    assert [getattr(one, "error", None) and one.error.line for one in told.reports] == [None, None, 3]  # type: ignore[union-attr]


def test_the_same_request_with_a_key_is_kept_once(app: Flask, client: FlaskClient) -> None:
    first = checked(client, headers=KEY)
    before = rows(app)
    assert checked(client, headers=KEY) == first
    assert rows(app) == before
    assert checked(client, headers={"Idempotency-Key": "another-key-of-the-club"})["links"] != first["links"]
    assert checked(client, CLEAN, headers=KEY)["links"] != first["links"]
    assert checked(client)["links"] != first["links"]


def test_what_a_record_is_judged_by(client: FlaskClient) -> None:
    assert checked(client)["record"]["edition"] == "recommended"
    assert checked(client, path=f"{CHECK}?edition=cs&rulings=DIF-01:optional,AMB-17:free")["record"]["edition"] == "cs"
    fields = [("file", "a", MISTAKES), ("edition", None, b"fr"), ("rulings", None, b"DIF-01:optional")]
    by_form = client.post(f"{CHECK}?edition=cs&lang=fr", **multipart(*fields, ("lang", None, b"cs")))
    assert by_form.json["record"]["edition"] == "fr"  # type: ignore[index]
    assert by_form.headers["Content-Language"] == "cs"
    box = b'game = "saladin"\n[arsuf.banners.sable]\nlances = 5\n'
    own = record(values=None).replace(b'"values": null, ', b"")
    boxed = client.post(CHECK, **multipart(("file", "a", own), ("box", "box.toml", box)))
    assert boxed.json["state"]["banners"]["sable"]["lances"] == 5  # type: ignore[index]
    unfit = client.post(CHECK, **multipart(("file", "a", own), ("box", "box.toml", box.replace(b"5", b"99"))))
    assert kind(unfit) == "box"
    assert "99" in problem(unfit).detail


def test_a_report_by_an_earlier_version(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    at = uploads_of(app)
    report = checked(client, record(event="the club"))
    monkeypatch.setattr(library, "rules_version", lambda: "0123456789ab")
    checked(client, record(event="the club"))
    monkeypatch.undo()
    earlier = client.get(report["links"]["report"] + "?rules=0123456789ab")
    assert earlier.json["rules"] == "0123456789ab"  # type: ignore[index]
    assert client.get(report["links"]["report"] + "?rules=ba9876543210").status_code == 404
    assert at.settings.language == "en"


def test_the_record_in_every_form(client: FlaskClient) -> None:
    top = checked(client)["links"]["report"]
    original = client.get(f"{top}/record")
    assert (original.data, original.content_type) == (MISTAKES, "application/octet-stream")
    assert original.headers["Content-Disposition"] == 'attachment; filename="record-1.txt"'
    forms = {form: client.get(f"{top}/record/{form}").data for form in ("json", *LANGUAGES)}
    for form, data in forms.items():
        sent = send(client, MISTAKES, TEXT, f"/api/v1/convert?to={form}")
        assert sent.data == data
        assert send(client, data, TEXT, "/api/v1/convert?to=json").data == forms["json"]
    assert client.get(f"{top}/record/de").status_code == 404
    half = checked(client, MISTAKES.replace(b"Escarmouche", b"Escarmouchette"))
    told = problem(client.get(half["links"]["report"] + "/record/json?lang=fr"))
    assert (told.status, told.rule, told.path, told.line) == (422, "record.word", "/moves/4", 12)


def test_sarif(client: FlaskClient) -> None:
    report = checked(client)
    log = client.get(report["links"]["report"] + "/sarif?lang=cs")
    assert log.content_type == "application/sarif+json"
    assert log.json is not None
    assert log.json["version"] == VERSION
    assert [one["ruleId"] for one in log.json["runs"][0]["results"]] == [one["rule"] for one in report["findings"]]


def test_moves_legal_ones_and_why(client: FlaskClient) -> None:
    report = checked(client)
    top = report["links"]["report"]
    listed = shapes.Moves.model_validate_json(client.get(f"{top}/moves?lang=cs").data)
    assert (listed.total, len(listed.moves)) == (16, 16)
    assert [move.number for move in listed.moves if move.findings] == [found["move"] for found in report["findings"]]
    assert {(move.line, move.column) for move in listed.moves if move.findings} == {
        (found["line"], found["column"]) for found in report["findings"]
    }
    some = shapes.Moves.model_validate_json(client.get(f"{top}/moves?lang=cs&from=5&most=3").data)
    assert some.moves == listed.moves[4:7]
    for number in (1, 12, 17):
        kept = client.get(f"{top}/moves/{number}/legal?lang=fr")
        legal = shapes.Legal.model_validate_json(kept.data)
        assert legal.legal
        assert kept.data == send(client, MISTAKES, TEXT, f"/api/v1/legal?move={number}&lang=fr").data
    offered = client.get(f"{top}/moves/12/legal").json
    assert offered is not None
    for move in report["findings"][0]["instead"]:
        del move["spent"]  # what it costs is no part of the choice
        assert move in [one["move"] for one in offered["legal"]]
    for number in range(1, 17):
        kept = client.get(f"{top}/moves/{number}/why?lang=cs")
        why = shapes.Why.model_validate_json(kept.data)
        assert why.clean == (number not in {found["move"] for found in report["findings"]})
        assert {term.rule for account in why.accounts for term in account.terms} <= {rule.id for rule in why.rules}
        assert all(account.total == sum(term.amount for term in account.terms) for account in why.accounts)
        assert kept.data == send(client, MISTAKES, TEXT, f"/api/v1/why?move={number}&lang=cs").data
    for path in (f"{top}/moves/18/legal", f"{top}/moves/17/why"):
        assert kind(client.get(path)) == "no-move"
    assert kind(send(client, MISTAKES, TEXT, "/api/v1/why?move=17")) == "no-move"
    assert kind(send(client, MISTAKES, TEXT, "/api/v1/why")) == "parameter-missing"
    assert kind(send(client, record() + b"\n" + record(), JSON, "/api/v1/why?move=1")) == "one-record"


def test_a_long_record_becomes_a_job(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)
    answer = send(client, notes(11), headers=KEY)
    assert answer.status_code == 202
    job = shapes.Job.model_validate_json(answer.data)
    assert job.links is not None
    assert (job.state, job.kind, job.fault, job.links.job) == ("waiting", "check", None, answer.headers["Location"])
    for path in (job.links.report, f"{job.links.report}/1", f"{job.links.report}/1/summary.pdf"):
        waiting = client.get(path)
        assert (waiting.status_code, waiting.headers["Location"]) == (202, job.links.job)
        shapes.Job.model_validate_json(waiting.data)
    assert send(client, notes(11), headers=KEY).json["links"] == answer.json["links"]  # type: ignore[index]
    done(app, job.id)
    after = shapes.Job.model_validate_json(client.get(job.links.job or "").data)
    assert (after.state, after.done) == ("done", after.total)
    assert client.get(job.links.report).json["clean"]  # type: ignore[index]
    again = send(client, notes(11), headers=KEY)
    assert (again.status_code, again.json["clean"]) == (200, True)  # type: ignore[index]


def test_a_job_that_can_not_be_done(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "MOST_AT_ONCE", 10)
    answer = send(client, notes(12)).json
    assert answer is not None
    claimed = claimed_by_us(app, answer["id"])
    with uploads_of(app).store.write() as session:
        table.fail(session, claimed.id, claimed.attempt, "too-slow")
    told = shapes.Job.model_validate_json(client.get(answer["links"]["job"] + "?lang=cs").data)
    assert (told.state, told.fault and told.fault.code) == ("failed", "too-slow")
    refused = client.get(answer["links"]["report"] + "?lang=cs")
    assert (refused.status_code, kind(refused)) == (503, "unfinished")
    assert problem(refused).detail == (told.fault and told.fault.message)


def test_a_summary_becomes_a_job_and_then_a_file(app: Flask, client: FlaskClient) -> None:
    report = checked(client)
    asked = client.get(report["links"]["pdf"] + "?lang=cs&with=fr&paper=letter")
    assert asked.status_code == 202
    job = shapes.Job.model_validate_json(asked.data)
    assert (job.kind, job.state) == ("summary", "waiting")
    done(app, job.id)
    ready = client.get(report["links"]["pdf"] + "?lang=cs&with=fr&paper=letter")
    assert (ready.status_code, ready.content_type, ready.data[:5]) == (200, "application/pdf", b"%PDF-")
    assert ready.headers["Content-Disposition"] == 'attachment; filename="summary-cs-fr.pdf"'
    assert kind(client.get(report["links"]["pdf"] + "?paper=a5")) == "parameter"


def claimed_by_us(app: Flask, job: str) -> tasks.Claimed:
    """A certain job, claimed as a worker does; those that other tests have left go with it."""
    with uploads_of(app).store.write() as session:
        while row := table.claim(session, tasks.KINDS):
            session.flush()
            if row.id == job:
                return tasks.claimed(row)
    raise AssertionError(job)


def done(app: Flask, job: str) -> None:
    """Does a job as a worker does."""
    claimed = claimed_by_us(app, job)
    tasks.KINDS[claimed.kind](uploads_of(app).store, claimed)
