"""The set-up: pieces on a board on which nothing has happened yet."""

from __future__ import annotations

from typing import Final

from engine.napoleonics.board import BIT, HEXES
from engine.napoleonics.state import GONE, NO_SLOTS, SLOTS, State
from engine.napoleonics.table import Table

NO_CARDS: Final = ("",) * (2 * SLOTS)


def first_state(table: Table) -> State:
    """The set-up of the scenario."""
    placed = [(unit.hex, number, table.blocks[number]) for number, unit in enumerate(table.scenario.units)]
    chiefs = [(leader.hex, number) for number, leader in enumerate(table.scenario.leaders)]
    return laid(table, placed, chiefs)


def laid(table: Table, placed: list[tuple[int, int, int]], chiefs: list[tuple[int, int]]) -> State:
    """Units (hex, number, blocks) and leaders (hex, number) on the board."""
    at, blocks = bytearray([GONE]) * len(table.units), bytearray(len(table.units))
    chiefs_at = bytearray([GONE]) * len(table.chief_side)
    on, led = bytearray(HEXES), bytearray(HEXES)
    units, leaders = [0, 0], [0, 0]
    for hex_, unit, left in placed:
        at[unit], blocks[unit], on[hex_] = hex_, left, unit + 1
        units[table.side_of[unit]] |= BIT[hex_]
    for hex_, chief in chiefs:
        chiefs_at[chief], led[hex_] = hex_, chief + 1
        leaders[table.chief_side[chief]] |= BIT[hex_]
    sizes = (table.hand_sizes[0], table.hand_sizes[1])
    return State(
        at=bytes(at), blocks=bytes(blocks), chiefs=bytes(chiefs_at), on=bytes(on), led=bytes(led),
        units=(units[0], units[1]), leaders=(leaders[0], leaders[1]), square=0, slots=NO_SLOTS, kept=NO_CARDS,
        banners=(0, 0), held=0, taken=0, side=table.first, sizes=sizes, hands=((), ()), seen=table.none_seen,
        pile=table.deck_size - sum(sizes),
    )  # fmt: skip


def halted_by_ground(table: Table, state: State) -> int:
    """Of the units that have moved, those that stand where a move ends: what is obvious of those that were stopped."""
    return sum(1 << unit for unit, hex_ in enumerate(state.at) if state.moved >> unit & table.stops >> hex_ & 1)
