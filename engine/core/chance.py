"""Chance comes in from outside: from the record, from a seed, or from a script."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class ChanceError(RuntimeError):
    """Chance was asked for where there is none: a recorded game holds its own, or a script has run out."""


class Chance(Protocol):
    """Where dice and decks come from."""

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each as likely as the next."""


class Recorded:
    """A replayed record: everything that fell is in the moves, so nothing may be asked for."""

    def pick(self, options: Sequence[T]) -> T:
        """Refuses."""
        raise ChanceError(f"a replay asks for no chance, not for one of {len(options)}")


class Seeded:
    """The same seed gives the same game."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options by the seed."""
        return options[int(self._random.random() * len(options))]


class Scripted:
    """Hands out what it was given, in order; each must be one of the options."""

    def __init__(self, results: Iterable[object]) -> None:
        self._results = iter(results)

    def pick(self, options: Sequence[T]) -> T:
        """The next of the script."""
        for result in self._results:
            for option in options:
                if option == result:
                    return option
            raise ChanceError(f"{result!r} is not one of {list(options)!r}")
        raise ChanceError("the script has run out")
