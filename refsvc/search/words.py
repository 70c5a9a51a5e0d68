"""The words of a language as the search compares them: folded, without their endings, and which of them say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from engine.core.rulebook import read_toml
from engine.core.synonyms import load_families
from refsvc.i18n.folding import fold

HOME = Path(__file__).parent
WORD = re.compile(r"[^\W_]+")
STEM = 4  # letters that a word keeps at least when an ending is taken off


class Words:
    """The words of one language. The same is done by `Words` of static/js/search-words.js."""

    def __init__(
        self, language: str, table: str, endings: Iterable[str], idle: Iterable[str], families: Iterable[str], no: str
    ) -> None:
        self.language = language
        self.table, self.endings, self.no = table, tuple(endings), no
        self.idle = frozenset(idle)
        self.families = tuple(tuple(dict.fromkeys(WORD.findall(fold(line)))) for line in families)
        self._lemmas = dict(_pairs(table))
        self._same: dict[str, str] = {}
        for first, *others in self.families:
            head = self._lemma(first)
            for other in others:
                self._same.setdefault(self._lemma(other), head)

    def lemma(self, word: str) -> str:
        """What all forms of a folded word are looked up by."""
        found = self._lemma(word)
        return self._same.get(found, found)

    def _lemma(self, word: str) -> str:
        if word in self._lemmas:
            return self._lemmas[word]
        if self.no and word.startswith(self.no) and word[len(self.no) :] in self._lemmas:
            return self._lemmas[word[len(self.no) :]]
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= STEM:
                return word[: -len(ending)]
        return word

    def tree(self) -> dict[str, object]:
        """All that the search of the browser needs to do the same."""
        return {
            "table": self.table,
            "endings": self.endings,
            "no": self.no,
            "idle": sorted(self.idle),
            "same": self._same,
        }

    def telling(self, words: Iterable[str]) -> list[str]:
        """Those of some folded words that say something; all if none does."""
        every = list(words)
        return [word for word in every if word not in self.idle] or every

    def lemmas(self, text: str) -> list[str]:
        """The lemmas of a text, in their order, without what says nothing."""
        return [self.lemma(word) for word in folded(text) if word not in self.idle]

    def forms(self) -> Iterable[str]:
        """Every form that the table knows."""
        return self._lemmas


def folded(text: str) -> list[str]:
    """The folded words of a text, in their order."""
    return WORD.findall(fold(text))


def _pairs(table: str) -> Iterable[tuple[str, str]]:
    """Each form and its lemma: a line is what all forms begin with, then their ends; that of the lemma comes first."""
    for line in table.splitlines():
        start, *ends = line.split(",")
        for end in ends:
            yield start + end, start + ends[0]


@cache
def words_of(language: str) -> Words:
    """The words of a language."""
    own = read_toml(HOME / "words.toml")[language]
    table = (HOME / "lemmas" / f"{language}.txt").read_text("utf-8").rstrip("\n")
    return Words(
        language, table, own["endings"], own["idle"].split(), load_families().get(language, ()), own.get("not", "")
    )
