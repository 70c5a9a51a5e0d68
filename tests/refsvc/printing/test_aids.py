"""The player aid: it fits in every language on every paper, folds in the right order, and holds only what is needed."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pikepdf
import pytest

from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.games.saladin import aid as told
from refsvc.games.saladin import odds
from refsvc.i18n import sentences
from refsvc.printing import aids, columns, print_aid
from refsvc.printing.document_choices import Aid
from refsvc.printing.print_speaker import PrintSpeaker
from tests.long import IS_LONG
from tests.refsvc.printing import paper
from tests.refsvc.printing.paper import POINT, bookmarks, opened, overlapping, pictures, read_by, tags, text

GAME = "saladin"
BATTLES = ("", *library.in_order(GAME))
SINGLE = [(language,) for language in LANGUAGES]
# Side by side, the order of two languages changes no line; A3 is A4 larger, or two of it.
PAIRS = [("en", "fr"), ("fr", "cs"), ("cs", "en")]
PAPERS = ("a4", "letter") if IS_LONG else ("a4",)
FITTING: list[tuple[tuple[str, ...], str]] = [
    (languages, battle) for languages in (*SINGLE, *PAIRS) for battle in BATTLES
]
if not IS_LONG:
    FITTING = [(("fr",), ""), (("en",), "hattin"), (("cs",), "arsuf"), (("fr", "cs"), "hattin")]
FOLDED = [("a4", "pages"), ("a4", "folded"), ("letter", "pages"), ("a3", "folded")]
PAGES = {"a4": (297.0, 210.0), "letter": (279.4, 215.9), "a3": (420.0, 297.0)}  # mm, lying


def printed(languages: tuple[str, ...] = ("en",), scenario: str = "hattin", **chosen: Any) -> bytes:
    return paper.printed(Aid(game=GAME, languages=languages, scenario=scenario, **chosen))


def half(data: bytes, page: int, left: float, width: float, top: float = 0, height: float = 1) -> str:
    """The words on a part of a page, as shares of its width and height."""
    file = opened(data)
    wide, high = (float(side) for side in file.pages[page - 1].mediabox[2:])
    part = {"-x": left * wide, "-y": top * high, "-W": width * wide, "-H": height * high}
    options = [word for key, value in part.items() for word in (key, str(round(value)))]
    said = read_by("pdftotext", data, "-f", str(page), "-l", str(page), *options).decode()
    return re.sub(r"\s+", " ", said)


def plain(key: str, language: str = "en", **params: Any) -> str:
    return sentences.say(key, language, **params).replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("languages", "scenario"), FITTING)
def test_it_fits(languages: tuple[str, ...], scenario: str, paper: str) -> None:
    """That it was printed at all says that nothing leaves its box; no text is hidden under another."""
    made = printed(languages, scenario, paper=paper)
    assert len(opened(made).pages) == 2 * len(languages)
    assert overlapping(made) == []
    said = text(made)
    for language in languages:
        for heading in ("turn", "activation", "prices", "losses", "leaders", "end", "dice", "symbols"):
            assert plain(f"saladin.aid.{heading}", language) in said, heading
        for battle in (scenario,) if scenario else library.in_order(GAME):
            for rule in told.special_rules(PrintSpeaker(GAME, language), battle):
                assert rule["title"].replace("\xa0", " ").replace("\u202f", " ") in said, rule["id"]


@pytest.mark.parametrize(("paper", "fold"), list(product(PAGES, ("pages", "folded"))) if IS_LONG else FOLDED)
def test_two_pages_of_the_paper(paper: str, fold: str) -> None:
    made = printed(paper=paper, fold=fold)
    file = opened(made)
    assert len(file.pages) == 2
    assert overlapping(made) == []
    for page in file.pages:
        size = [float(side) * POINT for side in page.mediabox[2:]]
        assert size == pytest.approx(PAGES[paper], abs=0.1)
    assert str(file.Root.Lang) == "en"
    assert "Hattin" in str(file.docinfo.get("/Title"))
    assert [title for depth, title in bookmarks(file) if depth == 1] == ["Saladin · Hattin · Player aid"]


def test_a_folded_sheet_opens_in_order() -> None:
    """Outside the last panel and the first, inside the second and the third; flat, they follow each other."""
    flat, folded = printed(), printed(fold="folded")
    panels = [half(flat, page, left, 0.5) for page in (1, 2) for left in (0, 0.5)]
    again = [half(folded, page, left, 0.5) for page, left in ((1, 0.5), (2, 0), (2, 0.5), (1, 0))]
    for one, two in zip(panels, again, strict=True):
        words, others = set(one.split()), set(two.split())
        assert len(words) > 60
        assert len(words ^ others) < 20  # how to fold it stands at the foot
    assert plain("saladin.aid.turn") in again[0]
    assert plain("saladin.aid.lines") in again[2]


def test_two_languages_stand_side_by_side() -> None:
    made = printed(("fr", "cs"))
    for page in range(1, 5):
        assert "Saladin" in half(made, page, 0, 0.5)
    assert plain("saladin.aid.turn", "fr") in half(made, 1, 0, 0.5)
    assert plain("saladin.aid.turn", "cs") in half(made, 1, 0.5, 0.5)
    assert plain("saladin.aid.lines", "fr") in half(made, 3, 0, 0.5)
    assert plain("saladin.aid.lines", "cs") in half(made, 3, 0.5, 0.5)
    assert plain("aid-sheet.larger", "fr") in half(made, 1, 0, 1)  # it says that this takes two sheets
    assert {str(tag.Lang) for tag in tags(opened(made)) if "/Lang" in tag} == {"fr", "cs"}


def test_two_nested_sheets_open_in_pairs() -> None:
    """Folded and laid into each other, either language of a panel faces the other; the covers are the first panel."""
    made = printed(("fr", "cs"), fold="folded")
    assert plain("saladin.aid.turn", "cs") in half(made, 1, 0, 0.5)  # the back
    assert plain("saladin.aid.turn", "fr") in half(made, 1, 0.5, 0.5)  # the front
    assert plain("saladin.aid.lines", "fr") in half(made, 4, 0, 0.5)  # the middle
    assert plain("saladin.aid.lines", "cs") in half(made, 4, 0.5, 0.5)
    assert plain("saladin.aid.symbols", "fr") in half(made, 2, 0, 0.5)  # behind the front
    assert plain("saladin.aid.symbols", "cs") in half(made, 3, 0.5, 0.5)  # on the other sheet, facing it


@pytest.mark.parametrize(("fold", "page", "top"), [("pages", 1, 0.0), ("folded", 1, 0.5)])
def test_two_languages_on_one_large_sheet(fold: str, page: int, top: float) -> None:
    made = printed(("fr", "cs"), paper="a3", fold=fold)
    file = opened(made)
    assert len(file.pages) == 2
    assert [float(side) * POINT for side in file.pages[0].mediabox[2:]] == pytest.approx((297, 420), abs=0.1)
    assert plain("saladin.aid.turn", "fr") in half(made, page, 0, 0.5, top, 0.5)
    assert plain("saladin.aid.turn", "cs") in half(made, page, 0.5, 0.5, top, 0.5)
    assert plain("aid-sheet.larger", "fr") not in text(made)


def test_a_battle_has_nothing_of_the_other() -> None:
    hattin, arsuf = text(printed(scenario="hattin")), text(printed(scenario="arsuf"))
    for word in ("Horns", "True Cross", "Ignite", "Husam Lulu"):
        assert word in hattin
        assert word not in arsuf
    for word in ("Block charge", "Sacrifice", "the town", "Sulaymân"):
        assert word in arsuf
        assert word not in hattin


def test_the_odds_are_those_of_the_dice() -> None:
    said = text(printed(("cs",), "arsuf"))
    sides = odds.faces(library.numbers(GAME))
    for dice in (1, 2, 3):
        found = odds.thrown(sides, dice)
        row = [f"{float(odds.lances_at_least(found, n) * 100):.1f}".replace(".", ",") for n in (1, 2)]
        assert " ".join(row) in said


def test_saving_ink_saves_ink() -> None:
    def used(data: bytes) -> float:
        return sum(255 - value for page in pictures(data, 40) for value in page.tobytes())

    assert used(printed(saves_ink=True)) < 0.96 * used(printed())  # most of it is text, which stays black


@pytest.mark.parametrize(("languages", "paper", "is_across"), [(("en",), "a4", False), (("fr", "cs"), "a3", True)])
def test_marks_stand_where_the_fold_is(languages: tuple[str, ...], paper: str, is_across: bool) -> None:
    for fold, is_marked in (("pages", False), ("folded", True)):
        for picture in pictures(printed(languages, paper=paper, fold=fold), 100):
            edge = picture.rotate(90, expand=True) if is_across else picture
            middle = edge.width // 2
            assert (min(edge.crop((middle - 3, 0, middle + 3, 12)).tobytes()) < 200) == is_marked
            assert min(edge.crop((0, 0, middle - 5, 12)).tobytes()) == 255


def test_blocks_go_into_columns_in_order_and_evenly() -> None:
    assert columns.fill([10, 10, 10, 10], [40, 40]) == [0, 0, 1, 1]
    assert columns.fill([10, 10, 10, 10], [40, 40], frozenset({1})) == [0, 1, 1, 1]
    assert columns.fill([10, 10, 10, 10], [40, 40], barred=frozenset({(2, 1)})) == [0, 0, 0, 1]
    assert columns.fill([30, 20, 20], [40, 40]) == [0, 1, 1]
    assert columns.fill([40, 20], [40, 10, 20, 20], barred=frozenset({(1, 2)})) == [0, 3]
    assert columns.fill([40, 20], [40, 10, 20, 20], barred=frozenset({(1, 2)}), abreast=2) is None
    assert columns.fill([50], [40, 40]) is None
    assert columns.fill([30, 30, 30], [40, 40]) is None


def test_what_is_too_long_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = aids.blocks
    monkeypatch.setattr(aids, "blocks", lambda speaker, scenario: blocks(speaker, scenario) * 2)
    with pytest.raises(aids.DoesNotFitError):
        print_aid(Aid(game=GAME, languages=("en",), scenario="hattin"))


def test_the_largest_letters_that_fit() -> None:
    """What has less to say is set larger; the same on A3 is larger by the root of two."""

    def size(scenario: str, paper: Any = "a4") -> float:
        from refsvc.printing import html, pdf  # noqa: PLC0415  # loads the printer

        choice = Aid(game=GAME, languages=("en",), scenario=scenario, paper=paper)
        measured: float = aids.player_aid(
            choice, lambda data: pdf.block_heights(html.render("aid", paper, {**data, "panels": None}))
        )["size"]
        return measured

    assert size("arsuf") > size("hattin") >= 8
    assert size("arsuf", "a3") == pytest.approx(size("arsuf") * 2**0.5)


def test_no_link_is_left_on_paper() -> None:
    file = opened(printed())
    assert not [a for page in file.pages for a in page.get("/Annots", []) if a.Subtype == pikepdf.Name.Link]
