"""What a judgment rests on: the hexes that it names, and what the record said of orders, cards and the combat.

`state.unit.E6` is whoever stands on a hex, with its blocks and its leader. A mistake that loses a fact makes such parts
unknown, and a violation that reads one of them may follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine.core.findings import Violation
from engine.napoleonics.board import NAME, NUMBER

FIGHT: Final = "state.fight"  # what a combat waits for
ORDERS: Final = "state.orders"  # the card in effect, and who was ordered, has moved or battled
TURN: Final = "state.turn"  # whose turn it is, and its phase
CARDS: Final = "state.cards"  # hands and piles
BANNERS: Final = "state.banners"
EVERYTHING: Final = frozenset({FIGHT, ORDERS, TURN, CARDS, BANNERS, *(f"state.unit.{name}" for name in NAME)})

_PARTS: Final[dict[str, tuple[str, ...]]] = {
    FIGHT: (
        "dice.none", "dice.whose", "dice.count", "retreat.none", "retreat.ignore", "retreat.hexes", "retreat.way",
        "retreat.lost", "retreat.bounce", "back.none", "advance.none", "advance.ground", "advance.breakthrough",
        "advance.to", "advance.bonus", "strike.none", "strike.answered", "square.none", "square.infantry",
        "square.cavalry", "square.formed", "retire.none", "retire.cavalry", "retire.infantry", "leader.check-none",
        "leader.check-dice", "leader.retreat-none", "leader.retreat-way",
    ),
    ORDERS: (
        "order.count", "order.section", "order.card", "order.written", "order.twice", "order.hat", "order.square",
        "order.detach", "move.once", "move.card", "move.joined", "move.far", "move.stop", "combat.once", "combat.card",
        "combat.moved", "combat.entered", "combat.held", "combat.no-dice", "cards.rally", "cards.rally-count",
        "cards.rally-none", "cards.short-supply-none", "cards.counter-attack", "dice.count", "dice.none",
    ),
    TURN: (
        "turn.alternate", "turn.phase", "turn.card", "turn.side", "turn.draw-none", "turn.draw-order", "turn.number",
        "order.own", "combat.target", "square.dissolve", "board.piece",
    ),
    CARDS: (
        "cards.hand", "cards.copies", "cards.copied", "cards.section", "cards.section-none", "cards.one-unit",
        "cards.scout", "square.hand", "square.slot", "square.markers", "square.card", "turn.draw",
    ),
    BANNERS: ("turn.over", "victory.result", "victory.not-over"),
}  # fmt: skip
READS: Final[dict[str, tuple[str, ...]]] = {
    f"napoleonics.{rule}": tuple(part for part, rules in _PARTS.items() if rule in rules)
    for rule in {rule for rules in _PARTS.values() for rule in rules}
}
ABSENT: Final = ("napoleonics.board.piece", "napoleonics.combat.target")  # nobody is where somebody should be
COUNTED: Final = {"banners": BANNERS, "hands": CARDS, "turn": TURN}


def unit_keys(names: Iterable[str]) -> frozenset[str]:
    """Whoever stands on these hexes."""
    return frozenset(f"state.unit.{name}" for name in names)


def fallen_key(name: str) -> str:
    """Whether somebody fell on a hex: that goes by how strong he was."""
    return f"state.fallen.{name}"


def reading(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Violations with what they read of the state: the hexes in them, and what their rule goes by."""
    return tuple(
        violation
        if violation.verdict == "misread"
        else replace(violation, reads=(*violation.reads, *_hexes(violation), *READS.get(violation.rule, ())))
        for violation in violations
    )


def _hexes(violation: Violation) -> list[str]:
    values = violation.params.values()
    words = [word for value in values for word in (value if isinstance(value, (list, tuple)) else (value,))]
    names = [word for word in words if isinstance(word, str) and word in NUMBER]
    keys = [f"state.unit.{name}" for name in names]
    return keys + [fallen_key(name) for name in names] if violation.rule in ABSENT else keys


def counted(what: str) -> tuple[str, ...]:
    """What a part of a count goes by: `units.E6.blocks`, `banners.french`."""
    part, _, rest = what.partition(".")
    if part == "units":
        return (f"state.unit.{rest.partition('.')[0]}",)
    return (COUNTED[part],) if part in COUNTED else ()
