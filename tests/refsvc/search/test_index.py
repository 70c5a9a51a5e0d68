"""The search itself: without accents and endings, across languages, misspelt, and what is shown of what it finds."""

from __future__ import annotations

import pytest

from refsvc.search.excerpt import excerpt, first_sentence, marked
from refsvc.search.index import Document, Index
from refsvc.search.words import words_of

INDEX = Index(
    {
        "en": [
            Document("charge", "glossary", "Charge", "A move into contact.", "/en/charge"),
            Document("heart", "rules", "2.1 The heart", "Richard, heart of a lion. He lives.", "/en/heart"),
        ],
        "fr": [
            Document("charge", "glossary", "Charge", "Un mouvement au contact.", "/fr/charge"),
            Document("heart", "rules", "2.1 Le cœur", "Richard Cœur de Lion", "/fr/heart"),
        ],
        "cs": [
            Document("charge", "glossary", "Útok", "Pohyb do styku s nepřítelem.", "/cs/charge"),
            Document("heart", "rules", "2.1 Srdce", "Richard Lví srdce", "/cs/heart"),
        ],
    }
)


@pytest.mark.parametrize(
    ("question", "language", "paths"),
    [
        ("utok", "cs", ["/cs/charge"]),
        ("ÚTOK", "cs", ["/cs/charge"]),
        ("útoku", "cs", ["/cs/charge"]),  # another case of the word
        ("srdcem", "cs", ["/cs/heart"]),
        ("neprítelm", "cs", ["/cs/charge"]),  # a slip
        ("utok", "fr", ["/fr/charge"]),  # a Czech title finds the French text
        ("charge", "cs", ["/cs/charge"]),
        ("coeur", "fr", ["/fr/heart"]),
        ("cœur", "cs", ["/cs/heart"]),
        ("lion richard", "en", ["/en/heart"]),
        ("hearts", "en", ["/en/heart"]),
        ("hea", "en", ["/en/heart"]),  # the beginning of a word
        ("heart", "fr", ["/fr/heart"]),
        ("2.1", "fr", ["/fr/heart"]),
        ("zzzz", "en", []),
        ("", "en", []),
    ],
)
def test_what_is_found(question: str, language: str, paths: list[str]) -> None:
    assert [hit.document.path for hit in INDEX.find(question, language).hits] == paths


def test_what_was_meant_is_said_as_the_texts_write_it() -> None:
    found = INDEX.find("Nepritelm, prosím?", "cs")
    assert (found.instead, INDEX.find("útok", "cs").instead) == ("nepřítelem, prosím?", "")


def test_it_is_known_how_much_of_a_question_is_answered() -> None:
    assert INDEX.find("lion richard", "en").share == 1
    assert 0 < INDEX.find("lion frobnicate", "en").share < 0.6
    assert INDEX.find("frobnicate", "en").share == 0


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["lances", "lance"]),
        ("en", ["moving", "moved", "movement"]),
        ("fr", ["éliminée", "éliminer", "élimination"]),
        ("fr", ["déplacements", "déplacer"]),
        ("cs", ["korouhvemi", "korouhví", "korouhev"]),
        ("cs", ["nestřílí", "střílet", "střelbou"]),
        ("cs", ["ajjúbovců", "ajjúbovcům"]),  # in no dictionary
    ],
)
def test_forms_of_a_word_are_one(language: str, forms: list[str]) -> None:
    assert len({lemma for form in forms for lemma in words_of(language).lemmas(form)}) == 1


def test_words_that_say_nothing_are_left_out_unless_there_are_no_others() -> None:
    words = words_of("fr")
    assert words.telling(["peut", "on", "tirer"]) == ["tirer"]
    assert words.telling(["peut", "on"]) == ["peut", "on"]


def test_words_that_were_asked_for_are_marked() -> None:
    words = words_of("en")
    assert marked("Lances, new", ["lance"], words) == [("Lances", True), (", new", False)]
    text = "x " * 100 + "the Banner stands " + "y " * 100
    pieces = excerpt(text, ["banner"], words)
    assert ("Banner", True) in pieces
    assert sum(len(words) for words, _ in pieces) < 200
    assert pieces[0][0].startswith("… ")


def test_the_first_sentence() -> None:
    assert first_sentence("Roll 2 dice. Then move.") == "Roll 2 dice."
    assert first_sentence("Guy III. of Jerusalem moves") == "Guy III. of Jerusalem moves"
