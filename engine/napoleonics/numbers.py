"""The numbers that the text of a rule may quote: of the units, the terrain, the cards, the board and the box."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.facts import Standing, placeholder
from engine.napoleonics.board import HEXES, PLACE, ROWS
from engine.napoleonics.facts import load_facts
from engine.napoleonics.scenario import Scenario


def numbers(battles: Iterable[Scenario]) -> dict[str, int]:
    """Every number by its placeholder; a value that is only assumed has none, so that no rule can state it.

    A placeholder is the key of the value with `_` between its parts: `kinds_militia_retreat`. Dice that terrain takes
    are counted as taken, without a sign: `terrain_forest_into_melee_cavalry`. No rule quotes a number of one battle.
    """
    del battles
    widths = [sum(row == y for _, row in PLACE) for y in range(ROWS)]
    found = {"board_rows": ROWS, "board_hexes": HEXES, "board_long": max(widths), "board_short": min(widths)}
    for key, fact in load_facts().items():
        if type(fact.value) is int and fact.standing < Standing.ASSUMED:
            found[placeholder(key)] = abs(fact.value) if key.startswith("terrain.") else fact.value
    return found
