"""Melee and the bonus melee: who attacks whom (napoleonics.melee)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import ADJACENT, NAME, NUMBER, Hex
from engine.napoleonics.dice_count import fight_dice
from engine.napoleonics.moves import Melee
from engine.napoleonics.rules.board import no_piece
from engine.napoleonics.rules.combat import (
    fought_twice,
    is_first_square,
    known_battle,
    needs_dice,
    next_roll,
    no_dice,
    no_target,
)
from engine.napoleonics.rules.combined import check_battery
from engine.napoleonics.rules.order import not_own
from engine.napoleonics.rulings_behind import rulings_behind_dice
from engine.napoleonics.state import ANSWER, ATTACK, COMBAT, NOBODY, SQUARE, Fight, State
from engine.napoleonics.state_keys import units_at
from engine.napoleonics.table import Table


def check_melee(table: Table, state: State, move: Melee) -> list[Violation]:
    """An own unit that may battle, an enemy beside it, batteries that may join, and something to roll."""
    NUMBER[move.target]
    unit = state.on[NUMBER[move.unit]] - 1
    if unit < 0:
        return [no_piece(move.unit)]
    if table.side_of[unit] != state.side:
        return [not_own(move.unit)]
    found = known_battle(table, state, unit, is_melee=True)
    return found + check_attack(table, state, unit, move.target, move.join, is_bonus=False)


def check_attack(
    table: Table, state: State, unit: int, target: str, join: tuple[str, ...], *, is_bonus: bool
) -> list[Violation]:
    """The target, the batteries, and the dice of a melee."""
    name, end = NAME[state.at[unit]], NUMBER[target]
    foe, chief = enemy_at(table, state, end)
    if foe == NOBODY and chief == NOBODY:
        return [no_target(target)]
    if not ADJACENT[state.at[unit]] >> end & 1:
        reads = units_at(name, target)
        return [broken("napoleonics.melee.adjacent", unit=name, target=target, reads=reads, families=("other-target",))]
    found: list[Violation] = []
    batteries = 0
    asked = state if state.ordered >> unit & 1 else replace(state, ordered=state.ordered | 1 << unit)
    for battery in join:
        number = state.on[NUMBER[battery]] - 1
        if number >= 0 and batteries >> number & 1:
            found.append(fought_twice(battery))
        else:
            found += check_battery(table, asked, unit, battery, end)
        if number >= 0:
            batteries |= 1 << number
            asked = replace(asked, ordered=asked.ordered | 1 << number)
    if not found and needs_dice(table, state, foe):
        fight = announced(table, asked, unit, end, batteries, is_bonus=is_bonus)
        if not fight_dice(table, asked, replace(fight, what=ATTACK)):
            rulings = rulings_behind_dice(table, asked, replace(fight, what=ATTACK))
            found.append(no_dice(name, target, rulings=rulings))
    return found


def enemy_at(table: Table, state: State, hex_: Hex) -> tuple[int, int]:
    """The enemy unit on a hex, or the enemy leader alone there; of the side whose turn it is not."""
    foe, chief = state.on[hex_] - 1, state.led[hex_] - 1
    if foe >= 0:
        return (foe, NOBODY) if table.side_of[foe] != state.side else (NOBODY, NOBODY)
    is_enemy = chief >= 0 and table.chief_side[chief] != state.side
    return NOBODY, chief if is_enemy else NOBODY


def announced(table: Table, state: State, unit: int, end: Hex, join: int, *, is_bonus: bool) -> Fight:
    """A melee as it is announced: a square that stands already rolls before cavalry."""
    foe, chief = enemy_at(table, state, end)
    what = SQUARE if is_first_square(table, state, unit, foe) else ATTACK
    return Fight(
        unit, foe, chief, state.at[unit], end, is_melee=True, is_bonus=is_bonus, join=join, stage=ANSWER, what=what
    )  # fmt: skip


def resolve_melee(table: Table, state: State, move: Melee) -> Step[State]:
    """The combat is announced: an answer or dice come next."""
    unit, is_foreseen = state.on[NUMBER[move.unit]] - 1, not check_melee(table, state, move)
    return announce(table, state, unit, move.target, move.join, is_bonus=False, is_foreseen=is_foreseen)


def announce(  # who, on whom, with whom
    table: Table, state: State, unit: int, target: str, join: tuple[str, ...], *, is_bonus: bool, is_foreseen: bool
) -> Step[State]:
    """The combat; one that should not have been is played as written, whatever was rolled for it."""
    end = NUMBER[target]
    foe, chief = enemy_at(table, state, end)
    if unit < 0 or foe == chief == NOBODY:
        return Step(state)
    batteries = 0
    for name in join:
        battery = state.on[NUMBER[name]] - 1
        if battery >= 0 and table.side_of[battery] == state.side:
            batteries |= 1 << battery
    acting = batteries | 1 << unit
    after = replace(
        state,
        phase=COMBAT,
        ordered=state.ordered | acting,
        battled=state.battled | acting,
        unrolled=state.unrolled & ~acting,
        extra=state.extra | (1 << unit if is_bonus else 0),
        fight=None,
        fought=1 << unit | (1 << foe if foe != NOBODY else 0),
    )
    fight = announced(table, after, unit, end, batteries, is_bonus=is_bonus)
    if not is_foreseen:
        return Step(replace(after, fight=replace(fight, is_optional=True)))
    return Step(replace(after, fight=next_roll(table, after, fight)))
