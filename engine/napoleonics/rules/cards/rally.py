"""Rally: the blocks that come back (napoleonics.cards.rally)."""

from __future__ import annotations

from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import move_names
from engine.napoleonics.board import NAME, NUMBER, hexes_of
from engine.napoleonics.moves import Rally
from engine.napoleonics.rules.board import no_piece
from engine.napoleonics.state import SIDES, State
from engine.napoleonics.state_keys import ORDERS, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces

RALLYING = frozenset({Rally})  # what answers the duty


def is_due(table: Table, state: State) -> bool:
    """Whether blocks are to come back now."""
    return state.card == "rally" and not state.is_given and state.is_rolled and bool(rally_room(table, state))


def owed_rally(table: Table, state: State) -> Duty | None:
    """The blocks that come back by Rally, where there is a choice."""
    if not is_due(table, state):
        return None
    side, answers = SIDES[state.side], move_names(RALLYING)
    rulings = ("D15", "A23")
    return Duty("napoleonics.cards.rally-due", side, answers, {}, (ORDERS,), rulings, is_owed_at_end=True)


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


def only_rally(table: Table, state: State) -> tuple[int, ...] | None:
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
        return [broken("napoleonics.cards.rally-none", "impossible", reads=(ORDERS,), families=("other-turn",))]
    symbols, blocks, reading = list(state.symbols), bytearray(state.blocks), table.read
    for name in move.units:
        unit = state.on[NUMBER[name]] - 1
        if unit < 0:
            return [no_piece(name)]
        arm = table.arm_of[unit]
        is_barred = table.side_of[unit] != state.side or blocks[unit] >= table.blocks[unit] or not state.symbols[arm]
        is_repeated = blocks[unit] > state.blocks[unit]
        if is_barred or (is_repeated and not (reading.is_rally_by_symbol and reading.is_rally_repeated)):
            rulings = () if is_barred else ("A23",) if reading.is_rally_by_symbol else ("D15",)
            return [broken("napoleonics.cards.rally", unit=name, reads=(*units_at(name), ORDERS), rulings=rulings)]
        symbols[arm] -= 1
        blocks[unit] += 1
        if symbols[arm] < 0 and reading.is_rally_by_symbol:
            due = state.symbols[arm]
            return _check_number(due, due - symbols[arm])
    given = len(move.units)
    return _check_number(given if reading.is_rally_by_symbol else len(rally_room(table, state)), given)


def _check_number(due: int, given: int) -> list[Violation]:
    """As many blocks as are due."""
    if given == due:
        return []
    reads, rulings = (ORDERS,), ("D15",)
    return [broken("napoleonics.cards.rally-count", "impossible", due=due, given=given, reads=reads, rulings=rulings)]


def resolve_rally(table: Table, state: State, move: Rally) -> Step[State]:
    """The blocks are back; those units may be ordered."""
    units = [state.on[NUMBER[name]] - 1 for name in move.units]
    return heal(table, state, tuple(unit for unit in units if unit >= 0 and table.side_of[unit] == state.side))


def heal(table: Table, state: State, units: tuple[int, ...]) -> Step[State]:
    """Blocks for units, one each time that a unit is named, up to its strength."""
    pieces = WorkingPieces(table, state)
    healed = state.healed
    for unit in units:
        if pieces.blocks[unit] < table.blocks[unit]:
            pieces.strengthen(unit, pieces.blocks[unit] + 1)
            healed |= 1 << unit
            pieces.say("healed", "napoleonics.cards.rally", NAME[state.at[unit]], 1, 1)
    return pieces.settle(healed=healed, is_given=True)
