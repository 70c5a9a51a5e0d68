"""The names of the parts of a state that a judgment can rest on, as they stand in `reads` of a violation.

`state.unit.E6` is whoever stands on a hex, with its blocks and its leader. A mistake that loses a fact makes such parts
unknown, and a violation that reads one of them may follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.napoleonics.board import NAME

FIGHT: Final = "state.fight"  # what a combat waits for
ORDERS: Final = "state.orders"  # the card in effect, and who was ordered, has moved or battled
TURN: Final = "state.turn"  # whose turn it is, and its phase
CARDS: Final = "state.cards"  # hands and piles
BANNERS: Final = "state.banners"
UNIT: Final = {name: f"state.unit.{name}" for name in NAME}
EVERYTHING: Final = frozenset({FIGHT, ORDERS, TURN, CARDS, BANNERS, *UNIT.values()})
COUNTED: Final = {"banners": BANNERS, "hands": CARDS, "turn": TURN}


def units_at(*names: str | None) -> tuple[str, ...]:
    """Whoever stands on these hexes; a word that is no hex, as `off` or a side, has no part of its own."""
    return tuple([UNIT[name] for name in names if name in UNIT])


def unit_keys(names: Iterable[str]) -> frozenset[str]:
    """Whoever stands on these hexes, as a set."""
    return frozenset(units_at(*names))


def fallen_key(name: str) -> str:
    """Whether somebody fell on a hex: that goes by how strong he was."""
    return f"state.fallen.{name}"


def absent(name: str) -> tuple[str, ...]:
    """What a judgment rests on that nobody is on a hex where somebody should be."""
    return *units_at(name), fallen_key(name), TURN


def parts_of_count(what: str) -> tuple[str, ...]:
    """What a part of a count goes by: `units.E6.blocks`, `banners.french`."""
    part, _, rest = what.partition(".")
    if part == "units":
        return units_at(rest.partition(".")[0])
    return (COUNTED[part],) if part in COUNTED else ()
