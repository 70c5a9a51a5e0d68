"""The command cards, made from the data: how many there are, whom each orders and what it gives. No rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from engine.core.facts import Facts, names_below
from engine.napoleonics.board import SECTIONS
from engine.napoleonics.facts import Values
from engine.napoleonics.units import ARMS, Unit

Hat = Literal["yes", "no", "flags", "copied"]
Substitute = Literal["none", "unable", "free"]
Where = Literal["", "anywhere", "section", "touching", "apart"]
COMMAND: Final = -1  # as many as the player has cards in hand, this one included (napoleonics.cards.command)
EVERY: Final = -2  # all of whom the card orders
COUNTER_ATTACK: Final = "counter-attack"
_AMOUNTS: Final = {"command": COMMAND, "every": EVERY}


class CommandCard(Struct, frozen=True):
    """One card; a field that it says nothing about has the value that changes nothing.

    `effects` holds what only one card or a few have, by its name in the data.
    """

    id: str
    number: int  # in the order of their names: by it copies are counted
    kind: Literal["section", "tactic"]
    count: int
    hat: Hat
    orders: tuple[int, int, int]  # section cards: left, center, right as the player sees them; COMMAND
    most: int  # tactic cards: orders, COMMAND or EVERY
    who: frozenset[str]  # arms and kinds, `leaders`, or `any` unit
    where: Where
    substitute: Substitute
    draws: int
    has_fire: bool
    has_melee: bool
    effects: Mapping[str, Any]
    is_played: bool  # to begin a turn, not to answer a combat

    @property
    def key(self) -> str:
        """Where its values stand in the data."""
        return f"cards.{self.id}"

    def names(self, unit: Unit) -> bool:
        """Whether it names a unit: any, its arm, or its kind."""
        return "any" in self.who or ARMS[unit.arm] in self.who or unit.kind in self.who

    def mirrored(self) -> tuple[int, int, int]:
        """Its orders with left and right changed over, as they are copied (napoleonics.cards.counter-attack)."""
        left, center, right = self.orders
        return right, center, left


_FIELDS: Final = frozenset(
    {"kind", "count", "hat", "orders", "most", "who", "where", "substitute", "draws", "fire", "melee"}
)


def make_deck(facts: Facts) -> dict[str, CommandCard]:
    """Every card by id, in the order of the data."""
    names = list(names_below(facts, "cards"))
    numbers = {name: number for number, name in enumerate(sorted(names))}
    return {name: _card(facts, name, numbers[name]) for name in names}


def _card(facts: Facts, name: str, number: int) -> CommandCard:
    own = Values(facts, f"cards.{name}")
    left, center, right = (_amount(own(f"orders.{section}", 0)) for section in SECTIONS)
    effects = [field for field in names_below(facts, f"cards.{name}") if field not in _FIELDS]
    return CommandCard(
        id=name,
        number=number,
        kind=own("kind"),
        count=own("count"),
        hat=own("hat"),
        orders=(left, center, right),
        most=_amount(own("most", 0)),
        who=frozenset(own("who", ())),
        where=own("where", ""),
        substitute=own("substitute", "none"),
        draws=own("draws", 1),
        has_fire=own("fire", True),
        has_melee=own("melee", True),
        effects={field: own(field) for field in effects},
        is_played="answers" not in effects,
    )


def _amount(value: int | str) -> int:
    return _AMOUNTS[value] if isinstance(value, str) else value
