"""Scenario files of this game: read with the place of every mistake, drawn as text, begun from what is known.

They can be turned by half a circle, and compared hex by hex.
"""

from engine.napoleonics.scenario.comparing import Difference, differences
from engine.napoleonics.scenario.drawn import draw
from engine.napoleonics.scenario.mistakes import FaultyScenarioError, Mistake
from engine.napoleonics.scenario.model import Battle, Kit, Scenario, grounds, make_kit, unit_kinds
from engine.napoleonics.scenario.reading import check_scenario, read_battle, read_scenario
from engine.napoleonics.scenario.template import english, template
from engine.napoleonics.scenario.turning import turn
from engine.napoleonics.terrain import LETTERS

__all__ = [
    "LETTERS",
    "Battle",
    "Difference",
    "FaultyScenarioError",
    "Kit",
    "Mistake",
    "Scenario",
    "check_scenario",
    "differences",
    "draw",
    "english",
    "grounds",
    "make_kit",
    "read_battle",
    "read_scenario",
    "template",
    "turn",
    "unit_kinds",
]
