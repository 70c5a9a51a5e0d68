"""Uploads, hostile until read: from bytes as they were sent to the records in them. Every limit has its name here."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from io import BytesIO
from itertools import islice
from pathlib import PurePosixPath

from msgspec import Struct

from engine.core.record import UNSEEN
from refsvc.i18n.problems import Problem
from refsvc.records.upload import Upload, read_stream

MOST_SENT = 2_000_000  # bytes of all files of a request, as they were sent
MOST_UNPACKED = 10_000_000  # bytes of all that was sent, unpacked
MOST_RECORDS = 500  # in one upload
LONGEST_NAME = 80
GZIP = b"\x1f\x8b"
WITH_HEADER = 31  # for zlib: gzip, and nothing else


class SentFile(Struct, frozen=True):
    """A file as it was sent: its name if it has one, and its bytes."""

    name: str
    data: bytes


def unpack(files: Sequence[SentFile]) -> list[Upload]:
    """Every record of the files; `Problem` where there is none or more than is taken, `RecordError` where one isn't."""
    if sum(len(file.data) for file in files) > MOST_SENT:
        raise Problem("sent-too-large", 413, most=MOST_SENT)
    uploads: list[Upload] = []
    room = MOST_UNPACKED
    for file in files:
        data = decompressed(file.data, room)
        room -= len(data)
        if not data.strip():
            raise Problem("empty", 422)
        found = read_stream(BytesIO(data), plain_name(file.name))
        uploads += islice(found, MOST_RECORDS + 1)  # one too many is enough to know
        if len(uploads) > MOST_RECORDS:
            raise Problem("too-many-records", 413, most=MOST_RECORDS)
    if not uploads:
        raise Problem("empty", 422)
    return uploads


def decompressed(data: bytes, most: int = MOST_UNPACKED) -> bytes:
    """The bytes themselves, or what they hold if they are gzip: whole, one member, and no larger than is taken."""
    if not data.startswith(GZIP):
        if len(data) > most:
            raise Problem("unpacked-too-large", 413, most=MOST_UNPACKED)
        return data
    reader = zlib.decompressobj(WITH_HEADER)
    try:
        unpacked = reader.decompress(data, most + 1)
    except zlib.error:
        raise Problem("gzip", 400) from None
    if len(unpacked) > most:
        raise Problem("unpacked-too-large", 413, most=MOST_UNPACKED)
    if not reader.eof or reader.unused_data:
        raise Problem("gzip", 400)
    return unpacked


def plain_name(name: str) -> str:
    """The last part of a file's name without what can't be seen; it is shown, and never used as a path."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return UNSEEN.sub("", last).strip()[:LONGEST_NAME]
