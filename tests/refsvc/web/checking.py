"""Records handed in by the form, and what comes back, for the tests of the checking pages."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from msgspec import Struct
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import TestResponse, encode_multipart

from refsvc import paths

SAMPLES = paths.PACKAGE / "games" / "saladin" / "samples"
WRONG = (SAMPLES / "saladin-arsuf-mistakes.cs.txt").read_bytes()
CLEAN = (SAMPLES / "saladin-arsuf-clean.json").read_bytes()
BINARY = "multipart/form-data"


class Handed(Struct, frozen=True):
    """An upload: the path of its report without a language, and the owner's token."""

    path: str
    own: str

    def at(self, language: str, part: str = "") -> str:
        """The address of its report, or of a part of it, in a language."""
        return f"/{language}{self.path}{part}"


def send(client: FlaskClient, language: str = "en", **fields: Any) -> TestResponse:
    """What the form answers; bytes are sent as a file, a list of (name, bytes) as several."""
    data: MultiDict[str, Any] = MultiDict()
    for name, value in fields.items():
        files = [("game.txt", value)] if isinstance(value, bytes) else value
        if isinstance(files, str):
            data.add(name, files)
        else:
            data.setlist(name, [FileStorage(BytesIO(body), file) for file, body in files])
    boundary, body = encode_multipart(data)
    return client.post(f"/{language}/check/", data=body, content_type=f"{BINARY}; boundary={boundary}")


def hand_in(client: FlaskClient, language: str = "en", **fields: Any) -> Handed:
    """An upload that is taken."""
    answer = send(client, language, **fields)
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/(en|fr|cs)(/check/[\w-]{22})\?own=([\w-]{22})", answer.headers["Location"])
    assert found is not None, answer.headers["Location"]
    return Handed(found[2], found[3])


def record(**header: str) -> bytes:
    """A short record with these lines in its head."""
    lines = ["Game: Saladin", "Scenario: Arsuf", *(f"{key.title()}: {value}" for key, value in header.items())]
    return "\n".join([*lines, "", "Turn 1", "C starts", "C passes", ""]).encode()


def sample(name: str) -> Path:
    """A sample of the service."""
    return SAMPLES / name
