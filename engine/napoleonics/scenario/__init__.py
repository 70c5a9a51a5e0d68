"""Scenario files of this game: read with the place of every mistake, drawn as text, begun from what is known."""

from engine.napoleonics.scenario.drawn import draw
from engine.napoleonics.scenario.mistakes import FaultyScenarioError, Mistake
from engine.napoleonics.scenario.model import Battle, Kit, Scenario, grounds, make_kit, unit_kinds
from engine.napoleonics.scenario.reading import check_scenario, read_battle, read_scenario
from engine.napoleonics.scenario.template import english, template
from engine.napoleonics.terrain import LETTERS

__all__ = [
    "LETTERS",
    "Battle",
    "FaultyScenarioError",
    "Kit",
    "Mistake",
    "Scenario",
    "check_scenario",
    "draw",
    "english",
    "grounds",
    "make_kit",
    "read_battle",
    "read_scenario",
    "template",
    "unit_kinds",
]
