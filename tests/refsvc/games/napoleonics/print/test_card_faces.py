"""Command cards from the file itself: all seventy, one back for all, whole texts in every language."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, get_args

import pytest

from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.games.napoleonics.print import card_faces
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import text
from refsvc.printing import card_sheets, document_choices, imposition
from refsvc.printing.canvas import Canvas
from refsvc.printing.card_style import LEAST
from refsvc.printing.document_choices import Cards
from refsvc.reference import cards
from tests.long import IS_LONG
from tests.refsvc.printing.geometry import paths, words
from tests.refsvc.printing.paper import ONE_OR_TWO, opened, pages, printed
from tests.refsvc.printing.paper import text as printed_text

GAME = "napoleonics"
DECK = cards.deck(GAME)
ONE_EACH = dict.fromkeys(DECK, 1)
FEW = {"scout-left": 1, "forward": 2, "cavalry-charge": 1, "elan": 1}
TRUE = 0.1  # mm


def chosen(**more: Any) -> Cards:
    return Cards(**{"game": GAME, "languages": ("en",), **more})


def flat(said: str) -> str:
    return re.sub(r"\s+", " ", said.replace("\u00a0", " "))


def test_the_deck_is_whole() -> None:
    """As many of each as the box has, in the order of the deck; single ones as many as are asked for."""
    counts = Counter(dealt.id for dealt in card_sheets.chosen_cards(chosen()))
    assert counts == {dealt.id: dealt.copies for dealt in DECK.values()}
    numbers = library.numbers(GAME)
    assert counts.total() == numbers["box_cards_section"] + numbers["box_cards_tactic"] == 70
    assert Counter(dealt.id for dealt in card_sheets.chosen_cards(chosen(cards=FEW))) == FEW


def test_a_sign_upon_another_leaves_both_whole() -> None:
    """Horse artillery is two signs in one place: drawn as one shape, their frames would cancel out."""
    canvas = Canvas()
    for layer, sign in enumerate(card_faces.SIGNS["horse-artillery"][0]):
        canvas.symbol(sign, 0, 0, 8.8, layer=layer)
    alone = Canvas()
    alone.symbol("arm-artillery", 0, 0, 8.8)
    assert all(shape in canvas.all_shapes() for shape in alone.all_shapes())


def test_every_text_leaves_out_only_how_many_there_are() -> None:
    for dealt in DECK.values():
        for language in LANGUAGES:
            whole = text(dealt.card.rules[0], language)
            cut = card_faces.COPIES.search(whole)
            assert cut is not None, (dealt.id, language)
            assert whole.endswith(cut[0]), (dealt.id, language)
            assert "_count}" not in card_faces.COPIES.sub("", whole)
            assert len(re.sub(r"{.*}", "", cut[0])) < 20, cut[0]


SIZED = [
    (languages, size)
    for size in get_args(document_choices.Size)
    for languages in ONE_OR_TWO
    if IS_LONG or (size == "63x88" and languages[0] != "en") or languages == ("en",)
]


@pytest.mark.parametrize(("languages", "size"), SIZED, ids=str)
def test_whole_texts_fit_on_every_card(languages: tuple[str, ...], size: str) -> None:
    choice = chosen(languages=languages, size=size, cards=ONE_EACH, has_backs=False)
    said = flat(printed_text(printed(choice)))
    for dealt in DECK.values():
        face = card_faces.face_of(choice, dealt, is_back=False)
        for language in languages:
            assert flat(sentences.name("card", dealt.id, "napoleonics", language)) in said or len(languages) > 1
            for word in flat(card_faces.spoken_text(face, language)).split():
                assert word in said, (dealt.id, language, word)
    look = card_sheets.look_of(choice)
    for kind in ("section", "tactic"):
        assert card_sheets._scale(look, kind, card_sheets._deck(choice), has_code=False).text >= LEAST


def test_every_back_is_the_same_and_tells_nothing() -> None:
    """Cards are held in the hand: a back shows no card, and its code leads to the list of all."""
    choice = chosen(cards=FEW, languages=("cs", "fr"))
    told = pages(printed(choice, "https://refsvc.example"))
    assert len(told) == 2
    names = [sentences.name("card", card, "napoleonics", language) for card in FEW for language in choice.languages]
    assert not any(flat(name) in flat(told[1]) for name in names)
    drawn = [card_sheets.drawn_card(choice, DECK[card], "https://refsvc.example", is_back=True) for card in FEW]
    assert len({repr(one["shapes"]) + repr(one["words"]) for one in drawn}) == 1
    assert {one["link"] for one in drawn} == {"https://refsvc.example/cs/napoleonics/cards/"}


def test_with_a_language_on_each_side_both_are_fronts() -> None:
    front, back = pages(printed(chosen(cards={"elan": 1, "rally": 1}, languages=("cs", "fr"), pair="sides")))
    assert "Zotavení" in front
    assert "Ralliement" not in front
    assert "Ralliement" in back
    assert "Zotavení" not in back


@pytest.mark.parametrize(("size", "bleed"), [("63x88", 0), ("63x88", 2), ("70x120", 3)])
def test_cards_are_cut_true(size: str, bleed: float) -> None:
    """Grounds as large as the card with its bleed, in the places of the sheet, fronts and backs alike."""
    choice = chosen(cards=FEW, size=size, bleed=bleed)
    wide, high = (float(part) + 2 * bleed for part in size.split("x"))
    sheet = imposition.sheet("a4", size, bleed)
    made = printed(choice)
    assert len(opened(made).pages) == 2 * -(-sum(FEW.values()) // sheet.count)
    for page in paths(made):
        boxes = [one.box for one in page if one.how == "fill" and len(one.points) in (4, 5)]
        grounds = [box for box in boxes if sorted(box[2:]) == pytest.approx(sorted((wide, high)), abs=TRUE)]
        assert grounds
        for x, y, w, h in grounds:
            assert min(abs(x + bleed - left) for left in sheet.lefts) < TRUE
            assert min(abs(y + bleed - top) for top in sheet.tops) < TRUE
            assert x + w <= sheet.width
            assert y + h <= sheet.height


def test_saving_ink_saves_it() -> None:
    """No tinted area is left."""
    page = paths(printed(chosen(cards=FEW, saves_ink=True, has_backs=False)))[0]
    tinted = [one for one in page if one.how == "fill" and 0.8 < sum(one.colour) / len(one.colour) < 1]
    assert tinted == []
    assert words(printed(chosen(cards=FEW, saves_ink=True)))
