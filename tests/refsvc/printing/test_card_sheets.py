"""Card sheets from the file itself: cards cut true, backs behind their fronts, nothing over its edge, codes lead."""

from __future__ import annotations

import math
import random
import re
from typing import Any, get_args

import pytest
import zxingcpp
from PIL import Image

from refsvc import printing
from refsvc.config import LANGUAGES
from refsvc.games.saladin import card_lines
from refsvc.i18n import sentences
from refsvc.printing import card_sheets, document_choices, html, imposition, overflow, print_cards
from refsvc.printing.document_choices import Cards
from refsvc.reference import cards as deck
from refsvc.web.sitemap import SITE
from tests.long import IS_LONG
from tests.refsvc.printing.geometry import Drawn, paths, words
from tests.refsvc.printing.paper import ONE_OR_TWO, POINT, SIZES, bookmarks, opened, pictures, printed, tags, text

DECK = deck.deck("saladin")
TRUE = 0.1  # mm that a cut may be off
ADDRESS = "https://refsvc.example"
CARD_SIZES = get_args(document_choices.Size)
NINE = dict.fromkeys(list(DECK)[-9:], 1)
FEW = {"arsuf-richard": 1, "hattin-keukburi": 1, "arsuf-leader-saladin": 1}


def chosen(**more: Any) -> Cards:
    return Cards(**{"game": "saladin", "languages": ("en",), **more})


def size_of(choice: Cards) -> tuple[float, float]:
    wide, high = choice.size.split("x")
    return float(wide), float(high)


def grounds(page: list[Drawn], choice: Cards) -> list[tuple[float, float, float, float]]:
    """The coloured grounds of the cards of a page, as large as the card with its bleed, lying or standing."""
    wide, high = (each + 2 * choice.bleed for each in size_of(choice))
    boxes = [one.box for one in page if one.how == "fill" and len(one.points) in (4, 5)]
    return [box for box in boxes if sorted(box[2:]) == pytest.approx(sorted((wide, high)), abs=TRUE)]


def middles(page: list[Drawn], choice: Cards) -> list[tuple[float, float]]:
    return [(round(x + w / 2, 2), round(y + h / 2, 2)) for x, y, w, h in grounds(page, choice)]


@pytest.mark.parametrize("bleed", [0, 1.5, 3])
@pytest.mark.parametrize("size", CARD_SIZES)
@pytest.mark.parametrize("paper", SIZES)
def test_cards_are_as_large_as_they_should_be(paper: str, size: str, bleed: float) -> None:
    """Bleed goes on outside the cut, cards stay apart by theirs, and the grid is in the middle of the sheet."""
    choice = chosen(cards=NINE, paper=paper, size=size, bleed=bleed, has_backs=False)
    made = printed(choice)
    for page in opened(made).pages:
        assert tuple(float(page.mediabox[at]) * POINT for at in (2, 3)) == pytest.approx(SIZES[paper], abs=TRUE)
    sheet = imposition.sheet(paper, size, bleed)
    fronts = paths(made)
    assert sum(len(grounds(page, choice)) for page in fronts) == len(NINE)
    boxes = grounds(fronts[0], choice)
    assert len(boxes) == sheet.count
    if size == "63x88" and not bleed:
        assert (sheet.columns, sheet.rows) == (3, 3)
    for one in boxes:
        for other in boxes:
            if one != other:
                apart = max(abs(one[0] - other[0]) - one[2], abs(one[1] - other[1]) - one[3])
                assert apart > -0.02
    width, height = SIZES[paper]
    assert min(x for x, _, _, _ in boxes) == pytest.approx(width - max(x + w for x, _, w, _ in boxes), abs=TRUE)
    assert min(y for _, y, _, _ in boxes) == pytest.approx(height - max(y + h for _, y, _, h in boxes), abs=TRUE)
    assert min(x for x, _, _, _ in boxes) >= imposition.EDGE - TRUE


def cuts(page: list[Drawn], choice: Cards) -> tuple[set[float], set[float]]:
    """Where the cards of a page are cut, across and down."""
    bleed = choice.bleed
    boxes = grounds(page, choice)
    across = {round(at, 2) for x, _, w, _ in boxes for at in (x + bleed, x + w - bleed)}
    down = {round(at, 2) for _, y, _, h in boxes for at in (y + bleed, y + h - bleed)}
    return across, down


def marks_of(page: list[Drawn]) -> list[Drawn]:
    return [one for one in page if one.how == "stroke" and not any(one.colour) and one.thick < 0.11]


@pytest.mark.parametrize(
    "more",
    [{}, {"bleed": 2}, {"bleed": 3}, {"size": "70x120", "paper": "letter"}, {"right": 1.5, "down": -2, "bleed": 1}],
    ids=str,
)
def test_crop_marks_are_where_the_cut_is(more: dict[str, Any]) -> None:
    """On both sides; at both ends of every cut, and none of them in what is kept or bleeds."""
    choice = chosen(cards=NINE, **more)
    for page in paths(printed(choice))[:2]:
        (marks,) = marks_of(page)
        across, down = cuts(page, choice)
        upright = [(a, b) for a, b in marks.parts if abs(a[0] - b[0]) < 0.01]
        flat = [(a, b) for a, b in marks.parts if abs(a[1] - b[1]) < 0.01]
        assert len(upright) + len(flat) == len(marks.parts)
        for lines, at, places in ((upright, 0, across), (flat, 1, down)):
            found = sorted(round(a[at], 2) for a, _ in lines)
            assert found == pytest.approx(sorted([*places, *places]), abs=0.02)
        boxes = grounds(page, choice)
        for a, b in marks.parts:
            for x, y, w, h in boxes:
                for px, py in (a, b):
                    assert not (x - 0.3 < px < x + w + 0.3 and y - 0.3 < py < y + h + 0.3)


def test_without_crop_marks() -> None:
    assert not marks_of(paths(printed(chosen(cards=FEW, has_crop_marks=False)))[0])


TURNS = [
    {"flip": flip, "turns_backs": is_turned, "bleed": bleed, "right": right, "down": down, "size": size}
    for flip, is_turned, bleed, right, down, size in (
        ("long", False, 0, 0, 0, "63x88"),
        ("long", True, 0, 2.5, 1, "63x88"),
        ("short", False, 0, 0, 0, "63x88"),
        ("short", True, 2, -1, 3, "63x88"),
        ("long", False, 3, 1, 1, "63x88"),  # lying
        ("short", False, 3, 0, -2, "63x88"),
        ("short", True, 3, 0, 0, "63x88"),
        ("short", False, 0, 0, 0, "70x120"),
    )
]


@pytest.mark.parametrize("more", TURNS, ids=lambda more: "-".join(map(str, more.values())))
def test_backs_are_behind_their_fronts(more: dict[str, Any]) -> None:
    """Each card apart: its name is found on the front, and on the back behind it, its head behind its head."""
    names = {
        "hattin-keukburi": "Keukburi",
        "hattin-ridefort": "Ridefort",
        "arsuf-aslam": "Aslam",
        "arsuf-sable": "Sablé",
    }
    choice = chosen(cards=dict.fromkeys(names, 1), has_standing=False, **more)
    made = printed(choice)
    front, back = paths(made)
    width, height = SIZES["a4"]

    def behind(x: float, y: float) -> tuple[float, float]:
        """Where a place on the front is on the back."""
        return (width - x, y) if choice.flip == "long" else (x, height - y)

    places = [behind(*middle) for middle in middles(front, choice)]
    moved = [(round(x + choice.right, 2), round(y + choice.down, 2)) for x, y in places]
    assert sorted(middles(back, choice)) == [pytest.approx(place, abs=TRUE) for place in sorted(moved)]
    said = words(made)
    for name in names.values():
        heads = [_head(said, number, name, middles(page, choice), choice) for number, page in enumerate((front, back))]
        (middle, up), (other, other_up) = heads
        seen = behind(*middle)
        assert other == pytest.approx((seen[0] + choice.right, seen[1] + choice.down), abs=TRUE)
        mirrored = (-up[0], up[1]) if choice.flip == "long" else (up[0], -up[1])
        assert other_up == (tuple(-each for each in mirrored) if choice.turns_backs else mirrored)


def _head(
    said: list[Any], page: int, name: str, cards: list[tuple[float, float]], choice: Cards
) -> tuple[tuple[float, float], tuple[int, int]]:
    """The middle of the card with a name at its head, and in which direction the head is."""
    reach = max(size_of(choice)) / 2
    for middle in cards:
        for word in (each for each in said if each.page == page and each.text == name):
            x, y = word.x - middle[0], word.y - middle[1]
            if max(abs(x), abs(y)) > reach or min(abs(x), abs(y)) > 20:
                continue
            across = max((x, y), key=abs)
            if abs(across) > reach - 14 and abs(across) < reach:
                return middle, (int(math.copysign(1, x)), 0) if across == x else (0, int(math.copysign(1, y)))
    raise AssertionError(f"{name} is at no head of page {page}")


@pytest.mark.parametrize("more", [{}, {"size": "70x120", "bleed": 3}], ids=str)
def test_the_ground_bleeds(more: dict[str, Any]) -> None:
    """By pixels, front and back: the colour of the frame goes over the cut, and ends where the bleed does."""
    choice = chosen(cards={"arsuf-richard": 1}, has_crop_marks=False, **more)
    made = printed(choice)
    for page, picture in zip(paths(made), pictures(made, 254), strict=True):
        ((x, y, w, h),) = grounds(page, choice)
        for side in (x - 0.5, x + w + 0.5):
            assert grey(picture, side, y + h / 2) == 255
        for side in (x + 0.3, x + w - 0.3, x + choice.bleed + 0.5):
            assert grey(picture, side, y + h / 2) < 245
        assert grey(picture, x + w / 2, y + 0.3) < 245


def grey(picture: Image.Image, x: float, y: float) -> int:
    """How bright a place is, in mm on a picture of 254 dpi."""
    return picture.crop((round(x * 10), round(y * 10), round(x * 10) + 1, round(y * 10) + 1)).tobytes()[0]


def test_ink_is_saved() -> None:
    """No ground, no area of colour besides the arms; less than two fifths of the ink."""
    plain, thin = (chosen(cards=FEW, saves_ink=saves_ink, bleed=1) for saves_ink in (False, True))
    assert not any(grounds(page, thin) for page in paths(printed(thin)))
    inks = []
    for choice in (plain, thin):
        page = pictures(printed(choice), 60)[0]
        inks.append(sum((255 - value) * count for value, count in enumerate(page.histogram())))
    assert inks[1] < inks[0] * 0.4


def samples() -> list[tuple[tuple[str, ...], str, str]]:
    found = [(languages, size, "stacked") for languages in ONE_OR_TWO for size in CARD_SIZES]
    return found + [
        (languages, size, "sides") for languages in ONE_OR_TWO if len(languages) == 2 for size in CARD_SIZES
    ]


@pytest.mark.parametrize(
    ("languages", "size", "pair"), samples(), ids=lambda one: "-".join(one) if isinstance(one, tuple) else one
)
def test_every_card_fits(languages: tuple[str, ...], size: str, pair: str) -> None:
    """In every language and pair, with codes and marks; a tenth by a seed, all of them in the long run."""
    drawn = random.Random(f"{languages}{size}{pair}")
    cards = {} if IS_LONG else dict.fromkeys(drawn.sample(sorted(DECK), 3), 1)
    choice = chosen(languages=languages, size=size, pair=pair, cards=cards)
    made = printed(choice, ADDRESS)  # raises where a word leaves its place
    for page in paths(made):
        boxes = grounds(page, choice)
        for one in page[1:]:
            x, y, w, h = one.box
            inside = [
                b
                for b in boxes
                if b[0] - TRUE <= x and x + w <= b[0] + b[2] + TRUE and b[1] - TRUE <= y and y + h <= b[1] + b[3] + TRUE
            ]
            is_note = y > max(b[1] + b[3] for b in boxes)
            assert inside or is_note, one.box


@pytest.mark.parametrize(("languages", "size", "pair"), samples()[:4] + samples()[-2:])
def test_no_letter_is_too_small(languages: tuple[str, ...], size: str, pair: str) -> None:
    told = card_sheets.card_sheets(chosen(languages=languages, size=size, pair=pair), ADDRESS)
    assert min(style["size"] for style in told["styles"]) >= 6.5
    names = [
        word["size"]
        for page in told["pages"]
        for card in page["cards"]
        for word in card["words"]
        if word["tag"] == "h4"
    ]
    assert min(names) >= 8


def test_a_name_that_is_too_long_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin of the above: the card and the language are said, and nothing is printed."""
    monkeypatch.setattr(
        card_lines, "line_name", lambda line, _: "Rassemblementsanspareil" if line.id == "regroup" else "Tir"
    )
    with pytest.raises(
        overflow.OverfullError, match=r"arsuf-richard deployed.*\[fr\]: 'Rassemblementsanspareil' .* mm over right"
    ):
        print_cards(chosen(languages=("fr",), cards={"arsuf-richard": 1}))


def test_lines_that_are_too_many_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = card_lines.parts
    monkeypatch.setattr(card_lines, "parts", lambda card, *, is_back: parts(card, is_back=is_back) * 4)
    card_sheets._scale.cache_clear()
    with pytest.raises(overflow.OverfullError) as caught:
        card_sheets.card_sheets(chosen(languages=("cs",), cards={"arsuf-sable": 1}), None)
    found = {one.box: one for one in caught.value.found}
    assert found["arsuf-sable deployed"].language == "cs"
    assert found["arsuf-sable deployed"].edges["bottom"] > 10
    card_sheets._scale.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_back_has_only_the_lines_that_stand_there(language: str) -> None:
    for id_ in ("hattin-keukburi", "arsuf-lusignan", "arsuf-leader-richard"):
        card = DECK[id_].card
        sides = paths_text(chosen(languages=(language,), cards={id_: 1}))
        for line in card.lines:
            name = plain(card_lines.line_name(line, language))
            assert name in sides[0]
            is_there = any(card_lines.is_on_back(each) and each.action == line.action for each in card.lines)
            assert (name in sides[1]) == is_there, name
        assert plain(deck.capital(sentences.name("card", "deployed", "saladin", language))) in sides[0]
        assert plain(deck.capital(sentences.name("card", "ordered", "saladin", language))) in sides[1]


def plain(said: str) -> str:
    return re.sub(r"\s+", " ", said)


def paths_text(choice: Cards) -> list[str]:
    """The words of each page."""
    said = words(printed(choice))
    return [" ".join(word.text for word in said if word.page == page) for page in sorted({word.page for word in said})]


def test_each_side_of_the_table_has_its_language() -> None:
    ayyubid, crusader = (
        paths_text(chosen(languages=("cs", "fr"), pair="sides", cards={id_: 1}))[0]
        for id_ in ("arsuf-ala-afdal", "arsuf-bourgogne")
    )
    assert "Salva šípů" in ayyubid
    assert "Tir" not in ayyubid.split()
    assert "Rassemblement" in crusader
    assert "Útok" not in crusader
    assert "Hugo III. Burgundský" in plain(crusader)  # a name stands in both
    assert "Bourgogne" in crusader


def test_two_languages_stand_on_each_side() -> None:
    for page in paths_text(chosen(languages=("en", "cs"), cards={"arsuf-ala-afdal": 1})):
        assert "Push" in page
        assert "Postup" in page
    made = opened(printed(chosen(languages=("en", "cs"), cards={"arsuf-ala-afdal": 1})))
    assert str(made.Root.Lang) == "en"
    page = html.render("cards", "a4", card_sheets.card_sheets(chosen(languages=("en", "cs"), scenario="arsuf"), None))
    assert re.search(r'<p [^>]*lang="cs"[^>]*>Postup</p>', page)
    assert re.search(r'Aims at ·\s\u200b?<span lang="cs">Cílí na</span>', page)


def test_the_codes_lead_to_the_pages_of_the_cards() -> None:
    made = printed(chosen(languages=("fr",), cards=NINE), ADDRESS + "/")
    backs = pictures(made, 200)[1::2]
    found = {code.text for picture in backs for code in zxingcpp.read_barcodes(picture)}
    assert found == {f"{ADDRESS}/fr/saladin/cards/{id_}" for id_ in NINE}
    known = SITE.places("fr")
    assert all(address.removeprefix(ADDRESS) in known for address in found)


def test_codes_can_be_left_off() -> None:
    for made in (printed(chosen(cards=FEW)), printed(chosen(cards=FEW, has_codes=False), ADDRESS)):
        assert not any(zxingcpp.read_barcodes(picture) for picture in pictures(made, 150))
    with pytest.raises(printing.AddressError):
        print_cards(chosen(cards=FEW), "javascript:alert(1)")


def test_which_cards_are_printed() -> None:
    def ids(choice: Cards) -> list[str]:
        return [dealt.id for dealt in card_sheets.chosen_cards(choice)]

    assert len(ids(chosen())) == 32
    assert sum(DECK[id_].card.is_leader for id_ in ids(chosen())) == 4
    assert {DECK[id_].scenario for id_ in ids(chosen(scenario="arsuf"))} == {"arsuf"}
    assert ids(chosen(cards={"arsuf-aslam": 2, "hattin-saladin": 1, "arsuf-sable": 0})) == [
        "hattin-saladin",
        "arsuf-aslam",
        "arsuf-aslam",
    ]
    for wrong in (
        {"cards": {"arsuf-nobody": 1}},
        {"scenario": "jaffa"},
        {"cards": {"arsuf-aslam": 0}},
        {"scenario": "arsuf", "cards": {"hattin-saladin": 1}},
    ):
        with pytest.raises(LookupError):
            print_cards(chosen(**wrong))


def test_backs_and_marks_of_standing_can_be_left_off() -> None:
    made = printed(chosen(cards=FEW, has_backs=False, has_standing=False))
    assert len(opened(made).pages) == 1
    assert "inferred" not in text(made)
    assert "inferred" in text(printed(chosen(cards=FEW)))
    marked, plain_ = (
        sum(len(one.parts) for page in paths(printed(chosen(cards=FEW, has_standing=is_so))) for one in page)
        for is_so in (True, False)
    )
    assert marked > plain_


def test_it_is_tagged_and_has_bookmarks() -> None:
    made = opened(printed(chosen(languages=("cs",), cards=FEW)))
    assert str(made.Root.Lang) == "cs"
    assert str(made.docinfo["/Title"]) == "Saladin: karty"
    kinds = {str(tag.S) for tag in tags(made)}
    assert {"/H1", "/H2", "/H3", "/H4", "/Figure"} <= kinds
    assert all(str(tag.get("/Alt", "")) for tag in tags(made) if str(tag.S) == "/Figure")
    found = bookmarks(made)
    assert [title.split(" ·")[0] for depth, title in found if depth == 1] == ["Arch 1/1, líc", "Arch 1/1, rub"]


def test_nothing_is_wrong_with_style_or_letters(caplog: pytest.LogCaptureFixture) -> None:
    print_cards(chosen(languages=("cs", "fr"), cards=FEW, bleed=2, saves_ink=True), ADDRESS)
    assert [record.message for record in caplog.records] == []
