"""Lemmas -> documents, in memory: how well a document answers a lemma, by how often and where it says it.

The texts of a reference are a few hundred kilobytes: dictionaries answer several times faster than a database does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

SOON = 1.5  # how often a lemma has to be there until a document is worth half of what it can be
LENGTH = 0.5  # how much a long part of a document loses against a short one, from 0 to 1
SHORTEST = 0.4  # of the mean length: what is shorter gains no more

Worth = dict[str, float]  # by document, below 1


class Postings:
    """The documents of one language; each is an id and its parts, lemmas and a weight."""

    def __init__(self, documents: Mapping[str, Sequence[tuple[Sequence[str], float]]]) -> None:
        means = [
            sum(map(len, column)) / max(sum(map(bool, column)), 1) or 1.0
            for column in zip(*([part for part, _ in parts] for parts in documents.values()), strict=True)
        ]
        counts: dict[str, Worth] = {}
        for id_, parts in documents.items():
            for (lemmas, weight), mean in zip(parts, means, strict=True):
                step = weight / (1 - LENGTH + LENGTH * max(len(lemmas) / mean, SHORTEST))
                for lemma in lemmas:
                    found = counts.setdefault(lemma, {})
                    found[id_] = found.get(id_, 0.0) + step
        self.number = len(documents)
        self._worth = {
            lemma: {id_: count / (count + SOON) for id_, count in found.items()} for lemma, found in counts.items()
        }
        self.lemmas = self._worth.keys()

    def worth(self, lemma: str) -> Mapping[str, float]:
        """How much each document that says a lemma is worth as an answer to it."""
        return self._worth.get(lemma, {})

    def rarity(self, number: int) -> float:
        """What is said of a thing by so many documents: much by few."""
        return math.log(1 + (self.number - number + 0.5) / (number + 0.5))

    def phrase(self, lemmas: Iterable[str]) -> Worth:
        """How much of a phrase each document says: rare lemmas of it count more, and half of it is worth a quarter."""
        found: Worth = {}
        parts = [(worth, self.rarity(len(worth))) for worth in map(self.worth, lemmas)]
        whole = sum(rarity for _, rarity in parts)
        if len(parts) == 1:
            return dict(parts[0][0])
        there: Worth = {}
        for worth, rarity in parts:
            for id_, each in worth.items():
                found[id_] = found.get(id_, 0.0) + each * rarity / whole
                there[id_] = there.get(id_, 0.0) + rarity / whole
        return {id_: each * there[id_] for id_, each in found.items()}
