"""Files of records: one record, or one a line, from a path or standard input."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
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
    """One record as it was sent: its bytes, and where they stood.

    `line` is the line of the file that they start in; `is_line` says that the file has a record a line; `file` is its
    name, if it has one, and `index` counts its records from 0.
    """

    data: bytes
    line: int = 1
    is_line: bool = False
    file: str = ""
    index: int = 0

    @property
    def is_json(self) -> bool:
        """Whether the record is meant as JSON: it is one of many on lines, or starts with a bracket."""
        return self.is_line or self.data.removeprefix(BOM).lstrip()[:1] in (b"{", b"[")

    @property
    def text(self) -> str:
        """The record as text; what is no UTF-8 stands as a sign of its own, and is misread where it stands."""
        encoding = "utf-16" if self.data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        return self.data.decode(encoding, "replace")


def read_records(name: str) -> Iterator[Upload]:
    """The records of a file: it holds one, or one a line; blank lines are passed over."""
    if name == "-":
        yield from read_stream(sys.stdin.buffer, name)
        return
    try:
        with Path(name).open("rb") as file:
            yield from read_stream(file, name)
    except (OSError, ValueError) as error:
        raise error if isinstance(error, RecordError) else RecordError("record.file") from None


def read_stream(file: BinaryIO, name: str = "") -> Iterator[Upload]:
    """The records of an open file that is called `name`.

    A first line that is JSON by itself, or any later one, means one record a line; else the file is one record. A file
    of one line is one record whatever it is: it isn't looked at twice.
    """
    number, first = 1, file.readline(MOST_BYTES + 1).removeprefix(BOM)
    while first and not first.strip():
        number, first = number + 1, file.readline(MOST_BYTES + 1)
    second = file.readline(MOST_BYTES + 1)
    if second and _is_record(first):
        lines = chain([first, second], iter(lambda: file.readline(MOST_BYTES + 1), b""))
        yield from _one_a_line(lines, number, name)
        return
    whole = first + second
    whole += file.read(max(0, MOST_BYTES + 1 - len(whole)))
    if second and not _is_record(whole) and any(_is_record(line) for line in LATER.findall(whole)):
        yield from _one_a_line(whole.split(b"\n"), number, name)
    else:
        yield Upload(whole, number, file=name)


def _one_a_line(lines: Iterable[bytes], first: int, name: str) -> Iterator[Upload]:
    """A record for each line that isn't blank, the first of which is line `first` of the file."""
    written = ((number, line) for number, line in enumerate(lines, first) if line.strip())
    for index, (number, line) in enumerate(written):
        yield Upload(line, number, is_line=True, file=name, index=index)


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
