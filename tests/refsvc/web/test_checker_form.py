"""Handing in a record: pasted, as files, packed, as a sample; what is refused comes back with its place."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient

from engine import GAMES
from refsvc import create_app, paths
from refsvc.config import LANGUAGES
from refsvc.presentation import registry
from refsvc.records import box_file, unpack
from refsvc.web.pages import check
from tests.refsvc.web.checking import CLEAN, WRONG, hand_in, send


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refsvc.checking.deadline.MOST_SECONDS", 60.0)  # on a busy machine a check would become a job


@pytest.mark.parametrize("name", list(check.samples()))
def test_every_sample_is_checked_with_one_click_and_can_be_downloaded(client: FlaskClient, name: str) -> None:
    page = client.get(hand_in(client, sample=name).at("en")).text
    assert ("chip--illegal" in page) == ("mistakes" in name)
    file = client.get(f"/en/check/samples/{name}")
    assert file.data == check.samples()[name].data
    assert file.headers["Content-Disposition"] == f'attachment; filename="{name}"'


@pytest.mark.parametrize("name", ["nothing.txt", "..%2f..%2fconfig.py", "../config.py"])
def test_only_samples_are_given_out(client: FlaskClient, name: str) -> None:
    assert client.get(f"/en/check/samples/{name}").status_code == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"text": WRONG.decode()},
        {"text": WRONG.decode().replace("\n", "\r\n")},  # as a browser sends it
        {"file": WRONG},
        {"file": gzip.compress(WRONG)},
        {"text": "", "file": WRONG},
        {"file": WRONG, "box": [("", b"")], "edition": "", "ruling.DIF-01": ""},
    ],
    ids=["pasted", "pasted with returns", "file", "gzip", "file and empty text", "every field"],
)
def test_however_it_comes_it_is_the_same_record(client: FlaskClient, fields: dict[str, Any]) -> None:
    handed = hand_in(client, "cs", **fields)
    assert client.get(handed.at("cs", "/original")).data == WRONG


def test_a_script_is_told_where_the_report_is(client: FlaskClient) -> None:
    data = {"text": WRONG.decode()}
    answer = client.post("/fr/check/", data=data, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    assert re.fullmatch(r"/fr/check/[\w-]{22}\?own=[\w-]{22}", answer.json["address"])  # type: ignore[index]  # JSON


def test_edition_and_rulings_take_the_place_of_the_records_own(client: FlaskClient) -> None:
    handed = hand_in(client, text=WRONG.decode(), edition="fr", **{"ruling.AMB-17": "free"})
    page = client.get(handed.at("en")).text
    assert "French rules" in page
    assert "AMB-17" in page


@pytest.mark.parametrize(
    "fields", [{"edition": "de"}, {"ruling.DIF-01": "sometimes"}, {"edition": "<script>"}], ids=str
)
def test_what_can_not_be_chosen_is_refused(client: FlaskClient, fields: dict[str, str]) -> None:
    answer = send(client, text="Game: Saladin", **fields)
    assert answer.status_code == 422
    assert "<script>" not in answer.text


def test_a_box_file_is_used_or_refused(client: FlaskClient) -> None:
    text = WRONG.decode().replace("Hodnoty: refsvc\n", "")
    box = b'game = "saladin"\n[arsuf.banners.sable]\nlances = 8\n'
    page = client.get(hand_in(client, text=text, box=box).at("en")).text
    assert "own copy, with the values" in page
    for wrong in (
        b"[",
        b'game = "chess"',
        b"[arsuf.banners.sable]\nlances = 99\n",
        b"x = 1\n",
        b"#" * box_file.LONGEST,
    ):
        answer = send(client, text=text, box=wrong + b"\n")
        assert (answer.status_code, "data-fault hidden" in answer.text) == (422, False), wrong[:40]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_record_comes_back_with_its_line_marked(client: FlaskClient, language: str) -> None:
    text = "Game: Saladin\nScenario: Arsuff <b>\n\nTurn 1\n"
    answer = send(client, language, text=text)
    assert answer.status_code == 422
    assert 'data-line="2"' in answer.text
    assert re.search(
        r'class="is-here"><span class="source-num">2</span><code>Scenario: <mark[^>]*>Arsuff</mark>', answer.text
    )
    assert "Arsuff &lt;b&gt;\n\nTurn 1\n</textarea>" in answer.text.replace("\r", "")
    assert f'href="/{language}/saladin/rules/record.scenario"' in answer.text


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 422),
        ({"text": "  \n "}, 422),
        ({"file": b""}, 422),
        ({"file": gzip.compress(WRONG)[:-4]}, 400),
        ({"file": gzip.compress(WRONG) + b"x"}, 400),
        ({"file": b"\x1f\x8b" + b"\0" * 40}, 400),
        ({"file": gzip.compress(b" " * (unpack.MOST_UNPACKED + 1))}, 413),
        ({"file": b"x" * (unpack.MOST_SENT + 1)}, 413),
        ({"text": "x" * (unpack.MOST_SENT + 1)}, 413),
        ({"file": [("a.txt", b"x" * (unpack.MOST_SENT // 2)), ("b.txt", b"x" * (unpack.MOST_SENT // 2 + 1))]}, 413),
        ({"file": b"x" * 3_000_000}, 413),
        ({"file": [(f"{n}.json", CLEAN) for n in range(unpack.MOST_RECORDS + 1)]}, 413),
        ({"file": [(f"{n}.json", b"{}") for n in range(2_000)]}, 413),
        ({"file": b"[" * 100_000}, 422),
        ({"file": b'{"format": "refsvc-record/1", "game": NaN}'}, 422),
        ({"file": b"\xff\xfe\x00"}, 422),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused_on_the_same_page(
    client: FlaskClient, fields: dict[str, Any], status: int
) -> None:
    answer = send(client, **fields)
    assert answer.status_code == status
    assert "data-fault" in answer.text
    assert "data-fault hidden" not in answer.text


def test_mistakes_in_a_scenario_file_are_listed_with_their_lines(client: FlaskClient) -> None:
    file = (paths.data("scenarios") / "napoleonics" / "training-1.toml").read_text("utf-8")
    faulty = file.replace('id = "training-1"', 'id = "mine"').replace("E  . .", "E  . q").replace('"B3"', '"B33"')
    text = f"Hra: Napoleonics\nScénář: mine\n\nB Napadení ve středu: G7\n\nSoubor scénáře:\n{faulty}"
    page = client.post("/cs/check/", data={"text": text})
    assert page.status_code == 422
    lines = 1 + faulty[: faulty.index(" q ")].count("\n") + 6, 1 + faulty[: faulty.index('"B33"')].count("\n") + 6
    for line in lines:
        assert f"<li>řádek {line}, sloupec" in page.text.replace("\u00a0", " ")
    assert page.text.count("<mark") == 1


def test_a_battle_of_the_players_own_is_named_among_other_records(client: FlaskClient) -> None:
    file = (paths.data("scenarios") / "napoleonics" / "training-1.toml").read_text("utf-8")
    moves = "Hra: Napoleonics\nScénář: mine\n\nB Napadení ve středu: G7\n\nSoubor scénáře:\n"
    own = moves + file.replace('id = "training-1"', 'id = "mine"')
    handed = hand_in(client, file=[("own.txt", own.encode()), ("wrong.txt", WRONG)])
    page = client.get(handed.at("fr")).text
    assert ">mine<" in page
    assert "Arsuf" in page


def test_the_form_tells_of_every_game(client: FlaskClient) -> None:
    page = client.get("/en/check/").text
    for game in GAMES:
        assert f'/en/{game}/box/"' in page
        assert f"{game}-" in page  # a sample
        assert example(game) in page.replace("&gt;", ">")


def example(game: str) -> str:
    """The first turn of a game as it is written down."""
    text = next(one for one in registry.of(game).samples() if (one.kind, one.form) == ("clean", "en"))
    return text.data.decode().split("\n\n")[1].splitlines()[1]


def test_as_many_as_are_taken(client: FlaskClient) -> None:
    handed = hand_in(client, file=[(f"{n}.json", CLEAN) for n in range(unpack.MOST_RECORDS)])
    assert client.get(handed.at("en")).text.count("<tr>") == unpack.MOST_RECORDS + 1


def test_too_many_uploads_are_asked_to_wait(tmp_path: Path) -> None:
    app: Flask = create_app({"instance": tmp_path, "uploads_a_minute": 0, "uploads_a_day": 2})
    client = app.test_client()
    with time_machine.travel("2026-11-20 12:00", tick=False):
        answers = [send(client, text=WRONG.decode()) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert answers[-1].headers["Retry-After"] == str(12 * 60 * 60)
    assert WRONG.decode().splitlines()[5] in answers[-1].text


def test_the_form_works_for_everybody(client: FlaskClient) -> None:
    assert client.get("/check/", headers={"Accept-Language": "cs"}).headers["Location"] == "/cs/check/"
    page = client.get("/fr/check/")
    assert 'enctype="multipart/form-data"' in page.text
    assert page.headers["Cache-Control"] == "public, no-cache"
    assert client.get("/fr/check").headers["Location"].endswith("/fr/check/")
