"""The rules of the games. Knows no language, web, database, clock or file but those handed to `load`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.game import GameModule

GAMES = ("saladin",)


def game_module(key: str) -> GameModule:
    """The package of one game, which satisfies `engine.core.game.GameModule`."""
    module: GameModule = import_module(f"engine.{key}")
    return module
