"""Orders: whom a card orders, how many, and from which sections (napoleonics.order)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import NAME, NUMBER, SECTIONS, Hex, around, hexes_of
from engine.napoleonics.deck import COMMAND, EVERY, CommandCard
from engine.napoleonics.moves import Detach, Order
from engine.napoleonics.rules.board import no_piece
from engine.napoleonics.rules.cards.counter_attack import nothing_copied
from engine.napoleonics.state import GONE, NOBODY, State, bits
from engine.napoleonics.state_keys import CARDS, ORDERS, TURN, units_at
from engine.napoleonics.table import Table

ALL_SECTIONS = 7
ASSAULTS = ("assault-left", "assault-center", "assault-right")


def capacities(table: Table, state: State) -> tuple[int, int, int]:
    """Orders for left, center and right of the card in effect; as many as cards in hand where it says so."""
    card = table.deck[state.card]
    orders = card.mirrored() if state.mirrors else card.orders
    if COMMAND not in orders:
        return orders
    command = state.sizes[state.side]
    left, center, right = (command if most == COMMAND else most for most in orders)
    return left, center, right


def is_suitable(table: Table, state: State, card: CommandCard, unit: int) -> bool:
    """Whether a tactic card orders a unit, by what it is and where it stood when the card was played."""
    hex_ = state.stood[unit]
    if hex_ == GONE or not table.named[card.id] >> unit & 1:
        return False
    if card.where == "section":
        return state.section == NOBODY or bool(table.sections[state.side][state.section] >> hex_ & 1)
    if card.where == "touching":
        return bool(state.touched >> unit & 1)
    if card.where == "apart":
        return not state.touched >> unit & 1
    return True


def _is_for_leaders(card: CommandCard) -> bool:
    """Whether a card orders leaders, and units only because of them."""
    return "leaders" in card.who and "any" not in card.who


def has_suitable(table: Table, state: State, side: int, card: CommandCard) -> bool:
    """Whether a side has anybody on the board of the kind that a tactic card orders, wherever they stand."""
    if "leaders" in card.who and state.leaders[side]:
        return True
    named = table.named[card.id]
    return any(named >> (state.on[hex_] - 1) & 1 for hex_ in hexes_of(state.units[side]))


def order_unit(table: Table, state: State, unit: int) -> list[Violation]:
    """What stands against an order for a unit that has none yet, whatever it is to do; kept in the memo."""
    memo = table.memo
    if memo.state is not state:
        memo = table.memo_of(state)
    found = memo.against.get(unit)
    if found is None:
        found = memo.against[unit] = check_unit(table, state, unit)
    return found


def check_unit(table: Table, state: State, unit: int) -> list[Violation]:
    """An order for a unit: by what it is, where it stood, and how many orders there are."""
    name = NAME[state.at[unit]]
    if not state.card:
        return [nothing_copied(table, state, name)]
    card = table.deck[state.card]
    if state.square >> unit & 1 and not state.is_one and not card.effects.get("squares", True):
        reads = (*units_at(name), ORDERS)
        return [broken("napoleonics.order.square", unit=name, card=state.card, reads=reads)]
    if state.is_one:
        return _too_many(state, 1, state.ordered.bit_count() + state.ordered_chiefs.bit_count() + 1)
    if card.kind == "section":
        return _check_sections(table, state, state.stood[unit], name)
    if card.effects.get("heals"):
        return [] if state.healed >> unit & 1 else [_unsuitable(state, name)]
    if _is_for_leaders(card):
        return [] if _stands_led(state, unit) else [_unsuitable(state, name)]
    if not card.most or not is_suitable(table, state, card, unit):
        return [_unsuitable(state, name)]
    if card.most == EVERY:
        return []
    if card.most == COMMAND:
        return _check_symbols(table, state, state.ordered | 1 << unit, state.ordered_chiefs)
    return _too_many(state, card.most, state.ordered.bit_count() + state.ordered_chiefs.bit_count() + 1)


def check_chief(table: Table, state: State, chief: int) -> list[Violation]:
    """An order for a leader by himself."""
    name = NAME[state.chiefs[chief]]
    if not state.card:
        return [nothing_copied(table, state, name)]
    card = table.deck[state.card]
    if state.is_one or (card.kind == "tactic" and "leaders" not in card.who):
        return [_unsuitable(state, name)]
    if state.card in ASSAULTS and not table.read.is_assault_for_leaders:
        return [_unsuitable(state, name, ("D16",))]
    if card.kind == "section":
        return _check_sections(table, state, state.stood_chiefs[chief], name)
    if card.most == EVERY:
        return []
    if card.most == COMMAND:
        return _check_symbols(table, state, state.ordered, state.ordered_chiefs | 1 << chief)
    return _too_many(state, card.most, state.ordered.bit_count() + state.ordered_chiefs.bit_count() + 1)


def _unsuitable(state: State, name: str, rulings: tuple[str, ...] = ()) -> Violation:
    """Somebody whom the card in effect does not order."""
    reads = (*units_at(name), ORDERS)
    return broken("napoleonics.order.card", unit=name, card=state.card, reads=reads, rulings=rulings)


def _stands_led(state: State, unit: int) -> bool:
    """Whether a leader was with a unit when the card was played, and has not been told to leave it."""
    for chief, hex_ in enumerate(state.stood_chiefs):
        if hex_ == state.stood[unit] and hex_ != GONE:
            return not state.detached >> chief & 1
    return False


def _too_many(state: State, most: int, ordered: int, units: int = 0) -> list[Violation]:
    """More orders than there are; whoever else it goes by which units they are for is in `units`."""
    if ordered <= most:
        return []
    reads = units_at(*(NAME[state.at[n]] for n in bits(state.ordered | units) if state.at[n] != GONE))
    reads += (CARDS, ORDERS) if state.card in ASSAULTS else (ORDERS,)  # as many as cards in hand
    return [broken("napoleonics.order.count", card=state.card, most=most, ordered=ordered, reads=reads)]


def _check_sections(table: Table, state: State, stood: Hex, name: str) -> list[Violation]:
    """Whether one more who stood on a hex, and everybody ordered, can be given an order of a section of his."""
    memo = table.memo
    if memo.state is not state:
        memo = table.memo_of(state)
    if memo.left is None:
        memo.left = _left(table, state)
    enough, none_left = memo.left
    if enough >> table.sections_of[state.side][stood] & 1:
        return []
    return none_left or [_section_without_orders(table, state, stood, name)]


def _section_without_orders(table: Table, state: State, stood: Hex, name: str) -> Violation:
    """The card orders nobody in the sections of a hex, or nobody more."""
    most, own = capacities(table, state), table.sections_of[state.side][stood]
    sections = [section for n, section in enumerate(SECTIONS) if own >> n & 1]
    why = "used-up" if any(most[n] for n in range(len(SECTIONS)) if own >> n & 1) else "elsewhere"
    reads = (*units_at(name), ORDERS)
    return broken("napoleonics.order.section", unit=name, card=state.card, sections=sections, why=why, reads=reads)


def _left(table: Table, state: State) -> tuple[int, list[Violation]]:
    """For whom there is an order left (see `_enough`), and what stands against anybody where there is none."""
    most, given = capacities(table, state), _given(table, state)
    is_none = len(given) >= sum(most)
    return _enough(most, given), _too_many(state, sum(most), len(given) + 1) if is_none else []


def _given(table: Table, state: State) -> bytes:
    """The sections of everybody who has an order, each as bits."""
    if not state.ordered and not state.ordered_chiefs:
        return b""
    own, stood = table.sections_of[state.side], state.stood
    sections = [own[stood[n]] for n in bits(state.ordered)] if state.ordered else []
    if state.ordered_chiefs:
        sections += [own[state.stood_chiefs[n]] for n in bits(state.ordered_chiefs)]
    return bytes(sorted(sections))


@lru_cache(maxsize=1 << 12)  # few ways of standing about, asked about again and again
def _enough(most: tuple[int, int, int], given: bytes) -> int:
    """In which sections, each number of them a bit, one more may have stood that the orders do for."""
    return sum(1 << own for own in range(ALL_SECTIONS + 1) if _is_enough(most, (*given, own)))


def _is_enough(most: tuple[int, int, int], sections: tuple[int, ...]) -> bool:
    """Whether so many orders for left, center and right do for everybody: each by the sections that he stood in."""
    for wanted in range(1, ALL_SECTIONS + 1):
        orders = sum(most[n] for n in range(3) if wanted >> n & 1)
        if sum(1 for own in sections if not own & ~wanted) > orders:
            return False
    return True


def _check_symbols(table: Table, state: State, units: int, chiefs: int) -> list[Violation]:
    """Élan: each symbol of an arm orders one unit of it, each flag any unit or leader."""
    if not state.symbols:
        return _too_many(state, 0, 1)
    left = state.symbols[3] - chiefs.bit_count()
    for arm in range(3):
        left -= max(0, (units & table.arms[arm]).bit_count() - state.symbols[arm])
    ordered = units.bit_count() + chiefs.bit_count()
    return _too_many(state, ordered + min(0, left), ordered, units)  # as many of them as the dice provide for


# what is said


def check_order(table: Table, state: State, move: Order) -> list[Violation]:
    """Everybody named is there, own, and can be ordered together with the others."""
    if len(move.units) == 1 and not move.leaders:
        return _check_named(table, state, move.units[0], order_unit)
    found: list[Violation] = []
    if len(set(move.units)) < len(move.units) or len(set(move.leaders)) < len(move.leaders):
        twice = next(name for name in (*move.units, *move.leaders) if (*move.units, *move.leaders).count(name) > 1)
        found.append(_ordered_twice(twice))
    for name in dict.fromkeys(move.units):
        found += _check_named(table, state, name, check_unit)
        unit = state.on[NUMBER[name]] - 1
        if unit >= 0 and table.side_of[unit] == state.side:
            state = replace(state, ordered=state.ordered | 1 << unit)
    for name in dict.fromkeys(move.leaders):
        chief = state.led[NUMBER[name]] - 1
        if chief < 0 or table.chief_side[chief] != state.side:
            found.append(no_piece(name))
        elif state.ordered_chiefs >> chief & 1:
            found.append(_ordered_twice(name))
        elif state.on[NUMBER[name]]:  # an order of his own takes him from his unit
            found += check_detach(table, state, Detach(name))
            state = resolve_detach(table, state, Detach(name)).state
        else:
            found += check_chief(table, state, chief)
            state = replace(state, ordered_chiefs=state.ordered_chiefs | 1 << chief)
    return found


def _check_named(
    table: Table, state: State, name: str, check: Callable[[Table, State, int], list[Violation]]
) -> list[Violation]:
    """One unit that is named in an order."""
    unit = state.on[NUMBER[name]] - 1
    if unit < 0 or table.side_of[unit] != state.side:
        return check_own(table, state, name)
    if state.ordered >> unit & 1:
        return [_ordered_twice(name)]
    return check(table, state, unit)


def check_own(table: Table, state: State, name: str) -> list[Violation]:
    """A unit of the side whose turn it is stands on a hex."""
    unit = state.on[NUMBER[name]] - 1
    if unit < 0:
        return [no_piece(name)]
    return [] if table.side_of[unit] == state.side else [not_own(name)]


def not_own(name: str) -> Violation:
    """A unit of the side whose turn it is not."""
    return broken("napoleonics.order.own", unit=name, reads=(*units_at(name), TURN), families=("other-turn",))


def _ordered_twice(name: str) -> Violation:
    """A unit or a leader who has an order already."""
    return broken("napoleonics.order.twice", unit=name, reads=(*units_at(name), ORDERS))


def not_written(name: str) -> Violation:
    """Somebody who acts and is not among those whose orders were said."""
    return broken("napoleonics.order.written", unit=name, reads=(*units_at(name), ORDERS))


def resolve_order(table: Table, state: State, move: Order) -> Step[State]:
    """Those named are ordered, and nobody else acts; a leader with a unit leaves it."""
    ordered = state.ordered
    for name in move.units:
        unit = state.on[NUMBER[name]] - 1
        if unit >= 0 and table.side_of[unit] == state.side:
            ordered |= 1 << unit
    state = replace(state, ordered=ordered, is_written=True)
    for name in move.leaders:
        chief = state.led[NUMBER[name]] - 1
        if state.on[NUMBER[name]]:
            state = resolve_detach(table, state, Detach(name)).state
        elif chief >= 0 and table.chief_side[chief] == state.side:
            state = replace(state, ordered_chiefs=state.ordered_chiefs | 1 << chief)
    return Step(state)


def check_detach(table: Table, state: State, move: Detach) -> list[Violation]:
    """A leader with a unit that is no square, a card with the hat, and an order for him."""
    hex_ = NUMBER[move.leader]
    chief = state.led[hex_] - 1
    if chief < 0 or table.chief_side[chief] != state.side:
        return [no_piece(move.leader)]
    unit = state.on[hex_] - 1
    if unit < 0 or state.square >> unit & 1:
        reads = (*units_at(move.leader), ORDERS)
        return [broken("napoleonics.order.detach", leader=move.leader, reads=reads, families=("other-turn",))]
    if state.ordered_chiefs >> chief & 1:
        return [_ordered_twice(move.leader)]
    card = table.deck.get(state.card)
    found = []
    if card is not None and (card.hat == "no" or state.is_one):
        reads = (*units_at(move.leader), ORDERS)
        found.append(broken("napoleonics.order.hat", leader=move.leader, card=state.card, reads=reads))
    return found or check_chief(table, state, chief)


def resolve_detach(table: Table, state: State, move: Detach) -> Step[State]:
    """He has his own order; his unit has none by it."""
    hex_ = NUMBER[move.leader]
    chief = state.led[hex_] - 1
    if chief < 0 or table.chief_side[chief] != state.side:
        return Step(state)
    own, ordered = 1 << chief, state.ordered
    card = table.deck.get(state.card)
    if card is not None and _is_for_leaders(card) and state.on[hex_]:  # who was ordered only because of him
        ordered &= ~(1 << (state.on[hex_] - 1))
    return Step(
        replace(state, ordered=ordered, ordered_chiefs=state.ordered_chiefs | own, detached=state.detached | own)
    )


def goes_alone(state: State, chief: int) -> bool:
    """Whether a leader moves by an order of his own: he has one, or stood alone when the card was played."""
    if (state.detached | state.ordered_chiefs) >> chief & 1 or not state.stood_chiefs:  # no card has been played yet
        return True
    return state.stood_chiefs[chief] not in state.stood


def touched(state: State, side: int, card: CommandCard | None) -> int:
    """The units of a side beside an enemy unit, as bits, if a card asks about that when it is played."""
    found = 0
    if card is not None and card.where in ("touching", "apart"):
        for hex_ in hexes_of(state.units[side] & around(state.units[1 - side])):
            found |= 1 << (state.on[hex_] - 1)
    return found


def check_acting(table: Table, state: State, unit: int) -> list[Violation]:
    """What stands against the order of a unit that acts."""
    if state.ordered >> unit & 1:
        return []
    if state.is_written and not _is_implied(table, state):
        return [not_written(NAME[state.at[unit]])]
    return order_unit(table, state, unit)


def check_acting_chief(table: Table, state: State, chief: int) -> list[Violation]:
    """What stands against the order of a leader alone who acts."""
    if state.ordered_chiefs >> chief & 1:
        return []
    if state.is_written and not _is_implied(table, state):
        return [not_written(NAME[state.chiefs[chief]])]
    return check_chief(table, state, chief)


def _is_implied(table: Table, state: State) -> bool:
    """Whether the card orders everybody whom it suits, said or not."""
    return bool(state.card) and not state.is_one and table.deck[state.card].most == EVERY
