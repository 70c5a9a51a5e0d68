"""What a question asks for: its words, phrases that stand for others, and what was meant by a word that nobody says."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from rapidfuzz.distance import OSA

import engine
from engine.core.synonyms import Synonym
from refsvc.i18n.catalogue import has_text, text
from refsvc.i18n.folding import fold
from refsvc.i18n.source import source
from refsvc.i18n.synonyms import synonyms
from refsvc.search.postings import Postings
from refsvc.search.words import WORD, Words, folded

MOST_WORDS = 16
MOST_PHRASE = 5  # words of a phrase that stands for something
MEANT, BEGUN, MISSPELT = 0.9, 0.35, 0.7  # how much a synonym, a beginning and the like of a word count
LAST = "\U0010ffff"
SHORTEST_BEGUN, SHORTEST_LIKE, LONG = 2, 4, 8  # letters


class Way(Struct, frozen=True):
    """One way of saying a thing, and how much it counts."""

    lemmas: tuple[str, ...]
    weight: float = 1.0


class Thing(Struct, frozen=True):
    """One thing that is asked for: the ways of saying it."""

    ways: tuple[Way, ...]


class Asked(Struct, frozen=True):
    """A question; `instead` is it as it was taken to be meant, where a word was misspelt."""

    things: tuple[Thing, ...]
    instead: str = ""


Lemmas = tuple[str, ...]
Meanings = Mapping[Lemmas, Sequence[Lemmas]]  # what else is said for a phrase


class Vocabulary:
    """The words of the documents of a language, and those that stand for others."""

    def __init__(self, words: Words, postings: Postings, texts: Iterable[str]) -> None:
        self.words, self.postings = words, postings
        self.meanings = {game: meanings(words, game) for game in ("", *engine.GAMES)}
        self.forms: dict[str, str] = {}
        known = {word for phrase in self.meanings[""] for word in phrase} | postings.lemmas
        for form in words.forms():
            if words.lemma(form) in known:
                self.forms[form] = words.lemma(form)
        self.forms.update((lemma, lemma) for lemma in known)
        self.sorted = sorted(self.forms)
        self.spelt: dict[str, str] = {}  # how the texts write a form
        for found in (found for each in texts for found in WORD.findall(each)):
            self.spelt.setdefault(fold(found), found.lower())

    def tree(self) -> dict[str, dict[str, list[str]]]:
        """What stands for what in each game, for the search of the browser; that of no game is what all have."""
        return {
            game: {" ".join(phrase): list(map(" ".join, others)) for phrase, others in self.meanings[game].items()}
            for game in self.meanings
        }

    def ask(self, question: str, game: str) -> Asked:
        """What is asked for."""
        telling = self.words.telling(folded(question))[:MOST_WORDS]
        meant = {word: other for word in telling if (other := self._meant(word))}
        lemmas = [self.forms[meant[word]] if word in meant else self.words.lemma(word) for word in telling]
        known = self.meanings.get(game) or self.meanings[""]
        things: list[Thing] = []
        at = 0
        while at < len(lemmas):
            number = longest(lemmas[at:], known)
            phrase = tuple(lemmas[at : at + number])
            things.append(self._thing(phrase, known.get(phrase, ()), telling[at], is_meant=telling[at] in meant))
            at += number
        return Asked(tuple(dict.fromkeys(things)), self._instead(question, meant) if meant else "")

    def _instead(self, question: str, meant: Mapping[str, str]) -> str:
        """The question with the words that were meant, as the texts write them."""

        def other(found: re.Match[str]) -> str:
            form = meant.get(fold(found[0]))
            return self.spelt.get(form, form) if form else found[0]

        return WORD.sub(other, question)

    def _thing(self, phrase: Lemmas, others: Sequence[Lemmas], word: str, *, is_meant: bool) -> Thing:
        ways = [Way(phrase, MISSPELT if is_meant else 1.0)]
        ways += [Way(other, MEANT) for other in others]
        if len(phrase) == 1 and phrase[0] not in self.postings.lemmas and not others:
            ways += [Way((lemma,), BEGUN) for lemma in self._begun(word)]
        return Thing(tuple(ways))

    def _begun(self, word: str) -> dict[str, None]:
        begun = self._from(word) if len(word) >= SHORTEST_BEGUN else ()
        return dict.fromkeys(self.forms[form] for form in begun)

    def _from(self, word: str) -> Sequence[str]:
        """The forms that begin with a word."""
        return self.sorted[bisect_left(self.sorted, word) : bisect_left(self.sorted, word + LAST)]

    def _meant(self, word: str) -> str:
        """The form that was meant by a word that nobody says; empty if it is known, or the beginning of one that is."""
        if self.words.lemma(word) in self.forms or len(word) < SHORTEST_LIKE or self._from(word):
            return ""
        most = 2 if len(word) >= LONG else 1
        near = ((OSA.distance(word, form, score_cutoff=most), form) for form in self.sorted)
        found = [
            (far, form not in self.spelt, -len(self.postings.worth(self.forms[form])), form)
            for far, form in near
            if far <= most
        ]
        return min(found)[-1] if found else ""


def longest(lemmas: Sequence[str], known: Meanings) -> int:
    """How many of the lemmas, from the first on, are a phrase that stands for something; one if none is."""
    most = min(len(lemmas), MOST_PHRASE)
    return next((number for number in range(most, 1, -1) if tuple(lemmas[:number]) in known), 1)


def meanings(words: Words, game: str) -> Meanings:
    """Every phrase that stands for something else, with what the texts of a game say for it, or of every game."""
    found: dict[Lemmas, dict[Lemmas, None]] = {}
    for each in ("", game) if game else ("", *engine.GAMES):
        pairs = [(one.words(words.language), says(one, each, words.language)) for one in synonyms(each)]
        for phrases, named in (*pairs, *(aliases(each, words.language) if each else ())):
            said = [lemmas_of(words, text) for text in named]
            for phrase in phrases if said else ():
                key = lemmas_of(words, phrase)
                found.setdefault(key, {}).update((other, None) for other in said if other != key)
    return {phrase: tuple(others) for phrase, others in found.items()}


def aliases(game: str, language: str) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """The other spellings of every name of a game, and the name."""
    for key in source(game):
        name = key.removesuffix("#aliases")
        if name != key and has_text(key, language) and has_text(name, language):
            yield text(key, language).split(" | "), (text(name, language),)


def lemmas_of(words: Words, phrase: str) -> Lemmas:
    """The lemmas of a phrase; of one that is made of nothing but idle words, all of them."""
    return tuple(map(words.lemma, words.telling(folded(phrase))))


def says(one: Synonym, game: str, language: str) -> list[str]:
    """What the texts say for a synonym; nothing for the words that a rule is looked for by."""
    named = [text(f"{game}.{id_}", language) for id_ in one.of if not is_rule(f"{game}.{id_}", language)]
    return [*one.says.get(language, ()), *(part for said in named for part in said.split(", "))]


def is_rule(key: str, language: str) -> bool:
    """Whether an id is that of a rule."""
    return has_text(f"{key}#title", language)
