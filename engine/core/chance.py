"""Chance comes in from outside, such as from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """Where dice and decks come from."""

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each as likely as the next."""


class Seeded:
    """The same seed gives the same game."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options by the seed."""
        return options[int(self._random.random() * len(options))]
