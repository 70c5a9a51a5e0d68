"""Command cards: hands, piles, copies, the turn that a card opens, and what tactic cards do (napoleonics.cards)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import NAME, NUMBER, RANK, SECTIONS, Hex, Mask, hexes_of
from engine.napoleonics.moves import Deal, Draw, Play, Rally, ShortSupply
from engine.napoleonics.pieces import Pieces
from engine.napoleonics.rules.hands import check_card, check_copies, dropped, hidden, with_cards
from engine.napoleonics.rules.order import has_suitable, sections_of, touched
from engine.napoleonics.state import DRAW, GONE, NOBODY, ORDER, SIDES, WAITING, State
from engine.napoleonics.table import Table

COUNTER_ATTACK = "counter-attack"


# deals, draws and discards


def check_deal(table: Table, state: State, move: Deal) -> list[Violation]:
    """Before the first card, as many as the scenario says, and no more copies than there are."""
    side = SIDES.index(move.side)
    if state.plays:
        return [broken("napoleonics.cards.deal", side=move.side)]
    found = []
    due = table.hand_sizes[side]
    if len(move.cards) != due:
        dealt = len(move.cards)
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
    """So many cards off the draw pile; an empty one is made anew of the discards."""
    seen, pile = state.seen, state.pile
    lying = table.deck_size - sum(state.sizes) - sum(unit != GONE for unit in state.slots)
    if side == state.side:  # the card on the table is discarded first
        seen, lying = tuple(sorted((*seen, state.played))), lying + 1
    if pile < number:
        pile, seen = lying, ()
    sizes = state.sizes
    if side != state.side:
        sizes = (sizes[0] + number, sizes[1]) if side == 0 else (sizes[0], sizes[1] + number)
    return replace(
        state, seen=seen, pile=max(0, pile - number), sizes=sizes, drawn=state.drawn | 1 << side, phase=DRAW
    )  # fmt: skip


def end_turn(table: Table, state: State) -> State:
    """What is left of a turn: its draws, the shuffle after Élan, and the card that may be copied."""
    if state.phase == WAITING:
        return state
    for side in (1 - state.side, state.side):
        if due := draws_due(table, state, side):
            state = _drawn(table, state, side, due)
    card = table.deck.get(state.card)
    seen, pile = state.seen, state.pile
    if card is not None and card.effects.get("shuffles"):
        seen, pile = (), table.deck_size - sum(state.sizes) - sum(unit != GONE for unit in state.slots)
    is_copied = table.read.is_copy_chained or state.played != COUNTER_ATTACK
    last = (state.card, state.mirrors) if is_copied else ("", False)
    return replace(
        state, side=1 - state.side, phase=WAITING, last=last, seen=seen, pile=pile, looks=(), fight=None,
    )  # fmt: skip


# playing a card


def copied(state: State, card: str) -> tuple[str, bool]:
    """The card in effect: what the opponent has just followed, left and right changed over, if it is a copy."""
    if card != COUNTER_ATTACK:
        return card, False
    return state.last[0], not state.last[1]


def check_play(table: Table, state: State, move: Play) -> list[Violation]:
    """The right side, a card that it can have, and what has to be said with it."""
    side = SIDES.index(move.side)
    own = table.deck[move.card]
    found: list[Violation] = []
    if side != (state.side if state.phase == WAITING else 1 - state.side):
        found.append(broken("napoleonics.turn.alternate", side=move.side))
    before = table.once(state, "end", lambda: end_turn(table, state))
    if "answers" in own.effects:
        found.append(broken("napoleonics.cards.answer", card=move.card))
    found += check_card(table, before, side, move.card)
    name, _ = copied(before, move.card)
    if move.as_ is not None:
        table.deck[move.as_]
        if move.card != COUNTER_ATTACK or move.as_ != name:
            found.append(
                broken(
                    "napoleonics.cards.copied", "impossible", card=move.card, due=name or move.card, said=move.as_,
                    rulings=_copy_rulings(before, move),
                )
            )  # fmt: skip
    card = table.deck.get(name)
    if card is None:
        return found
    return found + _check_said(table, before, side, move, name)


def _copy_rulings(before: State, move: Play) -> tuple[str, ...]:
    """A20, if a Counter-Attack follows a Counter-Attack."""
    return ("A20",) if move.card == COUNTER_ATTACK == before.played else ()


def _check_said(table: Table, before: State, side: int, move: Play, name: str) -> list[Violation]:
    card = table.deck[name]
    has_section = card.where == "section"
    is_one = move.use is not None
    opened = _opened(before, side)
    has_somebody = has_suitable(table, opened, card) if card.kind == "tactic" else True
    found = []
    rulings = _copy_rulings(before, move)
    if has_section and move.section is None and not is_one and has_somebody:
        found.append(broken("napoleonics.cards.section", "omitted", card=name, rulings=rulings))
    if move.section is not None and not has_section:
        found.append(broken("napoleonics.cards.section-none", card=name, section=move.section, rulings=rulings))
    if is_one and not (card.substitute == "free" or (card.substitute == "unable" and not has_somebody)):
        found.append(broken("napoleonics.cards.one-unit", card=name, rulings=rulings))
    return found


def _opened(state: State, side: int) -> State:
    """The state when a side has laid its card down."""
    opened = replace(state, side=side, stood=state.at, stood_chiefs=state.chiefs, section=NOBODY)
    return replace(opened, touched=touched(opened, side))


def resolve_play(table: Table, state: State, move: Play) -> Step[State]:
    """The turn before is over; the card is on the table, objectives are counted, and orders can be given."""
    side = SIDES.index(move.side)
    table.deck[move.card]
    before = end_turn(table, state)
    name, mirrors = copied(before, move.card)
    opened = _opened(before, side)
    card = table.deck.get(name)
    is_one = move.use is not None
    if card is not None and card.substitute == "unable" and not has_suitable(table, opened, card):
        is_one = True
    hands, _ = dropped(opened, side, move.card)
    pieces = Pieces(table, replace(opened, fight=None))
    pieces.claim_goals(side, is_turn=True)
    return pieces.settle(
        phase=ORDER, plays=before.plays + 1, played=move.card, card=name, mirrors=mirrors, is_one=is_one, hands=hands,
        section=NOBODY if move.section is None else SECTIONS.index(move.section), symbols=(), is_rolled=False,
        is_given=False, is_written=False, ordered=0, ordered_chiefs=0, detached=0, healed=0, moved=0, halted=0, shut=0,
        joined=0, moved_chiefs=0, battled=0, unrolled=0, extra=0, strikes=0, drawn=0,
    )  # fmt: skip


# Rally and Short Supply


def rally_room(table: Table, state: State) -> list[tuple[int, int, int]]:
    """Who can regain blocks after the roll: unit, its arm, and how many (rulings D15, A23)."""
    if state.card != "rally" or not state.symbols or state.is_given:
        return []
    most = max(table.blocks) if table.read.is_rally_repeated and table.read.is_rally_by_symbol else 1
    return [
        (unit, table.arm_of[unit], min(most, table.blocks[unit] - state.blocks[unit]))
        for unit in (state.on[hex_] - 1 for hex_ in hexes_of(state.units[state.side]))
        if state.blocks[unit] < table.blocks[unit] and state.symbols[table.arm_of[unit]]
    ]


def rally_closing(table: Table, state: State) -> tuple[int, ...] | None:
    """The only way in which blocks can come back, unit by unit; None where there is a choice."""
    given: list[int] = []
    room = rally_room(table, state)
    if not table.read.is_rally_by_symbol:
        return tuple(unit for unit, _, _ in room)
    for arm in range(3):
        lacking = [(unit, lacks) for unit, own, lacks in room if own == arm]
        symbols = state.symbols[arm] if state.symbols else 0
        if sum(lacks for _, lacks in lacking) <= symbols:
            given += [unit for unit, lacks in lacking for _ in range(lacks)]
        elif len(lacking) == 1:
            given += [lacking[0][0]] * symbols
        else:
            return None
    return tuple(given)


def check_rally(table: Table, state: State, move: Rally) -> list[Violation]:
    """A block for each symbol of an arm, to own units of it that lack one."""
    if state.card != "rally" or not state.is_rolled or state.is_given:
        return [broken("napoleonics.cards.rally-none", "impossible")]
    symbols, blocks, reading = list(state.symbols), bytearray(state.blocks), table.read
    for name in move.units:
        unit = state.on[NUMBER[name]] - 1
        if unit < 0:
            return [broken("napoleonics.board.piece", "impossible", hex=name)]
        arm = table.arm_of[unit]
        if table.side_of[unit] != state.side or blocks[unit] >= table.blocks[unit] or not state.symbols[arm]:
            return [broken("napoleonics.cards.rally", unit=name)]
        if blocks[unit] > state.blocks[unit] and not (reading.is_rally_by_symbol and reading.is_rally_repeated):
            rulings = ("A23",) if reading.is_rally_by_symbol else ("D15",)
            return [broken("napoleonics.cards.rally", unit=name, rulings=rulings)]
        symbols[arm] -= 1
        blocks[unit] += 1
        if symbols[arm] < 0 and reading.is_rally_by_symbol:
            due = state.symbols[arm]
            given = due - symbols[arm]
            return [broken("napoleonics.cards.rally-count", "impossible", due=due, given=given, rulings=("D15",))]
    due = len(move.units) if reading.is_rally_by_symbol else len(rally_room(table, state))
    if len(move.units) == due:
        return []
    given = len(move.units)
    return [broken("napoleonics.cards.rally-count", "impossible", due=due, given=given, rulings=("D15",))]


def resolve_rally(table: Table, state: State, move: Rally) -> Step[State]:
    """The blocks are back; those units may be ordered."""
    units = [state.on[NUMBER[name]] - 1 for name in move.units]
    return heal(table, state, tuple(unit for unit in units if unit >= 0 and table.side_of[unit] == state.side))


def heal(table: Table, state: State, units: tuple[int, ...]) -> Step[State]:
    """Blocks for units, one each time that a unit is named, up to its strength."""
    pieces = Pieces(table, state)
    healed = state.healed
    for unit in units:
        if pieces.blocks[unit] < table.blocks[unit]:
            pieces.blocks[unit] += 1
            healed |= 1 << unit
            pieces.say("healed", "napoleonics.cards.rally", NAME[state.at[unit]], 1, 1)
    return pieces.settle(healed=healed, is_given=True)


def supply_hexes(table: Table, state: State, unit: int) -> Mask:
    """Where a unit may be sent back to: empty hexes of its baseline in a section of its own, else the row before it."""
    side, here = table.side_of[unit], state.at[unit]
    taken = state.units[0] | state.units[1] | state.leaders[0] | state.leaders[1] | table.closed[table.arm_of[unit]]
    found: Mask = 0
    for number, section in enumerate(table.sections[side]):
        if sections_of(table, side, here) >> number & 1:
            rows = (RANK[table.seat[side]][rank] & section & ~taken for rank in (0, 1))
            found |= next((row for row in rows if row), 0)
    return found


def check_supply(table: Table, state: State, move: ShortSupply) -> list[Violation]:
    """One unit of either side that is no square, and an empty hex of its owner's choice."""
    unit, end = state.on[NUMBER[move.unit]] - 1, NUMBER[move.to]
    if state.card != "short-supply" or state.is_given:
        return [broken("napoleonics.cards.short-supply-none", "impossible")]
    if unit < 0 and state.led[NUMBER[move.unit]]:
        return [broken("napoleonics.cards.short-supply", unit=move.unit)]
    if unit < 0:
        return [broken("napoleonics.board.piece", "impossible", hex=move.unit)]
    if state.square >> unit & 1:
        return [broken("napoleonics.cards.short-supply", unit=move.unit)]
    if not supply_hexes(table, state, unit) >> end & 1:
        return [broken("napoleonics.cards.short-supply-hex", unit=move.unit, to=move.to)]
    return []


def resolve_supply(table: Table, state: State, move: ShortSupply) -> Step[State]:
    """There it is, with its leader; an own unit may not battle this turn."""
    unit, end = state.on[NUMBER[move.unit]] - 1, NUMBER[move.to]
    if state.card != "short-supply" or unit < 0 or state.on[end]:
        return Step(replace(state, is_given=state.is_given or state.card == "short-supply"))
    return _sent(table, state, unit, end)


def _sent(table: Table, state: State, unit: int, end: Hex) -> Step[State]:
    pieces = Pieces(table, state)
    pieces.march(unit, end)
    pieces.say("sent-back", "napoleonics.cards.short-supply", NAME[end])
    return pieces.settle(is_given=True, shut=state.shut | 1 << unit)
