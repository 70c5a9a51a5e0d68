"""The rules booklet: everything is in it, numbers of pages are right, and the index leads to what it names."""

from __future__ import annotations

import re
from typing import Any

import pikepdf
import pytest
from PIL import ImageChops

from engine import GAMES, find_drawn, find_game
from refsvc.config import LANGUAGES
from refsvc.i18n.folding import WORD, fold
from refsvc.printing import booklet, booklet_index, html, pdf
from refsvc.printing.document_choices import Booklet, Paper
from refsvc.printing.print_speaker import PrintSpeaker
from refsvc.printing.weasyprint_patches import page_numbers
from refsvc.reference import book
from tests.long import IS_LONG
from tests.refsvc.printing import paper as papers
from tests.refsvc.printing.paper import ONE_OR_TWO, SIZES, bookmarks, opened, overlapping, pages, pictures, tags, text

GAME = "saladin"
PAIRS = [pair for pair in ONE_OR_TWO if len(pair) == 2]
PRINTED: list[tuple[tuple[str, ...], str]] = [(("en",), "a4"), (("cs",), "a4"), (("fr", "cs"), "letter")]
if IS_LONG:
    PRINTED = [(languages, paper) for languages in ONE_OR_TWO for paper in SIZES]
PAGE = {"en": "p.", "fr": "p.", "cs": "s."}


def printed(languages: tuple[str, ...], paper: Paper = "a4") -> bytes:
    return papers.printed(Booklet(game=GAME, languages=languages, paper=paper))


def destinations(file: pikepdf.Pdf) -> dict[str, int]:
    """The page of every place that a link can lead to, counted from 1."""
    numbers: dict[Any, int] = {page.objgen: number for number, page in enumerate(file.pages, 1)}
    names = file.Root.Names.Dests.Names
    return {str(names[at]): numbers[names[at + 1][0].objgen] for at in range(0, len(names), 2)}


def links(file: pikepdf.Pdf) -> list[tuple[int, str]]:
    """Every link with the page that it stands on."""
    return [
        (number, str(annotation.Dest if "/Dest" in annotation else annotation.A.get("/D", annotation.A.get("/URI"))))
        for number, page in enumerate(file.pages, 1)
        for annotation in page.get("/Annots", [])
        if annotation.Subtype == "/Link"
    ]


@pytest.mark.parametrize(
    ("languages", "paper"), PRINTED, ids=lambda one: "-".join(one) if isinstance(one, tuple) else one
)
def test_it_is_whole_and_nothing_stands_over_anything(languages: tuple[str, ...], paper: Paper) -> None:
    """That it was printed at all says that nothing leaves its box or its page."""
    made = printed(languages, paper)
    said = text(made)
    for language in languages:
        for rule in book.paragraphs(GAME):
            assert book.rule_title(rule, language).replace("\xa0", " ").replace("\u202f", " ") in said, rule
    assert overlapping(made) == []
    source = html.render("rules", paper, booklet.booklet(GAME, languages, paper)).partition("<body")[2]
    written = re.sub(r"<[^>]*>", "", source)
    for ruling in find_game(GAME).rulebook().rulings:  # what goes over the end of a page is not set twice
        assert said.replace("- ", "-").count(ruling) == written.count(ruling), ruling
    assert "{" not in re.sub(r"\[[^\]]*\]|\{“|\{\"", "", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_structure(language: str) -> None:
    file = opened(printed((language,)))
    assert str(file.Root.Lang) == language
    assert file.Root.MarkInfo.Marked
    assert "Saladin" in str(file.docinfo.get("/Title"))
    found = bookmarks(file)
    chapters = [book.chapter_title(GAME, chapter.id, language) for chapter in book.chapters(GAME)]
    assert [title.partition(" ")[2] for depth, title in found if depth == 1][1:-1] == chapters
    titles = [f"{one.number} {book.rule_title(rule, language)}" for rule, one in book.paragraphs(GAME).items()]
    assert [title for depth, title in found if depth == 2] == titles


def test_two_languages_say_which_is_which() -> None:
    file = opened(printed(("fr", "cs"), "letter"))
    assert {str(tag.Lang) for tag in tags(file) if "/Lang" in tag} >= {"fr", "cs"}


@pytest.mark.parametrize(("languages", "paper"), PRINTED, ids=str)
def test_every_link_leads_somewhere(languages: tuple[str, ...], paper: Paper) -> None:
    file = opened(printed(languages, paper))
    known = destinations(file)
    found = links(file)
    assert len(found) > len(book.paragraphs(GAME))
    assert {target for _, target in found} <= known.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_contents_name_the_pages(language: str) -> None:
    """The numbers as they are read on paper, beside the pages that the headings are on."""
    made = printed((language,))
    known = destinations(opened(made))
    first = known[f"chapter.{book.chapters(GAME)[0].id}"]
    lines = " ".join(pages(made, "-layout")[1 : first - 1])
    for rule, paragraph in book.paragraphs(GAME).items():
        title = book.rule_title(rule, language).replace("\xa0", " ").replace("\u202f", " ")
        assert f"{paragraph.number} {title} {known[rule]}" in re.sub(r"\s+", " ", lines), rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_references_name_the_pages(language: str) -> None:
    made = printed((language,))
    known = destinations(opened(made))
    by_number = {paragraph.number: known[rule] for rule, paragraph in book.paragraphs(GAME).items()}
    found = re.findall(rf"\((\d+\.\d+), {re.escape(PAGE[language])} (\d+)\)", text(made))
    assert len(found) >= 20
    assert [by_number[number] for number, _ in found] == [int(page) for _, page in found]
    notes = re.findall(rf"((?:DIF|AMB)-\d+) \({re.escape(PAGE[language])} (\d+)\)", text(made))
    assert len(notes) > 50
    assert [known[note.lower()] for note, _ in notes] == [int(page) for _, page in notes]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_leads_to_what_it_names(language: str) -> None:
    made = printed((language,))
    known = destinations(opened(made))
    paper = [set(WORD.findall(fold(page))) for page in pages(made)]
    entries = list(booklet_index.entries_of(PrintSpeaker(GAME, language)))
    assert len(entries) > len(find_game(GAME).rulebook().glossary)
    listed = re.sub(r"\s+", " ", pages(made)[-1])
    for entry in entries:
        own = sorted({known[rule] for rule in entry["rules"]})
        assert f"{entry['word']} {', '.join(map(str, own))}".replace("\xa0", " ") in listed, entry["word"]
        parts = [part for part in WORD.findall(fold(entry["word"])) if len(part) >= booklet_index.SMALL]
        assert any(
            all(any(booklet_index.is_form(one, part) for one in paper[number - 1]) for part in parts) for number in own
        ), entry["word"]


@pytest.mark.parametrize(
    ("word", "form", "is_one"),
    [
        ("zastava", "zastav", True),
        ("jednotka", "jednotce", True),
        ("drapeau", "drapeaux", True),
        ("hex", "hexu", True),
        ("nalepka", "nalez", False),
        ("budov", "bud", False),
        ("bolster", "symbols", False),
        ("fog", "for", False),
        ("bez", "bezna", False),
    ],
)
def test_the_index_tells_a_word_that_is_declined_from_another(word: str, form: str, is_one: bool) -> None:
    assert booklet_index.is_form(form, word) == is_one


def test_an_index_names_a_page_once() -> None:
    named = page_numbers.numbered(str(page_numbers.pages_of(("a", "b", "c"))), {"a": 7, "b": 3, "c": 7}, 9)
    assert named == '<a href="#b">3</a>, <a href="#a"><b>7</b></a>'


SMALL = "<html lang=en><head><title>x</title><style>@page { size: 60mm 40mm; margin: 5mm }</style></head><body>"


@pytest.mark.parametrize("rows", [3, 30, 600])
def test_a_page_is_named_by_its_number(rows: int) -> None:
    """Of one digit, of two or of three; what follows stands right after it."""
    words = "".join("<p>see p. [[page end]], then</p>" for _ in range(rows))
    made = pdf.write(f"{SMALL}{words}<p id=end>end")
    last = len(opened(made).pages)
    assert len(str(last)) == len(str(rows))
    assert text(made).count(f"see p. {last}, then") == rows


def test_numbers_are_set_as_if_they_had_always_been_there() -> None:
    """By pixels: the same page with the numbers written out; at the right edge they end where they should."""
    for style in ("", "p { text-align: right }"):
        page = SMALL.replace("</style>", style + "</style>")
        made = pdf.write(f"{page}<p>see <b>p. [[page end]], then</b> go on<p id=end>[[page end]]")
        plain = pdf.write(f"{page}<p>see <b>p. 1, then</b> go on<p id=end>1")
        (one,), (two,) = pictures(made), pictures(plain)
        assert max(ImageChops.difference(one, two).tobytes()) < 64


def test_what_comes_after_goes_on_counting() -> None:
    page = SMALL.replace("</style>", "@page { @bottom-center { content: 'page ' counter(page) } }</style>")
    made = pdf.write(f"{page}<p id=a>a<p id=b style='break-before: page'>b{page_numbers.AFTER}<p>[[pages b a]]")
    assert len(opened(made).pages) == 3
    assert "1, 2" in pages(made)[2]
    assert "page 3" in pages(made)[2]


def test_a_page_of_what_is_not_there_is_an_error() -> None:
    with pytest.raises(LookupError, match="nowhere"):
        pdf.write(f"{SMALL}<p>[[page nowhere]]")


def test_examples_and_pictures_stand_at_their_rules() -> None:
    found: list[Any] = [
        rule for chapter in booklet.booklet(GAME, ("en",), "a4")["chapters"] for rule in chapter["rules"]
    ]
    drawn = [rule["id"] for rule in found if rule["set_up"]]
    assert drawn == ["saladin.hattin.setup", "saladin.arsuf.setup"]
    assert sum(len(rule["examples"]) for rule in found) == len(book.case_files(GAME)["worked"])
    noted = [note["id"] for rule in found for note in rule["notes"]]
    assert sorted(noted) == sorted(one.id for one in find_game(GAME).rulebook().rulings.values() if one.rules)


@pytest.mark.parametrize("game", GAMES)
def test_scenario_files_are_told_of_only_where_scenarios_are_drawn(game: str) -> None:
    told = [rule for rule in book.paragraphs(game) if rule.startswith("record.scenario-")]
    assert bool(told) == (game in find_drawn())
    assert "record.scenario" in book.paragraphs(game)
