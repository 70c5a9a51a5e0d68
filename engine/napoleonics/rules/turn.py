"""The turn: whose it is, its phases, its draws and its end (napoleonics.turn)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import Turn
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.moves import Draw
from engine.napoleonics.rules.cards.hands import check_copies, discarded, held_cards, resized, with_cards
from engine.napoleonics.state import DRAW, GONE, NO_PAIRS, PHASES, SIDES, SLOTS, WAITING, Pairs, SideName, State
from engine.napoleonics.state_keys import BANNERS, CARDS, TURN, units_at
from engine.napoleonics.table import Table

NO_COPY: Final = ("", False)


def over(state: State) -> Violation:
    """A move after the end of the game."""
    return broken("napoleonics.turn.over", "impossible", winner=state.ended, reads=(BANNERS,))


def no_card(state: State) -> Violation:
    """A move before the card of the turn."""
    side = SIDES[state.side]
    return broken("napoleonics.turn.card", "omitted", side=side, reads=(TURN,), families=("other-turn",))


def out_of_phase(unit: str, last: int) -> Violation:
    """A move of a unit after the last phase in which it may be made."""
    reads = (*units_at(unit), TURN)
    return broken("napoleonics.turn.phase", unit=unit, phase=PHASES[last], reads=reads, families=("other-turn",))


def other_turn(side: SideName) -> Violation:
    """A card of the side whose turn it is not."""
    return broken("napoleonics.turn.alternate", side=side, reads=(TURN,))


def check_side(side: SideName, due: int) -> list[Violation]:
    """The side that a move names is the one whose word it is."""
    if side == SIDES[due]:
        return []
    return [broken("napoleonics.turn.side", side=side, due=SIDES[due], reads=(TURN,), families=("other-turn",))]


def check_number(_table: Table, state: State, move: Turn) -> tuple[Violation, ...]:
    """A `turn` line has the number of the turn that begins or goes on."""
    due = state.plays // 2 + 1
    if move.number == due:
        return ()
    return (broken("napoleonics.turn.number", "impossible", number=move.number, due=due, reads=(TURN,)),)


def nothing_to_draw(side: int) -> Violation:
    """A draw of a side that draws nothing now."""
    return broken("napoleonics.turn.draw-none", "impossible", side=SIDES[side], reads=(TURN,))


def draws_due(table: Table, state: State, side: int) -> int:
    """How many cards a side draws when this turn ends."""
    if state.phase == WAITING or state.drawn >> side & 1:
        return 0
    if side != state.side:
        return state.strikes
    card = table.deck.get(state.card)
    return card.draws if card is not None else 1


def check_draw(table: Table, state: State, move: Draw) -> list[Violation]:
    """As many as are due; one, or two after Scout."""
    side = state.side if move.side is None else SIDES.index(move.side)
    due = draws_due(table, state, side)
    if not due:
        return [nothing_to_draw(side)]
    if side != state.side and state.drawn >> state.side & 1:
        return [broken("napoleonics.turn.draw-order", side=SIDES[side], reads=(TURN,))]
    if move.cards is None:
        return []
    if len(move.cards) != due:
        return [broken("napoleonics.turn.draw", "impossible", due=due, drawn=len(move.cards), reads=(CARDS,))]
    return check_copies(table, drawn_from(table, state, side), side, move.cards)


def drawn_from(table: Table, state: State, side: int) -> State:
    """The state by whose known cards it is judged what a side may draw."""
    if not _is_shuffled(table, state, draws_due(table, state, side)):
        return state
    asked = replace(state, seen=table.none_seen)
    return replace(asked, played="") if side == state.side else asked  # it is on the discards by then


def _is_shuffled(table: Table, state: State, due: int) -> bool:
    """Whether the discards may be among the cards that are drawn: the pile runs out, or Élan has them shuffled in."""
    card = table.deck.get(state.card)
    return state.pile < due or (card is not None and bool(card.effects.get("shuffles")))


def resolve_draw(table: Table, state: State, move: Draw) -> Step[State]:
    """The cards are in the hand; of two after Scout one is still to go back."""
    side = state.side if move.side is None else SIDES.index(move.side)
    due = draws_due(table, state, side)
    if not due:
        return Step(state)
    cards = move.cards if move.cards is not None else (None,) * due
    for card in cards:
        table.deck[card or COUNTER_ATTACK]
    state = _drawn(table, state, side, due)
    if more := len(cards) - due:  # played as written
        state = replace(state, sizes=resized(state.sizes, side, more), pile=max(0, state.pile - more))
    if due > 1 and side == state.side:
        return Step(replace(state, looks=tuple(card for card in cards if card)))
    return Step(replace(state, hands=with_cards(state.hands, side, cards)))


def _drawn(table: Table, state: State, side: int, number: int) -> State:
    """So many cards off the draw pile, into the hand of a side; the card on the table makes room for one."""
    seen, pile = _off_pile(table, state, side, number)
    sizes = state.sizes if side == state.side else resized(state.sizes, side, number)
    either = state.either if state.pile >= number else NO_PAIRS
    return replace(
        state, seen=seen, pile=pile, sizes=sizes, either=either, drawn=state.drawn | 1 << side, phase=DRAW
    )  # fmt: skip


def _off_pile(table: Table, state: State, side: int, number: int) -> tuple[bytes, int]:
    """The discards and the draw pile without so many cards; an empty one is made anew of the discards."""
    seen, pile = state.seen, state.pile
    if side == state.side:  # the card on the table is discarded first
        seen = discarded(table, seen, state.played)
    if pile < number:
        pile, seen = _lying(table, state) + (side == state.side), table.none_seen
    return seen, max(0, pile - number)


def _lying(table: Table, state: State) -> int:
    """The cards in neither hand nor on a track."""
    return table.deck_size - sum(state.sizes) - (2 * SLOTS - state.slots.count(GONE))


def end_turn(table: Table, state: State) -> State:
    """What is left of a turn: its draws, the shuffle after Élan, and the card that may be copied."""
    if state.phase == WAITING:
        return state
    hand = next_hand(table, state)
    return replace(
        state, side=hand.side, phase=WAITING, last=hand.last, sizes=hand.sizes, seen=hand.seen, pile=hand.pile,
        either=hand.either, drawn=hand.drawn, looks=(), fight=None,
    )  # fmt: skip


class Hand(Struct, gc=False):
    """Who plays the next card, what he has, and the piles when the turn before is over."""

    state: State  # in which he plays it
    side: int
    cards: tuple[str, ...]  # that are known
    unknown: int
    held: tuple[str, ...]  # of which it is known who has them, on both sides
    last: tuple[str, bool]  # that may be copied
    sizes: tuple[int, int]
    seen: bytes
    pile: int
    drawn: int
    looks: tuple[str, ...] = ()
    either: Pairs = NO_PAIRS
    opening: dict[str, None] | None = None  # the cards against which nothing stands, where all were asked about


def next_hand(table: Table, state: State) -> Hand:
    """The hand from which the next turn is played."""
    hand = table.hand
    if hand is None or hand.state is not state:
        hand = table.hand = _begun(state) if state.phase == WAITING else _over(table, state)
    return hand


def _begun(state: State) -> Hand:
    """The hand of the side whose turn begins, where the turn before is over."""
    cards, sizes = state.hands[state.side], state.sizes
    held = (*held_cards(state), *state.either[1 - state.side])
    return Hand(
        state, state.side, cards, sizes[state.side] - len(cards), held, state.last, sizes, state.seen,
        state.pile, state.drawn, state.looks, state.either,
    )  # fmt: skip


def _over(table: Table, before: State) -> Hand:
    """The hand of the other side, after what is left of the turn that goes on."""
    state, side = before, before.side
    if state.strikes and (due := draws_due(table, state, 1 - side)):
        state = _drawn(table, state, 1 - side, due)
    card = table.deck.get(state.card)
    seen, pile, drawn, either = state.seen, state.pile, state.drawn, state.either
    if due := draws_due(table, state, side):
        either = either if pile >= due else NO_PAIRS
        seen, pile = _off_pile(table, state, side, due)
        drawn |= 1 << side
    if card is not None and card.effects.get("shuffles"):
        seen, pile, either = table.none_seen, _lying(table, state), NO_PAIRS
    is_copied = state.played != COUNTER_ATTACK or table.read.is_copy_chained
    is_copied = is_copied and (card is None or card.is_played)
    last = (state.card, state.mirrors) if is_copied else NO_COPY
    cards, sizes = state.hands[1 - side], state.sizes
    held = held_cards(replace(state, looks=())) if state.looks else held_cards(state)
    held += either[side]  # one of a pair is no card of the other side, wherever it is
    unknown = sizes[1 - side] - len(cards)
    return Hand(before, 1 - side, cards, unknown, held, last, sizes, seen, pile, drawn, either=either)
