"""Full-text search: one table a language, one score for every document, every question answered.

A question is cut into the things that it asks for (`asked.py`). A document is worth what it says of each of them, rare
things more than common ones, times the share of the question that it covers. What the reader's game says weighs twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nsmallest

from msgspec import Struct

from refsvc.i18n.folding import spelling
from refsvc.search import asked, excerpt, postings, words
from refsvc.search.asked import MEANT, Asked, Thing, Vocabulary
from refsvc.search.postings import Postings, Worth
from refsvc.search.words import folded, words_of

LONGEST = 200  # characters of a question that are looked at
MOST_HITS = 30
# Of a kind of document, else OTHERS: whoever asks a question wants a rule, not one of the many cases that name it.
KINDS = {"rules": 1.0, "rulings": 0.8, "glossary": 0.85, "cards": 0.8, "scenarios": 0.7, "cases": 0.3, "records": 0.3}
OTHERS = 0.5
TITLE, NAMES, QUESTIONS, CHAPTER, TEXT, OTHER_TITLES = 3.0, 2.0, 1.0, 0.7, 1.0, 0.5  # weights of the parts
COVERED = 1.0  # the power of the share of the question that a document covers
TITLED = 0.3  # what a document gains whose title says nothing but what was asked for
OWN_GAME = 2.0
NAMED, CALLED = 1_000.0, 100.0  # what is asked for by its title, number or id comes first, then a term
TERM, RULE, CASE, BATTLE = "glossary", "rules", "cases", "scenarios"


class Document(Struct, frozen=True):
    """What the search knows of one thing: `id` is the same in every language, `text` is plain.

    `names` are other words for it, `questions` what people ask about it, `chapter` where it stands. `game` is empty for
    what is about none, and None for that of the page it is on.
    """

    id: str
    kind: str
    title: str
    text: str
    path: str
    game: str | None = None
    chapter: str = ""
    names: str = ""
    questions: str = ""


class Hit(Struct, frozen=True):
    """A document that answers, and the lemmas that it was found by."""

    document: Document
    score: float
    lemmas: frozenset[str]


class Found(Struct, frozen=True):
    """What answers a question, best first, and how much of it, from 0 to 1, the best answer covers.

    `instead` is the question as it was taken to be meant, if it was misspelt.
    """

    hits: Sequence[Hit]
    share: float = 0.0
    instead: str = ""


class Table:
    """The documents of one language, with the titles of the others."""

    def __init__(self, language: str, documents: Mapping[str, Document], others: Mapping[str, str]) -> None:
        self.words = words_of(language)
        self.documents = documents
        self.postings = Postings(
            {
                id_: tuple((self.words.lemmas(part), weight) for part, weight in parts_of(one, others[id_]))
                for id_, one in documents.items()
            }
        )
        self.titles = {id_: frozenset(self.words.lemmas(one.title)) for id_, one in documents.items()}
        self.named: dict[str, list[str]] = {}  # documents by their folded id, number and title
        self.terms: dict[tuple[str, ...], list[str]] = {}  # terms and rules by the lemmas of their titles
        for id_, one in documents.items():
            for name in called(one):
                self.named.setdefault(spelling(name), []).append(id_)
            if one.kind in (TERM, RULE):
                for term in bare(one).split(", ") if one.kind == TERM else (bare(one),):
                    self.terms.setdefault(tuple(self.words.lemmas(term)), []).append(id_)
        self.vocabulary = Vocabulary(
            self.words, self.postings, (part for one in documents.values() for part in (one.title, one.text))
        )

    def find(self, question: str, game: str, kind: str, *, only: bool) -> Found:
        """What answers a question."""
        question = question[:LONGEST]
        found = self.vocabulary.ask(question, game)
        shares, scores = self._scores(found)
        chosen = {
            id_: score * weight_of(self.documents[id_], game)
            for id_, score in scores.items()
            if is_chosen(self.documents[id_], game if only else "", kind)
        }
        for id_, more in (*self._terms(found), *((id_, NAMED) for id_ in self.named.get(spelling(question), ()))):
            if is_chosen(self.documents[id_], game if only else "", kind):
                shares[id_] = 1.0
                chosen[id_] = more + weight_of(self.documents[id_], game)
        lemmas = frozenset(lemma for thing in found.things for way in thing.ways for lemma in way.lemmas)
        best = nsmallest(MOST_HITS, chosen, key=lambda id_: (-chosen[id_], id_))
        hits = [Hit(self.documents[id_], chosen[id_], lemmas) for id_ in best]
        return Found(hits, max((shares[id_] for id_ in best), default=0.0), found.instead)

    def _terms(self, found: Asked) -> Iterator[tuple[str, float]]:
        """The terms that are all that is asked for, by their own words or by others for them; rules by their own."""
        said = tuple(lemma for thing in found.things for lemma in thing.ways[0].lemmas)
        ways = found.things[0].ways[1:] if len(found.things) == 1 else ()
        yield from ((id_, CALLED) for id_ in self.terms.get(said, ()))
        for id_ in (id_ for way in ways if way.weight >= MEANT for id_ in self.terms.get(way.lemmas, ())):
            if self.documents[id_].kind == TERM:
                yield id_, CALLED * MEANT

    def _scores(self, question: Asked) -> tuple[Worth, Worth]:
        """How much of the question each document covers, and its score."""
        sums: Worth = {}
        covered: Worth = {}
        told: dict[str, set[str]] = {}
        whole = 0.0
        for thing in question.things:
            worth = self._worth(thing, told)
            weight = self.postings.rarity(len(worth))
            whole += weight
            for id_, each in worth.items():
                sums[id_] = sums.get(id_, 0.0) + weight * each
                covered[id_] = covered.get(id_, 0.0) + weight
        shares = {id_: each / whole for id_, each in covered.items()}
        return shares, {
            id_: each * shares[id_] ** COVERED * (1 + TITLED * self._titled(id_, told[id_]) * shares[id_])
            for id_, each in sums.items()
        }

    def _titled(self, id_: str, told: set[str]) -> float:
        title = self.titles[id_]
        return len(title & told) / len(title) if title else 0.0

    def _worth(self, thing: Thing, told: dict[str, set[str]]) -> Worth:
        """How well each document answers one thing, by the best of the ways of saying it."""
        best: Worth = {}
        for way in thing.ways:
            for id_, each in self.postings.phrase(way.lemmas).items():
                best[id_] = max(best.get(id_, 0.0), way.weight * each)
                told.setdefault(id_, set()).update(way.lemmas)
        return best


class Index:
    """The documents of every language, ready to be asked."""

    def __init__(self, documents: Mapping[str, Iterable[Document]]) -> None:
        self.documents = {
            language: {document.id: document for document in found} for language, found in documents.items()
        }

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The table of each language."""
        return {
            language: Table(language, found, self.other_titles(language)) for language, found in self.documents.items()
        }

    def other_titles(self, language: str) -> dict[str, str]:
        """The folded words of every title in the other languages, and their lemmas there."""
        others = [(words_of(other), found) for other, found in self.documents.items() if other != language]
        said = {
            id_: [(words, bare(found[id_])) for words, found in others if id_ in found]
            for id_ in self.documents[language]
        }
        return {
            id_: " ".join(
                dict.fromkeys(one for words, title in found for one in (*folded(title), *words.lemmas(title)))
            )
            for id_, found in said.items()
        }

    def find(self, question: str, language: str, game: str = "", kind: str = "", *, only: bool = False) -> Found:
        """What answers a question: that of one kind, if one is named, and of the game alone, if that is asked for."""
        return self.tables[language].find(question, game, kind, only=only)


def parts_of(document: Document, others: str) -> tuple[tuple[str, float], ...]:
    """What is said in a document, and how much each part of it weighs."""
    return (
        (bare(document), TITLE),
        (document.names, NAMES),
        (document.questions, QUESTIONS),
        (document.chapter, CHAPTER),
        (document.text, TEXT),
        (others, OTHER_TITLES),
    )


def called(document: Document) -> Iterable[str]:
    """What a document is asked for by: its id, its number, its title unless it is a case, a battle without its year."""
    title = bare(document)
    plain = title.partition(", ")[0] if document.kind == BATTLE else ""
    names = (document.id, number_of(document), "" if document.kind == CASE else title, plain)
    return dict.fromkeys(filter(None, names))


def number_of(document: Document) -> str:
    """The number or id that stands before a title: of a paragraph, a ruling, a case."""
    first, _, rest = document.title.partition(" ")
    return first if rest and any(map(str.isdigit, first)) else ""


def bare(document: Document) -> str:
    """The title of a document without its number."""
    return document.title.removeprefix(number_of(document)).strip()


def is_chosen(document: Document, game: str, kind: str) -> bool:
    """Whether a document is of a game and a kind, where one is named."""
    return (not game or document.game == game) and (not kind or document.kind == kind)


def weight_of(document: Document, game: str) -> float:
    """How much a document counts for a reader of a game."""
    return KINDS.get(document.kind, OTHERS) * (OWN_GAME if game and document.game == game else 1.0)


def numbers() -> dict[str, float]:
    """What the search of the browser counts with, so that it counts the same."""
    names = (
        "LONGEST", "MOST_HITS", "OTHERS", "TITLE", "NAMES", "QUESTIONS", "CHAPTER", "TEXT", "OTHER_TITLES", "COVERED",
        "TITLED", "OWN_GAME", "NAMED", "CALLED",
    )  # fmt: skip
    asked_for = ("MOST_WORDS", "MOST_PHRASE", "MEANT", "BEGUN", "MISSPELT", "SHORTEST_BEGUN", "SHORTEST_LIKE", "LONG")
    own = {name: globals()[name] for name in names}
    return (
        own
        | {name: getattr(asked, name) for name in asked_for}
        | {name: getattr(postings, name) for name in ("SOON", "LENGTH", "SHORTEST")}
        | {"STEM": words.STEM, "EXCERPT": excerpt.EXCERPT, "LEAD": excerpt.LEAD}
    )
