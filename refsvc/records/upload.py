"""Files of records: one record, or one a line, from a path or standard input."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from engine.core.record import MOST_BYTES
from engine.core.record_errors import RecordError

BOM = b"\xef\xbb\xbf"
KEY_END = b'":'
LATER = re.compile(rb'\n[ \t\r\f\v]*+(\{"format".*)')  # a line after the first that starts like a record


class Upload(Struct, frozen=True):
    """The bytes of one record, the line of the file that they start in, and whether others stand on lines beside it."""

    data: bytes
    line: int = 1
    is_line: bool = False


def read_records(name: str) -> Iterator[Upload]:
    """The records of a file: it holds one, or one a line; blank lines are passed over."""
    if name == "-":
        yield from read_stream(sys.stdin.buffer)
        return
    try:
        with Path(name).open("rb") as file:
            yield from read_stream(file)
    except (OSError, ValueError) as error:
        raise error if isinstance(error, RecordError) else RecordError("record.file") from None


def is_json(data: bytes) -> bool:
    """Whether a record is meant as JSON: its first sign is a bracket; anything else is text."""
    return data.removeprefix(BOM).lstrip()[:1] in (b"{", b"[")


def read_stream(file: BinaryIO) -> Iterator[Upload]:
    """A first line that is JSON by itself, or any later one, means one record a line; else the file is one record.

    A file of one line is one record whatever it is: it isn't looked at twice.
    """
    number, first = 1, file.readline(MOST_BYTES + 1).removeprefix(BOM)
    while first and not first.strip():
        number, first = number + 1, file.readline(MOST_BYTES + 1)
    second = file.readline(MOST_BYTES + 1)
    if second and _is_record(first):
        yield Upload(first, number, is_line=True)
        for line in chain([second], iter(lambda: file.readline(MOST_BYTES + 1), b"")):
            number += 1
            if line.strip():
                yield Upload(line, number, is_line=True)
        return
    whole = first + second
    whole += file.read(max(0, MOST_BYTES + 1 - len(whole)))
    if second and not _is_record(whole) and any(_is_record(line) for line in LATER.findall(whole)):
        yield from (Upload(line, n, is_line=True) for n, line in enumerate(whole.split(b"\n"), number) if line.strip())
    else:
        yield Upload(whole, number)


def refuse_repeated_keys(data: bytes) -> None:
    """`RecordError` where a key of a JSON record stands twice in one object: readers don't agree which one counts.

    What is no JSON is left to whoever reads it. Written anew, a record is the same or has as many ends of keys as
    before, unless one stood twice or was written in an unusual way: only then every object is looked at.
    """
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        anew = msgspec.json.encode(msgspec.json.decode(data.removeprefix(BOM)))
        if anew == data or anew.count(KEY_END) == data.count(KEY_END):
            return
    with suppress(json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        _ONCE.decode(data.decode("utf-8-sig"))


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) == len(pairs):
        return
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise RecordError("record.twice", key=key[:80])
        seen.add(key)


_ONCE = json.JSONDecoder(object_pairs_hook=_once, parse_int=str, parse_float=str)


def _is_record(data: bytes) -> bool:
    try:
        msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
