"""What is dear to make, made once for all processes of a run."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

FOLDER: list[Path] = []  # of this run, set by conftest.py; without one nothing is kept


def kept(key: str, make: Callable[[], bytes]) -> bytes:
    """What `make` gives; whoever asks for the same key while it is made waits for it."""
    if not FOLDER:
        return make()
    path = FOLDER[0] / sha256(key.encode()).hexdigest()
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(make())
        return path.read_bytes()
