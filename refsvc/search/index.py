"""Full-text search: one table a language, letters folded, every question answered.

A question goes to the table of the reader's language and to the others; what is found there is given in the reader's
language. If not all words are found, their stems are tried, then any of them, then the words spelled most like them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from rapidfuzz import fuzz, process

from refsvc.i18n.folding import fold, spelling
from refsvc.search.bm25 import Postings

WORD = re.compile(r"[^\W_]+")
NUMBER = re.compile(r"^\S*\d+ (?=\D)")  # before a title: of a paragraph, of a case
LONGEST = 200  # characters of a question that are looked at
MOST_WORDS = 10
MOST_HITS = 30
STEM, ENDING = 4, 2  # a stem keeps at least four letters and drops at most two
ALIKE = 72.0  # percent of likeness at which one word may be a misspelling of another
EXCERPT, LEAD = 180, 60  # characters of an excerpt, and of it before the first word found
FEW = 3  # words; those of a longer question are inflected, and only their stems are looked for
ENOUGH = 5  # hits, with which nothing more lenient is tried
# Of a kind of document, else 1; the one page of a battle stands against many that name it.
WEIGHTS = {"scenarios": 2.5, "glossary": 1.6, "rules": 1.4, "cards": 1.4, "rulings": 0.8, "cases": 0.6}
TITLE, TEXT, NAMES = 8.0, 1.0, 3.0  # weights of the parts of a document
MOST_OF_ONE = 60  # hits in one language
# Words of a question that say nothing of what is asked for, folded, of every language.
IDLE = frozenset({
    "a", "an", "the", "may", "can", "could", "does", "is", "are", "of", "if", "when", "what", "how", "which",
    "la", "le", "les", "l", "un", "une", "des", "du", "de", "d", "peut", "peuvent", "elle", "elles", "il", "ils",
    "est", "ce", "que", "qu", "qui", "quand", "comment", "se", "s",
    "muze", "muzou", "mohou", "smi", "smeji", "lze", "si", "je", "jsou", "jak", "kdy", "co", "ktery", "ktera",
    "ktere",
})  # fmt: skip


class Document(Struct, frozen=True):
    """What the search knows of one thing: `id` is the same in every language, `text` is plain."""

    id: str
    kind: str
    title: str
    text: str
    path: str


class Hit(Struct, frozen=True):
    """A document of the reader's language, and the language whose words led to it."""

    document: Document
    language: str
    stems: tuple[str, ...]


class Index:
    """The documents of every language, ready to be asked."""

    def __init__(self, documents: Mapping[str, Iterable[Document]]) -> None:
        self.documents = {
            language: {document.id: document for document in found} for language, found in documents.items()
        }
        self._tables = {language: Postings(_parts(found.values())) for language, found in self.documents.items()}
        self._titles = {  # documents by their folded title, without its number: one that is asked for comes first
            language: {spelling(NUMBER.sub("", document.title)): document for document in reversed(found.values())}
            for language, found in self.documents.items()
        }
        self._weights = {
            id_: WEIGHTS[document.kind]
            for found in self.documents.values()
            for id_, document in found.items()
            if document.kind in WEIGHTS
        }

    def find(self, question: str, language: str) -> list[Hit]:
        """What answers a question, best first; empty if there is nothing, or nothing was asked."""
        asked = words_of(question)
        if not asked:
            return []
        order = [language, *(other for other in self.documents if other != language)]
        named = self.documents[language].get(question.strip()) or self._titles[language].get(" ".join(asked))
        words = [word for word in asked if word not in IDLE] or asked
        hits = {named.id: Hit(named, language, tuple(words))} if named else {}
        for terms, has_all in self._attempts(words, order, hits):
            for table in order:
                for found in self._tables[table].find(terms[table], self._weights, has_all=has_all, most=MOST_OF_ONE):
                    if found not in hits and found in self.documents[language]:
                        hits[found] = Hit(self.documents[language][found], table, tuple(terms[table]))
            if len(hits) >= ENOUGH:
                break
        return list(hits.values())[:MOST_HITS]

    def _attempts(
        self, words: Sequence[str], languages: Sequence[str], found: Mapping[str, Hit]
    ) -> Iterator[tuple[Mapping[str, Sequence[str]], bool]]:
        """The question from strict to lenient: beginnings of words by language, and whether all have to be there."""
        stems = [stem(word) for word in words]
        strict = [(words, True)] if len(words) <= FEW else []
        for terms, has_all in (*strict, (stems, True), (stems, False)):
            yield dict.fromkeys(languages, terms), has_all
        if not found:
            yield {language: self._alike(words, language) for language in languages}, False

    def _alike(self, words: Sequence[str], language: str) -> list[str]:
        """For words that are found nowhere, those that are spelled most like them."""
        known = self._tables[language].words
        near = [process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=ALIKE) for word in words]
        return [best[0] for best in near if best]


def words_of(question: str) -> list[str]:
    """The folded words of a question; everything else in it is of no account."""
    return list(dict.fromkeys(WORD.findall(fold(question[:LONGEST]))))[:MOST_WORDS]


def stem(word: str) -> str:
    """A word without its ending, as far as one can be told."""
    return word[: max(STEM, len(word) - ENDING)]


def _parts(documents: Iterable[Document]) -> dict[str, list[tuple[str, float]]]:
    return {d.id: [(spelling(d.title), TITLE), (spelling(d.text), TEXT), (spelling(d.id), NAMES)] for d in documents}


def marked(text: str, stems: Sequence[str]) -> list[tuple[str, bool]]:
    """The text in pieces, each with whether it is a word that was asked for."""
    pieces: list[tuple[str, bool]] = []
    end = 0
    for word in WORD.finditer(text):
        if fold(word[0]).startswith(tuple(stems)):
            pieces += [(text[end : word.start()], False), (word[0], True)]
            end = word.end()
    return [piece for piece in (*pieces, (text[end:], False)) if piece[0]]


def excerpt(text: str, stems: Sequence[str]) -> list[tuple[str, bool]]:
    """The part of a text around the first word that was asked for, in pieces."""
    first = next((w.start() for w in WORD.finditer(text) if fold(w[0]).startswith(tuple(stems))), 0) if stems else 0
    start = text.rfind(" ", 0, first - LEAD) + 1 if first > LEAD else 0
    end = len(text) if len(text) <= start + EXCERPT else text.rfind(" ", start, start + EXCERPT)
    shown = ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
    return marked(shown, stems)
