"""What can be chosen for a document: read from words, refused with its name, written in one way only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine import GAMES
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import has_text
from refsvc.presentation import registry
from refsvc.printing import document_options, document_registry
from refsvc.printing.document_choices import Cards, Choice, ScoreSheet
from refsvc.printing.document_options import Field, WrongChoice
from refsvc.reference.cards import deck

KINDS = [document.choice for document in document_registry.DOCUMENTS.values()]


def read(kind: type[Choice], **words: str) -> Any:
    return document_options.read(kind, {word.replace("_", "-"): [said] for word, said in words.items()}, "en")


def test_what_goes_without_saying() -> None:
    assert read(Cards) == Cards(game="saladin", languages=("en",))
    assert document_options.query(read(Cards), "en") == ""
    assert document_options.query(read(Cards), "fr") == "lang=en"
    sheet = read(ScoreSheet)
    assert sheet == ScoreSheet(game="saladin", scenario=library.in_order("saladin")[0], languages=("en",))
    assert document_options.query(sheet, "en") == "scenario=hattin"  # another battle may come before it one day


def test_every_word_is_read() -> None:
    words = {
        "down": "-1,25", "codes": "no", "bleed": "2", "size": "70x120", "with": "cs", "lang": "fr", "backs": "no",
        "flip": "short", "standing": "no", "right": "0.5", "save-ink": "yes", "crop-marks": "no", "turn-backs": "yes",
        "pair": "sides", "paper": "letter", "scenario": "arsuf", "game": "saladin",
    }  # fmt: skip
    choice = document_options.read(Cards, {word: [said] for word, said in words.items()}, "en")
    assert choice == Cards(
        game="saladin", languages=("fr", "cs"), scenario="arsuf", paper="letter", size="70x120", pair="sides",
        saves_ink=True, has_crop_marks=False, bleed=2, has_backs=False, flip="short", turns_backs=True, right=0.5,
        down=-1.25, has_standing=False, has_codes=False,
    )  # fmt: skip
    assert document_options.query(choice, "en") == (
        "scenario=arsuf&lang=fr&with=cs&paper=letter&size=70x120&pair=sides&save-ink=yes&crop-marks=no&bleed=2&backs=no"
        "&flip=short&turn-backs=yes&right=0.5&down=-1.25&standing=no&codes=no"
    )


def test_single_cards() -> None:
    first, second, *_, last = deck("saladin")
    choice = read(Cards, cards=f"{last}:2,{first}", scenario="arsuf")
    assert choice == Cards(game="saladin", languages=("en",), cards={first: 1, last: 2})  # in order, of any battle
    assert document_options.query(choice, "en") == f"cards={first},{last}:2"
    form = {f"count.{first}": ["1"], f"count.{second}": ["0"], f"count.{last}": ["2"], "cards": [""]}
    assert document_options.read(Cards, form, "en") == choice
    most = {f"count.{card}": ["20"] for card in list(deck("saladin"))[: document_options.MOST_CARDS // 20]}
    assert sum(document_options.read(Cards, most, "en").cards.values()) == document_options.MOST_CARDS
    with pytest.raises(WrongChoice) as told:
        document_options.read(Cards, {**most, f"count.{last}": ["1"]}, "en")
    assert told.value.params == {"name": "cards", "value": "101"}
    assert all(told.value.is_about(word) for word in (*most, "cards"))


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ({"paper": "a5"}, "paper", "a5"),
        ({"game": "chess"}, "game", "chess"),
        ({"scenario": "../arsuf"}, "scenario", "../arsuf"),
        ({"lang": "de"}, "lang", "de"),
        ({"with": "de"}, "with", "de"),
        ({"bleed": "3.1"}, "bleed", "3.1"),
        ({"bleed": "-0.1"}, "bleed", "-0.1"),
        ({"right": "nan"}, "right", "nan"),
        ({"right": "1e1"}, "right", "1e1"),
        ({"right": "10.001"}, "right", "10.001"),
        ({"down": "-10.1"}, "down", "-10.1"),
        ({"backs": "maybe"}, "backs", "maybe"),
        ({"cards": "hattin-nobody"}, "cards", "hattin-nobody"),
        ({"cards": "hattin-saladin:21"}, "cards", "hattin-saladin:21"),
        ({"cards": "hattin-saladin,hattin-saladin:2"}, "cards", "hattin-saladin"),
        ({"count.hattin-saladin": "21"}, "count.hattin-saladin", "21"),
        ({"count.hattin-saladin": "²"}, "count.hattin-saladin", "²"),
        ({"count.x": "1"}, "count.x", "1"),
        ({"colour": "red\x00\u202e"}, "colour", "red\ufffd\ufffd"),
        ({"x" * 200: "y" * 200}, "x" * 80, "y" * 80),
    ],
)
def test_what_can_not_be_chosen(words: Mapping[str, str], name: str, value: str) -> None:
    with pytest.raises(WrongChoice) as told:
        document_options.read(Cards, {word: [said] for word, said in words.items()}, "en")
    assert (told.value.kind, told.value.status) == ("choice", 422)
    assert told.value.params == {"name": name, "value": value}


def test_the_limits_themselves_can_be_chosen() -> None:
    choice = read(Cards, bleed="3", right="10", down="-10.00")
    assert (choice.bleed, choice.right, choice.down) == (3, 10, -10)
    assert document_options.query(read(Cards, right="-0"), "en") == ""


def test_of_several_words_the_last_counts_as_a_form_sends_it() -> None:
    assert document_options.read(Cards, {"backs": ["no", "yes"]}, "en").has_backs
    assert not document_options.read(Cards, {"backs": ["no"]}, "en").has_backs
    with pytest.raises(WrongChoice):
        document_options.read(ScoreSheet, {"count.hattin-saladin": ["1"]}, "en")  # of a document without cards


def words_of(field: Field, game: str) -> some.SearchStrategy[str]:
    """Any word that a field of a document of this game can have."""
    match field.kind:
        case "game":
            return some.just(game)
        case "scenario":
            return some.sampled_from(["", *library.in_order(game)])
        case "parts":
            return some.lists(some.sampled_from(registry.of(game).document_parts() or ("",)), unique=True).map(",".join)
        case "second":
            return some.sampled_from(["", *LANGUAGES])
        case "number":
            return some.integers(int(field.low * 100), int(field.high * 100)).map(lambda n: f"{n / 100:g}")
        case "cards":
            return some.dictionaries(some.sampled_from(list(deck(game))), some.integers(0, 9), max_size=9).map(
                lambda counts: ",".join(f"{card}:{count}" for card, count in counts.items())
            )
    return some.sampled_from(field.options)


@pytest.mark.parametrize("kind", KINDS)
@given(data=some.data())
def test_what_is_written_is_read_again_and_has_one_form(kind: type[Choice], data: some.DataObject) -> None:
    game = data.draw(some.sampled_from(document_options.games(kind)))
    said: dict[str, Sequence[str]] = {
        field.word: [data.draw(words_of(field, game))]
        for field in document_options.asked(kind, game)
        if field.kind == "game" or data.draw(some.booleans())
    }
    language, other = data.draw(some.permutations(LANGUAGES))[:2]
    choice = document_options.read(kind, said, language)
    written = document_options.query(choice, language)
    assert document_options.read(kind, parse_qs(written), language) == choice
    assert document_options.query(document_options.read(kind, parse_qs(written), language), language) == written
    assert document_options.read(kind, parse_qs(document_options.query(choice, other)), other) == choice
    shuffled = dict(data.draw(some.permutations(list(said.items()))))
    assert document_options.query(document_options.read(kind, shuffled, language), language) == written


@pytest.mark.parametrize("name", document_registry.DOCUMENTS)
def test_everything_that_can_be_chosen_has_words(name: str) -> None:
    for language in LANGUAGES:
        assert has_text(f"printing.document.{name}.title", language)
        assert has_text(f"printing.document.{name}.text", language)
        for field in document_options.fields(document_registry.DOCUMENTS[name].choice):
            assert has_text(f"printing.field.{field.word}", language)
            assert has_text(f"printing.help.{field.word}", language)
            if field.kind == "option":
                place = "checker" if field.word == "paper" else "printing.option"
                assert all(has_text(f"{place}.{field.word}.{option}", language) for option in field.options)
            if field.kind == "parts":
                parts = [(game, part) for game in GAMES for part in registry.of(game).document_parts()]
                assert all(has_text(f"{game}.printing.option.parts.{part}", language) for game, part in parts)


def test_the_fixed_documents() -> None:
    fixed = list(document_registry.fixed())
    names = [
        (document_registry.name_of(choice), document_options.file_name(choice, document_registry.name_of(choice)))
        for choice in fixed
    ]
    assert len(names) == len(set(names))
    assert {name for name, _ in names} == set(document_registry.DOCUMENTS)
    assert ("score-sheet", "saladin-arsuf-score-sheet-cs.pdf") in names
    assert ("cards", "saladin-cards-fr.pdf") in names
    assert ("cards", "saladin-hattin-cards-fr.pdf") in names
