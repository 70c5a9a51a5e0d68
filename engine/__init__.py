"""The rules of the games. Knows no language, web, database, clock or file but those handed to `load`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.game import GameModule
    from engine.core.scenario import DrawnScenarios

GAMES = ("saladin", "napoleonics")
VERDICTS = 1  # part of the version of the rules: raise it with every change of verdicts; tests/contract/frozen notices
DRAWN = ("napoleonics",)  # games whose scenarios people draw in files of their own


def game_module(key: str) -> GameModule:
    """The package of one game, which satisfies `engine.core.game.GameModule`."""
    module: GameModule = import_module(f"engine.{key}")
    return module


def drawn_scenarios(key: str) -> DrawnScenarios:
    """The room of a game that reads, draws and begins scenario files."""
    module: DrawnScenarios = import_module(f"engine.{key}.scenario")
    return module
