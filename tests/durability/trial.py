"""What a trial is made of: a service on a database, uploads over HTTP, and a record of what was acknowledged."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from tests.browser.service import Service
from tests.refsvc.databases import database
from tests.refsvc.processes import descendants, is_alive, until
from tests.refsvc.uploads.examples import game

UNLIMITED = {"uploads_a_minute": 0, "uploads_a_day": 0, "jobs_waiting": 1000, "jobs_waiting_each": 1000}
PATIENCE = 180.0  # seconds for an answer: only what hangs takes longer


class Lost(AssertionError):  # noqa: N818  # it is what the trial is about
    """Something that was acknowledged is not there."""


class Acknowledged(Struct, frozen=True):
    """An upload that the service said it has."""

    share: str
    records: tuple[bytes, ...]


@contextmanager
def service(kind: str, **settings: object) -> Iterator[Service]:
    """A service on an empty database, not yet started."""
    with TemporaryDirectory(prefix="refsvc-") as folder, database(kind, Path(folder)) as url:
        made = Service(Path(folder), database=url, **UNLIMITED, **settings)
        try:
            yield made
        finally:
            made.stop()


def kill(made: Service) -> None:
    """Ends every process of a service at once, as a power cut does."""
    every = [made.pid, *descendants(made.pid)]
    for pid in every:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    made.stop()
    until(lambda: not any(map(is_alive, every)))


def records_of(number: int) -> tuple[bytes, ...]:
    """What upload `number` holds: a game of its own, and one that others bring too."""
    return game(1000 + number), game(number % 5)


def upload(port: int, number: int) -> Acknowledged | None:
    """Sends records; None if the service went away before it answered."""
    records = records_of(number)
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(
            "POST",
            "/api/v1/check",
            b"\n".join(record.strip() for record in records),
            {"Content-Type": "application/json"},
        )
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()
    if answer.status != 200:
        raise Lost(f"upload {number}: {answer.status} {body[:300]!r}")
    share = msgspec.json.decode(body)["links"]["report"].rpartition("/")[2]
    return Acknowledged(share, records)


def look(port: int, one: Acknowledged) -> None:
    """`Lost` unless an upload is there, whole and judged."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        for number, record in enumerate(one.records, 1):
            for path, is_right in (
                (f"/{number}/record", lambda body, record=record: body.strip() == record.strip()),
                (f"/{number}", lambda body: msgspec.json.decode(body)["clean"] is True),
            ):
                connection.request("GET", f"/api/v1/reports/{one.share}{path}")
                answer = connection.getresponse()
                body = answer.read()
                if answer.status != 200 or not is_right(body):
                    raise Lost(f"{path}: {answer.status} {body[:300]!r}")
    finally:
        connection.close()
