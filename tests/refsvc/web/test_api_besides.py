"""The API besides checking: the reference as data, errors, the page to try it, and the page about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pydantic import TypeAdapter

from engine import GAMES, find_drawn, find_game
from engine.core.record import MOST_MOVES
from refsvc.config import LANGUAGES
from refsvc.notation.read import MOST_LINE
from refsvc.records import unpack
from refsvc.reference.cards import deck
from refsvc.uploads.service import UploadService
from refsvc.web.api.bodies import RECORDS
from refsvc.web.api.operations import GROUPS
from refsvc.web.app import MOST_PARTS
from tests.refsvc.web.api import CHECK, application, kind, multipart, record, send

OPERATIONS = [operation for group in GROUPS.values() for operation in group]
RULE = "saladin.activation.pass"
HELD = {"saladin": (RULE, "arsuf-sable"), "napoleonics": ("napoleonics.retire.infantry", "attack-left")}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with application(tmp_path_factory.mktemp("api")) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("operation", GROUPS["reference"], ids=lambda operation: operation.id)
@pytest.mark.parametrize("game", GAMES)
def test_the_reference_as_data(client: FlaskClient, game: str, operation: Any, language: str) -> None:
    rule, card = HELD[game]
    words = {"{game}": game, "{rule}": rule, "{card}": card}
    path = "/api/v1" + operation.path
    for part, word in words.items():
        path = path.replace(part, word)
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.headers["Content-Language"] == language
    assert answer.data == client.get(f"{path}?lang={language}", headers={"Accept-Language": "de"}).data
    assert f"[{game}." not in answer.text
    shape = operation.gives[200]
    if not isinstance(shape, tuple):
        TypeAdapter(shape).validate_json(answer.data)
    assert {"Accept-Language", "Accept-Encoding"} >= set(answer.headers["Vary"].split(", ")) >= {"Accept-Language"}
    same = client.get(path, headers={"Accept-Language": language, "If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    other = next(each for each in LANGUAGES if each != language)
    assert client.get(f"{path}?lang={other}", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 200
    assert client.head(path).data == b""


@pytest.mark.parametrize("game", GAMES)
def test_what_the_reference_holds(client: FlaskClient, game: str) -> None:
    at = f"/api/v1/games/{game}"
    rules = client.get(f"{at}/rules?lang=cs").json
    assert rules is not None
    known = {
        id_ for id_, rule in find_game(game).rulebook().rules.items() if game in find_drawn() or not rule.is_of_drawn
    }
    assert {rule["id"] for rule in rules["rules"]} == known
    assert client.get(f"{at}/rules/{HELD[game][0]}?lang=cs").json in rules["rules"]
    cards = client.get(f"{at}/cards").json
    assert cards is not None
    assert {card["id"] for card in cards["cards"]} == set(deck(game))
    assert client.get(f"{at}/cards/{cards['cards'][0]['id']}").json == cards["cards"][0]
    other = next(one for one in GAMES if one != game)
    foreign = f"games/{game}/rules/{HELD[other][0]}"
    for path in ("games/chess/rules", f"games/{game}/rules/{game}.no.rule", f"games/{game}/cards/nobody", foreign):
        assert (client.get(f"/api/v1/{path}").status_code, kind(client.get(f"/api/v1/{path}"))) == (404, "not-found")


# errors


@pytest.mark.parametrize(
    "path", ["/api/v1/", "/api/v1/nothing", "/api/v2/check", "/api/x", "/api/v1/games/", "/api/v1//games"]
)
def test_every_address_below_api_answers_as_a_problem(client: FlaskClient, path: str) -> None:
    assert kind(client.get(f"/api/{path}", headers={"Accept": "text/html"})) == "not-found"


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_methods(client: FlaskClient, operation: Any) -> None:
    token = "a" * 22
    words = {
        "share": token,
        "job": token,
        "token": token,
        "number": "1",
        "move": "1",
        "game": "saladin",
        "form": "json",
    }
    path = "/api/v1" + operation.path.format(**words, rule=RULE, card="arsuf-sable")
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - {operation.method}:
        refused = client.open(path, method=method)
        assert (refused.status_code, kind(refused)) == (405, "method")
        assert operation.method in refused.headers["Allow"].split(", ")


def test_a_fault_of_ours_is_told_without_its_inside(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UploadService, "keep", lambda *_: 1 / 0)
    told = send(client, record(), headers={"Accept-Language": "cs"})
    assert (told.status_code, kind(told)) == (500, "fault")
    assert "division" not in told.text


def test_other_sites_and_names_are_refused(client: FlaskClient) -> None:
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        refused = send(client, record(), headers=headers)
        assert (refused.status_code, kind(refused)) == (403, "cross-site")
    assert kind(client.get("/api/v1/games", headers={"Host": "evil.example"})) == "host"


def test_the_front_door(client: FlaskClient) -> None:
    for language in LANGUAGES:
        answer = client.get("/api/", headers={"Accept-Language": language})
        assert (answer.status_code, answer.location) == (302, f"/{language}/api/")
        page = client.get(f"/{language}/api/").text
        assert all(f'id="{operation.id}"' in page for operation in OPERATIONS)
        assert "[api." not in page
        assert "curl &#39;http://localhost/api/v1/games?lang=" + language in page


def test_the_page_works_without_script(client: FlaskClient) -> None:
    """What a browser sends from the form as it stands: the fields that are not disabled."""
    answer = client.post(CHECK, **multipart(("file", None, record())))
    assert json.loads(answer.data)["format"] == "refsvc-report/1"


# docs/api.md


def test_the_page_about_the_api_is_true(client: FlaskClient) -> None:
    """Every address that it names is one of an operation, every limit is the one that holds, every kind is taken."""
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
    named = set(re.findall(r"`(?:GET|POST|DELETE) ([^`?]*)", text))
    known = {re.sub(r"\{[a-z]+\}", "*", operation.path) for operation in OPERATIONS}
    for path in named:
        whole = re.sub(r"<[a-z]+>", "*", path.replace("…/<n>", "/reports/<token>/<n>"))
        assert whole in known, path
    for number in (
        unpack.MOST_SENT,
        unpack.MOST_UNPACKED,
        unpack.MOST_RECORDS,
        MOST_MOVES,
        MOST_PARTS,
        MOST_LINE,
        20_000,
    ):
        assert f"{number:,}" in text, number
    lines = re.findall(r"^curl (.*) http://127.0.0.1:8000(\S+)$", text, re.MULTILINE)
    assert len(lines) == 3
    for options, path in lines:
        assert client.open(path, method="OPTIONS").status_code == 200
        kinds = re.findall(r"Content-Type: ([a-z/]+)", options)
        assert all(kind in RECORDS for kind in kinds)
