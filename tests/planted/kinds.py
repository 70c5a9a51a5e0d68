"""The kinds of mistakes of each game: a game that stands here is planted in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine import GAMES
from tests.planted import napoleonics, napoleonics_slips, saladin, saladin_slips
from tests.planted.planting import Planter
from tests.planted.slips import Pen


class Kinds(NamedTuple):
    """What can be planted in the games of one game, and how much of them is played."""

    planters: Mapping[str, Planter]
    losing: frozenset[str]  # kinds that lose a fact
    slips: Mapping[str, Pen]  # of the pen, in the text of a record
    most: int | None = None  # moves that are played of a game; None: all
    whole: int = 1  # one in so many games is played to its end all the same

    sizes: Mapping[int, int] = {1: 645, 2: 300, 5: 150}  # games of each battle with so many mistakes
    is_ruled: bool = False  # every ruling is named in its records: to try the others takes long, and finds the same

    def first(self, seed: int) -> int | None:
        """How many moves are played of the game with this seed."""
        return None if self.most is None or seed % self.whole == self.whole - 1 else self.most


KINDS: dict[str, Kinds] = {
    "saladin": Kinds(saladin.KINDS, saladin.LOSING, saladin_slips.PENS),
    "napoleonics": Kinds(
        napoleonics.KINDS,
        napoleonics.LOSING,
        napoleonics_slips.PENS if "napoleonics" in GAMES else {},
        most=napoleonics.MOST_MOVES,
        whole=napoleonics.WHOLE,
    ),
}
