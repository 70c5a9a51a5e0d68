"""Counter-Attack: the card that the opponent has just followed, left and right changed over (napoleonics.cards)."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.moves import Play
from engine.napoleonics.rules.turn import Hand
from engine.napoleonics.state import State
from engine.napoleonics.state_keys import CARDS, ORDERS, units_at
from engine.napoleonics.table import Table


def copied_card(before: State | Hand, card: str) -> tuple[str, bool]:
    """The card in effect, and whether its left and right are changed over."""
    if card != COUNTER_ATTACK:
        return card, False
    name, mirrors = before.last
    return name, bool(name) and not mirrors


def check_copied(state: State, hand: Hand, move: Play, said: str) -> list[Violation]:
    """Whether the card is a copy of the one that it says."""
    name, _ = copied_card(hand, move.card)
    if move.card == COUNTER_ATTACK and said == name:
        return []
    due, rulings = name or move.card, copy_rulings(state, move)
    return [
        broken(
            "napoleonics.cards.copied", "impossible", card=move.card, due=due, said=said, reads=(CARDS,),
            rulings=rulings,
        )
    ]  # fmt: skip


def copy_rulings(state: State, move: Play) -> tuple[str, ...]:
    """A20, if a Counter-Attack follows a Counter-Attack."""
    return ("A20",) if move.card == COUNTER_ATTACK == state.played else ()


def nothing_copied(table: Table, state: State, name: str) -> Violation:
    """An order by a Counter-Attack without a card to copy: in the first turn, or by ruling A20."""
    rulings = () if table.read.is_copy_chained or state.plays < 2 else ("A20",)
    reads = (*units_at(name), ORDERS)
    return broken("napoleonics.cards.counter-attack", unit=name, card=state.played, reads=reads, rulings=rulings)
