"""A position as lines of words, for a game that has no drawing of its own."""

from __future__ import annotations

from typing import Any

from engine.core.game import BaseGame
from refsvc.drawing.shapes import group, words
from refsvc.presentation import registry
from refsvc.presentation.values import Drawing, View

WIDTH, LINE, MARGIN = 360, 18, 8  # units of the drawing


def draw(game: BaseGame[Any], view: View, language: str) -> Drawing:
    """What the position says of itself, a line for each value."""
    shown = registry.of(game.KEY)
    title, sentences = shown.title(game, view, language), shown.describe(game, view, language)
    lines = [
        group(str(number), words(MARGIN, LINE * (number + 2), line, "b-small")) for number, line in enumerate(sentences)
    ]
    return {
        "width": WIDTH,
        "height": LINE * (len(lines) + 2),
        "title": title,
        "sentences": sentences,
        "groups": [group("title", words(MARGIN, LINE, title, "b-name")), *lines],
    }
