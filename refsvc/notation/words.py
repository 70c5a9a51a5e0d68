"""The words of a game in three languages, from the catalogues: which may stand where, and what they mean.

A kind is a terminal of the grammar. A word is looked up in all languages: first as it is spelt (names, other spellings,
ids), then as an abbreviation, and each time the language of the record's header before the others.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from engine import GAMES
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import has_text, text
from refsvc.i18n.folding import spelling
from refsvc.i18n.sentences import own
from refsvc.i18n.synonyms import other_words
from refsvc.notation.game_notation import HEADERS, LINES, Syntax, syntax_of

MOST_WORDS = 8  # of a name
SHORTEST = 3  # letters of an abbreviation
NEAREST = 3
LIKE = 0.76  # how near a word is to another that may have been meant, from 0 to 1
FARTHEST = 2  # steps between a place that there is not and one that was meant
MOST_REMEMBERED = 20_000  # parts of lines, each of at most so many letters
MOST_LETTERS = 200
SIGNS = re.compile(r"[^\w' -]")  # none of them in an unknown word: it can't be taken for a part of the line
SPLIT = re.compile(r"\s*\|\s*")

ALWAYS_SHORTENED = ("GAME", "SCENARIO")
Meaning = tuple[str, str]  # kind and id


def spellings(keys: Iterable[str], language: str) -> tuple[str, ...]:
    """What the texts of these ids, their other words and codes say, in order, without what they add in brackets."""
    found: list[str] = []
    for key in keys:
        for each in (key, f"{key}#aliases", f"{key}#spoken", f"{key}#code"):
            if has_text(each, language):
                said = text(each, language).replace("\u00a0", " ")
                found += [re.sub(r" \([^)]*\)$", "", word) for word in SPLIT.split(said)]
        found += other_words(key, language)
    found = [each for written in found for each in _alternatives(written)]
    return tuple(dict.fromkeys(word.strip() for word in found))


def _alternatives(written: str) -> list[str]:
    """A spelling whose words have others beside them: `forms/formed wall` is `forms wall` and `formed wall`."""
    if "/" not in written:
        return [written]
    words = [word.replace("_", " ").split("/") for word in written.split()]
    return [" ".join(filter(None, each)) for each in product(*words)]


def punctuate(language: str) -> str:
    """The colon as the language sets it, with a plain space where one belongs before it."""
    return text("notation.colon", language).replace("\u00a0", " ")


class Lexicon:
    """The words of one scenario for a record whose header is in `language`; `syntax` is that of its game."""

    def __init__(
        self, keys: Mapping[str, Mapping[str, tuple[str, ...]]], language: str, syntax: Syntax | None = None
    ) -> None:
        self.language = language
        self.keys = keys
        self._syntax = syntax
        self._shortened = (*ALWAYS_SHORTENED, *(syntax.shortened if syntax else ()))
        idle = spellings((own("notation.idle", syntax.game),), language) if syntax else ()
        self.idle = {spelling(each) for each in idle}
        self._idle_written = {each.casefold() for each in idle}
        self._exact: tuple[Table, Table] = ({}, {})  # the language of the header, and all languages
        self._bare: tuple[Table, Table] = ({}, {})  # as they are spelt without words that say nothing
        self._short: tuple[Table, Table] = ({}, {})
        self._spelt: dict[Meaning, str] = {}
        self._expected: dict[tuple[str, ...], list[str]] = {}
        self._written: dict[tuple[str, ...], dict[str, tuple[Meaning, str]]] = {}
        self._parts: set[str] = set()  # every word of them
        self.memory: dict[tuple[str, str], Any] = {}  # parts of lines that were read: they come again and again
        for kind, ids in keys.items():
            for word, texts in ids.items():
                self._add(kind, word, texts)
        self._openings = {key for table in self._exact[1].values() for key in table}

    @property
    def syntax(self) -> Syntax:
        """How its game is written."""
        assert self._syntax is not None
        return self._syntax

    def _add(self, kind: str, word: str, texts: tuple[str, ...]) -> None:
        meaning = (kind, word)
        is_letter = self._syntax is not None and kind == self._syntax.letters
        is_initial = self._syntax is not None and kind in self._syntax.initials
        for language in (self.language,) if is_letter else LANGUAGES:
            said = spellings(texts, language)
            if language == self.language:
                self._spelt[meaning] = said[0] if said else word
            names = {found[0] for each in texts if (found := spellings((each,), language))}
            is_named = self._syntax is not None and kind in self._syntax.names
            forms = set(spellings([f"{each}#spoken" for each in texts], language))
            small = self.idle | {spelling(each) for each in spellings(("notation.small",), language)}
            for each in (*said, *self._unclear(kind, word, language), *(() if is_letter else (word,))):
                key = spelling(each)
                if is_initial and len(key) == 1 and key.isalpha() and language != self.language:
                    continue
                is_shortened = kind in self._shortened and (each in names or not (is_named or each in forms))
                shorter = _abbreviations(key, small) if is_shortened else ()
                bare = self._bared(each)
                for tables in self._both(language):
                    tables[0].setdefault(kind, {}).setdefault(key, set()).add(meaning)
                    if bare:
                        tables[2].setdefault(kind, {}).setdefault(bare, set()).add(meaning)
                    for short in shorter:
                        tables[1].setdefault(kind, {}).setdefault(short, set()).add(meaning)

    def _bared(self, written: str) -> str:
        """A spelling without words that say nothing; none if one is only like them without its accent (dé and de)."""
        words = written.casefold().replace("’", " ").split()
        if any(spelling(word) in self.idle and word.strip("!?.") not in self._idle_written for word in words):
            return ""
        return self._stripped(spelling(written).split())

    def _stripped(self, words: Sequence[str]) -> str:
        """Words without those that say nothing."""
        return " ".join(word for word in words if word not in self.idle)

    def _unclear(self, kind: str, word: str, language: str) -> tuple[str, ...]:
        """Words that may mean this one or another: they are known, so that both can be offered."""
        texts = self._syntax.unclear if self._syntax else {}
        return spellings((own(texts[kind].format(word), self.syntax.game),), language) if kind in texts else ()

    def _both(self, language: str) -> list[tuple[Table, Table, Table]]:
        own, every = zip(self._exact, self._short, self._bare, strict=True)
        return [own, every] if language == self.language else [every]

    def remember(self, part: tuple[str, str], found: Any) -> None:
        """Keep what a part of a line was read as; when there is too much of it, begin anew."""
        if len(self.memory) >= MOST_REMEMBERED:
            self.memory.clear()
        if len(part[1]) <= MOST_LETTERS:
            self.memory[part] = found

    def spell(self, kind: str, word: str) -> str:
        """How the header's language writes an id; one that the scenario doesn't have stays as it is, without signs."""
        return self._spelt.get((kind, word)) or SIGNS.sub("-", word[:MOST_LETTERS])

    def begins(self, kinds: Sequence[str], words: Sequence[str]) -> bool:
        """Whether the first of the words are one of these kinds, in full."""
        return any(_look_up(self._exact, kinds, " ".join(words[:number])) for number in range(len(words), 0, -1))

    def means(self, kind: str, key: str) -> bool:
        """Whether a folded word is one of a kind."""
        return key in self._exact[1].get(kind, ())

    def goes_on(self, kind: str, key: str) -> bool:
        """Whether a longer name of a kind begins with this one."""
        return any(each.startswith(f"{key} ") for each in self._exact[1].get(kind, ()))

    def resembles(self, word: str) -> bool:
        """Whether a folded word is one of a name or of a word of the game, or nearly; a number may be a die."""
        if word in self.idle:
            return False
        if not self._parts:
            self._parts = {part for key in self._openings for part in key.split()} - self.idle
        return (
            word.isdecimal()
            or word in self._parts
            or (len(word) >= SHORTEST and bool(difflib.get_close_matches(word, self._parts, 1, LIKE)))
        )

    def ids(self, kind: str) -> tuple[str, ...]:
        """The ids of a kind, in their order."""
        return tuple(self.keys.get(kind, ()))

    def find(self, kinds: Sequence[str], words: Sequence[str]) -> tuple[int, set[Meaning]] | None:
        """How many of the words, at most, are one of these kinds, and what they mean; more than one meaning is unclear.

        An abbreviation counts only before the end of the words, or before a word that is known by itself; also in place
        of a shorter word with one behind it that nothing knows ("Charge incontr."). Words that say nothing may stand
        between others where that makes more of them known ("forms up in a shield wall").
        """
        found = self._find(kinds, words)
        least = found[0] if found else 0
        if least == 1 and words[0] in self.idle and not _look_up((self._exact[0],), kinds, words[0]):
            return None
        for number in range(min(len(words), MOST_WORDS), max(least, 1), -1) if self.idle else ():
            if words[0] in self.idle or any(
                word in self.idle and len(word) == 1 and _look_up(self._exact[:1], kinds, word)
                for word in words[:number]
            ):
                continue
            if words[number - 1] not in self.idle and (
                bare := _look_up(self._bare, kinds, self._stripped(words[:number]))
            ):
                return number, bare
        return found

    def _find(self, kinds: Sequence[str], words: Sequence[str]) -> tuple[int, set[Meaning]] | None:
        longest = min(len(words), MOST_WORDS)
        known = 0
        for number in range(longest, 0, -1):
            if meanings := _look_up(self._exact, kinds, " ".join(words[:number])):
                if number == longest or self._is_known(words[number:]):
                    return number, meanings
                known, found = number, meanings
                break
        for number in range(longest, known, -1):
            meanings = _look_up(self._short, kinds, " ".join(words[:number]))
            if meanings and (number == len(words) or self._is_known(words[number:])):
                return number, meanings
            if meanings:  # a longer beginning with words behind it that nothing knows: a shorter one is no better
                break
        return (known, found) if known else None

    def _is_known(self, words: Sequence[str]) -> bool:
        return any(" ".join(words[:n]) in self._openings for n in range(1, min(len(words), MOST_WORDS) + 1))

    def read(self, kind: str, value: str) -> str | None:
        """The id that a whole text means, or None."""
        words = spelling(value).split()
        found = self.find((kind,), words) if words else None
        if found is None or found[0] < len(words) or len(found[1]) != 1:
            return None
        return next(iter(found[1]))[1]

    def expected(self, kinds: Sequence[str]) -> list[str]:
        """The words that fit, as the header's language writes them."""
        key = tuple(kinds)
        if key not in self._expected:
            self._expected[key] = list(dict.fromkeys(self.spell(k, word) for k in kinds for word in self.ids(k)))
        return self._expected[key]

    def nearest(self, kinds: Sequence[str], word: str) -> list[str]:
        """The known words nearest to an unknown one, in any language, as the header's writes them."""
        return [each for _, each in self._nearest(kinds, word)]

    def nearest_meanings(self, kinds: Sequence[str], word: str) -> list[Meaning]:
        """What the known words mean that are nearest to an unknown one."""
        return [meaning for meaning, _ in self._nearest(kinds, word)]

    def _nearest(self, kinds: Sequence[str], word: str) -> list[tuple[Meaning, str]]:
        if not kinds:
            return []
        known = self._known(tuple(kinds))
        if self._syntax and set(kinds) <= set(self._syntax.shapes.values()) and (places := _near(word, known)):
            return places
        words = spelling(word).split()
        shorter = (" ".join(words[:number]) for number in range(len(words), 0, -1))  # others may follow what was meant
        found = (difflib.get_close_matches(each, known, 3 * NEAREST, 0.6) for each in shorter)
        near = list(dict.fromkeys(known[key] for key in next(filter(None, found), [])))
        best = dict(reversed(near))  # the nearest spelling of each
        return [(meaning, each) for meaning, each in near if best[meaning] == each][:NEAREST]

    def _known(self, kinds: tuple[str, ...]) -> dict[str, tuple[Meaning, str]]:
        """Every spelling of these kinds, with what it means and how the header's language writes it."""
        if kinds not in self._written:
            known = self._written[kinds] = {}
            for kind in kinds:
                for word, texts in self.keys.get(kind, {}).items():
                    for language in (self.language, *LANGUAGES):
                        forms = spellings([f"{each}#spoken" for each in texts], language)
                        for each in spellings(texts, language) if texts else (word,):
                            if each in forms and language != self.language:
                                continue
                            is_said = language == self.language and each not in forms
                            own = each if is_said else self.spell(kind, word)
                            known.setdefault(spelling(each), ((kind, word), own))
        return self._written[kinds]


Table = dict[str, dict[str, set[Meaning]]]


def _near(word: str, known: Mapping[str, tuple[Meaning, str]]) -> list[tuple[Meaning, str]]:
    """The places, a letter and a number each, that lie nearest to one that there is not."""
    row, number = ord(spelling(word)[0]), int(word[1:6])
    steps = {said: abs(ord(key[0]) - row) + abs(int(key[1:]) - number) for key, said in known.items()}
    return sorted((said for said in steps if steps[said] <= FARTHEST), key=steps.__getitem__)[:NEAREST]


def _look_up(tables: tuple[Table, ...], kinds: Sequence[str], key: str) -> set[Meaning]:
    """The meanings of a spelling: those of the header's language if it has any there."""
    for table in tables:
        found = [table[kind][key] for kind in kinds if kind in table and key in table[kind]]
        if found:
            return set().union(*found)
    return set()


def _abbreviations(key: str, small: set[str]) -> set[str]:
    """Every beginning of the name, of its words, and of its first word before the others, of three letters or more."""
    first, _, rest = key.partition(" ")
    starts = {key} | {word for word in key.split() if word not in small}
    short = {f"{first[:n]} {rest}" for n in range(SHORTEST, len(first)) if rest}  # "Unc. Charge"
    short |= {start[:n].rstrip() for start in starts for n in range(SHORTEST, len(start) + 1)}
    return {each for each in short if len(each.replace(" ", "")) >= SHORTEST} - small


@lru_cache(64)
def common_words(language: str) -> Lexicon:
    """The names of headers and of games: what is known before the game is."""
    keys = _texts_of({**LINES, **HEADERS})
    keys["GAME"] = {game: (f"{game}.name", f"{game}.notation.game") for game in GAMES}
    return Lexicon(keys, language)


@lru_cache(64)
def scenario_words(game: str, language: str) -> Lexicon:
    """The scenarios of a game and its editions."""
    names = {each: (f"{game}.{each}.name",) for each in library.scenario_ids(game)}
    editions = {each: (own(f"notation.edition.{each}", game),) for each in library.find_package(game).EDITIONS}
    return Lexicon({"SCENARIO": names, "EDITION": editions}, language)


@lru_cache(64)
def game_words(game: str, scenario: str, language: str) -> Lexicon:
    """All words of a scenario; one that a record brings with it has those of the others."""
    known = library.scenario_ids(game)
    return _game_words(game, scenario if scenario in known else known[0], language)


@lru_cache(64)
def _game_words(game: str, scenario: str, language: str) -> Lexicon:
    vocabulary = library.find_package(game).vocabulary(library.load_scenario(game, scenario))
    return syntax_words(syntax_of(game), vocabulary, language)


def syntax_words(syntax: Syntax, vocabulary: Mapping[str, Sequence[str]], language: str) -> Lexicon:
    """The words of a game whose moves have this vocabulary."""
    keys = _texts_of(syntax.fixed, syntax.game)
    for kind, (field, texts) in syntax.named.items():
        keys[kind] = {
            word: tuple(own(each.format(word), syntax.game) for each in texts)
            for word in (*vocabulary.get(field, ()), *syntax.more.get(kind, ()))
            if kind not in syntax.listed or has_text(own(texts[0].format(word), syntax.game), "en")
        }
    return Lexicon(keys, language, syntax)


def _texts_of(fixed: Mapping[str, Mapping[str, str]], game: str = "") -> dict[str, dict[str, tuple[str, ...]]]:
    return {kind: {word: (own(key, game),) for word, key in ids.items()} for kind, ids in fixed.items()}
