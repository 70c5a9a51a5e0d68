"""Headers, tags, redirects and error pages."""

from __future__ import annotations

import gzip
import random
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import GAMES
from refsvc.config import LANGUAGES
from refsvc.web import assets, redirects
from refsvc.web.headers import SECURITY
from refsvc.web.response_cache import takes_gzip
from refsvc.web.sitemap import SITE

RULES = "/en/saladin/rules/"


@pytest.mark.parametrize(
    "path", ["/", "/en/", RULES, "/en/search?q=x", "/en/nothing", "/worker.js", "/robots.txt", "/en/copy.json"]
)
def test_every_answer_has_the_security_headers(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers[name] for name, _ in SECURITY} == dict(SECURITY)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("turn", ["first, by Flask", "second, finished"])
def test_tags(client: FlaskClient, turn: str) -> None:
    plain, packed = client.get(RULES), client.get(RULES, headers={"Accept-Encoding": "br, gzip"})
    assert gzip.decompress(packed.data) == plain.data, turn
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    assert plain.headers["ETag"] != packed.headers["ETag"]
    for tag in (plain.headers["ETag"], packed.headers["ETag"], f'"x", W/{plain.headers["ETag"]}', "*"):
        again = client.get(RULES, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["Cache-Control"] == "public, no-cache"
    assert client.get(RULES, headers={"If-None-Match": '"x"'}).status_code == 200
    head = client.head(RULES)
    assert (head.data, head.headers["Content-Length"]) == (b"", str(len(plain.data)))


def test_finished_pages_are_answered_before_flask(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(RULES)
    monkeypatch.setattr(app.extensions["response_cache"], "application", None)
    assert client.get(RULES).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [("", False), ("gzip", True), ("br, gzip;q=0.5", True), ("gzip;q=0", False), ("gzip;q=0.0, br", False),
     ("br;q=1.0, gzip", True)],
)  # fmt: skip
def test_gzip_is_sent_to_those_who_take_it(accepted: str, is_taken: bool) -> None:
    assert takes_gzip(accepted) is is_taken


def test_static_files_never_change_under_their_address(client: FlaskClient) -> None:
    answer = client.get(assets.address("css/site.css"))
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.content_type.startswith("text/css")
    old = client.get("/static/000/css/site.css")
    assert (old.status_code, old.headers["Location"]) == (302, assets.address("css/site.css"))
    for path in (
        "/static/x/nothing.css",
        f"{assets.static_root()}/../config.py",
        f"{assets.static_root()}/%2e%2e/config.py",
    ):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("asked", "language"),
    [("", "en"), ("fr", "fr"), ("cs-CZ,cs;q=0.9,en;q=0.5", "cs"), ("de,fr;q=0.3", "fr"), ("de", "en"),
     ("\x01;q=x", "en")],
)  # fmt: skip
def test_the_front_door_leads_to_the_language_of_the_browser(client: FlaskClient, asked: str, language: str) -> None:
    answer = client.get("/", headers={"Accept-Language": asked})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/{language}/")
    assert answer.headers["Vary"] == "Accept-Language"


def test_the_address_wins_over_the_browser(client: FlaskClient) -> None:
    assert '<html lang="cs"' in client.get("/cs/", headers={"Accept-Language": "fr"}).text
    assert '<html lang="cs"' in client.get("/cs/nothing", headers={"Accept-Language": "fr"}).text


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("/fr/saladin/rules/saladin.activation.pas", "/fr/saladin/rules/saladin.activation.pass"),
        ("/fr/saladin/rules/pass", "/fr/saladin/rules/saladin.activation.pass"),
        ("/fr/saladdin/rules/", "/fr/saladin/rules/"),
        ("/fr/napoleonic/rules/", "/fr/napoleonics/rules/"),
        ("/fr/napoleonics/rules/napoleonics.retire.infantri", "/fr/napoleonics/rules/napoleonics.retire.infantry"),
        ("/fr/napoleonics/cards/atack-left", "/fr/napoleonics/cards/attack-left"),
        ("/fr/saladin/glosary/", "/fr/saladin/glossary/"),
        ("/de/saladin/rules/saladin.activation.pass", "/fr/saladin/rules/saladin.activation.pass"),
    ],
)
def test_an_unknown_address_gets_near_ones_in_the_readers_language(client: FlaskClient, path: str, near: str) -> None:
    answer = client.get(path, headers={"Accept-Language": "fr"})
    assert answer.status_code == 404
    assert '<html lang="fr"' in answer.text
    assert f'<li><a href="{near}">' in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_in_the_name_of_anything_leads_to_it(client: FlaskClient, language: str) -> None:
    known = {place.path for place in SITE.places(language).values()}
    for kind in SITE.kinds.values():
        places = [place for place in SITE.places(language).values() if place.kind is kind and len(place.item) > 6]
        for place in random.Random(kind.name).sample(places, min(3, len(places))):
            slip = place.path.replace(place.item, place.item[:-2] + place.item[-1])
            if slip in known:
                continue  # the name of another
            answer = client.get(slip)
            assert answer.status_code == 404, slip
            assert f'<li><a href="{place.path}">' in answer.text, slip


@pytest.mark.parametrize(
    "path", ["/nothing", "/cs", "/xx/", "/en/%00", "/en/%ff%fe", "/en/<script>", "/en/" + "a" * 9000]
)
def test_no_address_is_an_error_of_ours(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (301, 308, 404)
    assert "<script>" not in answer.text


def test_slashes_are_put_right_and_old_ids_redirect(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        assert client.get(f"/fr/{game}/rules").headers["Location"] == f"/fr/{game}/rules/"
        assert client.get(f"/fr/{game}/").headers["Location"] == client.get(f"/fr/{game}").headers["Location"] == "/fr/"
    assert client.get("/fr/about").headers["Location"] == "/fr/about/"
    place = "/fr/saladin/rules/saladin.removal.target-left#DIF-01"
    assert client.get("/fr/saladin/rules/DIF-01").headers["Location"] == place
    monkeypatch.setattr(redirects, "moved_ids", lambda: {"saladin.turn.give-up": "saladin.activation.pass"})
    answer = client.get("/cs/saladin/rules/saladin.turn.give-up")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/cs/saladin/rules/saladin.activation.pass")


def test_old_ids_lead_to_pages() -> None:
    assert set(redirects.moved_ids().values()) <= {place.item for place in SITE.places("en").values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_errors_have_pages_too(app: Flask, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()
    answer = client.post(f"/{language}/about/")
    assert (answer.status_code, answer.headers["Allow"].split(", ")[0]) == (405, "GET") or "GET" in answer.headers[
        "Allow"
    ]
    assert f'<html lang="{language}"' in answer.text
    monkeypatch.setattr("refsvc.web.search_pages.index", lambda: 1 / 0)
    monkeypatch.setattr("refsvc.web.errors.log.error", lambda *_, **__: None)
    answer = client.get(f"/{language}/search?q=x")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert f'<html lang="{language}"' in answer.text
    assert len(re.findall("<h1>", answer.text)) == 1
