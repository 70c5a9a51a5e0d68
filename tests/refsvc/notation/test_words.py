"""The words of the notation: folded, abbreviated, in three languages, and clear within each battle."""

from __future__ import annotations

import unicodedata
from itertools import product

import pytest

from engine import GAMES
from engine.napoleonics.vocabulary import vocabulary
from refsvc.config import LANGUAGES
from refsvc.i18n.folding import fold, fold_line, spelling
from refsvc.i18n.source import source
from refsvc.library import scenario_ids
from refsvc.notation.game_notation import syntax_of
from refsvc.notation.parsing import grammar
from refsvc.notation.words import Lexicon, game_words, spellings, syntax_words

NAMED, FIXED = syntax_of("saladin").named, syntax_of("saladin").fixed
BATTLES = [(game, scenario) for game in GAMES for scenario in scenario_ids(game)]


def words(scenario: str, language: str = "en") -> Lexicon:
    return game_words("saladin", scenario, language)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Sulaymân", "sulayman"),
        ("SABLÉ", "sable"),
        ("D’Ibelin", "d ibelin"),
        ("d'ibelin", "d ibelin"),
        ("Sajf\u00a0ad-Dín", "sajf ad din"),
        ("Cœur de Lion", "coeur de lion"),
        ("Jindřich II.", "jindrich ii"),
        ("Vyhněte se boji!", "vyhnete se boji"),
        (unicodedata.normalize("NFD", "Châtillon"), "chatillon"),
    ],
)
def test_folded(written: str, folded: str) -> None:
    assert spelling(written) == folded


def test_the_way_back_to_the_columns() -> None:
    line = "Cœur — é\u200b!"
    folded = fold_line(line)
    assert folded.text == fold(line) == "coeur - e!"
    assert [line[place] for place in folded.places[:-1]] == list("Cœœur — é!")
    assert folded.places[-1] == len(line)


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_every_spelling_means_one_thing_in_its_own_language(game: str, scenario: str) -> None:
    """In the language of the header no spelling of a kind is unclear."""
    for language in LANGUAGES:
        lexicon = game_words(game, scenario, language)
        for kind, ids in lexicon.keys.items():
            for word, texts in ids.items():
                for each in spellings(texts, language):
                    assert lexicon.read(kind, each) == word, (language, kind, each)


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_every_name_is_known_under_a_header_in_any_language(game: str, scenario: str) -> None:
    for header, language in product(LANGUAGES, LANGUAGES):
        lexicon = game_words(game, scenario, header)
        for kind in ("SIDE", "PIECE", "TARGET", "ACTION", "LEAD", "STATUS"):
            for word in lexicon.ids(kind):
                for each in spellings((NAMED[kind][1][0].format(word),), language):
                    assert lexicon.read(kind, each) == word, (header, language, each)


@pytest.mark.parametrize(
    ("scenario", "variant", "banner"),
    [
        ("hattin", "Hasam Lulu", "husam-lulu"),
        ("hattin", "Tagui al Din", "taqui-al-din"),
        ("hattin", "Raimund", "raymond-iii"),
        ("hattin", "Rîdefort", "ridefort"),
        ("hattin", "Guy de Lusignan", "lusignan"),
        ("arsuf", "Hla Afdal", "ala-afdal"),
        ("arsuf", "Ala Afjal", "ala-afdal"),
        ("arsuf", "Soulaymân", "sulayman"),
        ("arsuf", "Henri II", "henry-ii"),
        ("arsuf", "Richard Cœur de Lion", "richard"),
        ("arsuf", "Alá’ad-Dín", "ala-al-din"),
        ("arsuf", "henry-ii", "henry-ii"),
    ],
)
def test_spelling_variants_of_the_rulebooks(scenario: str, variant: str, banner: str) -> None:
    for language in LANGUAGES:
        assert words(scenario, language).read("PIECE", variant) == banner


@pytest.mark.parametrize(
    ("scenario", "language", "kind", "short", "meant"),
    [
        ("arsuf", "en", "PIECE", "Nap", "naplouse"),
        ("arsuf", "en", "PIECE", "Afd", "ala-afdal"),
        ("arsuf", "en", "PIECE", "Ala Af", "ala-afdal"),
        ("arsuf", "en", "PIECE", "Ala", None),  # Ala Afdal, Ala al Din
        ("arsuf", "en", "PIECE", "Na", None),  # two letters
        ("arsuf", "en", "PIECE", "the", None),  # Richard the Lionheart: not by that word
        ("arsuf", "en", "PIECE", "Rid", None),  # he is at Hattin
        ("hattin", "en", "PIECE", "Rid", "ridefort"),
        ("arsuf", "cs", "PIECE", "Jind", "henry-ii"),
        ("arsuf", "en", "PIECE", "Jind", "henry-ii"),
        ("arsuf", "en", "ACTION", "Cha", None),  # Charge, Uncontrolled Charge, Block charge
        ("arsuf", "en", "ACTION", "Har", "harass"),
        ("arsuf", "cs", "ACTION", "Harc", "skirmish"),  # Harcování
        ("arsuf", "fr", "ACTION", "Harc", "harass"),  # Harcèlement
        ("arsuf", "en", "ACTION", "Harc", None),  # the two of them
        ("arsuf", "fr", "STATUS", "eng", None),  # engagée, non engagée
        ("arsuf", "en", "STATUS", "comm", "committed"),
    ],
)
def test_abbreviations(scenario: str, language: str, kind: str, short: str, meant: str | None) -> None:
    assert words(scenario, language).read(kind, short) == meant


def test_nearest_words_are_said_in_the_language_of_the_header_each_once() -> None:
    assert words("arsuf").nearest(("PIECE",), "Sulayman II")[0] == "Sulaymân"
    assert words("arsuf").nearest(("PIECE",), "Jindrich I")[0] == "Henry II"
    assert words("arsuf").nearest(("ACTION",), "Skirmich") == ["Skirmish"]
    assert words("arsuf").nearest(("ACTION",), "zzz") == []


def test_every_word_of_the_grammar_has_words() -> None:
    declared = {t.name for t in grammar("saladin").terminals}
    signs = {"COLON", "COMMA", "EQUAL", "LPAR", "RPAR", "LSQB", "RSQB", "MORETHAN", "PLUS", "MINUS"}
    assert declared - signs - {"INT", "TEXT"} <= set(NAMED) | set(FIXED)
    for language in LANGUAGES:
        for scenario in ("arsuf", "hattin"):
            assert all(words(scenario, language).expected((kind,)) for kind in (*NAMED, *FIXED))


def test_every_word_of_the_notation_is_used() -> None:
    lexicons = [words(scenario) for scenario in ("arsuf", "hattin")]
    lexicons.append(syntax_words(syntax_of("napoleonics"), vocabulary(), "en"))
    used = {"notation.colon", "notation.small", "saladin.notation.idle"} | {f"{game}.notation.game" for game in GAMES}
    for lexicon in lexicons:
        for kind, ids in lexicon.keys.items():
            used |= {text for texts in ids.values() for text in texts}
            for unclear in lexicon.syntax.unclear.get(kind, "").split():
                used |= {f"{lexicon.syntax.game}.{unclear.format(word)}" for word in ids}
    used |= {f"notation.edition.{each}" for each in ("recommended", "en", "fr", "cs")}
    used.add("napoleonics.notation.edition.2010")
    keys = [*source("notation")]
    keys += [key for game in GAMES for key in source(game) if key.startswith(f"{game}.notation.")]
    assert [key for key in keys if not key.startswith("kind.") and key.split("#")[0] not in used] == []
