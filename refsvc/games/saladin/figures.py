"""What the statistics read of a game of Saladin: Orders and Lances of a position, and on whom dice fall."""

from __future__ import annotations

from typing import Any

from engine.core.game import BaseGame
from refsvc import library
from refsvc.games.saladin import odds
from refsvc.presentation.subject import Subject
from refsvc.presentation.values import Die, Throw

MEASURES = ("orders", "lances")
LUCK = ("lances", "orders")  # what the dice take, and the face that is counted beside it


def measures(game: BaseGame[Any], view: dict[str, Any]) -> dict[str, dict[str, int]]:
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


def dice(subject: Subject, number: int) -> list[Throw]:
    """The dice of a roll by the side they fall on: red on the Ayyubids, green on the Crusaders."""
    roll: Any = subject.moves[number - 1]
    sides = odds.faces(library.numbers(subject.game.KEY))
    die = Die((sides["0"] + sides["order"], sides["1"], sides["2"]), sides["order"])
    return [
        Throw(side, die, len(faces), sum(int(face) for face in faces if face != "order"), faces.count("order"))
        for side, faces in (("ayyubid", roll.red), ("crusader", roll.green))
    ]
