"""The words that a field of a move may hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from engine.napoleonics.board import NAME
from engine.napoleonics.moves import AnyMove, Face, Purpose, SectionName, Side
from engine.napoleonics.values import load_facts, names_below

HEXES = ("unit", "leader", "target", "to", "units", "leaders", "join", "via", "roll.by")  # fields that hold hexes


@cache
def vocabulary(_scenario: Any = None) -> Mapping[str, tuple[str, ...]]:
    """Words by field (`card`), by move and field (`roll.by`), and the fields of each move (`fields:roll`)."""
    words: dict[str, tuple[str, ...]] = {
        "do": tuple(kind.__struct_config__.tag for kind in get_args(AnyMove)),
        "side": get_args(Side),
        "section": get_args(SectionName),
        "faces": get_args(Face),
        "for": get_args(Purpose),
        "use": ("one-unit",),
        "by": ("resignation", "time", "agreement"),
        **dict.fromkeys(("card", "cards", "as"), names_below(load_facts(), "cards")),
        **dict.fromkeys(HEXES, NAME),
    }
    for kind in get_args(AnyMove):
        words[f"fields:{kind.__struct_config__.tag}"] = kind.__struct_encode_fields__
    return words
