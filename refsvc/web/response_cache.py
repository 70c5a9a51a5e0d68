"""ResponseCache answers: bytes, headers and tags made once, given out by a WSGI middleware before Flask is asked."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING

from refsvc.web.headers import REVALIDATE, SECURITY

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Headers = list[tuple[str, str]]
SMALLEST = 200  # bytes below which compressing saves nothing
MOST_KEPT = 48 * 2**20  # bytes in each process, of answers whose address has a question
METHODS = ("GET", "HEAD")
STATUSES = {200: "200 OK", 304: "304 Not Modified"}


class Answer:
    """One finished answer, plain and compressed, each with its tag; a WSGI application of its own."""

    __slots__ = (
        "asks",
        "body",
        "headers",
        "language",
        "name",
        "not_modified",
        "packed",
        "packed_headers",
        "packed_not_modified",
        "tag",
    )

    def __init__(
        self,
        body: bytes,
        media_type: str,
        *,
        keep: str = REVALIDATE,
        asks: bool = False,
        language: str = "",
        name: str = "",
    ) -> None:
        """`language` is that of an answer whose address says none; `name` that of a file which is shown."""
        self.body = body
        self.language = language
        self.name = name
        self.asks = asks
        self.tag = hashlib.sha256(body).hexdigest()[:20]
        is_text = media_type.startswith("text/") or "json" in media_type or "svg" in media_type
        packed = gzip.compress(body, 9, mtime=0) if is_text and len(body) >= SMALLEST else b""
        self.packed = packed if len(packed) < len(body) else b""
        self.headers, self.not_modified = self._headers(body, media_type, keep, f'"{self.tag}"')
        self.packed_headers, self.packed_not_modified = self._headers(
            self.packed, media_type, keep, f'"{self.tag}-gz"', encoding="gzip"
        )

    def _headers(
        self, body: bytes, media_type: str, keep: str, tag: str, encoding: str = ""
    ) -> tuple[Headers, Headers]:
        """The headers of the answer, and those that say it has not changed: the rest stays as it is kept."""
        common: Headers = [("ETag", tag), ("Cache-Control", keep)]
        varies = ["Accept-Encoding"] * bool(self.packed) + ["Accept-Language"] * bool(self.language)
        if varies:
            common.append(("Vary", ", ".join(varies)))
        if self.language:
            common.append(("Content-Language", self.language))
        own: Headers = [("Content-Type", media_type), ("Content-Length", str(len(body))), *SECURITY]
        if self.name:
            own.append(("Content-Disposition", f"inline; filename={self.name}"))
        if encoding:
            own.append(("Content-Encoding", encoding))
        return own + common, common

    def reply(self, encodings: str, asked: str | None, *, is_head: bool) -> tuple[int, Headers, bytes]:
        """Status, headers and body for who sends this Accept-Encoding and If-None-Match."""
        is_packed = bool(self.packed) and takes_gzip(encodings)
        if asked is not None and (self.tag in asked or asked.strip() == "*"):
            return 304, self.packed_not_modified if is_packed else self.not_modified, b""
        headers, body = (self.packed_headers, self.packed) if is_packed else (self.headers, self.body)
        return 200, headers, b"" if is_head else body

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        status, headers, body = self.reply(
            environ.get("HTTP_ACCEPT_ENCODING", ""),
            environ.get("HTTP_IF_NONE_MATCH"),
            is_head=environ["REQUEST_METHOD"] == "HEAD",
        )
        start_response(STATUSES[status], headers)
        return (body,) if body else ()


def takes_gzip(accepted: str) -> bool:
    """Whether a browser that sends this Accept-Encoding can read gzip."""
    if "gzip" not in accepted:
        return False
    if "q=" not in accepted:
        return True
    weights = {part.partition(";")[0].strip(): part.partition("q=")[2].strip() for part in accepted.split(",")}
    return weights.get("gzip", "0").strip("0.") != "" or weights.get("gzip") == ""


class LRU:
    """Answers whose address has a question, as long as there is room: the one asked for the longest ago goes first."""

    def __init__(self, most: int) -> None:
        """`most` is the room in bytes."""
        self._most = most
        self._lock = Lock()
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._size = 0

    def get(self, address: str) -> Answer | None:
        """The answer at an address, if it is still there."""
        with self._lock:
            answer = self._answers.get(address)
            if answer is not None:
                self._answers.move_to_end(address)
            return answer

    def put(self, address: str, answer: Answer) -> None:
        """Keeps an answer, unless it is larger than a quarter of the room."""
        if 4 * len(answer.body) > self._most:
            return
        with self._lock:
            if old := self._answers.pop(address, None):
                self._size -= len(old.body)
            self._answers[address] = answer
            self._size += len(answer.body)
            while self._size > self._most:
                self._size -= len(self._answers.popitem(last=False)[1].body)


class ResponseCache:
    """The middleware: an address whose answer is finished gets it; everything else goes on to the application."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        self.answers: dict[str, Answer] = {}
        self.recent = LRU(MOST_KEPT)

    def find(self, method: str, path: str, query: str) -> Answer | None:
        """The finished answer to a request, if there is one."""
        if method not in METHODS:
            return None
        answer = self.answers.get(path)
        if answer is not None and not (answer.asks and query):
            return answer
        return self.recent.get(f"{path}?{query}")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        answer = self.find(environ["REQUEST_METHOD"], environ["PATH_INFO"], environ.get("QUERY_STRING", ""))
        return (self.application if answer is None else answer)(environ, start_response)
