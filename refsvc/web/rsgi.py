"""The service as granian calls it (RSGI): what stands between the network and Flask.

What is cached is given out here, whatever Flask is doing. A body is waited for here, where waiting holds up nobody,
and not for ever. Only whole requests go on to Flask, as many at a time as it has threads. A standard bridge from ASGI
would cost 6 % of a cached page's CPU time, and a third of a 304's.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from io import BytesIO
from multiprocessing import parent_process
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.test import run_wsgi_app

from refsvc.config import Settings
from refsvc.web.app import LONGEST_REQUEST, make
from refsvc.web.headers import SECURITY
from refsvc.web.response_cache import Headers, ResponseCache

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol
    from granian.rsgi import Scope

UNTITLED = ("CONTENT_TYPE", "CONTENT_LENGTH")  # headers whose names stand without HTTP_ before them
CLOSED: Headers = [*SECURITY, ("Connection", "close"), ("Content-Length", "0")]
RETRY_AFTER = 5  # seconds
MOST_WAITING = 128  # whole requests that Flask has not answered yet; who comes then is asked to come back
DIGITS = 15  # of a length that is believed
PR_SET_PDEATHSIG = 1  # of prctl(2)


class RefusedError(Exception):
    """A request that does not go on to Flask: the status that says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class RsgiApp:
    """Answers requests: from the cache, or by Flask in a thread."""

    def __init__(self, application: Flask) -> None:
        settings: Settings = application.config["SETTINGS"]
        self._cache: ResponseCache = application.extensions["response_cache"]
        self._application = application
        self._body_seconds = settings.body_seconds
        self._threads = ThreadPoolExecutor(settings.threads, "flask")
        self._waiting = 0

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answers one request."""
        method = scope.method
        answer = self._cache.find(method, scope.path, scope.query_string)
        if answer is not None:
            get = scope.headers.get
            is_head = method == "HEAD"
            reply = answer.reply(get("accept-encoding") or "", get("if-none-match"), is_head=is_head)
            protocol.response_bytes(*reply)
            return
        try:
            environ = environ_of(scope)
            environ["wsgi.input"] = BytesIO(await body_of(environ, protocol, self._body_seconds))
            protocol.response_bytes(*await self._ask(environ))
        except RefusedError as refused:
            later = [("Retry-After", str(RETRY_AFTER))] if refused.status == HTTPStatus.SERVICE_UNAVAILABLE else []
            protocol.response_empty(refused.status, [*CLOSED, *later])

    async def _ask(self, environ: WSGIEnvironment) -> tuple[int, Headers, bytes]:
        """What Flask says."""
        if self._waiting >= MOST_WAITING:
            raise RefusedError(503)
        self._waiting += 1
        try:
            asking = asyncio.get_running_loop().run_in_executor(self._threads, self._answer, environ)
            return await asking
        finally:
            self._waiting -= 1

    def _answer(self, environ: WSGIEnvironment) -> tuple[int, Headers, bytes]:
        body, status, headers = run_wsgi_app(self._application, environ, buffered=True)
        return int(status[:3]), list(headers), b"".join(body)


def environ_of(scope: Scope) -> WSGIEnvironment:
    """A request without its body, as WSGI (PEP 3333) has it."""
    server, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name:  # it would pass for the one with a hyphen, which a proxy has looked at
            continue
        key = name.upper().replace("-", "_")
        key = key if key in UNTITLED else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    if scope.authority:  # HTTP/2
        environ.setdefault("HTTP_HOST", scope.authority)
    return environ


async def body_of(environ: WSGIEnvironment, protocol: HTTPProtocol, seconds: float) -> bytes:
    """The body of a request, whole; empty for one that is too long, whose length then says so to Flask."""
    is_chunked = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
    said = environ.get("CONTENT_LENGTH") or "0"
    if not (said.isascii() and said.isdigit() and len(said) <= DIGITS):
        raise RefusedError(400)
    length = int(said)
    if not (is_chunked or length) or (length > LONGEST_REQUEST and not is_chunked):
        return b""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in protocol:
                body += part
                if len(body) > LONGEST_REQUEST:
                    break
    except TimeoutError:
        raise RefusedError(408) from None
    if not is_chunked and len(body) < length:  # the connection broke
        raise RefusedError(400)
    environ["CONTENT_LENGTH"] = str(len(body))
    return bytes(body) if len(body) <= LONGEST_REQUEST else b""


def end_with_parent() -> None:
    """Lets Linux kill this process when the one that has started it dies, which would leave it on the port else."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = parent_process()
    if parent is not None and os.getppid() != parent.pid:  # it has died meanwhile
        os._exit(1)


def open_app() -> RsgiApp:
    """The service, for granian."""
    end_with_parent()
    return RsgiApp(make({}))
