"""A line with several complete readings: the position chooses, or the line is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.record_errors import Misread
from refsvc.checking.check import check
from refsvc.checking.conversion import convert
from refsvc.checking.read import Record, read
from refsvc.checking.report import report
from refsvc.config import LANGUAGES
from refsvc.games.saladin.notation.reader import Reader
from refsvc.notation.lines import ReadPart
from refsvc.notation.parsing import unclear
from refsvc.records.upload import Upload

START = "Game: Saladin\nScenario: Arsuf\nValues: refsvc\n\nTurn 1\nC: A starts\n"


def shot(banner: str, target: str, side: str = "ayyubid") -> tuple[dict[str, Any], ...]:
    """A Skirmish with its die."""
    acts = {"do": "activate", "side": side, "banner": banner, "action": "skirmish", "target": target}
    return acts, {"do": "roll", "red": [], "green": ["0"]}


LEGAL, ALSO_LEGAL = shot("sulayman", "naplouse"), shot("ala-al-din", "bourgogne")
WRONG = shot("sulayman", "ala-al-din")


def record_of(monkeypatch: pytest.MonkeyPatch, *readings: tuple[dict[str, Any], ...]) -> Record:
    """A record whose line `either way` has these readings; a line that can't be read stands before it."""
    plainly = Reader.read

    def read_line(reader: Reader, line: str) -> list[ReadPart]:
        return [ReadPart(unclear(readings), 0, line)] if line == "either way" else plainly(reader, line)

    monkeypatch.setattr(Reader, "read", read_line)
    return read(Upload(f"{START}either way\nC passes\n".encode()))


def test_exactly_one_legal_is_taken_and_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of(monkeypatch, WRONG, LEGAL)
    assert record.places == [(5, 1), (6, 1), (7, 1), (7, 1), (8, 1)]
    played = check(record)
    assert [finding for finding in played.findings if finding.move < 5] == []
    (note,) = [each for each in report(record, played, "en")["notes"] if each["about"] == "reading"]
    assert (note["move"], note["line"], note["rule"]) == (3, 7, "record.reading")
    assert "A Sulaymân: Skirmish > Naplouse | green 0" in note["message"]
    for language in LANGUAGES:
        assert report(record, played, language)["notes"]
    assert "A Sulaymân: Skirmish > Naplouse | green 0\nC passes" in convert(record, "en")


@pytest.mark.parametrize("readings", [(LEGAL, ALSO_LEGAL), (WRONG, shot("sulayman", "aslam"))], ids=["two", "none"])
def test_none_or_several_legal_is_a_question_with_each(
    monkeypatch: pytest.MonkeyPatch, readings: tuple[tuple[dict[str, Any], ...], ...]
) -> None:
    record = record_of(monkeypatch, *readings)
    assert isinstance(record.moves[2], Misread)
    (found,) = [each for each in report(record, check(record), "en")["findings"] if each["verdict"] == "misread"]
    assert (found["rule"], found["line"], len(found["params"]["nearest"])) == ("record.readings", 7, 2)
    assert "A Sulaymân: Skirmish > " in found["params"]["nearest"][0]
