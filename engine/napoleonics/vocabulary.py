"""The words that a field of a move may hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from engine.core.facts import names_below
from engine.core.findings import Violation
from engine.core.moves import MoveBase
from engine.core.record_rules import unknown_word
from engine.napoleonics.board import NAME, NUMBER
from engine.napoleonics.facts import load_facts
from engine.napoleonics.moves import AnyMove, Face, LeaderRetreat, Move, Purpose, Roll, SectionName, Side
from engine.napoleonics.table import Table

HEXES = ("unit", "leader", "target", "to", "units", "leaders", "join", "via", "roll.by")  # fields that hold hexes
CARDS = ("card", "cards", "as")
OFF = "off"
OVER_THE_EDGE = (LeaderRetreat, Move)  # moves that can lead off the map


def vocabulary(battle: Any = None) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG001
    """Words by field (`card`), by move and field (`roll.by`), and the fields of each move; the same in every battle."""
    return _words()


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
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


def unknown_names(table: Table, move: MoveBase) -> tuple[Violation, ...]:
    """A hex or a card in a move that there is not."""
    kind = type(move)
    for field in move.__struct_fields__:
        value = getattr(move, field)
        name = field.rstrip("_")
        if value is None or (name not in HEXES and name not in CARDS and not (name == "by" and isinstance(move, Roll))):
            continue
        known: Mapping[str, Any] = table.deck if name in CARDS else NUMBER
        for word in (value,) if isinstance(value, str) else value:
            if word is not None and word not in known and not (word == OFF and name == "to" and kind in OVER_THE_EDGE):
                expected = list(known) if name in CARDS else []
                return (unknown_word(name, word, expected),)
    return ()
