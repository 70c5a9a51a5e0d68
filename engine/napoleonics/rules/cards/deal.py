"""The cards dealt before the first turn (napoleonics.cards.deal)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.moves import Deal
from engine.napoleonics.rules.cards.hands import check_copies, with_cards, with_hidden_hand
from engine.napoleonics.state import SIDES, State
from engine.napoleonics.state_keys import CARDS, TURN
from engine.napoleonics.table import Table


def check_deal(table: Table, state: State, move: Deal) -> list[Violation]:
    """Before the first card, as many as the scenario says, and no more copies than there are."""
    side = SIDES.index(move.side)
    if state.plays:
        return [broken("napoleonics.cards.deal", side=move.side, reads=(TURN,))]
    found = []
    due, dealt = table.hand_sizes[side], len(move.cards) + len(state.hands[side])  # to a hand dealt before, if any
    if dealt != due:
        reads = (CARDS,)
        found.append(
            broken("napoleonics.cards.hand-size", "impossible", side=move.side, due=due, dealt=dealt, reads=reads)
        )
    bare = replace(state, hands=with_hidden_hand(state.hands, side))
    return (found + check_copies(table, bare, side, move.cards))[:1]


def resolve_deal(table: Table, state: State, move: Deal) -> Step[State]:
    """The hand is known, as far as it was written down."""
    side = SIDES.index(move.side)
    for card in move.cards:
        table.deck[card or COUNTER_ATTACK]
    hands = with_cards(with_hidden_hand(state.hands, side), side, move.cards)
    return Step(replace(state, hands=hands))
