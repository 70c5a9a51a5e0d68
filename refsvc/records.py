"""Files of records: one record, or one a line, from a path or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

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
    """A first line that is JSON by itself, or any later one, means one record a line; else the file is one record."""
    first = file.readline(MOST_BYTES + 1)
    while first and not first.strip():
        first = file.readline(MOST_BYTES + 1)
    if _is_json(first):
        yield first
        while line := file.readline(MOST_BYTES + 1):
            if line.strip():
                yield line
        return
    whole = first + file.read(MOST_BYTES + 1 - len(first))
    lines = [line for line in whole.splitlines(keepends=True) if line.strip()]
    if not _is_json(whole) and any(line.lstrip().startswith(b'{"format"') and _is_json(line) for line in lines[1:]):
        yield from lines
    else:
        yield whole


def _is_json(data: bytes) -> bool:
    try:
        msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
