"""The real service under senders who are slow, lie about lengths, or keep it busy: it goes on answering the others."""

from __future__ import annotations

import gzip
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select
from threading import Event

import pytest

from refsvc.commands.serve import free_port
from refsvc.config import Settings
from refsvc.web.app import LONGEST_REQUEST
from tests.refsvc.processes import PATIENCE, end, running, until
from tests.refsvc.uploads.examples import long_game
from tests.refsvc.web.api import record

SECONDS = 8  # that a sender has here
QUIET = 2.0  # seconds in which somebody who is not waited for would have an answer
POST = b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
WSGI = """
from granian import Granian
from granian.constants import Interfaces
import sys
Granian("refsvc:create_app", factory=True, address="127.0.0.1", port=int(sys.argv[1]), interface=Interfaces.WSGI,
        workers=1, blocking_threads=1).serve()
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    found = free_port(Settings(port=18_400), is_asked_for=False)
    settings = {
        "instance": tmp_path_factory.mktemp("rsgi"),
        "uploads_a_minute": 0,
        "uploads_a_day": 0,
        "jobs_waiting_each": 20,
    }
    with running("serve", "--port", str(found), body_seconds=SECONDS, **settings) as service:
        assert service.stdout is not None
        assert str(found) in service.stdout.readline()
        for path in ("/en/", "/robots.txt") * 4:  # what each worker makes once
            get(found, path)
        yield found


def connect(port: int, request: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    connection.sendall(request)
    return connection


def answer_on(connection: socket.socket) -> tuple[int, bytes, bytes]:
    """Status, head and body of the answer on a connection; 0 if it is closed without one."""
    read = b""
    while part := connection.recv(65536):
        read += part
    head, _, body = read.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, head, body


def ask(port: int, request: bytes) -> tuple[int, bytes, bytes]:
    with connect(port, request) as connection:
        return answer_on(connection)


def get(port: int, path: str, *headers: str, method: str = "GET") -> tuple[int, bytes, bytes]:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]
    return ask(port, "\r\n".join(lines).encode())


def post(port: int, body: bytes) -> tuple[int, bytes, bytes]:
    return ask(port, POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


def stalled(port: int, number: int, stack: ExitStack) -> list[socket.socket]:
    """Senders who say much and send little."""
    return [stack.enter_context(connect(port, POST + b"Content-Length: 1000\r\n\r\n{")) for _ in range(number)]


def test_slow_senders_hold_up_nobody(port: int) -> None:
    """Others have their answers while none of them has; one that is too busy for that tries again."""

    def are_passed() -> bool:
        with ExitStack() as stack:
            senders = stalled(port, 30, stack)
            assert {get(port, path)[0] for path in ("/en/", "/robots.txt")} == {post(port, record())[0]} == {200}
            is_first = not select(senders, [], [], 0)[0]
            assert {answer_on(sender)[0] for sender in senders} == {408}
        return is_first

    until(are_passed)


def test_who_is_slow_but_in_time(port: int) -> None:
    data = record()
    with connect(port, POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(data)) as sender:
        for byte in (data[:1], data[1:2], data[2:]):
            sender.sendall(byte)
            assert get(port, "/robots.txt")[0] == 200  # one who came later has been answered meanwhile
        assert answer_on(sender)[0] == 200


def is_there(port: int) -> bool:
    try:
        return get(port, "/en/")[0] == 200
    except ConnectionRefusedError:
        return False


@contextmanager
def by_wsgi_alone(folder: Path) -> Iterator[int]:
    """The application in a server that waits for bodies in its threads."""
    port = free_port(Settings(port=18_500), is_asked_for=False)
    environment = {"REFSVC_INSTANCE": str(folder), "PATH": "", "PYTHONPATH": ":".join(filter(None, sys.path))}
    command = [sys.executable, "-c", WSGI, str(port)]
    service = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, text=True)
    try:
        until(lambda: is_there(port))
        yield port
    finally:
        end(service)


def is_held_up(port: int) -> bool:
    """Whether somebody who asks has no answer after a while."""
    with connect(port, b"GET /en/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") as reader:
        return not select([reader], [], [], QUIET)[0]


def test_by_wsgi_alone_they_would(tmp_path: Path) -> None:
    """The twin: one for each thread, and nobody gets an answer."""
    with by_wsgi_alone(tmp_path) as port, ExitStack() as stack:
        (sender,) = stalled(port, 1, stack)
        until(lambda: is_held_up(port))
        sender.close()
        until(lambda: is_there(port))


def test_the_reference_is_given_out_while_everybody_is_busy(port: int) -> None:
    """More uploads at once than there are threads, each with as much work as one may be."""
    data = gzip.compress(long_game(19_000))
    is_enough = Event()

    def send() -> int:
        status = post(port, data)[0]
        while not is_enough.is_set():  # they don't come to an end before the pages do
            post(port, data)
        return status

    with ThreadPoolExecutor(8) as senders:
        uploads = [senders.submit(send) for _ in range(8)]
        try:
            assert [get(port, "/en/")[0] for _ in uploads] == [200] * len(uploads)
        finally:
            is_enough.set()
        assert {upload.result() for upload in uploads} <= {200, 202}


LENGTHS = {
    "far too long, and not read": (b"Content-Length: 99999999\r\n\r\n{", 413),
    "one byte too long": (b"Content-Length: %d\r\n\r\n{" % (LONGEST_REQUEST + 1), 413),
    "without end, in pieces": (
        b"Transfer-Encoding: chunked\r\n\r\n" + (b"80000\r\n" + b" " * 0x80000 + b"\r\n") * 6 + b"0\r\n\r\n",
        413,
    ),
    "in pieces": (b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(record()), record()), 200),
    "no number": (b"Content-Length: many\r\n\r\n", 400),
    "nothing": (b"\r\n", 422),
}


@pytest.mark.parametrize(("rest", "status"), LENGTHS.values(), ids=LENGTHS)
def test_lengths(port: int, rest: bytes, status: int) -> None:
    code, head, body = ask(port, POST + b"Connection: close\r\n" + rest)
    assert code == status
    if status in (413, 422):
        assert b"application/problem+json" in head
        assert json.loads(body)["status"] == status


def test_a_connection_that_breaks(port: int) -> None:
    """A record that came in part is not taken for a shorter one."""
    text = b"Game: Saladin\nScenario: Arsuf\nValues: refsvc\n\nC starts\nC Henry"
    head = b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"
    assert (
        ask(port, head.replace(b"\r\nContent-Type", b"\r\nConnection: close\r\nContent-Type") % 56 + text[:56])[0]
        == 200
    )
    with connect(port, head % len(text) + text[:56]) as sender:
        sender.shutdown(socket.SHUT_WR)
        assert answer_on(sender)[0] in (0, 400)


def test_what_flask_is_told_of_a_request(port: int) -> None:
    """Paths and questions byte by byte, headers once; one that only looks like another does not count."""
    assert get(port, "/en/search?q=bannière")[2] == get(port, "/en/search?q=banni%C3%A8re")[2]
    assert get(port, "/en/%00")[0] == get(port, "/en/%ff%fe")[0] == get(port, "/en/čtení")[0] == 404
    assert get(port, "/en/search?q=x", "Host: localhost")[0] == 400
    status, head, body = get(port, "/en/search?q=x", method="HEAD")
    assert (status, body) == (200, b"")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    assert length is not None
    assert int(length[1]) == len(get(port, "/en/search?q=x")[2])
    assert b"application/problem+json" in get(port, "/api/v1/nothing", "Accept-Language: fr")[1]
    assert get(port, "/check/", "Accept-Language: de", "Accept-Language: cs")[1].count(b"/cs/check/") == 1
    assert get(port, "/check/", "Accept_Language: cs")[1].count(b"/en/check/") == 1
