"""The API for tests: an application with a store of its own, and records to send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from engine.core.record import FORMAT
from refsvc import create_app
from refsvc.records.report_schema import ProblemShape
from refsvc.store.models import Base
from refsvc.web.upload_service import LazyService

CHECK = "/api/v1/check"
JSON, TEXT = "application/json", "text/plain"
UNLIMITED = {"uploads_a_minute": 0, "uploads_a_day": 0}
HEADER = {"format": FORMAT, "game": "saladin", "scenario": "arsuf", "values": "refsvc"}


@contextmanager
def application(folder: Path, **settings: Any) -> Iterator[Flask]:
    """An application with an empty store."""
    app = create_app({"instance": folder, "language": "en", **UNLIMITED, **settings})
    yield app
    late: LazyService = app.extensions["uploads"]
    late().store.close()


def record(**changes: Any) -> bytes:
    """A short legal record, with changes."""
    return json.dumps({**HEADER, "moves": [{"do": "start", "first": "crusader"}], **changes}).encode()


def notes(number: int) -> bytes:
    """A record of so many moves, all but the first of them notes."""
    first = {"do": "start", "first": "crusader"}
    return record(moves=[first, *[{"do": "note", "text": ""}] * (number - 1)])


def padded(size: int) -> bytes:
    """A record of so many bytes."""
    return record().ljust(size)


def send(
    client: FlaskClient, data: bytes | str, content_type: str | None = JSON, path: str = CHECK, **options: Any
) -> TestResponse:
    """What comes of a record."""
    return client.post(path, data=data, content_type=content_type, **options)


BORDER = "border"


def multipart(*parts: tuple[str, str | None, bytes]) -> dict[str, Any]:
    """A form, written by hand: the name of each part, its file name if it has one, and what it holds."""
    body = b""
    for name, file, data in parts:
        head = f'--{BORDER}\r\nContent-Disposition: form-data; name="{name}"'
        body += (head + (f'; filename="{file}"' if file is not None else "") + "\r\n\r\n").encode() + data + b"\r\n"
    return {"data": body + f"--{BORDER}--\r\n".encode(), "content_type": f"multipart/form-data; boundary={BORDER}"}


def problem(answer: TestResponse) -> ProblemShape:
    """The problem that an answer tells; it has to be one, and to agree with its status."""
    assert answer.content_type == "application/problem+json", answer.data[:500]
    told = ProblemShape.model_validate_json(answer.data)
    assert told.status == answer.status_code
    assert told.type.startswith("urn:refsvc:")
    assert "[" not in told.title + told.detail[:1], "a text is missing"
    assert answer.headers["Content-Language"] in ("en", "fr", "cs")
    return told


def kind(answer: TestResponse) -> str:
    """What kind of problem it is."""
    return problem(answer).type.removeprefix("urn:refsvc:")


def rows(app: Flask) -> dict[str, int]:
    """How much is stored."""
    late: LazyService = app.extensions["uploads"]
    counted = {"records", "uploads", "entries", "reports", "jobs", "files"}
    with late().store.read() as session:
        return {
            table.name: session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
            if table.name in counted
        }
