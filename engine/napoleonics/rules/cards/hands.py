"""Hands and copies: what a side can hold, and what the record has shown of the deck (napoleonics.cards)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.findings import Violation, broken
from engine.napoleonics.state import BYTE, DRAW, NO_SLOTS, SIDES, WAITING, State
from engine.napoleonics.state_keys import CARDS
from engine.napoleonics.table import Table

Hands = tuple[tuple[str, ...], tuple[str, ...]]
FLANK_ATTACKS = ("attack-left", "attack-right")
MANY = 99  # cards in hand, where their number is not asked about


def unknown_cards(state: State, side: int) -> int:
    """Cards of a hand that nobody wrote down; the one on the table is not among them."""
    is_played = side == state.side and state.phase not in (WAITING, DRAW)
    return state.sizes[side] - is_played - len(state.hands[side])


def discarded(table: Table, seen: bytes, card: str) -> bytes:
    """The discards that are known with one more; none, where a turn was played without a card."""
    if not card:
        return seen
    number = table.deck[card].number
    return seen[:number] + BYTE[seen[number] + 1] + seen[number + 1 :]


def held_cards(state: State) -> tuple[str, ...]:
    """The cards of which it is known who has them: in hand, on a track, or just drawn."""
    first, second = state.hands
    if not first and not second and not state.looks and state.slots == NO_SLOTS:
        return ()
    return state.kept + first + second + state.looks


def known_copies(table: Table, state: State, card: str) -> int:
    """The copies of a card of which it is known where they lie or who has them."""
    found = state.seen[table.deck[card].number] + held_cards(state).count(card)
    return found + (state.played == card and state.phase not in (WAITING, DRAW))


def may_be_answers(table: Table, seen: bytes, held: tuple[str, ...], cards: tuple[str, ...], unknown: int) -> bool:
    """Whether a hand can have nothing but cards that answer a melee: one of them then begins the turn (ruling A58).

    `seen` are the discards and `held` the cards of which it is known who has them, the known `cards` of it included;
    `unknown` is how many more it has.
    """
    if not 0 < len(cards) + unknown <= table.most_answers:
        return False
    lying = sum(card.count - seen[card.number] - held.count(card.id) for card in table.answers)
    return unknown <= lying and all(not table.deck[card].is_played for card in cards)


def check_card(table: Table, state: State, side: int, card: str) -> list[Violation]:
    """Whether a hand can hold a card: it is known to, or some of it is not known and a copy may be left."""
    count = table.deck[card].count
    if card in state.hands[side]:
        return []
    if unknown_cards(state, side) <= 0:
        families = ("other-card",)
        return [
            broken(
                "napoleonics.cards.hand", "impossible", card=card, side=SIDES[side], reads=(CARDS,), families=families
            )
        ]  # fmt: skip
    if known_copies(table, state, card) + (card in state.either[1 - side]) >= count:
        reads = (f"{table.deck[card].key}.count", CARDS)
        rulings = ("D02",) if card in FLANK_ATTACKS else ()
        return [
            broken(
                "napoleonics.cards.copies", "impossible", card=card, copies=count, reads=reads, rulings=rulings,
                families=("other-card",),
            )
        ]  # fmt: skip
    return []


def without_card(state: State, side: int, card: str | None) -> tuple[Hands, bool]:
    """The hands without a card; one that was not seen may have been any, so nothing is known any more."""
    own = list(state.hands[side])
    if not own:
        return state.hands, card is not None
    if card is None:
        own = []
    elif card in own:
        own.remove(card)
    hands = (tuple(own), state.hands[1]) if side == 0 else (state.hands[0], tuple(own))
    return hands, card is not None


def resized(sizes: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    """The sizes of both hands with one of them changed."""
    return (sizes[0] + more, sizes[1]) if side == 0 else (sizes[0], sizes[1] + more)


def with_cards(hands: Hands, side: int, cards: tuple[str | None, ...]) -> Hands:
    """The hands with the cards of a draw or a deal that were written down."""
    own = tuple(sorted((*hands[side], *(card for card in cards if card))))
    return (own, hands[1]) if side == 0 else (hands[0], own)


def with_hidden_hand(hands: Hands, side: int) -> Hands:
    """The hands with nothing known of one of them."""
    return ((), hands[1]) if side == 0 else (hands[0], ())


def _apart(table: Table, state: State, side: int) -> State:
    """The state in which what a side already holds counts as seen, for a card that comes from the pile."""
    seen = state.seen
    for card in state.hands[side]:
        seen = discarded(table, seen, card)
    return replace(state, hands=with_hidden_hand(state.hands, side), seen=seen)


def check_copies(table: Table, state: State, side: int, cards: tuple[str | None, ...]) -> list[Violation]:
    """Whether these cards can all come to a hand from elsewhere: of each a copy must be left that nobody has seen."""
    found: list[Violation] = []
    asked = _apart(table, replace(state, sizes=(MANY, MANY)), side)
    for card in cards:
        if card is not None:
            found += check_card(table, asked, side, card)
            asked = replace(asked, seen=discarded(table, asked.seen, card))
    return found[:1]
