"""Records on their way to a report, for tests."""

from __future__ import annotations

from typing import Any

from engine.core.replay import Replay
from refsvc.checking.check import check
from refsvc.checking.read import Record, read
from refsvc.records.upload import Upload


def replayed(data: bytes, line: int = 1, file: str = "") -> tuple[Record, Replay[Any]]:
    """A record and its replay."""
    record = read(Upload(data, line, file=file))
    return record, check(record)
