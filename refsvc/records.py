"""Files of records: one record, or one a line, from a path or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine.core.record import MOST_BYTES, RecordError


def read_records(name: str) -> Iterator[bytes]:
    """The records of a file: it holds one, or one a line; blank lines are passed over."""
    if name == "-":
        yield from _records(sys.stdin.buffer)
        return
    try:
        with Path(name).open("rb") as file:
            yield from _records(file)
    except (OSError, ValueError) as error:
        raise error if isinstance(error, RecordError) else RecordError("record.file") from None


def _records(file: BinaryIO) -> Iterator[bytes]:
    """A first line that is a whole object means one record a line; otherwise the whole file is one record."""
    try:
        first = file.readline(MOST_BYTES + 1)
        while first and not first.strip():
            first = file.readline(MOST_BYTES + 1)
        if not first.strip().endswith(b"}") or not first.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
            yield first + file.read(MOST_BYTES + 1 - len(first))
            return
        yield first
        while line := file.readline(MOST_BYTES + 1):
            if line.strip():
                yield line
    except OSError:
        raise RecordError("record.file") from None
