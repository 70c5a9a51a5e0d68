"""`refsvc serve`: says where it is, answers, and gives way where a port is taken."""

from __future__ import annotations

import http.client
import os
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from refsvc.commands.serve import PortTakenError, address, free_port
from refsvc.config import PREFIX, SettingError, Settings, read_settings
from tests.refsvc.processes import PATIENCE, descendants, end, is_alive, start, until


def test_settings_come_from_what_is_given_then_the_environment() -> None:
    assert read_settings({}) == Settings()
    assert read_settings({"REFSVC_PORT": "9000", "REFSVC_LANGUAGE": "cs", "HOME": "/"}).port == 9000
    assert read_settings({"REFSVC_PORT": "9000"}, port=9001, host=None).port == 9001
    for wrong in ({"REFSVC_PORT": "x"}, {"REFSVC_PORT": "70000"}, {"REFSVC_LANGUAGE": "de"}):
        with pytest.raises(SettingError):
            read_settings(wrong)


def test_every_setting_says_what_it_means() -> None:
    assert all(field.description for field in Settings.model_fields.values())


def test_the_settings_are_documented() -> None:
    """Each with its default, and no other."""
    text = (Path(__file__).parents[3] / "docs" / "deployment.md").read_text("utf-8")
    rows = dict(re.findall(rf"^\| `{PREFIX}([A-Z_]+)` \| (.*?) \| .+ \|$", text, re.MULTILINE))
    assert list(rows) == [name.upper() for name in Settings.model_fields]
    for name, field in Settings.model_fields.items():
        assert rows[name.upper()] == ("`instance/` of a checkout, else `~/.local/share/refsvc`"
                                      if name == "instance" else str(field.default))  # fmt: skip
    named = set(re.findall(rf"{PREFIX}([A-Z_]+)", text))
    assert named == rows.keys()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        settings = Settings(port=other.getsockname()[1])
        with pytest.raises(PortTakenError):
            free_port(settings, is_asked_for=True)
        assert free_port(settings, is_asked_for=False) > settings.port


def test_the_address_is_one_that_a_browser_can_open() -> None:
    assert address(Settings(host="0.0.0.0"), 80) == "http://127.0.0.1:80/"


HOST = b"POST /en/about/ HTTP/1.1\r\nHost: localhost\r\n"
SECOND_AND_CLOSE = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
SECOND = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
RAW = (  # what is sent, the statuses that come back before the connection is closed
    (b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SECOND, [405]),
    (b"Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n" + SECOND, [405]),
    (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + SECOND, [400]),
    (b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc" + SECOND, [400]),
    (b"Content-Length: -3\r\n\r\n" + SECOND, [400]),
    (b"Connection: close\r\nContent-Length: 3\r\n\r\nabc" + SECOND, [405]),
)


def statuses(port: int, request: bytes) -> list[int]:
    """The answers to what is sent, until the connection is closed."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        while part := connection.recv(65536):
            answer += part
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", answer)]


CROWD = {  # what each sends, again and again: nothing, what HTTP/2 begins with, half a head
    "silent": b"",
    "http2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "half": b"GET /en/ HTTP/1.1\r\nHost: loc",
}
EACH = 1_100  # connections: more than granian takes if nobody says how many


def test_a_crowd_that_says_nothing_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Others are answered beside it, and who says nothing is let go; else a client would wait in vain here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * EACH), hard))
    try:
        with serving(tmp_path, REFSVC_WORKERS="1", REFSVC_HEAD_SECONDS="2") as port, ExitStack() as stack:
            for begun in CROWD.values():
                crowd = [
                    stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE)) for _ in range(EACH)
                ]
                for connection in crowd:
                    connection.sendall(begun)
                assert statuses(port, SECOND_AND_CLOSE) == [200]
                assert all(let_go(connection) for connection in crowd)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def let_go(connection: socket.socket) -> bool:
    """Whether the service closes a connection; waits for it."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[int]:
    """The port of a service that answers."""
    port = free_port(Settings(port=18000), is_asked_for=False)
    command = [sys.executable, "-m", "refsvc", "serve", "--port", str(port), "--lang", "fr"]
    environment = {**os.environ, "NO_COLOR": "1", "REFSVC_INSTANCE": str(folder), **settings}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as service:
        try:
            assert service.stdout is not None
            assert re.search(rf"http://127\.0\.0\.1:{port}/", service.stdout.readline())
            yield port
        finally:
            service.terminate()
            try:
                assert service.wait(PATIENCE) == 0
            finally:
                service.kill()


def test_a_killed_service_leaves_nobody_behind(tmp_path: Path) -> None:
    port = free_port(Settings(port=18000), is_asked_for=False)
    service = start("serve", "--port", str(port), "--workers", "1", instance=tmp_path)
    try:
        assert service.stdout is not None
        assert f":{port}/" in service.stdout.readline()
        left = until(lambda: descendants(service.pid))
        assert statuses(port, SECOND_AND_CLOSE) == [200]
        service.kill()
        service.wait(PATIENCE)
        until(lambda: not any(map(is_alive, left)))
        assert free_port(Settings(port=port), is_asked_for=True) == port  # at once
    finally:
        end(service)


def test_it_serves(tmp_path: Path) -> None:
    with ExitStack() as stack:
        port = stack.enter_context(serving(tmp_path))
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        for path, status in (("/cs/", 200), ("/cs/", 200), ("/", 302), ("/fr/nothing", 404)):
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == status
            assert answer.headers["Content-Security-Policy"]
        for rest, expected in RAW:  # as docs/deployment.md says
            assert statuses(port, HOST + rest) == expected, rest
        stack.close()  # stopped while the connection is still open, as a browser leaves it
        connection.close()
