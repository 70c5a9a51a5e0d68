"""A position in words: what `game.view` gives, as whole sentences in one language, and what has changed between two.

Each game has its own way, which its presentation gives.
"""

from __future__ import annotations

from typing import Any

from engine.core.game import BaseGame
from refsvc.presentation import registry
from refsvc.presentation.position_words import View


def title(game: BaseGame[Any], view: View, language: str) -> str:
    """Battle, turn and phase in one line."""
    return registry.of(game.KEY).title(game, view, language)


def describe(game: BaseGame[Any], view: View, language: str) -> list[str]:
    """The whole position in sentences."""
    return registry.of(game.KEY).describe(game, view, language)


def undrawn(game: BaseGame[Any], view: View, language: str) -> list[str]:
    """What the drawing of a position does not show, as the card in play."""
    return registry.of(game.KEY).undrawn(view, language)


def differences(game: BaseGame[Any], before: View, after: View, language: str) -> list[str]:
    """What has changed between two positions, one line each."""
    return registry.of(game.KEY).differences(game, before, after, language)


def named_pieces(game: BaseGame[Any], view: View, params: dict[str, Any], language: str) -> list[str]:
    """The pieces that a finding names by their places, as they stand there."""
    return registry.of(game.KEY).named_pieces(view, params, language)
