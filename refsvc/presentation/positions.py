"""A position in words: what `game.view` gives, as whole sentences in one language, and what has changed between two.

Each game has its own way; this is the door to them.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from engine.core.game import Game
from refsvc.games.napoleonics import position_text as napoleonics
from refsvc.games.saladin import position_text as saladin
from refsvc.presentation.position_words import View, text

GAMES: dict[str, ModuleType] = {"saladin": saladin, "napoleonics": napoleonics}

__all__ = ["describe", "differences", "given", "named", "text", "title"]


def title(game: Game[Any], view: View, language: str) -> str:
    """Battle, turn and phase in one line."""
    said: str = GAMES[game.KEY].title(game, view, language)
    return said


def describe(game: Game[Any], view: View, language: str) -> list[str]:
    """The whole position in sentences."""
    said: list[str] = GAMES[game.KEY].describe(game, view, language)
    return said


def given(game: Game[Any], view: View, language: str) -> list[str]:
    """What the drawing of a position does not show, as the card in play."""
    return list(GAMES[game.KEY].given(view, language))


def differences(game: Game[Any], before: View, after: View, language: str) -> list[str]:
    """What has changed between two positions, one line each."""
    said: list[str] = GAMES[game.KEY].differences(game, before, after, language)
    return said


def named(game: Game[Any], view: View, params: dict[str, Any], language: str) -> list[str]:
    """The pieces that a finding names by their places, as they stand there."""
    said: list[str] = GAMES[game.KEY].named(view, params, language)
    return said
