"""Where the data of the project lies: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).parent
ARMS = PACKAGE / "static" / "arms" / "arms.toml"


def data(room: str) -> Path:
    """The folder of one room (`scenarios`, `translations`, `templates`)."""
    installed = PACKAGE / "_data" / room
    return installed if installed.is_dir() else PACKAGE.parent / room


def instance() -> Path:
    """The folder where the service keeps what it writes, if none is named: in a checkout, else of the user."""
    if (PACKAGE.parent / "pyproject.toml").is_file():
        return PACKAGE.parent / "instance"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "refsvc"
