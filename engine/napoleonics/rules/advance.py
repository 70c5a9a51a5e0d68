"""After a melee: taking ground, breaking through (napoleonics.advance)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Verdict, Violation, broken
from engine.napoleonics.board import ADJACENT, NAME, NUMBER, Hex, hexes_of
from engine.napoleonics.moves import Bonus, Breakthrough, TakeGround
from engine.napoleonics.rules.combat import can_advance, fighters, is_emptied
from engine.napoleonics.rules.melee import announce, check_attack
from engine.napoleonics.rules.move import may_battle_on
from engine.napoleonics.state import AFTER, EXTRA, GONE, NOBODY, Fight, State
from engine.napoleonics.state_keys import FIGHT, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY
from engine.napoleonics.working_pieces import WorkingPieces


def check_ground(table: Table, state: State, _move: TakeGround) -> list[Violation]:
    """Infantry after its melee, or cavalry after its bonus melee, before a hex that is now empty."""
    fight = state.fight
    if fight is None or fight.stage != AFTER or not is_emptied(state, fight):
        return [_nothing_emptied()]
    may_enter = not _is_riding(table, fight) and can_advance(table, state, fight)
    if may_enter and not _is_held(table, state, fight):
        return []
    name, rulings = NAME[fight.home], ("A39",) if may_enter else ()
    return [broken("napoleonics.advance.ground", unit=name, reads=(*units_at(name), FIGHT), rulings=rulings)]


def _nothing_emptied() -> Violation:
    """No melee has just emptied a hex."""
    return broken("napoleonics.advance.none", "impossible", reads=(FIGHT,))


def _is_riding(table: Table, fight: Fight) -> bool:
    """Whether cavalry may break through after a melee that was not its bonus."""
    return table.arm_of[fight.unit] == CAVALRY and not fight.is_bonus


def _is_held(table: Table, state: State, fight: Fight) -> bool:
    """Whether a unit that was stopped in its move may not advance any more this turn (ruling A39)."""
    return not table.read.is_stopped_free and bool(state.halted >> fight.unit & 1)


def resolve_ground(table: Table, state: State, _move: TakeGround) -> Step[State]:
    """It moves in, with its leader."""
    fight = state.fight
    if fight is None or fight.stage != AFTER or not is_emptied(state, fight):
        return Step(state)
    if _is_riding(table, fight):
        return _broken_through(table, state, fight, fight.hex)
    pieces = WorkingPieces(table, state)
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
        return [_nothing_emptied()]
    name, is_riding = NAME[fight.home], _is_riding(table, fight)
    if not is_riding or _is_held(table, state, fight):
        rulings, reads = ("A39",) if is_riding else (), (*units_at(name), FIGHT)
        return [broken("napoleonics.advance.breakthrough", unit=name, reads=reads, rulings=rulings)]
    if end not in breakthroughs(table, state, fight):
        return [broken("napoleonics.advance.to", unit=name, to=move.to, reads=(*units_at(name, move.to), FIGHT))]
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
    pieces = WorkingPieces(table, state)
    unit = fight.unit
    if end != fight.home:
        pieces.march(unit, end)
    pieces.say("advanced", "napoleonics.advance.breakthrough", NAME[end])
    may_battle = not table.read.is_entry_quiet or (
        may_battle_on(table, unit, fight.hex) and may_battle_on(table, unit, end)
    )
    has_bonus = may_battle and not fight.is_bonus and not state.extra >> unit & 1
    return pieces.settle(fight=replace(fight, stage=EXTRA, home=end) if has_bonus else None)


def check_bonus(table: Table, state: State, move: Bonus) -> list[Violation]:
    """After a breakthrough, once a turn, where a battle is allowed."""
    fight = state.fight
    NUMBER[move.target]
    if fight is None or fight.stage != EXTRA:
        reads, rulings = (*units_at(move.target), FIGHT), _bonus_rulings(table, state, move)
        is_there = _latest_attacker(state) != NOBODY
        verdict: Verdict = "illegal" if is_there else "impossible"
        return [broken("napoleonics.advance.bonus", verdict, unit=move.target, reads=reads, rulings=rulings)]
    return check_attack(table, state, fight.unit, move.target, move.join, is_bonus=True)


def _latest_attacker(state: State) -> int:
    """The unit that has attacked last in this turn, if it is there."""
    fight = state.fight
    if fight is None:
        return fighters(state)[0]
    return fight.unit if state.at[fight.unit] != GONE else NOBODY


def _bonus_rulings(table: Table, state: State, move: Bonus) -> tuple[str, ...]:
    """A37, if cavalry beside the target has come to where it may not battle in the turn of entry."""
    for hex_ in hexes_of(ADJACENT[NUMBER[move.target]] & state.units[state.side]):
        unit = state.on[hex_] - 1
        if table.arm_of[unit] == CAVALRY and state.battled >> unit & 1 and not may_battle_on(table, unit, hex_):
            return ("A37",)
    return ()


def resolve_bonus(table: Table, state: State, move: Bonus) -> Step[State]:
    """One more melee of whoever has just attacked is announced, from where it stands."""
    unit = _latest_attacker(state)
    if unit == NOBODY:
        return Step(state)
    is_foreseen = not check_bonus(table, state, move)
    return announce(table, state, unit, move.target, move.join, is_bonus=True, is_foreseen=is_foreseen)
