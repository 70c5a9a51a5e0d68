"""Full-text search over SQLite's FTS5: one table a language, letters folded by us, every question answered.

A question goes to the table of the reader's language and to the others; what is found there is given in the reader's
language. If not all words are found, their stems are tried, then any of them, then the words spelled most like them.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from rapidfuzz import fuzz, process

from refsvc.notation.folding import fold, spelling

WORD = re.compile(r"[^\W_]+")
LONGEST = 200  # characters of a question that are looked at
MOST_WORDS = 10
MOST_HITS = 30
STEM, ENDING = 4, 2  # a stem keeps at least four letters and drops at most two
ALIKE = 72.0  # percent of likeness at which one word may be a misspelling of another
EXCERPT, LEAD = 180, 60  # characters of an excerpt, and of it before the first word found
ENOUGH = 5  # hits, with which nothing more lenient is tried
# Of a kind of document, else 1; the one page of a battle stands against many that name it.
WEIGHTS = {"scenarios": 2.5, "glossary": 1.6, "rules": 1.4, "cards": 1.4, "rulings": 0.8, "cases": 0.6}
COLUMNS = """id UNINDEXED, weight UNINDEXED, title, text, names,
    tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3 4'"""
QUERY = "SELECT id FROM {table} WHERE {table} MATCH ? ORDER BY weight * bm25({table}, 0, 0, 8, 1, 3) LIMIT 60"


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
    """The documents of every language, ready to be asked; each thread has its own copy of the tables."""

    def __init__(self, documents: Mapping[str, Iterable[Document]]) -> None:
        self.documents = {
            language: {document.id: document for document in found} for language, found in documents.items()
        }
        self._tables = _build(self.documents)
        self._words = {language: sorted(_vocabulary(found.values())) for language, found in self.documents.items()}
        self._local = threading.local()

    def find(self, question: str, language: str) -> list[Hit]:
        """What answers a question, best first; empty if there is nothing, or nothing was asked."""
        words = words_of(question)
        if not words:
            return []
        order = [language, *(other for other in self.documents if other != language)]
        named = self.documents[language].get(question.strip())
        hits = {named.id: Hit(named, language, tuple(words))} if named else {}
        for expressions in self._attempts(words, order, hits):
            for table in order:
                expression, stems = expressions[table]
                for found in self._match(table, expression) if expression else ():
                    if found not in hits and found in self.documents[language]:
                        hits[found] = Hit(self.documents[language][found], table, stems)
            if len(hits) >= ENOUGH:
                break
        return list(hits.values())[:MOST_HITS]

    def _attempts(
        self, words: Sequence[str], languages: Sequence[str], found: Mapping[str, Hit]
    ) -> Iterator[dict[str, tuple[str, tuple[str, ...]]]]:
        """The question from strict to lenient, as expressions of FTS5 by language; every word in quotes."""
        stems = [stem(word) for word in words]
        for terms, joint in ((words, " "), (stems, " "), (stems, " OR ")):
            yield dict.fromkeys(languages, (joint.join(f'"{term}"*' for term in terms), tuple(terms)))
        if not found:
            yield {language: self._alike(words, language) for language in languages}

    def _alike(self, words: Sequence[str], language: str) -> tuple[str, tuple[str, ...]]:
        """For words that are found nowhere, those that are spelled most like them."""
        near = [
            process.extractOne(word, self._words[language], scorer=fuzz.ratio, score_cutoff=ALIKE) for word in words
        ]
        alike = tuple(best[0] for best in near if best)
        return " OR ".join(f'"{word}"' for word in alike), alike

    def _match(self, language: str, expression: str) -> list[str]:
        rows = self._connection().execute(QUERY.format(table=f"search_{language}"), (expression,))
        return [row[0] for row in rows]

    def _connection(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = sqlite3.connect(":memory:", check_same_thread=False)
            found.deserialize(self._tables)
        return found


def words_of(question: str) -> list[str]:
    """The folded words of a question; everything else in it is of no account."""
    return list(dict.fromkeys(WORD.findall(fold(question[:LONGEST]))))[:MOST_WORDS]


def stem(word: str) -> str:
    """A word without its ending, as far as one can be told."""
    return word[: max(STEM, len(word) - ENDING)]


def _build(documents: Mapping[str, Mapping[str, Document]]) -> bytes:
    connection = sqlite3.connect(":memory:")
    for language, found in documents.items():
        table = f"search_{language}"
        connection.execute(f"CREATE VIRTUAL TABLE {table} USING fts5({COLUMNS})")
        rows = [
            (d.id, WEIGHTS.get(d.kind, 1.0), spelling(d.title), spelling(d.text), spelling(d.id))
            for d in found.values()
        ]
        connection.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?)", rows)
        connection.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
    connection.commit()
    tables = connection.serialize()
    connection.close()
    return tables


def _vocabulary(documents: Iterable[Document]) -> set[str]:
    return {word for document in documents for word in WORD.findall(fold(f"{document.title} {document.text}"))}


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
