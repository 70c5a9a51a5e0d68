"""Saladin (Shakos): both battles. What the service may ask of the game stands in `game.py`."""

from engine.saladin.game import (
    EDITIONS,
    HAS_ONE_BOX,
    KEY,
    SIDES,
    Saladin,
    box_fields,
    cards,
    facts,
    load_scenario,
    move_types,
    numbers,
    open_game,
    rulebook,
    vocabulary,
)

__all__ = [
    "EDITIONS",
    "HAS_ONE_BOX",
    "KEY",
    "SIDES",
    "Saladin",
    "box_fields",
    "cards",
    "facts",
    "load_scenario",
    "move_types",
    "numbers",
    "open_game",
    "rulebook",
    "vocabulary",
]
