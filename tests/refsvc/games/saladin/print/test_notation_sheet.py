"""The reference sheet of the notation: a page for each language, and the reader understands every line on it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.record_errors import Misread
from refsvc import library
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.games.saladin.print import notation_sheet
from refsvc.notation.words import game_words
from refsvc.printing.document_choices import Notation, Paper
from refsvc.records.upload import Upload
from tests.refsvc.printing import paper as papers
from tests.refsvc.printing.paper import POINT, SIZES, bookmarks, in_turn, opened, overlapping, tags, text
from tests.replayed import replayed

GAME = "saladin"
BATTLES = library.in_order(GAME)


def printed(languages: tuple[str, ...], scenario: str, paper: Paper = "a4") -> bytes:
    return papers.printed(Notation(game=GAME, languages=languages, scenario=scenario, paper=paper))


def plain(words: str) -> str:
    return " ".join(words.replace("\xa0", " ").replace("\u2011", "-").split())


@pytest.mark.long
@pytest.mark.parametrize(("languages", "scenario", "paper"), in_turn(BATTLES, SIZES), ids=str)
def test_it_fits_on_one_sheet(languages: tuple[str, ...], scenario: str, paper: Paper) -> None:
    """That it was printed at all says that nothing leaves its box."""
    made = printed(languages, scenario, paper)
    file = opened(made)
    assert len(file.pages) == len(languages)
    assert [float(side) * POINT for side in file.pages[0].mediabox[2:]] == pytest.approx(SIZES[paper], abs=0.1)
    assert overlapping(made) == []
    assert str(file.Root.Lang) == languages[0]
    assert {str(tag.Lang) for tag in tags(file) if "/Lang" in tag} == set(languages)
    assert len([title for depth, title in bookmarks(file) if depth == 1]) == len(languages)


@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_on_it_is_a_legal_game(language: str, scenario: str) -> None:
    lines = [line["text"] for line in notation_sheet.record(GAME, scenario, language)]
    record, played = replayed("\n".join(lines).encode())
    assert played.findings == []
    kinds = [type(move).__name__ for move in record.moves]
    assert {"Turn", "Start", "Activate", "React", "Roll", "Lead", "Count"} <= set(kinds)
    said = plain(text(printed((language,), scenario)))
    assert all(plain(line) in said for line in lines)


@pytest.mark.parametrize("scenario", BATTLES)
def test_it_is_the_same_game_in_every_language(scenario: str) -> None:
    def played(language: str) -> Any:
        lines = [line["text"] for line in notation_sheet.record(GAME, scenario, language)]
        return read(Upload("\n".join(lines).encode())).moves

    assert played("en") == played("fr") == played("cs")


@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_line_is_understood(language: str, scenario: str) -> None:
    told = notation_sheet.page(GAME, scenario, language)
    header = [line["text"] for line in told["record"][:2]]
    example = " ".join(part["text"] for part in told["key"]["example"]).replace(" ,", ",")
    for line in [*(other["text"] for other in told["others"]), example]:
        moves = read(Upload("\n".join([*header, "", line]).encode())).moves
        assert moves, line
        assert not any(isinstance(move, Misread) for move in moves), line


@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_it_quotes_are_those_of_the_notation(language: str, scenario: str) -> None:
    words = game_words(GAME, scenario, language)
    quoted = {key: word.strip("*") for key, word in notation_sheet.quoted(GAME, scenario, language).items()}
    assert words.read("GONE", quoted["gone"]) == "gone"
    assert words.read("NOTHING", quoted["nothing"]) == "nothing"
    assert words.read("NONE_GONE", quoted["none_gone"]) == "none-gone"
    assert words.read("NO_DICE", quoted["no_dice"].removeprefix("| ")) == "no-dice"
    assert words.read("STATUS", quoted["committed"].strip("()")) == "committed"
    said = plain(text(printed((language,), scenario)))
    assert all(plain(word.replace("**", "")) in said for word in quoted.values())
