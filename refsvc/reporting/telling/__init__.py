"""How each game is read and told, where the contract of a game is not enough: by the key of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.game import Game
from engine.core.moves import MoveBase
from refsvc.reporting.telling import saladin_figures

View = dict[str, Any]


class Figures(Struct, frozen=True):
    """What the statistics of a game are made of.

    `measures` gives numbers by measure and side of a view; `dice` the faces of a roll by the side that they fall on.
    """

    names: tuple[str, ...]
    measures: Callable[[Game[Any], View], dict[str, dict[str, int]]]
    dice: Callable[[MoveBase], dict[str, tuple[str, ...]]]


FIGURES = {"saladin": Figures(saladin_figures.MEASURES, saladin_figures.measures, saladin_figures.dice)}
