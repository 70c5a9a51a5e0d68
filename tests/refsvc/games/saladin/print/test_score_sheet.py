"""The score sheet: one sheet in every language, nothing over its edge, and every word of its key is understood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from weasyprint import HTML

from engine.core.record_errors import Misread
from refsvc import library
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.games.saladin.print import score_sheet
from refsvc.notation.words import game_words
from refsvc.printing import html, pdf, score_sheets
from refsvc.printing.document_choices import Paper, ScoreSheet
from refsvc.records.upload import Upload
from tests.refsvc.printing.paper import POINT, SIZES, in_turn, opened, printed, tags, text

SCENARIOS = library.scenario_ids("saladin")
SLACK = 0.6  # px


def boxes(box: Any) -> Iterator[Any]:
    """A box of the layout and all within it."""
    yield box
    for child in getattr(box, "children", ()):
        yield from boxes(getattr(child, "_box", child))


def overflowing(page: Any) -> list[str]:
    """Lines that are wider than their block, and what sticks out of a block of fixed height or of the page."""
    found = []
    root = page._page_box
    bottom = root.position_y + root.height + root.margin_top
    for box in boxes(root):
        if box.element_tag in (None, "html", "body"):
            continue
        words = "".join(box.element.itertext()).strip() if box.element is not None else ""
        lines = [each for each in getattr(box, "children", ()) if type(each).__name__ == "LineBox"]
        if any(line.width > box.width + SLACK for line in lines):
            found.append(f"wide: {words[:40]}")
        if type(box).__name__ in ("BlockBox", "InlineBlockBox"):
            if box.position_y + box.margin_height() > bottom + SLACK:
                found.append(f"below the page: {words[:40]}")
            if lines and lines[-1].position_y + lines[-1].height > box.position_y + box.margin_height() + SLACK:
                found.append(f"high: {words[:40]}")
    return found


def laid_out(scenario: str, languages: tuple[str, ...], paper: str) -> Any:
    page = html.render("score-sheet", paper, score_sheet.score_sheet("saladin", scenario, languages, paper))
    return HTML(string=page, url_fetcher=pdf.DrawingFetcher()).render(font_config=pdf._fonts())


@pytest.mark.long
@pytest.mark.parametrize(("languages", "scenario", "paper"), in_turn(SCENARIOS, SIZES), ids=str)
def test_it_fits_on_one_sheet(languages: tuple[str, ...], scenario: str, paper: str) -> None:
    document = laid_out(scenario, languages, paper)
    assert len(document.pages) == 2
    assert [overflow for page in document.pages for overflow in overflowing(page)] == []


def test_a_text_that_is_too_long_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: the guard sees a column head and a field that are too long."""
    told = score_sheet.score_sheet("saladin", "arsuf", ("en",), "a4")
    told["columns"][3]["label"] = "[what was paid for it]"
    told["fields"][0]["value"] = "Saladin " * 9
    monkeypatch.setattr(score_sheet, "score_sheet", lambda *_: told)
    found = [overflow for page in laid_out("arsuf", ("en",), "a4").pages for overflow in overflowing(page)]
    assert len(found) >= 2


@pytest.mark.parametrize("paper", SIZES)
def test_its_paper(paper: Paper) -> None:
    file = opened(printed(ScoreSheet(game="saladin", scenario="hattin", languages=("cs",), paper=paper)))
    for page in file.pages:
        assert tuple(float(page.mediabox[at]) * POINT for at in (2, 3)) == pytest.approx(SIZES[paper], abs=0.1)
    assert str(file.Root.Lang) == "cs"
    assert {"/H1", "/H2", "/Figure"} <= {str(tag.S) for tag in tags(file)}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_in_bold_are_understood(language: str, scenario: str) -> None:
    words = game_words("saladin", scenario, language)
    battle = library.load_scenario("saladin", scenario)
    told = score_sheet.key("saladin", scenario, language)
    for side in told["sides"]:
        for banner, name in zip(getattr(battle, side["id"]), side["banners"], strict=True):
            assert words.read("PIECE", name["short"]) == banner
            assert words.read("TARGET", name["short"]) == banner
    known = {words.read("ACTION", one["short"]) for one in (*told["actions"], *told["reactions"])}
    assert None not in known
    assert len(known) == len(told["actions"]) + len(told["reactions"])


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_key_is_read(language: str, scenario: str) -> None:
    """The key as a record of its own: header, the example, the other lines, those of the leaders."""
    told = score_sheet.key("saladin", scenario, language)
    header = [f"{field['label']} {field['value']}" for field in score_sheets.fields("saladin", scenario, language)[:2]]
    example = " ".join(part["text"] for part in told["example"])
    leading = [line for side in told["sides"] for line in side["leader"]]
    lines = [*header, "", example, *(other["text"] for other in told["others"]), *leading]
    record = read(Upload("\n".join(lines).encode()))
    assert [move for move in record.moves if isinstance(move, Misread)] == []
    assert len(record.moves) == 3 + len(told["others"]) + len(leading)


def test_what_the_battle_has_on_its_table_is_counted() -> None:
    assert list(score_sheet.counted("saladin", "arsuf", "en")) == ["C losses", "A losses", "town", "shield wall"]
    assert list(score_sheet.counted("saladin", "hattin", "en")) == [
        "C losses",
        "A losses",
        "shield wall",
        "fire",
        "horns",
    ]


def test_two_languages_have_a_key_each() -> None:
    said = text(printed(ScoreSheet(game="saladin", scenario="arsuf", languages=("cs", "fr"))))
    assert "Jak se píše řádek" in said
    assert "Comment écrire une ligne" in said
