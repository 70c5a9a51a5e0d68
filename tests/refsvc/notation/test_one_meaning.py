"""No word of the notation means two things at one place of the grammar."""

from __future__ import annotations

import pytest

from engine import GAMES
from refsvc.config import LANGUAGES
from refsvc.i18n.folding import spelling
from refsvc.library import scenario_ids
from refsvc.notation.game_notation import syntax_of
from refsvc.notation.parsing import grammar
from refsvc.notation.words import game_words, spellings

BATTLES = [(game, scenario) for game in GAMES for scenario in scenario_ids(game)[:2]]


def places(game: str) -> set[frozenset[str]]:
    """The kinds of words that are accepted together at some place of the grammar."""
    syntax = syntax_of(game)
    kinds = {*syntax.named, *syntax.fixed} - set(syntax.shapes.values())
    parser = grammar(game).parser.parser.parser
    return {frozenset(kinds & set(accepted)) for accepted in parser.parse_table.states.values()}


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_every_word_means_one_thing_at_each_place(game: str, scenario: str) -> None:
    """Words of the header's language, against those of every language at the same place."""
    found: set[tuple[str, ...]] = set()
    for language in LANGUAGES:
        lexicon = game_words(game, scenario, language)
        unclear = {*lexicon.syntax.unclear, lexicon.syntax.letters}
        for kinds in {kinds - unclear for kinds in places(game)}:
            for kind in kinds:
                for word, texts in lexicon.keys.get(kind, {}).items():
                    for each in spellings(texts, language):
                        meant = lexicon.find(tuple(sorted(kinds)), spelling(each).split())
                        if meant is not None and meant[1] != {(kind, word)}:
                            found.add((language, kind, each, *sorted(f"{k} {w}" for k, w in meant[1])))
    assert sorted(found) == []
