"""After a melee: taking ground, breaking through (napoleonics.advance)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import ADJACENT, NAME, NUMBER, Hex, hexes_of
from engine.napoleonics.moves import Breakthrough, TakeGround
from engine.napoleonics.rules.combat import can_advance, is_emptied
from engine.napoleonics.rules.move import may_battle_on
from engine.napoleonics.state import AFTER, EXTRA, Fight, State
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY
from engine.napoleonics.working_pieces import Pieces


def check_ground(table: Table, state: State, _move: TakeGround) -> list[Violation]:
    """Infantry after its melee, or cavalry after its bonus melee, before a hex that is now empty."""
    fight = state.fight
    if fight is None or fight.stage != AFTER or not is_emptied(state, fight):
        return [broken("napoleonics.advance.none", "impossible")]
    is_riding = table.arm_of[fight.unit] == CAVALRY and not fight.is_bonus
    if is_riding or not can_advance(table, state, fight):
        return [broken("napoleonics.advance.ground", unit=NAME[fight.home])]
    if _is_held(table, state, fight):
        return [broken("napoleonics.advance.ground", unit=NAME[fight.home], rulings=("A39",))]
    return []


def _is_held(table: Table, state: State, fight: Fight) -> bool:
    """Whether a unit that was stopped in its move may not advance any more this turn (ruling A39)."""
    return not table.read.is_stopped_free and bool(state.halted >> fight.unit & 1)


def resolve_ground(table: Table, state: State, _move: TakeGround) -> Step[State]:
    """It moves in, with its leader."""
    fight = state.fight
    if fight is None or fight.stage != AFTER or not is_emptied(state, fight):
        return Step(state)
    if table.arm_of[fight.unit] == CAVALRY and not fight.is_bonus:
        return _broken_through(table, state, fight, fight.hex)
    pieces = Pieces(table, state)
    pieces.march(fight.unit, fight.hex)
    pieces.say("advanced", "napoleonics.advance.ground", NAME[fight.hex])
    return pieces.settle(fight=None)


def breakthroughs(table: Table, state: State, fight: Fight) -> tuple[Hex, ...]:
    """Where cavalry may go: the hex that was left, or one beyond it unless its ground stops a move."""
    first = fight.hex
    if table.stops >> first & 1 or table.is_stopped_between(fight.home, first):
        return (first,)
    side = table.side_of[fight.unit]
    taken = state.units[0] | state.units[1] | state.leaders[1 - side] | table.closed[CAVALRY]
    taken &= ~(1 << fight.home)
    if state.led[fight.home]:
        taken |= state.leaders[side] & ~state.units[side]
    return (first, *hexes_of(ADJACENT[first] & ~taken))


def check_breakthrough(table: Table, state: State, move: Breakthrough) -> list[Violation]:
    """Cavalry after its melee, before a hex that is now empty."""
    fight = state.fight
    end = NUMBER[move.to]
    if fight is None or fight.stage != AFTER or not is_emptied(state, fight):
        return [broken("napoleonics.advance.none", "impossible")]
    name = NAME[fight.home]
    if table.arm_of[fight.unit] != CAVALRY or fight.is_bonus:
        return [broken("napoleonics.advance.breakthrough", unit=name)]
    if _is_held(table, state, fight):
        return [broken("napoleonics.advance.breakthrough", unit=name, rulings=("A39",))]
    if end not in breakthroughs(table, state, fight):
        return [broken("napoleonics.advance.to", unit=name, to=move.to)]
    return []


def resolve_breakthrough(table: Table, state: State, move: Breakthrough) -> Step[State]:
    """There it goes; a bonus melee may follow."""
    fight = state.fight
    if fight is None or fight.stage != AFTER or not can_advance(table, state, fight):
        return Step(state)
    end = NUMBER[move.to]
    chief = state.led[end]
    if (state.on[end] and end != fight.home) or (chief and state.led[fight.home] and end != fight.home):
        return Step(state)
    return _broken_through(table, state, fight, end)


def _broken_through(table: Table, state: State, fight: Fight, end: Hex) -> Step[State]:
    pieces = Pieces(table, state)
    unit = fight.unit
    if end != fight.home:
        pieces.march(unit, end)
    pieces.say("advanced", "napoleonics.advance.breakthrough", NAME[end])
    may_battle = not table.read.is_entry_quiet or (
        may_battle_on(table, unit, fight.hex) and may_battle_on(table, unit, end)
    )
    has_bonus = may_battle and not fight.is_bonus and not state.extra >> unit & 1
    return pieces.settle(fight=replace(fight, stage=EXTRA, home=end) if has_bonus else None)
