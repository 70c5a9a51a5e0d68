"""Scenario files of this game: read with the place of every mistake, drawn as text, begun from what is known."""

from engine.napoleonics.scenario.drawn import draw
from engine.napoleonics.scenario.mistakes import Mistake, ScenarioMistakes
from engine.napoleonics.scenario.model import Battle, Kit, Scenario, grounds, make_kit
from engine.napoleonics.scenario.reading import check_scenario, read_battle, read_scenario

__all__ = [
    "Battle",
    "Kit",
    "Mistake",
    "Scenario",
    "ScenarioMistakes",
    "check_scenario",
    "draw",
    "grounds",
    "make_kit",
    "read_battle",
    "read_scenario",
]
