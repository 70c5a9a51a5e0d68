"""The battles of a box as far as they are known without its scenario book: headers, totals, and no map."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine import drawn_scenarios
from refsvc import paths


@cache
def printed(game: str) -> dict[str, Any]:
    """The printed battles of a game with drawn scenarios by id, in the order of the book."""
    folder = paths.data("scenarios") / game / "printed"
    read = drawn_scenarios(game).read_battle
    battles = [read(path.read_text("utf-8"), path.name) for path in folder.glob("*.toml")]
    return {battle.id: battle for battle in sorted(battles, key=lambda battle: int(battle.number))}
