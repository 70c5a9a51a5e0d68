"""`refsvc serve`: says where it is, answers, and gives way where a port is taken."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
from contextlib import closing

import pytest
from pydantic import ValidationError

from refsvc.config import Settings, read_settings
from refsvc.serving import PortTakenError, address, free_port


def test_settings_come_from_what_is_given_then_the_environment() -> None:
    assert read_settings({}) == Settings()
    assert read_settings({"REFSVC_PORT": "9000", "REFSVC_LANGUAGE": "cs", "HOME": "/"}).port == 9000
    assert read_settings({"REFSVC_PORT": "9000"}, port=9001, host=None).port == 9001
    for wrong in ({"REFSVC_PORT": "x"}, {"REFSVC_PORT": "70000"}, {"REFSVC_LANGUAGE": "de"}):
        with pytest.raises(ValidationError):
            read_settings(wrong)


def test_every_setting_says_what_it_means() -> None:
    assert all(field.description for field in Settings.model_fields.values())


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


def test_it_serves() -> None:
    port = free_port(Settings(port=18000), is_asked_for=False)
    command = [sys.executable, "-m", "refsvc", "serve", "--port", str(port), "--lang", "fr"]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with (
        closing(connection),
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"}) as service,
    ):
        try:
            assert service.stdout is not None
            assert re.search(rf"http://127\.0\.0\.1:{port}/", service.stdout.readline())
            for path, status in (("/cs/", 200), ("/cs/", 200), ("/", 302), ("/fr/nothing", 404)):
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                assert answer.status == status
                assert answer.headers["Content-Security-Policy"]
        finally:
            service.terminate()  # the connection is still open, as a browser leaves it
            try:
                assert service.wait(20) == 0
            finally:
                service.kill()
