"""What the index of the booklet of Saladin lists besides the glossary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine import find_game
from engine.core.cards import CardLine
from refsvc import library
from refsvc.presentation.values import Names


@cache
def names(game: str) -> Names:
    """The rules that explain each Action of the cards."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for battle in library.in_order(game):
        for card in find_game(game).cards(library.load_scenario(game, battle)):
            lines: Sequence[CardLine] = () if card.is_leader else card.lines
            for line in lines:
                found.setdefault(("action", line.action), {}).update(dict.fromkeys(line.rules))
    return {action: tuple(ids) for action, ids in found.items()}
