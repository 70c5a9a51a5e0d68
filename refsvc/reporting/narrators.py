"""How each game is read and told, where the contract of a game is not enough: by the key of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.core.game import Game
from refsvc.games.napoleonics import figures as napoleonics_figures
from refsvc.games.napoleonics import narrative as napoleonics
from refsvc.games.napoleonics import narrative_text as napoleonics_words
from refsvc.games.saladin import figures as saladin_figures
from refsvc.games.saladin import narrative as saladin
from refsvc.games.saladin import narrative_text as saladin_words
from refsvc.reporting.luck import Throw
from refsvc.reporting.narrative_unit import Unit
from refsvc.reporting.subject import Subject

View = dict[str, Any]


class Figures(Struct, frozen=True):
    """What the statistics of a game are made of.

    `measures` gives numbers by measure and side of a view; `dice` the dice of a roll by the side that they fall on, and
    `luck` names what they take and the sign that is counted beside it.
    """

    names: tuple[str, ...]
    measures: Callable[[Game[Any], View], dict[str, dict[str, int]]]
    dice: Callable[[Subject, int], list[Throw]]
    luck: tuple[str, str]


class Teller(Struct, frozen=True):
    """What the account of a game is made of.

    `units` puts every move into a unit; `sentence` tells one, `turn_start` what a turn began with, `closing` how the
    game ended; each may be empty. `weight` is how far a unit moved the balance, and why; `concerned` names the pieces
    that a drawing of a unit and of what it has changed must show.
    """

    units: Callable[[Subject], Iterator[Unit]]
    sentence: Callable[[Subject, Unit], str]
    turn_start: Callable[[Subject, int], str]
    closing: Callable[[Subject, str | None], str]
    weight: Callable[[Subject, Unit], tuple[int, str]]
    concerned: Callable[[Subject, Unit, frozenset[str]], frozenset[str]]


FIGURES = {
    "saladin": Figures(saladin_figures.MEASURES, saladin_figures.measures, saladin_figures.dice, saladin_figures.LUCK),
    "napoleonics": Figures(
        napoleonics_figures.MEASURES, napoleonics_figures.measures, napoleonics_figures.dice, napoleonics_figures.LUCK
    ),
}
TELLERS = {
    "napoleonics": Teller(
        napoleonics.units,
        napoleonics_words.sentence,
        napoleonics_words.turn_start,
        napoleonics_words.closing,
        napoleonics.weight,
        napoleonics.concerned,
    ),
    "saladin": Teller(
        saladin.units,
        saladin_words.sentence,
        saladin_words.turn_start,
        saladin_words.closing,
        saladin.weight,
        saladin.concerned,
    ),
}
