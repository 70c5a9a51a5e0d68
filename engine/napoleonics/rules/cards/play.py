"""Playing a command card, and the turn that it opens (napoleonics.cards)."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import SECTIONS
from engine.napoleonics.deck import COUNTER_ATTACK, CommandCard
from engine.napoleonics.moves import Play
from engine.napoleonics.rules.cards.counter_attack import check_copied, copied_card, copy_rulings
from engine.napoleonics.rules.cards.hands import (
    check_card,
    held_cards,
    may_be_answers,
    resized,
    unknown_cards,
    without_card,
)
from engine.napoleonics.rules.cards.scout import shown_by
from engine.napoleonics.rules.order import has_suitable, touched
from engine.napoleonics.rules.turn import Hand, end_turn, next_hand, other_turn
from engine.napoleonics.state import NOBODY, ORDER, SIDES, State
from engine.napoleonics.state_keys import CARDS
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces, decided, is_watched


def may_open(table: Table, hand: Hand, card: CommandCard) -> bool:
    """Whether nothing stands against a card of a hand however it is played."""
    if not card.is_played and not may_be_answers(table, hand.seen, hand.held, hand.cards, hand.unknown):
        return False
    if card.id in hand.cards:
        return True
    return hand.unknown > 0 and hand.seen[card.number] + hand.held.count(card.id) < card.count


def open_cards(table: Table, hand: Hand) -> dict[str, None]:
    """The cards of a hand against which nothing stands, in the order of the deck."""
    if hand.opening is None:
        if hand.cards or hand.held or hand.unknown <= table.most_answers:
            hand.opening = {card.id: None for card in table.deck.values() if may_open(table, hand, card)}
        else:  # any of which a copy is left
            seen = hand.seen
            hand.opening = {card: None for card, number, count in table.openers if seen[number] < count}
    return hand.opening


def _check_laid(table: Table, state: State, side: int, card: str) -> list[Violation]:
    """What stands against a card however it is played."""
    found = []
    state = end_turn(table, state)
    unknown = unknown_cards(state, side)
    if not table.deck[card].is_played and not may_be_answers(
        table, state.seen, held_cards(state), state.hands[side], unknown
    ):
        reads, families = (f"{table.deck[card].key}.answers", CARDS), ("other-card",)
        found = [broken("napoleonics.cards.answer", card=card, reads=reads, families=families)]
    return found + check_card(table, state, side, card)


def check_play(table: Table, state: State, move: Play) -> list[Violation]:
    """The right side, a card that it can have, and what has to be said with it."""
    hand = table.hand
    if hand is None or hand.state is not state:
        hand = next_hand(table, state)
    name = move.card
    card: CommandCard | None
    card = played = table.deck[name]
    found: list[Violation] = []
    if move.side != SIDES[hand.side]:
        found = [other_turn(move.side)]
        found += _check_laid(table, state, SIDES.index(move.side), name)
    elif not (may_open(table, hand, played) if hand.opening is None else name in hand.opening):
        found = _check_laid(table, state, hand.side, name)
    if name == COUNTER_ATTACK:
        card = table.deck.get(hand.last[0])
    if move.as_ is not None:
        table.deck[move.as_]
        found = found + check_copied(state, hand, move, move.as_)
    if move.section is None and move.use is None and (card is None or card.where != "section"):
        return found
    return found + _check_said(table, state, move, card)


def _check_said(table: Table, state: State, move: Play, card: CommandCard | None) -> list[Violation]:
    """The section and the one unit in its place, as the card asks for them; one that copies nothing does not."""
    name, side = move.card if card is None else card.id, SIDES.index(move.side)
    has_section = card is not None and card.where == "section"
    is_one = move.use is not None
    found = []
    rulings = copy_rulings(state, move)
    if (
        card is not None
        and has_section
        and move.section is None
        and not is_one
        and has_suitable(table, state, side, card)
    ):
        found.append(broken("napoleonics.cards.section", "omitted", card=name, reads=(CARDS,), rulings=rulings))
    if move.section is not None and not has_section:
        section = move.section
        found.append(
            broken("napoleonics.cards.section-none", card=name, section=section, reads=(CARDS,), rulings=rulings)
        )
    if is_one and (card is None or not may_be_one(table, state, side, card)):
        found.append(broken("napoleonics.cards.one-unit", card=name, reads=(CARDS,), rulings=rulings))
    return found


def may_be_one(table: Table, before: State, side: int, card: CommandCard) -> bool:
    """Whether one unit of choice may be ordered in place of whom the card orders."""
    if card.substitute == "unable":
        return card.kind == "tactic" and not has_suitable(table, before, side, card)
    return card.substitute == "free"


def resolve_play(table: Table, state: State, move: Play) -> Step[State]:
    """The turn before is over; the card is on the table, objectives are counted, and orders can be given."""
    name, mirrors = move.card, False
    card: CommandCard | None = table.deck[name]
    hand = next_hand(table, state)
    side = hand.side if move.side == SIDES[hand.side] else 1 - hand.side
    if name == COUNTER_ATTACK:
        name, mirrors = copied_card(hand, name)
        card = table.deck.get(name)
    is_one = move.use is not None
    if card is not None and card.substitute == "unable" and not has_suitable(table, state, side, card):
        is_one = True
    beside = touched(state, side, card) if card is not None and card.where else 0
    section = NOBODY if move.section is None else SECTIONS.index(move.section)
    hands, sizes, pile = state.hands, hand.sizes, hand.pile
    if state.hands[side]:
        hands = without_card(state, side, move.card)[0]
        if side == hand.side and not hand.unknown and move.card not in hand.cards:  # it came from somewhere else
            sizes, pile = resized(sizes, side, 1), max(0, pile - 1)
    either, seen = hand.either, hand.seen
    if move.card in either[side]:
        shown = shown_by(table, end_turn(table, state), side, move.card)
        either, seen = shown.either, shown.seen
    opened = State(  # what is not named here begins anew
        state.at, state.blocks, state.chiefs, state.on, state.led, state.units, state.leaders, state.square,
        state.slots, state.kept, state.banners, state.held, state.taken, side, sizes, hands, seen, pile,
        hand.looks, either, state.ended, state.ended_by, ORDER, state.plays + 1, move.card, name, mirrors, section,
        is_one, hand.last, state.at, state.chiefs, beside,
    )  # fmt: skip
    if not is_watched(table, state) and not state.units[side] & table.goal_hexes[side]:
        return Step(decided(table, opened))
    pieces = WorkingPieces(table, opened)
    pieces.claim_goals(side, is_turn=True)
    return pieces.settle()
