"""Nothing that somebody sends is obeyed: in a page, a file, a header, an address; nobody else's page can send it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from refsvc import create_app
from refsvc.config import Settings
from refsvc.web import rendering, templates
from refsvc.web.headers import SECURITY
from refsvc.web.request_checks import is_known_host, known_hosts
from tests.refsvc.web.api import rows
from tests.refsvc.web.checking import CLEAN, WRONG, hand_in, send

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "{{ 7*7 }}{% x %}${7*7}#{7*7}",
    "javascript:alert(1)",
    "</textarea><script>alert(1)</script>",
    "]]><!--",
    "&lt;b&gt;",
)
PARTS = ("", "?at=1", "/position?at=1", "?rules=x", "/report.json", "/report.sarif", "/moves.csv", "/record.json")


class Tags(HTMLParser):
    """The tags of a page and their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def is_tame(html: str) -> bool:
    """Whether a page holds only scripts of ours, nothing that acts by itself, and no address that is code."""
    for tag, attributes in Tags(html).found:
        if tag == "script" and not attributes.get("src", "").startswith("/static/"):
            return False
        if any(name.startswith("on") or name == "style" for name in attributes):
            return False
        addresses = [attributes[name] for name in ("href", "src", "action") if name in attributes]
        if any(not address.startswith(("/", "#")) for address in addresses):
            return False
        if tag == "img" and not attributes["src"].startswith("/static/"):
            return False
    return "49" not in re.findall(r"\b49\b(?=\$|\{|#|%)", html)


def test_a_tame_page_is_told_from_a_wild_one() -> None:
    assert is_tame('<p>&lt;script&gt;</p><a href="/x">x</a>')
    for wild in ("<script>x</script>", '<p onclick="x">', '<a href="javascript:x">', '<img src="x">', '<p style="x">'):
        assert not is_tame(wild)


@pytest.mark.parametrize("word", HOSTILE)
def test_words_of_a_record_are_only_words(client: FlaskClient, word: str) -> None:
    tree = json.loads(CLEAN)
    tree |= {"players": {"ayyubid": word, "crusader": word}, "event": word, "place": word, "date": word}
    tree["moves"].append({"do": "note", "text": word})
    handed = hand_in(client, file=[(f"{word}.json", json.dumps(tree).encode()), ("other.json", CLEAN)])
    for path in ("", "/1", *(f"/1{part}" for part in PARTS)):
        answer = client.get(handed.at("en", path))
        assert answer.status_code in (200, 404)
        if answer.content_type.startswith("text/html"):
            assert is_tame(answer.text), path
        else:
            assert answer.headers["Content-Disposition"].startswith("attachment")
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("word", HOSTILE)
def test_words_that_can_not_be_read_are_only_words(client: FlaskClient, word: str) -> None:
    handed = hand_in(client, text=WRONG.decode() + f"K {word}\n# {word}\n")
    page = client.get(handed.at("fr")).text
    assert is_tame(page)
    assert "verdict--misread" in page
    refused = send(client, text=f"Game: {word}\nScenario: {word}\n")
    assert refused.status_code == 422
    assert is_tame(refused.text)
    assert is_tame(send(client, file=[(f"{word}.txt", f"Game: {word}".encode())]).text)
    assert is_tame(send(client, text="x", edition=word, **{"ruling.DIF-01": word}).text)


@pytest.mark.parametrize("word", [word for word in HOSTILE if "<" in word])
def test_only_escaping_keeps_them_words(client: FlaskClient, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: without it the same pages are wild."""
    tree = json.loads(CLEAN) | {"players": {"ayyubid": word, "crusader": word}, "event": word}
    handed = hand_in(client, file=[("one.json", json.dumps(tree).encode()), ("other.json", CLEAN)])
    bare = templates.environment().overlay(autoescape=False, cache_size=0)
    monkeypatch.setattr(rendering, "environment", lambda: bare)
    for path in ("", "/1"):
        assert is_tame(client.get(handed.at("en", path)).text) == ("--" in word), path


@pytest.mark.parametrize("word", HOSTILE)
def test_words_of_an_address_are_only_words(client: FlaskClient, word: str) -> None:
    handed = hand_in(client, text=WRONG.decode())
    asked = urlencode({"at": word, "finding": word, "row": word, "rules": "", "own": word, "x": word, "q": word})
    for path in ("", "/position", "/summary.pdf", "/delete", "/nothing"):
        answer = client.get(handed.at("fr", f"{path}?{asked}"))
        assert answer.status_code in (200, 202, 404), path
        assert is_tame(answer.text), path
    for path in (f"/en/search?{asked}", f"/en/{quote(word)}", f"/en/api/?{asked}", f"/check/{quote(word)}"):
        assert is_tame(client.get(path).text), path


UNSEEN = "a\u202eb\x00c\x1b[2Jd\u2066e\x85\u200f"


def test_signs_that_are_not_seen_are_not_passed_on(client: FlaskClient) -> None:
    """Only the record itself still has them, for whoever takes it as it was."""
    tree = json.loads(CLEAN)
    tree["moves"] += [{"do": "note", "text": UNSEEN}, {"do": "pass", "side": UNSEEN}]
    lines = f"K {UNSEEN}\n# {UNSEEN}\n"
    for data in (json.dumps(tree).encode(), WRONG + lines.encode()):
        handed = hand_in(client, file=data)
        for part in (*PARTS[:3], "?at=17", "/report.json", "/report.sarif", "/moves.csv"):
            answer = client.get(handed.at("en", part))
            assert answer.status_code == 200, part
            assert not re.search("[\x00\x1b\x80-\x9f\u200f\u202e\u2066]", answer.data.decode("utf-8-sig")), part
        assert client.get(handed.at("en", "/original")).data == data


@pytest.mark.parametrize("name", ["a\r\nSet-Cookie: x=1", "a\nb", "a\x00b", "\u202eexe.txt", "x" * 300, "..", "/", "."])
def test_no_header_is_made_of_a_file_name(client: FlaskClient, name: str) -> None:
    sent = send(client, file=[(name, WRONG)])
    if sent.status_code != 303:  # a line end within a name breaks the form itself
        assert (sent.status_code, "\n" in name) == (422, True)
        return
    answer = client.get(sent.headers["Location"].replace("?", "/original?"))
    assert answer.data == WRONG
    assert "Set-Cookie" not in answer.headers
    disposition = answer.headers["Content-Disposition"]
    assert not re.search(r"[\r\n\x00\u202e]", disposition)
    assert len(disposition) < 600


@pytest.mark.parametrize(
    "rest", ["//evil.test", "/evil.test", "%5cevil.test", "%0d%0aSet-Cookie:%20x=1", "..%2f..%2f.."]
)
def test_an_address_without_a_language_leads_nowhere_else(client: FlaskClient, rest: str) -> None:
    token = "a" * 22
    for path in (f"/check/{token}/{rest}", f"/check/{token}?x={rest}"):
        answer = client.get(path, headers={"Host": "localhost"})
        assert answer.status_code in (302, 308, 404), path
        if answer.status_code != 404:
            target = answer.headers["Location"]
            assert re.match(rf"(http://localhost)?/((en|fr|cs)/)?check/{token}", target), target
            assert "Set-Cookie" not in answer.headers


# where a request comes from


@pytest.mark.parametrize(
    ("headers", "is_taken"),
    [
        ({}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, False),
        ({"Origin": "http://localhost"}, True),
        ({"Origin": "http://localhost:81"}, False),
        ({"Origin": "http://evil.test"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://[::1"}, False),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, True),
    ],
)
def test_a_form_is_taken_only_from_our_own_pages(client: FlaskClient, headers: dict[str, str], is_taken: bool) -> None:
    handed = hand_in(client, text=WRONG.decode())
    answer = client.post("/en/check/", data={"text": WRONG.decode()}, headers=headers)
    assert answer.status_code == (303 if is_taken else 403)
    assert client.post("/en/saladin/box/", data={}, headers=headers).status_code == (422 if is_taken else 403)
    client.post(handed.at("en", "/delete"), data={"own": handed.own}, headers=headers)
    assert client.get(handed.at("en")).status_code == (404 if is_taken else 200)
    assert client.get("/en/search?q=x", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.test", "localhost.evil.test", "evil.test:80", "127.0.0.1.evil.test", "a b", "["]
)
def test_another_name_is_not_answered(client: FlaskClient, host: str) -> None:
    for path in ("/en/search?q=x", "/check/", "/en/nothing"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 400, path
        assert host not in answer.headers.get("Location", "")
    assert client.post("/en/check/", data={"text": "x"}, headers={"Host": host}).status_code == 400


def test_names_that_are_answered() -> None:
    settings = Settings(address="https://Rules.example:8443/", hosts="club.example,other.example", host="box.lan")
    names = known_hosts(settings)
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "rules.example",
                 "rules.example:8443", "club.example", "other.example.", "box.lan:80"):  # fmt: skip
        assert is_known_host(host, names), host
    for host in ("", "example", "xlocalhost", "localhost@evil.test", "::1]", "club.example.evil.test", "1.2.3"):
        assert not is_known_host(host, names), host


def test_proxies_are_believed_only_if_there_are_any(tmp_path: Path) -> None:
    said = {"X-Forwarded-Host": "evil.test", "X-Forwarded-For": "1.2.3.4", "X-Forwarded-Proto": "https"}
    plain = create_app({"instance": tmp_path / "a", "uploads_a_day": 0})
    assert plain.test_client().get("/en/search?q=x", headers=said).status_code == 200
    behind: Flask = create_app({"instance": tmp_path / "b", "proxies": 1, "hosts": "club.example", "uploads_a_day": 1,
                                "uploads_a_minute": 0})  # fmt: skip
    client = behind.test_client()
    assert client.get("/en/search?q=x", headers=said).status_code == 400
    for client_address, status in (
        ("1.2.3.4", 303),
        ("1.2.3.4", 429),
        ("9.9.9.9, 1.2.3.5", 303),
        ("9.9.9.9, 1.2.3.5", 429),
    ):
        headers = {"X-Forwarded-Host": "club.example", "X-Forwarded-For": client_address}
        assert client.post("/en/check/", data={"text": WRONG.decode()}, headers=headers).status_code == status


# what every answer has, and what no refusal costs


def refusals(client: FlaskClient) -> Iterator[TestResponse]:
    """An answer of each kind that takes nothing in."""
    yield client.post("/en/check/", data={"text": WRONG.decode()}, headers={"Sec-Fetch-Site": "cross-site"})
    yield client.post("/api/v1/check", data=CLEAN, content_type="application/json", headers={"Origin": "http://x.test"})
    yield client.get("/en/search?q=x", headers={"Host": "evil.test"})
    yield send(client, text="Game: Chess\n\nC passes\n")
    yield send(client, file=[("a.txt", WRONG), ("b.txt", b"")])
    yield send(client, file=gzip.compress(WRONG)[:-4])
    yield send(client, file=gzip.compress(bytes(20_000_000)))
    yield send(client, file=b" " * 2_000_001)
    yield send(client, file=b" " * 2_300_000)
    yield send(client, text=WRONG.decode(), edition="xx")
    yield send(client, file=[("a.txt", WRONG)], box=b"[")
    yield send(client, file=CLEAN.replace(b'"moves"', b'"moves": [], "moves"'))
    yield client.post("/api/v1/check", data=b"x" * 2_300_000, content_type="application/json")
    yield client.post("/api/v1/check", data=b"{", content_type="application/json")
    yield client.post("/en/about/")
    yield client.put("/api/v1/check")
    yield client.get("/api/v1/nothing")
    yield client.get("/en/check/" + "a" * 22)


def test_every_answer_has_the_security_headers(client: FlaskClient) -> None:
    handed = hand_in(client, file=CLEAN)
    answers = [
        *refusals(client),
        *(client.get(handed.at("en", part)) for part in (*PARTS, "/original", "/summary.pdf")),
    ]
    answers += [client.get(path) for path in ("/en/check/", f"/api/v1/reports{handed.path[6:]}", handed.path)]
    answers += [client.options("/api/v1/check", headers={"Origin": "http://x.test"})]
    assert {answer.status_code for answer in answers} >= {200, 202, 302, 400, 403, 404, 405, 413, 422}
    for answer in answers:
        own = {name: value for name, value in SECURITY if name != "Referrer-Policy"}
        assert {name: answer.headers.get(name) for name in own} == own, answer.request.path
        assert answer.headers["Referrer-Policy"] in ("same-origin", "no-referrer")
        assert "Set-Cookie" not in answer.headers
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_a_bad_upload_costs_nothing_that_is_stored(app: Flask, client: FlaskClient) -> None:
    handed = hand_in(client, file=[("game.json", CLEAN), ("hra.txt", WRONG)])
    before = rows(app), client.get(handed.at("en")).data
    for answer in refusals(client):
        assert answer.status_code >= 400
        assert rows(app) == before[0], answer.request.path
    assert client.get(handed.at("en")).data == before[1]
    assert client.get(handed.at("en", "/2/original")).data == WRONG


def test_the_reference_needs_no_database(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    client = create_app({"instance": instance, "count_questions": "no"}).test_client()
    for path in ("/en/", "/en/check/", "/en/saladin/rules/", "/en/search?q=x", "/en/nothing"):
        assert client.get(path).status_code in (200, 404)
    assert not instance.exists()
    assert client.get("/en/check/" + "a" * 22).status_code == 404
    assert instance.exists()
