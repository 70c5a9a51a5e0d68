"""Other words for what the games name, by the ids of texts: for the notation, and all of them for the search."""

from __future__ import annotations

from functools import cache

import engine
from engine.core.synonyms import SHARED, Synonym, load_synonyms

FILE = "glossary.toml"


@cache
def synonyms(game: str = "") -> tuple[Synonym, ...]:
    """Those of a game, or without one those that all games share."""
    return load_synonyms(engine.folder(game) / FILE if game else SHARED)


def other_words(key: str, language: str) -> tuple[str, ...]:
    """Words that mean just what the text of an id says (`napoleonics.name.unit.leader`), wherever they may stand."""
    return _words_by_key(language).get(key, ())


def looked_for(rule: str, game: str, language: str) -> list[str]:
    """Words that a rule is looked for by, besides its own."""
    return [word for one in synonyms(game) if rule.removeprefix(f"{game}.") in one.of for word in one.words(language)]


@cache
def _words_by_key(language: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for game in engine.GAMES:
        for one in synonyms(game):
            for id_ in one.of if one.both.get(language) else ():
                key = f"{game}.{id_}"
                found[key] = (*found.get(key, ()), *one.both[language])
    return found
