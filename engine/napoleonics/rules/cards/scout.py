"""The card that goes back after Scout: one of the two that were drawn (napoleonics.cards.scout)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import move_names
from engine.napoleonics.moves import Discard, Draw
from engine.napoleonics.rules.cards.hands import discarded, known_copies, with_cards
from engine.napoleonics.rules.turn import draws_due, nothing_to_draw, resolve_draw
from engine.napoleonics.state import DRAW, SIDES, Pairs, State
from engine.napoleonics.state_keys import CARDS
from engine.napoleonics.table import Table

DISCARDED: Final = 4  # beside the bits of the sides that have drawn
DISCARDING: Final = frozenset({Discard, Draw})  # what may be said while one of the two is still to go back


def is_choice_due(table: Table, state: State) -> bool:
    """Whether it has to be said which of the two goes back: both were written down, and they differ."""
    return len(set(state.looks)) > 1 and is_discard_due(table, state)


def owed_discard(table: Table, state: State) -> Duty | None:
    """The one of the two that goes back, where both were written down."""
    if not is_choice_due(table, state):
        return None
    side = SIDES[state.side]
    return Duty(
        "napoleonics.cards.scout-due", side, move_names(DISCARDING), {"side": side}, (CARDS,), is_owed_at_end=True
    )


def skip_discard(state: State) -> State:
    """The state in which one of the two went back, and nobody wrote down which one."""
    either = _with_pair(state.either, state.side, state.looks)
    return replace(state, looks=(), either=either, drawn=state.drawn | DISCARDED)


def shown_by(table: Table, state: State, side: int, card: str) -> State:
    """The state after a card of a hand was seen: if it must be one of such a pair, the other one went back."""
    pair = state.either[side]
    if card not in pair or card in state.hands[side]:
        return state
    either = _with_pair(state.either, side, ())
    if known_copies(table, state, card) + 1 < table.deck[card].count:  # it may have been another copy
        return replace(state, either=either)
    other = pair[1 - pair.index(card)]
    return replace(state, either=either, seen=discarded(table, state.seen, other))


def _with_pair(either: Pairs, side: int, pair: tuple[str, ...]) -> Pairs:
    return (pair, either[1]) if side == 0 else (either[0], pair)


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
