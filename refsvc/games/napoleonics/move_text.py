"""The moves of Napoleonics in words, and what stands around its dice where they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import BaseGame
from refsvc.games.napoleonics import GAME
from refsvc.i18n.catalogue import text
from refsvc.i18n.sentences import comma
from refsvc.presentation import move_text as plain

OFF = "off"  # where a leader who leaves the map retreats to


def move_text(tree: Mapping[str, Any], game: BaseGame[Any], language: str, *, with_faces: bool = False) -> str:
    """A move in words; a roll shows its faces, or how many dice there were."""
    said: dict[str, Any] = {}
    do = kind = str(tree["do"])
    if "to" in tree:
        said["way"] = " → ".join(_hex(each, language) for each in (*tree.get("via", ()), tree["to"]))
    if "cards" in tree:
        said["cards"] = comma([_card(card, language) for card in tree["cards"]], language)
    if "faces" in tree:
        said["n"] = len(tree["faces"])
        kind = f"{do}-{'faces' if with_faces else 'dice'}"
    elif do == "move" and "leader" in tree:
        kind = "move-leader"
    elif do == "order" and not tree.get("units") and not tree.get("leaders"):
        kind = "order-nobody"
    return plain.move_text(tree, game.KEY, language, kind=kind, **said)


def around_dice(tree: Mapping[str, Any], language: str) -> tuple[str, str]:
    """What stands before and after the dice of a roll where they are drawn: what for and whose, if that is said."""
    before = "napoleonics.moves.drawn.check-leader" if tree["do"] == "check-leader" else "case.dice"
    after = "".join(plain.more(tree, GAME, language))
    params = {part: plain.part_text(part, value, GAME, language) for part, value in tree.items()}
    if "side" in tree:
        after += text("napoleonics.moves.more.roll.by", language).replace("{by}", "{side}")
    return text(before, language), after.format(**params)


def _hex(place: str, language: str) -> str:
    return text("napoleonics.moves.off", language) if place == OFF else place


def _card(card: str | None, language: str) -> str:
    return (
        text("napoleonics.moves.unseen", language)
        if card is None
        else str(plain.part_text("card", card, GAME, language))
    )
