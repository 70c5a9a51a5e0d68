"""The score sheet and the notation of Napoleonics: what is shown as a record is one and can be read."""

from __future__ import annotations

import json

import pytest

from refsvc.checking.report import report
from refsvc.config import LANGUAGES
from refsvc.games.napoleonics.print import score_sheet
from refsvc.i18n import catalogue
from refsvc.notation.read import read_text
from refsvc.printing import document_choices
from tests.refsvc.printing.paper import opened, overlapping, printed, text
from tests.replayed import replayed

GAME = "napoleonics"
HEADER = {"format": "refsvc-record/1", "game": GAME, "scenario": score_sheet.SHOWN, "values": "refsvc"}


def test_the_game_that_is_shown_is_legal() -> None:
    record = json.dumps({**HEADER, "moves": list(score_sheet.GAME)}).encode()
    assert report(*replayed(record), "en")["findings"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_that_is_shown_reads_back(language: str) -> None:
    lines = [line["text"].replace("\u00a0", " ") for line in score_sheet.record(GAME, language)]
    read = read_text("\n".join(lines))
    moves = [move for move in read.moves if isinstance(move, dict) and move["do"] != "note"]
    assert not [move for move in read.moves if not isinstance(move, dict)]
    assert [move["do"] for move in moves] == [move["do"] for move in score_sheet.GAME]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_line_is_named_once(language: str) -> None:
    labels = [line["label"] for line in score_sheet.record(GAME, language) if line["label"]]
    assert len(labels) == len(set(labels)) == len({*score_sheet.KINDS, "header"})


@pytest.mark.parametrize("languages", [("en",), ("cs", "fr"), ("fr", "cs")], ids="-".join)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_score_sheet_is_two_pages(languages: tuple[str, ...], paper: str) -> None:
    choice = document_choices.ScoreSheet(game=GAME, scenario="training-3", languages=languages, paper=paper)  # type: ignore[arg-type]
    made = printed(choice)
    assert len(opened(made).pages) == 2
    assert overlapping(made) == []
    said = text(made)
    for language in languages:
        for key in (
            "sheet.name",
            "sheet.result",
            "napoleonics.turn-sheet.column.moves",
            "napoleonics.name.side.british",
        ):
            assert catalogue.text(key, language) in said, (language, key)


def test_the_notation_has_a_page_for_each_language() -> None:
    made = printed(document_choices.Notation(game=GAME, scenario=score_sheet.SHOWN, languages=("cs", "fr")))
    assert len(opened(made).pages) == 2
    said = text(made)
    assert all(word in said for word in ("I12-H11-G12-F11", "retraite", "ústup"))
