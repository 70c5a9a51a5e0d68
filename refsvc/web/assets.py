"""Static files, read once: what they are served as, and the version of everything that is served."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from engine import GAMES
from refsvc import paths
from refsvc.web.book import ENGINE

STATIC = paths.PACKAGE / "static"
WORKER = "js/worker.js"  # served at the top, because a service worker rules only what lies below it
ICON = "icons/icon.svg"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}


@cache
def files() -> Mapping[str, Path]:
    """Every static file by its name below the folder."""
    found = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return {path.relative_to(STATIC).as_posix(): path for path in found}


def read(name: str) -> bytes:
    """The bytes of a static file."""
    return files()[name].read_bytes()


def type_of(name: str) -> str:
    """The media type of a file by the end of its name."""
    return TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


@cache
def version() -> str:
    """A name for everything that pages are made of: it changes when any of it does."""
    seen = hashlib.sha256()
    for path in _sources():
        seen.update(path.name.encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:12]


def _sources() -> Iterator[Path]:
    yield from files().values()
    for room in ("templates", "translations", "scenarios"):
        yield from sorted(path for path in paths.data(room).rglob("*") if path.suffix in (".html", ".po", ".toml"))
    for folder in (paths.PACKAGE, ENGINE / "core", *(ENGINE / game for game in GAMES)):
        yield from sorted([*folder.rglob("*.toml"), *folder.rglob("*.py")])


def root() -> str:
    """Where the static files are served, without a slash at the end."""
    return f"/static/{version()}"


def address(name: str) -> str:
    """Where a static file is served."""
    return f"{root()}/{name}"
