"""The card that goes back after Scout: one of the two that were drawn (napoleonics.cards.scout)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.moves import Discard, Draw
from engine.napoleonics.rules.cards.hands import discarded, with_cards
from engine.napoleonics.rules.turn import draws_due, nothing_to_draw, resolve_draw
from engine.napoleonics.state import DRAW, State
from engine.napoleonics.state_keys import CARDS
from engine.napoleonics.table import Table

DISCARDED: Final = 4  # beside the bits of the sides that have drawn


def is_discard_due(table: Table, state: State) -> bool:
    """Whether two cards were drawn, and none of them has gone back yet."""
    card = table.deck.get(state.card)
    has_drawn = state.phase == DRAW and state.drawn >> state.side & 1
    return bool(has_drawn) and card is not None and card.draws > 1 and not state.drawn & DISCARDED


def _looked(table: Table, state: State) -> State:
    """The state in which the two cards were drawn, if nobody wrote that down."""
    return resolve_draw(table, state, Draw()).state if draws_due(table, state, state.side) > 1 else state


def check_discard(table: Table, state: State, move: Discard) -> list[Violation]:
    """One of the two that were drawn after Scout."""
    table.deck[move.card]
    state = _looked(table, state)
    if not is_discard_due(table, state):
        return [nothing_to_draw(state.side)]
    if len(state.looks) > 1 and move.card not in state.looks:
        return [broken("napoleonics.cards.scout", card=move.card, reads=(CARDS,))]
    return []


def resolve_discard(table: Table, state: State, move: Discard) -> Step[State]:
    """It lies on the discards; the other one stays."""
    table.deck[move.card]
    state = _looked(table, state)
    if not is_discard_due(table, state):
        return Step(state)
    looks = list(state.looks)
    if move.card in looks:
        looks.remove(move.card)
    hands = with_cards(state.hands, state.side, tuple(looks))
    seen = discarded(table, state.seen, move.card)
    return Step(replace(state, hands=hands, looks=(), seen=seen, drawn=state.drawn | DISCARDED))
