"""What the statistics read of a game of Saladin: Orders and Lances of a position, and on whom dice fall."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.core.moves import MoveBase
from refsvc import library

MEASURES = ("orders", "lances")


def measures(game: Game[Any], view: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Orders (Available and Spent) and Lances by side; Lances as the tie-break counts them: with those of removed
    Banners and of the town (saladin.victory.tie-lances)."""
    battle = library.load_scenario(game.KEY, game.scenario)
    lances = {
        side: sum(view["banners"][banner].get("lances", 0) for banner in getattr(battle, side)) for side in game.SIDES
    }
    if battle.town:
        lances["ayyubid"] += view["town"]
    orders = {side: pool["available"] + pool["spent"] for side, pool in view["orders"].items()}
    return {"orders": orders, "lances": lances}


def dice(roll: MoveBase) -> dict[str, tuple[str, ...]]:
    """The faces of a roll by the side they fall on: red on the Ayyubids, green on the Crusaders."""
    found: Any = roll
    return {"ayyubid": found.red, "crusader": found.green}
