"""Short Supply: the unit that is sent back (napoleonics.cards.short-supply)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import move_names
from engine.napoleonics.board import NAME, NUMBER, RANK, Hex, Mask
from engine.napoleonics.moves import ShortSupply
from engine.napoleonics.rules.board import no_piece
from engine.napoleonics.state import SIDES, State
from engine.napoleonics.state_keys import ORDERS, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces

SUPPLYING = frozenset({ShortSupply})  # what answers the duty


def is_due(state: State) -> bool:
    """Whether a unit is to be sent back now."""
    return state.card == "short-supply" and not state.is_given


def owed_supply(_table: Table, state: State) -> Duty | None:
    """The unit that Short Supply sends back."""
    if not is_due(state):
        return None
    side, answers = SIDES[state.side], move_names(SUPPLYING)
    return Duty("napoleonics.cards.short-supply-due", side, answers, {}, (ORDERS,), is_owed_at_end=True)


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
        families = ("other-turn",)
        return [broken("napoleonics.cards.short-supply-none", "impossible", reads=(ORDERS,), families=families)]
    if unit < 0 and not state.led[NUMBER[move.unit]]:
        return [no_piece(move.unit)]
    if unit < 0 or state.square >> unit & 1:
        return [broken("napoleonics.cards.short-supply", unit=move.unit, reads=units_at(move.unit))]
    if not supply_hexes(table, state, unit) >> end & 1:
        reads = units_at(move.unit, move.to)
        return [broken("napoleonics.cards.short-supply-hex", unit=move.unit, to=move.to, reads=reads)]
    return []


def resolve_supply(table: Table, state: State, move: ShortSupply) -> Step[State]:
    """There it is, with its leader; an own unit may not battle this turn."""
    unit, end = state.on[NUMBER[move.unit]] - 1, NUMBER[move.to]
    if state.card != "short-supply" or unit < 0 or state.on[end]:
        return Step(replace(state, is_given=state.is_given or state.card == "short-supply"))
    return _sent(table, state, unit, end)


def _sent(table: Table, state: State, unit: int, end: Hex) -> Step[State]:
    pieces = WorkingPieces(table, state)
    pieces.march(unit, end)
    pieces.say("sent-back", "napoleonics.cards.short-supply", NAME[end])
    return pieces.settle(is_given=True, shut=state.shut | 1 << unit)
