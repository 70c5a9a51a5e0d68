"""Spoilt records: always a report that fits its shape, or the form for what can't be read; never an exception."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.core.record_errors import RecordError
from refsvc.checking import sarif
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.commands import batch, explain
from refsvc.config import LANGUAGES
from refsvc.records.report_schema import ReportShape, read_report
from refsvc.records.upload import Upload
from tests.long import IS_LONG
from tests.refsvc.checking.spoiling import BYTE_CHANGES, TEXT_CHANGES, TREE_CHANGES, spoil
from tests.replayed import replayed

RECORDS = 20_000 if IS_LONG else 500
CHUNKS = RECORDS // 250
ALL_FORMS = 10  # one record in so many is told in every form
NO_WORDS = re.compile(r"\[(?:check|why|record|saladin|misread|name|kind|error|value|position|move)\.[a-z#.-]+\]")


def tell(data: bytes, path: Path, language: str) -> Counter[str]:
    """What the checker prints for a file with these bytes, held against the shape."""
    path.write_bytes(data)
    told: Counter[str] = Counter()
    for done in batch.check_all([str(path)], language, "json", 1):
        (line,) = done.lines
        line.encode()
        shape = read_report(line)
        assert not NO_WORDS.search(line)
        assert done.code == (int(not shape.clean) if isinstance(shape, ReportShape) else 2)
        told[("clean", "found", "unreadable")[done.code]] += 1
    assert told, "nothing said"
    return told


def tell_in_every_form(data: bytes, language: str, chance: random.Random) -> None:
    """For people, as SARIF, explained and converted."""
    upload = Upload(data, file="game")
    for form in ("text", "sarif"):
        done = batch.check_one(batch.Task(upload), language, form)
        json.dumps(sarif.log(done.results, language)).encode()
        assert not NO_WORDS.search("\n".join(done.lines))
        assert "\x1b[2J" not in "".join(done.lines)
    try:
        record, played = replayed(data)
        list(explain.show(record, played, chance.randrange(1, len(record.moves) + 1), language))
        written = convert(record, chance.choice(("json", *LANGUAGES)))
        assert convert(read(Upload(written.encode())), "json") == convert(record, "json")
    except RecordError:
        pass


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_always_a_report(chunk: int, tmp_path: Path) -> None:
    told: Counter[str] = Counter()
    for seed in range(chunk, RECORDS, CHUNKS):
        name, data = spoil(seed)
        chance = random.Random(seed)
        language = chance.choice(LANGUAGES)
        try:
            told += tell(data, tmp_path / "game", language)
            if not seed % ALL_FORMS:
                tell_in_every_form(data, language, chance)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {name}") from error
    assert told["found"] > 60, told  # most of them still tell the checker something
    assert told["unreadable"] > 20, told


def test_everything_is_tried() -> None:
    done: Counter[str] = Counter()
    for seed in range(400):
        done.update(spoil(seed)[0].split(", "))
    changes = {name for name, _ in (*TREE_CHANGES, *TEXT_CHANGES, *BYTE_CHANGES)}
    assert set(done) - {""} == changes
    assert spoil(1) == spoil(1)
