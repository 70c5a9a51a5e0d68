"""Commands & Colors: Napoleonics as plain data: units, terrain, cards, battles and the player aid."""

from __future__ import annotations

from functools import cache

from engine import find_game
from engine.core.facts import Facts
from refsvc import library
from refsvc.games.napoleonics import GAME


@cache
def facts() -> Facts:
    """The values of the game; they are the same in every battle."""
    return find_game(GAME).facts(library.load_scenario(GAME, library.scenario_ids(GAME)[0]))
