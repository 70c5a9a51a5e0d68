"""The real service in a process of its own, and pages of every kind to look at."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from http.client import HTTPConnection
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from refsvc import paths as places
from refsvc.commands.serve import free_port
from refsvc.config import Settings
from refsvc.web.sitemap import SITE
from tests.long import IS_LONG

PATIENCE = 180  # seconds: only a service that hangs takes longer
PASS = "saladin/rules/saladin.activation.pass"
EXTRA = {"answers": "search?q=lance", "no answer": "search?q=zzzzz", "404": "saladin/rules/saladin.activation.pas"}
EXTRA |= {"choice": "print/cards?cards=hattin-saladin:2&backs=no", "no choice": "print/cards?bleed=9"}
SAMPLES = places.PACKAGE / "games" / "saladin" / "samples"
WRONG = SAMPLES / "saladin-arsuf-mistakes.cs.txt"
CLEAN = SAMPLES / "saladin-arsuf-clean.json"
NO_RECORD = ("no-record.txt", b"Game: Chess\n\nC passes\n")
CHECKED = {  # pages under a token: of the upload with one record, or of that with several
    "report": ("one", ""),
    "position": ("one", "?at=12"),
    "owner": ("one", "?own={own}"),
    "delete": ("one", "/delete?own={own}"),
    "reports": ("many", ""),
    "unreadable": ("many", "/3"),
}
KINDS = (*(name for name, kind in SITE.kinds.items() if kind.games), *EXTRA, *CHECKED)
ITEMS_IN_LONG = 2


class Service:
    """`refsvc serve` on a free port, which it keeps when it is started again, as it does its folder."""

    def __init__(self, folder: Path, **settings: object) -> None:
        start = random.SystemRandom().randrange(20_000, 30_000)  # two processes of tests look for a port at once
        self.port = free_port(Settings(port=start), is_asked_for=False)
        self.top = f"http://127.0.0.1:{self.port}/"
        named = {"instance": folder, **settings}
        self.settings = {f"REFSVC_{name.upper()}": str(value) for name, value in named.items()}
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """Its first process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        command = [sys.executable, "-m", "refsvc", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **self.settings}
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert re.search(rf":{self.port}/", line), line

    def stop(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            assert process.stdout is not None
            process.stdout.close()

    def hand_in(self, *files: tuple[str, bytes]) -> dict[str, str]:
        """Sends records by the form; gives the address of the report without a language, and the owner's token."""
        sent: MultiDict[str, Any] = MultiDict()
        sent.setlist("file", [FileStorage(BytesIO(data), name) for name, data in files])
        boundary, body = encode_multipart(sent)
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("POST", "/en/check/", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
        path, _, own = (connection.getresponse().headers["Location"] or "").removeprefix("/en/").partition("?own=")
        connection.close()
        assert own
        return {"path": path, "own": own}

    @cached_property
    def uploads(self) -> dict[str, dict[str, str]]:
        """One record with mistakes, and several of which one can't be read."""
        files = [(path.name, path.read_bytes()) for path in (WRONG, CLEAN)]
        return {"one": self.hand_in(files[0]), "many": self.hand_in(*files, NO_RECORD)}


@contextmanager
def running(**settings: object) -> Iterator[Service]:
    """A service that is stopped afterwards; what it keeps is gone then."""
    with TemporaryDirectory(prefix="refsvc-") as folder:
        service = Service(Path(folder), **settings)
        service.start()
        try:
            yield service
        finally:
            service.stop()


def paths(service: Service, kind: str, language: str) -> list[str]:
    """Addresses of a kind of page: one of each game, always the same; in the long run some more."""
    if kind in EXTRA:
        return [f"{language}/{EXTRA[kind]}"]
    if kind in CHECKED:
        which, rest = CHECKED[kind]
        upload = service.uploads[which]
        return [f"{language}/{upload['path']}{rest.format(**upload)}"]
    chance = random.Random(f"{kind} {language}")
    chosen = []
    for game in SITE.kinds[kind].games:
        places = [place for place in SITE.places(language).values() if place.kind.name == kind]
        found = [place.path[1:] for place in places if not game or place.game == game]
        chosen += chance.sample(found, min(len(found), ITEMS_IN_LONG if IS_LONG else 1))
    return chosen


def some(*turns: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every kind of page with every combination of the rest in the long run; else each with one of them, in turn."""
    combinations = list(product(*turns))
    if IS_LONG:
        return [(kind, *rest) for kind in KINDS for rest in combinations]
    return [(kind, *combinations[number % len(combinations)]) for number, kind in enumerate(KINDS)]
