"""Ranged combat: who may fire, at whom and how far (napoleonics.ranged)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import DISTANCE, NAME, NUMBER, Hex, hexes_of
from engine.napoleonics.dice_count import dice_of, terms
from engine.napoleonics.moves import Fire
from engine.napoleonics.rules.board import no_piece
from engine.napoleonics.rules.combat import beside, known_battle, needs_dice, no_dice, no_target
from engine.napoleonics.rules.order import not_own
from engine.napoleonics.rules.sight import check_sight
from engine.napoleonics.rulings_behind import rulings_behind_unit
from engine.napoleonics.state import (
    COMBAT,
    DICE,
    NOBODY,
    Fight,
    State,
)  # fmt: skip
from engine.napoleonics.state_keys import units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY


def check_fire(table: Table, state: State, move: Fire) -> list[Violation]:
    """An own unit that may battle, no enemy beside it, and a unit in range and sight."""
    end = NUMBER[move.target]
    unit = state.on[NUMBER[move.unit]] - 1
    if unit < 0:
        return [no_piece(move.unit)]
    if table.side_of[unit] != state.side:
        return [not_own(move.unit)]
    if table.arm_of[unit] == CAVALRY:
        return [broken("napoleonics.ranged.cavalry", unit=move.unit, reads=units_at(move.unit))]
    found = known_battle(table, state, unit, is_melee=False)
    if near := check_apart(state, unit):
        return found + near
    foe = state.on[end] - 1
    if foe < 0 or table.side_of[foe] == state.side:
        chief = state.led[end] - 1
        if chief >= 0 and table.chief_side[chief] != state.side:
            if not table.read.is_leader_safe:
                return found + _check_shot(table, state, unit, NOBODY, move, end)
            reads = units_at(move.target)
            return [*found, broken("napoleonics.ranged.leader", target=move.target, reads=reads, rulings=("V01",))]
        return [*found, no_target(move.target)]
    return found + _check_shot(table, state, unit, foe, move, end)


def check_apart(state: State, unit: int) -> list[Violation]:
    """Who fires has no enemy unit beside it."""
    near = beside(state, unit)
    if not near:
        return []
    name, enemy = NAME[state.at[unit]], NAME[next(hexes_of(near))]
    return [broken("napoleonics.ranged.adjacent", unit=name, enemy=enemy, reads=units_at(name, enemy))]


def _check_shot(table: Table, state: State, unit: int, foe: int, move: Fire, end: Hex) -> list[Violation]:
    start = state.at[unit]
    found = check_range(table, state, unit, DISTANCE[start][end])
    if found:
        return found
    found = check_sight(table, state, unit, end)
    asked = state if state.ordered >> unit & 1 else replace(state, ordered=state.ordered | 1 << unit)
    if needs_dice(table, state, foe) and not dice_of(table, asked, unit, foe, start, end, is_melee=False):
        parts = terms(table, asked, unit, foe, start, end, is_melee=False)
        reads = tuple(part.params["key"] for part in parts if part.params.get("key") in table.facts)
        rulings = rulings_behind_unit(table, asked, unit, foe, start, end, is_melee=False)
        found.append(no_dice(move.unit, move.target, reads, rulings))
    return found


def resolve_fire(table: Table, state: State, move: Fire) -> Step[State]:
    """The combat is announced, and its dice are due."""
    unit, end = state.on[NUMBER[move.unit]] - 1, NUMBER[move.target]
    foe, chief = state.on[end] - 1, state.led[end] - 1
    if unit < 0:
        return Step(state)
    if foe >= 0:
        is_enemy, chief = table.side_of[foe] != table.side_of[unit], NOBODY
    else:
        is_enemy = chief >= 0 and table.chief_side[chief] != table.side_of[unit] and not table.read.is_leader_safe
        foe = NOBODY
    if not is_enemy:
        return Step(state)
    bit = 1 << unit
    is_refused = bool(check_fire(table, state, move))  # then it is played as written, whatever was rolled for it
    fight = Fight(unit, foe, chief, state.at[unit], end, is_melee=False, stage=DICE, is_optional=is_refused)
    ordered, battled, unrolled = state.ordered | bit, state.battled | bit, state.unrolled & ~bit
    fought = bit | (1 << foe if foe != NOBODY else 0)
    return Step(
        replace(
            state, phase=COMBAT, ordered=ordered, battled=battled, unrolled=unrolled, fight=fight, fought=fought
        )
    )  # fmt: skip


def check_range(table: Table, state: State, unit: int, distance: int) -> list[Violation]:
    """Whether a target is in range; after a move horse artillery has its farthest shot only, by ruling D32."""
    kind = table.units[unit]
    has_moved = bool(state.moved >> unit & 1)
    reach = kind.range_moved if has_moved else kind.range
    is_too_near = has_moved and distance < reach < kind.range and not table.read.is_range_a_limit
    if distance <= reach and not is_too_near:
        return []
    name, rulings = NAME[state.at[unit]], ("D32",) if is_too_near else ()
    return [
        broken(
            "napoleonics.ranged.range", unit=name, distance=distance, range=reach, reads=units_at(name),
            rulings=rulings, families=("other-target",),
        )
    ]  # fmt: skip
