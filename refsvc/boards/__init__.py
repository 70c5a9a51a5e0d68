"""Positions as drawings: a room of plain data, which the site, reports and print set with the same template part.

A drawing is a dict: `width` and `height` in its own units, `title`, `sentences` that say the position in words, and
`groups` of shapes, one group for each piece. Colours and sizes of letters are left to the style.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.core.game import Game
from refsvc.boards import saladin

Drawing = dict[str, Any]
Draw = Callable[..., Drawing]
BOARDS: dict[str, Draw] = {"saladin": saladin.draw}
DICE: dict[str, Callable[[Mapping[str, Any], str], list[dict[str, str]]]] = {"saladin": saladin.dice}


def draw(
    game: Game[Any],
    view: dict[str, Any],
    language: str,
    marked: Collection[str] = (),
    only: Collection[str] | None = None,
) -> Drawing:
    """The drawing of what `game.view` gives.

    `marked` are parts of the view that are set off by shape (`banners.richard`, `orders.crusader`, `town`); with
    `only`, no other Banners are shown than these and those facing them.
    """
    return BOARDS[game.KEY](game, view, language, frozenset(marked), None if only is None else frozenset(only))


def dice(game: Game[Any], move: Mapping[str, Any], language: str) -> list[dict[str, str]]:
    """The dice of a move as they fell, each the symbol to draw and its spoken name; none where nothing was rolled."""
    return DICE[game.KEY](move, language)


def changes(before: dict[str, Any], after: dict[str, Any]) -> frozenset[str]:
    """The parts of a view that differ, as `marked` takes them: two levels deep where there are two."""
    found: set[str] = set()
    for part in before.keys() | after.keys():
        old, new = before.get(part), after.get(part)
        if isinstance(old, dict) and isinstance(new, dict):
            found |= {f"{part}.{key}" for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        elif old != new:
            found.add(part)
    return frozenset(found)
