"""Command cards: hands, piles, copies, the turn that a card opens, and what tactic cards do (napoleonics.cards)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import SECTIONS
from engine.napoleonics.deck import CommandCard
from engine.napoleonics.moves import Deal, Draw, Play
from engine.napoleonics.pieces import Pieces, decided
from engine.napoleonics.rules.hands import (
    check_card,
    check_copies,
    dropped,
    hidden,
    known_cards,
    known_copies,
    unknown_cards,
    with_cards,
)
from engine.napoleonics.rules.order import has_suitable, touched
from engine.napoleonics.state import DRAW, GONE, NOBODY, ORDER, SIDES, SLOTS, WAITING, State
from engine.napoleonics.table import Table

COUNTER_ATTACK = "counter-attack"


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
    asked = replace(state, seen=()) if _is_shuffled(table, state, due) else state
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


def _off_pile(table: Table, state: State, side: int, number: int) -> tuple[tuple[str, ...], int]:
    """The discards and the draw pile without so many cards; an empty one is made anew of the discards."""
    seen, pile = state.seen, state.pile
    if side == state.side:  # the card on the table is discarded first
        seen = discarded(seen, state.played)
    if pile < number:
        pile, seen = _lying(table, state) + (side == state.side), ()
    return seen, max(0, pile - number)


def discarded(seen: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The discards that are known, in order, with one more."""
    place = bisect_right(seen, card)
    return (*seen[:place], card, *seen[place:])


def _lying(table: Table, state: State) -> int:
    """The cards in neither hand nor on a track."""
    return table.deck_size - sum(state.sizes) - (2 * SLOTS - state.slots.count(GONE))


def end_turn(table: Table, state: State) -> State:
    """What is left of a turn: its draws, the shuffle after Élan, and the card that may be copied."""
    if state.phase == WAITING:
        return state
    side = state.side
    if state.strikes and (due := draws_due(table, state, 1 - side)):
        state = _drawn(table, state, 1 - side, due)
    seen, pile, drawn = state.seen, state.pile, state.drawn
    if due := draws_due(table, state, side):
        seen, pile, drawn = *_off_pile(table, state, side, due), drawn | 1 << side
    card = table.deck.get(state.card)
    if card is not None and card.effects.get("shuffles"):
        seen, pile = (), _lying(table, state)
    is_copied = table.read.is_copy_chained or state.played != COUNTER_ATTACK
    last = (state.card, state.mirrors) if is_copied else ("", False)
    return replace(
        state, side=1 - side, phase=WAITING, last=last, seen=seen, pile=pile, drawn=drawn, looks=(), fight=None,
    )  # fmt: skip


# playing a card


class Hand(Struct, gc=False):
    """Who plays the next card, the state that it is judged by, and what he has."""

    before: State
    side: int
    cards: tuple[str, ...]  # that are known
    unknown: int
    copies: Mapping[str, int] | None = None  # of every card of which it is known where it is, once they were counted


def coming(table: Table, state: State) -> Hand:
    """The hand from which the next turn is played."""
    known = table.known(state)
    hand: Hand | None = known.get(Hand)
    if hand is None:
        before = end_turn(table, state)
        side = before.side
        hand = known[Hand] = Hand(before, side, before.hands[side], unknown_cards(before, side))
    return hand


def may_open(hand: Hand, card: CommandCard) -> bool:
    """Whether nothing stands against a card of a hand however it is played."""
    if not card.is_played:
        return False
    if card.id in hand.cards:
        return True
    copies = known_copies(hand.before, card.id) if hand.copies is None else hand.copies.get(card.id, 0)
    return hand.unknown > 0 and copies < card.count


def open_cards(table: Table, hand: Hand) -> list[CommandCard]:
    """The cards of a hand against which nothing stands."""
    if hand.copies is None:
        hand.copies = Counter(known_cards(hand.before))  # for all of them, that is quicker than one by one
    return [card for card in table.deck.values() if may_open(hand, card)]


def _check_laid(table: Table, before: State, side: int, card: str) -> list[Violation]:
    """What stands against a card however it is played."""
    found = [] if table.deck[card].is_played else [broken("napoleonics.cards.answer", card=card)]
    return found + check_card(table, before, side, card)


def copied(state: State, card: str) -> tuple[str, bool]:
    """The card in effect: what the opponent has just followed, left and right changed over, if it is a copy."""
    if card != COUNTER_ATTACK:
        return card, False
    return state.last[0], bool(state.last[0]) and not state.last[1]


def check_play(table: Table, state: State, move: Play) -> list[Violation]:
    """The right side, a card that it can have, and what has to be said with it."""
    hand = coming(table, state)
    before, side = hand.before, SIDES.index(move.side)
    card: CommandCard | None = table.deck[move.card]
    found: list[Violation] = []
    if side != hand.side:
        found = [broken("napoleonics.turn.alternate", side=move.side), *_check_laid(table, before, side, move.card)]
    elif not may_open(hand, table.deck[move.card]):
        found = _check_laid(table, before, side, move.card)
    if move.card == COUNTER_ATTACK:
        card = table.deck.get(copied(before, move.card)[0])
    if move.as_ is not None:
        found = found + _check_copied(table, before, move, move.as_)
    if card is None or (card.where != "section" and move.section is None and move.use is None):
        return found
    return found + _check_said(table, before, side, move, card)


def _check_copied(table: Table, before: State, move: Play, said: str) -> list[Violation]:
    """Whether the card is a copy of the one that it says."""
    table.deck[said]
    name, _ = copied(before, move.card)
    if move.card == COUNTER_ATTACK and said == name:
        return []
    due, rulings = name or move.card, _copy_rulings(before, move)
    return [broken("napoleonics.cards.copied", "impossible", card=move.card, due=due, said=said, rulings=rulings)]


def _copy_rulings(before: State, move: Play) -> tuple[str, ...]:
    """A20, if a Counter-Attack follows a Counter-Attack."""
    return ("A20",) if move.card == COUNTER_ATTACK == before.played else ()


def _check_said(table: Table, before: State, side: int, move: Play, card: CommandCard) -> list[Violation]:
    """The section and the one unit in its place, where the card asks for them."""
    name = card.id
    has_section = card.where == "section"
    is_one = move.use is not None
    found = []
    rulings = _copy_rulings(before, move)
    if has_section and move.section is None and not is_one and has_suitable(table, before, side, card):
        found.append(broken("napoleonics.cards.section", "omitted", card=name, rulings=rulings))
    if move.section is not None and not has_section:
        found.append(broken("napoleonics.cards.section-none", card=name, section=move.section, rulings=rulings))
    if is_one and not may_be_one(table, before, side, card):
        found.append(broken("napoleonics.cards.one-unit", card=name, rulings=rulings))
    return found


def may_be_one(table: Table, before: State, side: int, card: CommandCard) -> bool:
    """Whether one unit of choice may be ordered in place of whom the card orders."""
    if card.substitute == "unable":
        return card.kind == "tactic" and not has_suitable(table, before, side, card)
    return card.substitute == "free"


def resolve_play(table: Table, state: State, move: Play) -> Step[State]:
    """The turn before is over; the card is on the table, objectives are counted, and orders can be given."""
    side = SIDES.index(move.side)
    table.deck[move.card]
    before = coming(table, state).before
    name, mirrors = copied(before, move.card)
    card = table.deck.get(name)
    is_one = move.use is not None
    if card is not None and card.substitute == "unable" and not has_suitable(table, before, side, card):
        is_one = True
    hands, _ = dropped(before, side, move.card)
    beside = touched(before, side, card)
    opened = State(  # what is not named here begins anew
        before.at, before.blocks, before.chiefs, before.on, before.led, before.units, before.leaders, before.square,
        before.slots, before.kept, before.banners, before.held, before.taken, side, ORDER, before.plays + 1,
        move.card, name, mirrors, NOBODY if move.section is None else SECTIONS.index(move.section), is_one,
        before.last, before.at, before.chiefs, beside, sizes=before.sizes, hands=hands,
        seen=before.seen, pile=before.pile, looks=before.looks, ended=before.ended, ended_by=before.ended_by,
    )  # fmt: skip
    if not table.goals:
        return Step(decided(table, opened))
    pieces = Pieces(table, opened)
    pieces.claim_goals(side, is_turn=True)
    return pieces.settle()
