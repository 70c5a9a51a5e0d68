"""The words of Napoleonics: clear in each language, known under every header."""

from __future__ import annotations

from itertools import product

import pytest

from refsvc.config import LANGUAGES
from refsvc.i18n.folding import spelling
from refsvc.notation.game_notation import syntax_of
from refsvc.notation.parsing import grammar
from refsvc.notation.words import Lexicon, common_words, game_words, spellings

SYNTAX = syntax_of("napoleonics")


def words(language: str) -> Lexicon:
    return game_words("napoleonics", "training-1", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spelling_means_one_thing_in_its_own_language(language: str) -> None:
    lexicon = words(language)
    for kind, ids in lexicon.keys.items():
        for word, texts in ids.items():
            for each in spellings(texts, language):
                assert lexicon.read(kind, each) == word, (kind, each)


def test_every_name_is_known_under_a_header_in_any_language() -> None:
    for header, language in product(LANGUAGES, LANGUAGES):
        lexicon = words(header)
        for kind in ("SIDE", "CARD", "SECTION", "FACE", "PURPOSE", "TALLY"):
            for word in lexicon.ids(kind):
                for each in spellings((SYNTAX.named[kind][1][0].format(word),), language):
                    assert lexicon.read(kind, each) == word, (header, each)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_begins_a_step_is_clear(language: str) -> None:
    """No word of a step is another one too: they are told apart by nothing else."""
    lexicon = words(language)
    deeds = [
        kind for kind, ids in SYNTAX.fixed.items() if any(key.startswith("notation.deed.") for key in ids.values())
    ]
    kinds = (*(kind for kind in deeds if kind not in ("HAND", "AS", "OFF", "MELEE")), "SIDE", "FACE", "NO_DICE")
    for kind in kinds:
        for word, texts in lexicon.keys[kind].items():
            for each in spellings(texts, language):
                spelt = spelling(each).split()
                assert lexicon.find(kinds, spelt) == (len(spelt), {(kind, word)}), each


def test_every_word_of_the_grammar_has_words() -> None:
    declared = {terminal.name for terminal in grammar("napoleonics").terminals}
    signs = {"COLON", "COMMA", "LPAR", "RPAR", "LSQB", "RSQB", "MORETHAN", "PLUS", "MINUS", "QMARK"}
    assert {name for name in declared - signs - {"INT", "TEXT"} if not name.startswith("__")} <= (
        set(SYNTAX.named) | set(SYNTAX.fixed)
    )
    for language in LANGUAGES:
        assert all(words(language).expected((kind,)) for kind in (*SYNTAX.named, *SYNTAX.fixed))


@pytest.mark.parametrize("written", ["CCN", "Commands & Colors: Napoleonics", "C&C Napoleonics", "napoleonics"])
def test_the_name_of_the_game(written: str) -> None:
    for language in LANGUAGES:
        assert common_words(language).read("GAME", written) == "napoleonics"
