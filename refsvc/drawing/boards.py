"""Positions as drawings: a room of plain data, which the site, reports and print set with the same template part.

A drawing is a dict: `width` and `height` in its own units, `title`, `sentences` that say the position in words, and
`groups` of shapes, one group for each piece; the first `fixed` of them, if it says so, are a map, the same in every
position of it. Colours and sizes of letters are left to the style.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.core.game import BaseGame
from refsvc.drawing import plain
from refsvc.drawing.shapes import number
from refsvc.presentation import registry
from refsvc.presentation.values import Drawing, Trace


def draw(
    game: BaseGame[Any],
    view: dict[str, Any],
    language: str,
    marked: Collection[str] = (),
    only: Collection[str] | None = None,
    traces: Sequence[Trace] = (),
) -> Drawing:
    """The drawing of what `game.view` gives.

    `marked` are parts of the view that are set off by shape (`banners.richard`, `orders.crusader`, `town`); with
    `only`, no other Banners are shown than these and those facing them, or of a map only these hexes and those around
    them. `traces` are lines over a map: moves, attacks, sight.
    """
    shown = None if only is None else frozenset(only)
    drawn = registry.of(game.KEY).draw(game, view, language, frozenset(marked), shown, traces)
    return plain.draw(game, view, language) if drawn is None else drawn


def with_same_frame(before: Drawing, after: Drawing) -> tuple[Drawing, Drawing]:
    """Two drawings of one part of a map, as high as each other: side by side, each hex is level with itself."""
    if "top" not in before:
        return before, after
    top = min(float(one["top"]) for one in (before, after))
    bottom = max(float(one["top"]) + float(one["height"]) for one in (before, after))
    frame = {"top": number(top), "height": number(bottom - top)}
    return before | frame, after | frame


def dice(game: BaseGame[Any], move: Mapping[str, Any], language: str) -> list[dict[str, str]]:
    """The dice of a move as they fell, each the symbol to draw and its spoken name; none where nothing was rolled."""
    return registry.of(game.KEY).dice(move, language)


def changes(before: dict[str, Any], after: dict[str, Any]) -> frozenset[str]:
    """The parts of a view that differ, as `marked` takes them: two levels deep where there are two, and of a list of
    places there those that differ."""
    found: set[str] = set()
    for part in before.keys() | after.keys():
        old, new = before.get(part), after.get(part)
        if isinstance(old, dict) and isinstance(new, dict):
            for key in old.keys() | new.keys():
                found |= _changed(f"{part}.{key}", old.get(key), new.get(key))
        elif old != new:
            found.add(part)
    return frozenset(found)


def _changed(key: str, old: Any, new: Any) -> set[str]:
    if old == new:
        return set()
    if isinstance(old, list) and isinstance(new, list):
        return {f"{key}.{one}" for one in {*old} ^ {*new}}
    return {key}
