"""Line of sight of a unit to its target (napoleonics.sight)."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.napoleonics.board import NAME, Hex, Mask, hexes_of
from engine.napoleonics.rulings_behind import rulings_behind_sight
from engine.napoleonics.sight import blockers, is_blocked_at_once, over_heads
from engine.napoleonics.state import State
from engine.napoleonics.state_keys import units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARTILLERY


def sight_blockers(table: Table, state: State, unit: int, end: Hex, *, is_joint: bool) -> int:
    """What blocks the sight of a unit to a hex; a battery on a hill looks over friends, but not in combined arms."""
    start, pieces = state.at[unit], _obstacles(table, state, unit, is_joint=is_joint)
    found = blockers(table.ground, pieces, start, end)
    if found and not table.read.is_edge_anywhere and not is_blocked_at_once(table.ground, pieces, start, end):
        return 0
    return found


def _obstacles(table: Table, state: State, unit: int, *, is_joint: bool) -> int:
    """The hexes with pieces that are in the way of a unit."""
    pieces = state.units[0] | state.units[1] | state.leaders[0] | state.leaders[1]
    if is_joint or table.arm_of[unit] != ARTILLERY:
        return pieces
    return over_heads(table.ground, pieces, state.units[state.side] | state.leaders[state.side], state.at[unit])


def check_sight(table: Table, state: State, unit: int, end: Hex) -> list[Violation]:
    """Whether a unit that fires by itself doesn't see its target."""
    found = sight_blockers(table, state, unit, end, is_joint=False)
    if not found:
        return []
    reads = tuple(f"{table.terrain[hex_].key}.sight" for hex_ in hexes_of(found) if not _is_taken(state, hex_))
    return [out_of_sight(table, state, unit, end, found, reads=reads, is_joint=False)]


def out_of_sight(  # who, of whom, by what
    table: Table, state: State, unit: int, end: Hex, found: Mask, *, reads: tuple[str, ...] = (), is_joint: bool
) -> Violation:
    """A unit that does not see its target because of the hexes found; `reads` are the values of their ground."""
    name, target, by = NAME[state.at[unit]], NAME[end], [NAME[hex_] for hex_ in hexes_of(found)]
    rulings = sight_rulings(table, state, unit, end, found, is_joint=is_joint)
    reads = (*reads, *units_at(name, target, *by))
    return broken(
        "napoleonics.sight.blocked", unit=name, target=target, by=by, reads=reads, rulings=rulings,
        families=("other-target",),
    )  # fmt: skip


def sight_rulings(table: Table, state: State, unit: int, end: Hex, found: int, *, is_joint: bool) -> tuple[str, ...]:
    """The rulings behind a blocked line of sight."""
    return rulings_behind_sight(table, _obstacles(table, state, unit, is_joint=is_joint), state.at[unit], end, found)


def _is_taken(state: State, hex_: Hex) -> bool:
    return bool(state.on[hex_] or state.led[hex_])
