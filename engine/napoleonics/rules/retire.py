"""Retire and Reform: cavalry that infantry attacks goes back (napoleonics.retire)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import BACK, NAME, NUMBER, Hex
from engine.napoleonics.moves import Retire
from engine.napoleonics.rules.combat import answered_to_nothing, answers_now, arm_is, has_answered
from engine.napoleonics.rules.retreat import is_written_way
from engine.napoleonics.rules.strike import answered_twice
from engine.napoleonics.rulings_behind import rulings_behind_retiring
from engine.napoleonics.state import ANSWER, DICE, NOBODY, State
from engine.napoleonics.state_keys import FIGHT, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY, INFANTRY


def retire_hexes(table: Table, state: State, unit: int) -> tuple[Hex, ...]:
    """Where cavalry can retire to: two free hexes toward its own edge; an own lone leader blocks the first."""
    side, start = table.side_of[unit], state.at[unit]
    alone = state.leaders[side] & ~state.units[side]
    taken = state.units[0] | state.units[1] | state.leaders[1 - side] | table.barred[CAVALRY]
    last = taken | alone if state.led[start] or not table.read.is_leader_reached else taken
    back = BACK[table.seat[side]]
    first = [hex_ for hex_ in back[start] if not (taken | alone) >> hex_ & 1]
    return tuple(dict.fromkeys(end for hex_ in first for end in back[hex_] if not last >> end & 1))


def check_retire(table: Table, state: State, move: Retire) -> list[Violation]:
    """Cavalry that infantry attacks, with two free hexes behind it."""
    fight = state.fight
    for hex_ in (*move.via, *((move.to,) if move.to else ())):
        NUMBER[hex_]
    if fight is not None and has_answered(fight):
        return [answered_twice(fight)]
    if fight is None or fight.stage != ANSWER:
        verdict = answered_to_nothing(state)
        return [broken("napoleonics.retire.none", verdict, reads=(FIGHT,), families=("no-combat",))]
    name = NAME[fight.hex]
    if not arm_is(table, fight.foe, CAVALRY):
        return [broken("napoleonics.retire.cavalry", unit=name, reads=(*units_at(name), FIGHT))]
    if not arm_is(table, fight.unit, INFANTRY):
        return [broken("napoleonics.retire.infantry", unit=name, reads=(*units_at(name), FIGHT))]
    ends = retire_hexes(table, state, fight.foe)
    rulings = rulings_behind_retiring(table, state, fight.foe)
    if not ends:
        return [broken("napoleonics.retire.way", unit=name, reads=units_at(name), rulings=rulings)]
    if move.to is None:
        is_right = len(ends) == 1
    else:
        is_right = NUMBER[move.to] in ends and is_written_way(table, state, fight.foe, move.via, move.to)
    if is_right:
        return []
    verdict = "omitted" if move.to is None else "illegal"
    reads = units_at(name, move.to)
    return [broken("napoleonics.retire.to", verdict, unit=name, to=move.to or "", reads=reads, rulings=rulings)]


def resolve_retire(table: Table, state: State, move: Retire) -> Step[State]:
    """The dice that come next, then it goes there: whoever they are against, allowed or not."""
    fight = state.fight
    unit = NOBODY if fight is None or fight.stage not in (ANSWER, DICE) else answers_now(fight)
    if fight is None or unit == NOBODY or fight.retires != NOBODY:
        return Step(state)
    ends = retire_hexes(table, state, unit)
    end = NUMBER[move.to] if move.to else (ends[0] if ends else NOBODY)
    if end == NOBODY or state.on[end] or (state.led[end] and state.led[state.at[unit]]):
        return Step(state)
    return Step(replace(state, fight=replace(fight, retires=end, stage=DICE)))
