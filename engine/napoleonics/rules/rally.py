"""Rally and Short Supply: the blocks that come back, and the unit that is sent back (napoleonics.cards)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import NAME, NUMBER, RANK, Hex, Mask, hexes_of
from engine.napoleonics.moves import Rally, ShortSupply
from engine.napoleonics.pieces import Pieces
from engine.napoleonics.state import State
from engine.napoleonics.table import Table


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
            pieces.strengthen(unit, pieces.blocks[unit] + 1)
            healed |= 1 << unit
            pieces.say("healed", "napoleonics.cards.rally", NAME[state.at[unit]], 1, 1)
    return pieces.settle(healed=healed, is_given=True)


def supply_hexes(table: Table, state: State, unit: int) -> Mask:
    """Where a unit may be sent back to: empty hexes of its baseline in a section of its own, else the row before it."""
    side, here = table.side_of[unit], state.at[unit]
    taken = state.units[0] | state.units[1] | state.leaders[0] | state.leaders[1] | table.closed[table.arm_of[unit]]
    found: Mask = 0
    for number, section in enumerate(table.sections[side]):
        if table.sections_of[side][here] >> number & 1:
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
