"""The bridge from RSGI to Flask under whatever a server may hand it: one answer each, and the body that was sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from wsgiref.validate import validator

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from refsvc.config import Settings
from refsvc.web import rsgi
from refsvc.web.response_cache import Answer, ResponseCache
from refsvc.web.rsgi import RsgiApp

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NAMES = st.text("abcdefghijklmnopqrstuvwxyz-_0123456789", min_size=1, max_size=12)
TEXTS = st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=40)
LENGTHS = st.one_of(st.integers(-1, 100).map(str), st.sampled_from(["", "x", "٣", "1e3", "9" * 5000]))
HEADERS = st.dictionaries(st.one_of(NAMES, st.just("content-length"), st.just("transfer-encoding")), TEXTS, max_size=6)
PATHS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30).map(lambda path: f"/{path}")


def echo(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Gives back what came, and holds the request against PEP 3333."""
    assert all(isinstance(value, str) for name, value in environ.items() if not name.startswith(("wsgi.", "werkzeug.")))
    environ["PATH_INFO"].encode("latin-1").decode()
    length = environ.get("CONTENT_LENGTH", "")
    body = environ["wsgi.input"].read(int(length) if length.isascii() and length.isdigit() and len(length) < 9 else 0)
    start_response("200 OK", [("Content-Type", "application/octet-stream"), ("Content-Length", str(len(body)))])
    return [body]


class Protocol:
    """A connection: it gives the parts of a body, and keeps every answer."""

    def __init__(self, parts: Iterable[bytes] = ()) -> None:
        self.parts = parts
        self.answers: list[tuple[int, Any, bytes]] = []

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            yield part

    def response_bytes(self, status: int, headers: Any, body: bytes) -> None:
        self.answers.append((status, headers, body))

    def response_empty(self, status: int, headers: Any) -> None:
        self.answers.append((status, headers, b""))


class Sent(dict[str, str]):
    """Headers, as granian has them."""


@pytest.fixture(scope="module")
def app() -> Iterator[RsgiApp]:
    flask = Flask("echo")
    flask.config["SETTINGS"] = Settings()
    flask.extensions["response_cache"] = cache = ResponseCache(flask.wsgi_app)
    cache.answers["/cached"] = Answer(b"cached", "text/plain")
    setattr(flask, "wsgi_app", validator(echo))  # noqa: B010  # nothing of Flask is asked
    made = RsgiApp(flask)
    yield made
    made._threads.shutdown()


def ask(
    app: RsgiApp, parts: Iterable[bytes] = (), method: str = "POST", path: str = "/", query: str = "", **headers: str
) -> tuple[int, Any, bytes]:
    scope = SimpleNamespace(
        method=method,
        path=path,
        query_string=query,
        headers=Sent(headers),
        server="127.0.0.1:8000",
        client="[::1]:1234",
        scheme="http",
        http_version="1.1",
        authority=None,
    )
    protocol = Protocol(parts)
    asyncio.run(app.__rsgi__(cast(Any, scope), cast(Any, protocol)))
    (answer,) = protocol.answers
    return answer


@given(parts=st.lists(st.binary(max_size=20), max_size=5), path=PATHS, query=TEXTS, headers=HEADERS, length=LENGTHS)
def test_every_request_gets_one_answer(
    app: RsgiApp, parts: list[bytes], path: str, query: str, headers: dict[str, str], length: str
) -> None:
    status, _, _ = ask(app, parts, path=path, query=query, **{**headers, "content-length": length})
    assert status in (200, 400)


@given(st.lists(st.binary(max_size=20), max_size=5))
def test_a_body_arrives_as_it_was_sent(app: RsgiApp, parts: list[bytes]) -> None:
    body = b"".join(parts)
    assert ask(app, parts, **{"content-length": str(len(body))})[::2] == (200, body)
    assert ask(app, parts, **{"transfer-encoding": "chunked"})[::2] == (200, body)
    assert ask(app, parts, **{"content-length": str(len(body) + 1)})[0] == 400


def test_who_comes_when_too_many_wait_is_asked_to_come_back(app: RsgiApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rsgi, "MOST_WAITING", 0)
    status, headers, _ = ask(app)
    assert (status, dict(headers)["Retry-After"]) == (503, str(rsgi.RETRY_AFTER))
    assert ask(app, method="GET", path="/cached")[::2] == (200, b"cached")
