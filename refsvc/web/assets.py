"""Static files, read once: what they are served as, and the version of everything that is served."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from refsvc import paths

STATIC = paths.PACKAGE / "static"
WORKER = "js/worker.js"  # served at the top, because a service worker rules only what lies below it
STYLE = "css/site.css"
SHEETS = (
    "tokens",
    "base",
    "layout",
    "parts",
    "cards",
    "tables",
    "board",
    "charts",
    "forms",
    "report",
    "api",
    "notation",
    "suggest",
    "print",
)  # of which it is made, in order
ICON = "icons/favicon.svg"
SERVED = (".css", ".js", ".png", ".svg", ".txt", ".woff2")  # other forms of the fonts are for print
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}


@cache
def files() -> Mapping[str, tuple[Path, ...]]:
    """Every static file that is served, by its name below the folder, and what it is made of; one file of style."""
    sheets = tuple(STATIC / "css" / f"{sheet}.css" for sheet in SHEETS)
    found = [
        (path.relative_to(static).as_posix(), path)
        for static in paths.statics()
        for path in sorted(static.rglob("*"))
        if path.suffix in SERVED and path not in sheets
    ]
    return {name: (path,) for name, path in found} | {STYLE: sheets}


def read(name: str) -> bytes:
    """The bytes of a static file."""
    return b"\n".join(path.read_bytes() for path in files()[name])


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
    for parts in files().values():
        yield from parts
    for room in ("templates", "translations", "scenarios"):
        for folder in paths.rooms(room):
            yield from sorted(path for path in folder.rglob("*") if path.suffix in (".html", ".po", ".toml"))
    for folder in paths.packages():
        yield from sorted([*folder.rglob("*.toml"), *folder.rglob("*.py")])


def static_root() -> str:
    """Where the static files are served, without a slash at the end."""
    return f"/static/{version()}"


def address(name: str) -> str:
    """Where a static file is served."""
    return f"{static_root()}/{name}"
