"""Where the data of the project lies: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
ARMS = PACKAGE / "static" / "arms" / "arms.toml"


def data(room: str) -> Path:
    """The folder of one room (`scenarios`, `translations`, `templates`)."""
    installed = PACKAGE / "_data" / room
    return installed if installed.is_dir() else PACKAGE.parent / room
