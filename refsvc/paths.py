"""Where the data of the project lies: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import os
from pathlib import Path

import engine

PACKAGE = Path(__file__).parent


def data(room: str, game: str = "") -> Path:
    """The folder of one room (`scenarios`, `translations`, `templates`); a game from elsewhere brings its own."""
    if game and (portion := engine.folder(game).parent) != Path(engine.__path__[0]):
        return portion.parent / room
    installed = PACKAGE / "_data" / room
    return installed if installed.is_dir() else PACKAGE.parent / room


def rooms(room: str) -> tuple[Path, ...]:
    """The folders of one room: our own, and those that games from elsewhere bring."""
    return tuple(dict.fromkeys(data(room, game) for game in ("", *engine.GAMES)))


def templates(kind: str) -> tuple[Path, ...]:
    """Where the templates of one kind (`html`, `pdf`) are looked for; those of a game are named `<game>/<kind>/…`."""
    return (data("templates") / kind, *(room / "games" for room in rooms("templates")))


def packages() -> tuple[Path, ...]:
    """The folders of the sources: engine and service, ours and those that games from elsewhere bring."""
    return tuple(Path(portion).parent / name for portion in engine.__path__ for name in ("engine", PACKAGE.name))


def statics() -> tuple[Path, ...]:
    """The folders of files that are served and drawn as they are: our own, and those of the games."""
    return (PACKAGE / "static", *(folder for game in engine.GAMES if (folder := home(game) / "static").is_dir()))


def home(game: str) -> Path:
    """The folder of what the service has for one game only; there need be none."""
    rooms = [package / "games" / game for package in packages() if package.name == PACKAGE.name]
    return next((room for room in rooms if room.is_dir()), rooms[0])


def instance() -> Path:
    """The folder where the service keeps what it writes, if none is named: in a checkout, else of the user."""
    if (PACKAGE.parent / "pyproject.toml").is_file():
        return PACKAGE.parent / "instance"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "refsvc"
