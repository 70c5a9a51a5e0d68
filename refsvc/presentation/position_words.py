"""What the positions of all games are said with."""

from __future__ import annotations

from typing import Any

from engine.core.game import BaseGame
from refsvc.i18n import sentences

View = dict[str, Any]


def text(key: str, language: str, **params: Any) -> str:
    """A text of the board."""
    return sentences.say(key, language, **params)


def line(who: str, parts: list[str], language: str) -> str:
    """Somebody, and what is to be said of him."""
    return text("board.say.line", language, who=who, parts=sentences.comma(parts, language))


def battle_name(game: BaseGame[Any], language: str) -> str:
    """The name of a battle; one that the players brought has the one in its file."""
    return sentences.battle_name(game.battle, game.KEY, language)


def changed(what: str, before: str, after: str, language: str) -> str:
    """One difference."""
    return text("board.changed", language, what=what, before=before, after=after)
