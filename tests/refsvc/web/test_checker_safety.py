"""Nothing that somebody sends is obeyed: in a page, a file, a header, an address; nobody else's page can send it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from refsvc import create_app
from refsvc.config import Settings
from refsvc.web.guard import is_known_host, known_hosts
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


def test_the_reference_needs_no_database(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    client = create_app({"instance": instance}).test_client()
    for path in ("/en/", "/en/check/", "/en/saladin/rules/", "/en/search?q=x", "/en/nothing"):
        assert client.get(path).status_code in (200, 404)
    assert not instance.exists()
    assert client.get("/en/check/" + "a" * 22).status_code == 404
    assert instance.exists()
