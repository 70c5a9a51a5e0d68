"""Command cards: hands, piles, copies, the turn that a card opens, and what tactic cards do (napoleonics.cards)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import SECTIONS
from engine.napoleonics.deck import CommandCard
from engine.napoleonics.moves import Deal, Draw, Play
from engine.napoleonics.pieces import Pieces, decided, is_watched
from engine.napoleonics.rules.hands import (
    check_card,
    check_copies,
    discarded,
    dropped,
    held_cards,
    hidden,
    with_cards,
)
from engine.napoleonics.rules.order import has_suitable, touched
from engine.napoleonics.state import DRAW, GONE, NOBODY, ORDER, SIDES, SLOTS, WAITING, State
from engine.napoleonics.table import Table

COUNTER_ATTACK = "counter-attack"
NO_COPY: Final = ("", False)


# deals, draws and discards


def check_deal(table: Table, state: State, move: Deal) -> list[Violation]:
    """Before the first card, as many as the scenario says, and no more copies than there are."""
    side = SIDES.index(move.side)
    if state.plays:
        return [broken("napoleonics.cards.deal", side=move.side)]
    found = []
    due, dealt = table.hand_sizes[side], len(move.cards) + len(state.hands[side])  # to a hand dealt before, if any
    if dealt != due:
        found.append(broken("napoleonics.cards.hand-size", "impossible", side=move.side, due=due, dealt=dealt))
    bare = replace(state, hands=hidden(state.hands, side))
    return (found + check_copies(table, bare, side, move.cards))[:1]


def resolve_deal(table: Table, state: State, move: Deal) -> Step[State]:
    """The hand is known, as far as it was written down."""
    side = SIDES.index(move.side)
    for card in move.cards:
        table.deck[card or COUNTER_ATTACK]
    hands = with_cards(hidden(state.hands, side), side, move.cards)
    return Step(replace(state, hands=hands))


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
        return [broken("napoleonics.turn.draw-none", "impossible", side=SIDES[side])]
    if side != state.side and state.drawn >> state.side & 1:
        return [broken("napoleonics.turn.draw-order", side=SIDES[side])]
    if move.cards is None:
        return []
    if len(move.cards) != due:
        return [broken("napoleonics.turn.draw", "impossible", due=due, drawn=len(move.cards))]
    asked = replace(state, seen=table.none_seen) if _is_shuffled(table, state, due) else state
    if asked is not state and side == state.side:
        asked = replace(asked, played="")  # it is on the discards by then
    return check_copies(table, asked, side, move.cards)


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
    if due > 1 and side == state.side:
        return Step(replace(state, looks=tuple(card for card in cards if card)))
    return Step(replace(state, hands=with_cards(state.hands, side, cards)))


def _drawn(table: Table, state: State, side: int, number: int) -> State:
    """So many cards off the draw pile, into the hand of a side; the card on the table makes room for one."""
    seen, pile = _off_pile(table, state, side, number)
    sizes = state.sizes
    if side != state.side:
        sizes = (sizes[0] + number, sizes[1]) if side == 0 else (sizes[0], sizes[1] + number)
    return replace(state, seen=seen, pile=pile, sizes=sizes, drawn=state.drawn | 1 << side, phase=DRAW)


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
    hand = coming(table, state)
    return replace(
        state, side=hand.side, phase=WAITING, last=hand.last, sizes=hand.sizes, seen=hand.seen, pile=hand.pile,
        drawn=hand.drawn, looks=(), fight=None,
    )  # fmt: skip


# playing a card


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
    opening: dict[str, None] | None = None  # the cards against which nothing stands, where all were asked about


def coming(table: Table, state: State) -> Hand:
    """The hand from which the next turn is played."""
    hand: Hand | None = table.hand
    if hand is None or hand.state is not state:
        hand = table.hand = _begun(state) if state.phase == WAITING else _over(table, state)
    return hand


def _begun(state: State) -> Hand:
    """The same where the turn before is over."""
    cards, sizes = state.hands[state.side], state.sizes
    return Hand(
        state, state.side, cards, sizes[state.side] - len(cards), held_cards(state), state.last, sizes, state.seen,
        state.pile, state.drawn, state.looks,
    )  # fmt: skip


def _over(table: Table, before: State) -> Hand:
    """The same after what is left of a turn."""
    state, side = before, before.side
    if state.strikes and (due := draws_due(table, state, 1 - side)):
        state = _drawn(table, state, 1 - side, due)
    card = table.deck.get(state.card)
    seen, pile, drawn = state.seen, state.pile, state.drawn
    if due := draws_due(table, state, side):
        seen, pile = _off_pile(table, state, side, due)
        drawn |= 1 << side
    if card is not None and card.effects.get("shuffles"):
        seen, pile = table.none_seen, _lying(table, state)
    is_copied = state.played != COUNTER_ATTACK or table.read.is_copy_chained
    last = (state.card, state.mirrors) if is_copied else NO_COPY
    cards, sizes = state.hands[1 - side], state.sizes
    held = held_cards(replace(state, looks=())) if state.looks else held_cards(state)
    return Hand(before, 1 - side, cards, sizes[1 - side] - len(cards), held, last, sizes, seen, pile, drawn)


def may_open(hand: Hand, card: CommandCard) -> bool:
    """Whether nothing stands against a card of a hand however it is played."""
    if not card.is_played:
        return False
    if card.id in hand.cards:
        return True
    return hand.unknown > 0 and hand.seen[card.number] + hand.held.count(card.id) < card.count


def open_cards(table: Table, hand: Hand) -> dict[str, None]:
    """The cards of a hand against which nothing stands, in the order of the deck."""
    if hand.opening is None:
        if hand.cards or hand.held or hand.unknown <= 0:
            hand.opening = {card.id: None for card in table.deck.values() if may_open(hand, card)}
        else:  # any of which a copy is left
            seen = hand.seen
            hand.opening = {card: None for card, number, count in table.openers if seen[number] < count}
    return hand.opening


def _check_laid(table: Table, state: State, side: int, card: str) -> list[Violation]:
    """What stands against a card however it is played."""
    found = [] if table.deck[card].is_played else [broken("napoleonics.cards.answer", card=card)]
    return found + check_card(table, end_turn(table, state), side, card)


def copied(before: State | Hand, card: str) -> tuple[str, bool]:
    """The card in effect: what the opponent has just followed, left and right changed over, if it is a copy."""
    if card != COUNTER_ATTACK:
        return card, False
    name, mirrors = before.last
    return name, bool(name) and not mirrors


def check_play(table: Table, state: State, move: Play) -> list[Violation]:
    """The right side, a card that it can have, and what has to be said with it."""
    hand: Hand | None = table.hand
    if hand is None or hand.state is not state:
        hand = coming(table, state)
    name = move.card
    card: CommandCard | None = table.deck[name]
    found: list[Violation] = []
    if move.side != SIDES[hand.side]:
        found = [broken("napoleonics.turn.alternate", side=move.side)]
        found += _check_laid(table, state, SIDES.index(move.side), name)
    elif not (may_open(hand, table.deck[name]) if hand.opening is None else name in hand.opening):
        found = _check_laid(table, state, hand.side, name)
    if name == COUNTER_ATTACK:
        card = table.deck.get(hand.last[0])
    if move.as_ is not None:
        table.deck[move.as_]
        found = found + _check_copied(state, hand, move, move.as_)
    if card is None or (card.where != "section" and move.section is None and move.use is None):
        return found
    return found + _check_said(table, state, move, card)


def _check_copied(state: State, hand: Hand, move: Play, said: str) -> list[Violation]:
    """Whether the card is a copy of the one that it says."""
    name, _ = copied(hand, move.card)
    if move.card == COUNTER_ATTACK and said == name:
        return []
    due, rulings = name or move.card, _copy_rulings(state, move)
    return [broken("napoleonics.cards.copied", "impossible", card=move.card, due=due, said=said, rulings=rulings)]


def _copy_rulings(state: State, move: Play) -> tuple[str, ...]:
    """A20, if a Counter-Attack follows a Counter-Attack."""
    return ("A20",) if move.card == COUNTER_ATTACK == state.played else ()


def _check_said(table: Table, state: State, move: Play, card: CommandCard) -> list[Violation]:
    """The section and the one unit in its place, where the card asks for them."""
    name, side = card.id, SIDES.index(move.side)
    has_section = card.where == "section"
    is_one = move.use is not None
    found = []
    rulings = _copy_rulings(state, move)
    if has_section and move.section is None and not is_one and has_suitable(table, state, side, card):
        found.append(broken("napoleonics.cards.section", "omitted", card=name, rulings=rulings))
    if move.section is not None and not has_section:
        found.append(broken("napoleonics.cards.section-none", card=name, section=move.section, rulings=rulings))
    if is_one and not may_be_one(table, state, side, card):
        found.append(broken("napoleonics.cards.one-unit", card=name, rulings=rulings))
    return found


def may_be_one(table: Table, before: State, side: int, card: CommandCard) -> bool:
    """Whether one unit of choice may be ordered in place of whom the card orders."""
    if card.substitute == "unable":
        return card.kind == "tactic" and not has_suitable(table, before, side, card)
    return card.substitute == "free"


def resolve_play(table: Table, state: State, move: Play) -> Step[State]:
    """The turn before is over; the card is on the table, objectives are counted, and orders can be given."""
    table.deck[move.card]
    hand = coming(table, state)
    side = hand.side if move.side == SIDES[hand.side] else 1 - hand.side
    name, mirrors = copied(hand, move.card)
    card = table.deck.get(name)
    is_one = move.use is not None
    if card is not None and card.substitute == "unable" and not has_suitable(table, state, side, card):
        is_one = True
    beside = touched(state, side, card) if card is not None and card.where else 0
    section = NOBODY if move.section is None else SECTIONS.index(move.section)
    hands = dropped(state, side, move.card)[0] if state.hands[side] else state.hands
    opened = State(  # what is not named here begins anew
        state.at, state.blocks, state.chiefs, state.on, state.led, state.units, state.leaders, state.square,
        state.slots, state.kept, state.banners, state.held, state.taken, side, hand.sizes, hands, hand.seen, hand.pile,
        hand.looks, state.ended, state.ended_by, ORDER, state.plays + 1, move.card, name, mirrors, section, is_one,
        hand.last, state.at, state.chiefs, beside,
    )  # fmt: skip
    if not is_watched(table, state) and not state.units[side] & table.goal_hexes[side]:
        return Step(decided(table, opened))
    pieces = Pieces(table, opened)
    pieces.claim_goals(side, is_turn=True)
    return pieces.settle()
