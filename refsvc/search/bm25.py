"""Words -> documents, in memory: which documents have words that begin so, ranked by BM25.

The texts of a reference are a few hundred kilobytes: dictionaries answer several times faster than a database does.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest

K1, B = 1.2, 0.75  # of BM25: how soon more of the same word counts no more, how much long documents lose
KNOWN = 3  # letters of a beginning whose documents are counted beforehand
LEAST = 1e-6  # what a word is worth that most documents have
LAST = "\U0010ffff"

Counts = dict[str, float]  # by document: how often it has a word, weighted by where


class Postings:
    """Documents of one language; each is an id and (words, weight) of its parts, all folded."""

    def __init__(self, documents: Mapping[str, Sequence[tuple[str, float]]]) -> None:
        lengths = {id_: sum(len(words.split()) for words, _ in parts) for id_, parts in documents.items()}
        mean = sum(lengths.values()) / max(len(lengths), 1) or 1.0
        self._norms = {id_: K1 * (1 - B + B * length / mean) for id_, length in lengths.items()}
        self._counts: dict[str, Counts] = {}
        for id_, parts in documents.items():
            for words, weight in parts:
                for word, times in Counter(words.split()).items():
                    _add(self._counts.setdefault(word, {}), {id_: weight * times})
        self.words = sorted(self._counts)
        self._short: dict[str, Counts] = {}
        for word, counts in self._counts.items():
            for length in range(1, min(len(word), KNOWN) + 1):
                _add(self._short.setdefault(word[:length], {}), counts)

    def find(self, beginnings: Iterable[str], weights: Mapping[str, float], *, has_all: bool, most: int) -> list[str]:
        """The documents with words that begin so, with all or any of them, best first; `weights` are of documents."""
        found = [self._beginning(letters) for letters in beginnings]
        scores: dict[str, float] = {}
        if has_all and found:
            scores = dict.fromkeys(set(found[0]).intersection(*found[1:]), 0.0)
            found = found if scores else []
        for counts in sorted(found, key=len):
            self._score(counts, scores, is_open=not has_all)
        ranked = [(score * weights.get(id_, 1.0), id_) for id_, score in scores.items()]
        return [id_ for _, id_ in nlargest(most, ranked)]

    def _beginning(self, letters: str) -> Counts:
        if len(letters) <= KNOWN:
            return self._short.get(letters, {})
        words = self.words[bisect_left(self.words, letters) : bisect_left(self.words, letters + LAST)]
        if len(words) == 1:
            return self._counts[words[0]]
        merged: Counts = {}
        for word in words:
            _add(merged, self._counts[word])
        return merged

    def _score(self, counts: Counts, scores: dict[str, float], *, is_open: bool) -> None:
        """Adds what a word is worth to the scores: of every document that has it, or only of those scored before."""
        rarity = math.log((len(self._norms) - len(counts) + 0.5) / (len(counts) + 0.5))
        if rarity <= 0 and scores:
            return  # most documents have it: it says nothing
        factor = max(rarity, LEAST) * (K1 + 1)
        norms = self._norms
        for id_ in counts if is_open else scores:
            count = counts[id_]
            scores[id_] = scores.get(id_, 0.0) + factor * count / (count + norms[id_])


def _add(total: Counts, more: Counts) -> None:
    for id_, count in more.items():
        total[id_] = total.get(id_, 0.0) + count
