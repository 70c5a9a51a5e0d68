"""The kinds of mistakes of each game: a game that stands here is planted in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from engine.core.chance import Chance
from engine.core.game import BaseGame
from engine.core.moves import MoveBase
from engine.core.playout import pick
from tests.planted import napoleonics, napoleonics_slips, saladin, saladin_slips
from tests.planted.napoleonics_bold import bold, cavalier
from tests.planted.planting import Planter
from tests.planted.slips import Pen

Player = Callable[[BaseGame[Any], Any, Chance], MoveBase]


class Kinds(NamedTuple):
    """What can be planted in the games of one game, who plays them, and how much of them is played."""

    planters: Mapping[str, Planter]
    losing: frozenset[str]  # kinds that lose a fact
    slips: Mapping[str, Pen]  # of the pen, in the text of a record
    alone: Mapping[str, Planter]  # kinds that take up many moves: one of them in a game
    players: tuple[Player, ...] = (pick,)  # in turn, by the seed
    most: int | None = None  # moves that are played of a game; None: all
    whole: int = 1  # one in so many games is played to its end all the same
    ruled: int = 1  # one in so many games is judged under every option of the open rulings: that changes verdicts only
    sizes: Mapping[int, int] = {1: 645, 2: 300, 5: 150}  # games of each battle with so many mistakes

    def first(self, seed: int) -> int | None:
        """How many moves are played of the game with this seed."""
        return None if self.most is None or seed % self.whole == self.whole - 1 else self.most

    def named(self, seed: int, rulings: Iterable[str]) -> frozenset[str]:
        """The rulings that the record of the game with this seed chooses itself."""
        return frozenset(rulings if seed % self.ruled else ())

    def player(self, seed: int) -> Player:
        """Who plays the game with this seed."""
        return self.players[seed % len(self.players)]


KINDS: dict[str, Kinds] = {
    "saladin": Kinds(saladin.KINDS, saladin.LOSING, saladin_slips.PENS, saladin.ALONE),
    "napoleonics": Kinds(
        napoleonics.KINDS,
        napoleonics.LOSING,
        napoleonics_slips.PENS,
        napoleonics.ALONE,
        players=(pick, bold, cavalier),
        most=napoleonics.MOST_MOVES,
        whole=napoleonics.WHOLE,
        ruled=napoleonics.RULED,
        sizes=napoleonics.SIZES,
    ),
}
