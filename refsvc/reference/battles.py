"""A battle before its first turn."""

from __future__ import annotations

from typing import Any

from engine import find_game
from engine.core.game import BaseGame
from refsvc import library
from refsvc.drawing import boards
from refsvc.presentation.speaker import Speaker


def open_battle(game: str, battle: str) -> BaseGame[Any]:
    """A battle under the recommended rulings, with the values of this service."""
    return find_game(game).open_game(library.load_scenario(game, battle))


def set_up(speaker: Speaker, battle: str) -> dict[str, Any]:
    """The board before the first turn."""
    game = open_battle(speaker.game, battle)
    return boards.draw(game, game.view(game.setup().state), speaker.language)
