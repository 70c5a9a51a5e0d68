"""The path of a record from its bytes to its replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.replay import replay_to
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.paths import PACKAGE
from refsvc.records.upload import Upload
from tests.contract.frozen.reports import HERE
from tests.replayed import replayed

SAMPLES = sorted(PACKAGE.rglob("samples/*.json"))
PLANTED = (HERE / "records.jsonl").read_bytes().splitlines()  # games with mistakes, values of which nothing is known


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_becomes_the_moves_of_its_json(sample: Path, language: str) -> None:
    record = read(Upload(sample.read_bytes()))
    text = read(Upload(convert(record, language).encode()))
    assert text.moves == record.moves
    assert len(text.places) == len(text.moves)


@pytest.mark.parametrize(
    "data", [*(path.read_bytes() for path in SAMPLES), *PLANTED], ids=range(len(SAMPLES + PLANTED))
)
def test_the_position_of_a_move_is_that_of_its_replay(data: bytes) -> None:
    """Nothing is mended on the way there, and no move after it is looked at."""
    record, played = replayed(data)
    last = len(record.moves) + 1
    for number in (1, 2, last // 3, last // 2, last - 1, last):
        state = replay_to(record.game, record.moves, number, record.header.position)
        assert state == played.steps[number - 1].state
