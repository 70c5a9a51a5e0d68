"""The synonyms stand for something, in every language; those of the notation mean one thing wherever they stand."""

from __future__ import annotations

from itertools import chain

import pytest

from engine import GAMES
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import has_text
from refsvc.i18n.folding import spelling
from refsvc.i18n.synonyms import looked_for, other_words, synonyms
from refsvc.library import scenario_ids
from refsvc.notation.words import game_words


def test_they_stand_for_something_that_there_is() -> None:
    lost = [f"{game}.{id_}" for game in GAMES for one in synonyms(game) for id_ in one.of]
    assert len(lost) > 300
    assert [key for key in lost if not has_text(key, "en")] == []
    assert all(one.says and not one.of for one in synonyms()), "what is shared names nothing of a game"
    assert all(one.of and not one.says for game in GAMES for one in synonyms(game))


@pytest.mark.parametrize("game", ["saladin", "napoleonics"])
def test_each_has_words_in_every_language(game: str) -> None:
    poor = [one.of for one in synonyms(game) if not all(one.words(language) for language in LANGUAGES)]
    assert poor == []
    assert all(one.words(language) for one in synonyms() for language in LANGUAGES if language in one.search)


def test_none_stands_twice_for_the_same() -> None:
    twice = [
        (one.of, word)
        for one in chain(*map(synonyms, ("", *GAMES)))
        for language in LANGUAGES
        for word in one.words(language)
        if list(map(spelling, one.words(language))).count(spelling(word)) > 1
    ]
    assert twice == []


@pytest.mark.parametrize("game", GAMES)
def test_a_word_of_the_notation_means_one_thing_in_every_place(game: str) -> None:
    """Of all kinds of words of all its battles, under a header in its own language."""
    unclear = []
    for scenario in scenario_ids(game):
        for language in LANGUAGES:
            lexicon = game_words(game, scenario, language)
            for one in synonyms(game):
                for word in one.both.get(language, ()):
                    parts = spelling(word).split()
                    kinds = lexicon.keys.keys() - {*lexicon.syntax.unsaid}  # what needn’t stand in a line
                    found = {kind: lexicon.find((kind,), parts) for kind in kinds}
                    meant = {id_ for whole in found.values() if whole and whole[0] == len(parts) for _, id_ in whole[1]}
                    if len(meant) > 1 or not meant <= {id_.rpartition(".")[2] for id_ in one.of}:
                        unclear.append((language, word, meant))
    assert unclear == []


def test_the_words_of_the_notation_go_with_the_names_of_their_game() -> None:
    assert "jezdectvo" in other_words("napoleonics.name.face.cavalry", "cs")
    assert other_words("napoleonics.name.unit.leader", "en") == (), "a general is what is searched for only"
    assert game_words("napoleonics", scenario_ids("napoleonics")[0], "cs").read("FACE", "jezdectvo") == "cavalry"


def test_a_rule_is_looked_for_by_the_words_that_stand_with_it() -> None:
    assert "cannot retreat" in looked_for("napoleonics.retreat.lost", "napoleonics", "en")
    assert looked_for("napoleonics.retreat.lost", "saladin", "en") == []
