"""Flags: what may be ignored, where a unit can retreat to, and what it loses where it can't (napoleonics.retreat)."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from engine.core.accounts import Term
from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import move_names
from engine.napoleonics.board import ADJACENT, BACK, NAME, NUMBER, Hex, Mask
from engine.napoleonics.moves import IgnoreFlags, Retreat
from engine.napoleonics.rules.combat import next_stage, roller
from engine.napoleonics.rulings_behind import rulings_behind_quarry
from engine.napoleonics.state import ATTACK, FLAGS, NOBODY, SIDES, Fight, State
from engine.napoleonics.state_keys import FIGHT, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY
from engine.napoleonics.working_pieces import WorkingPieces

OBEYING = frozenset({IgnoreFlags, Retreat})  # what answers flags
Way = tuple[Hex, ...]  # the hexes of a retreat, its own first


def ignore_terms(table: Table, state: State, fight: Fight) -> list[Term]:
    """The flags that the unit may ignore, by where each comes from; nothing helps cavalry against a square."""
    unit = fight.victim
    if is_bounce(table, state, fight):
        return []
    hex_, side = state.at[unit], table.side_of[unit]
    kind = table.units[unit]
    found = []
    if state.led[hex_]:
        found.append(Term("leader", table.leader_ignores, "napoleonics.retreat.ignore"))
    friends = state.units[side] | state.leaders[side]
    if not state.square >> unit & 1 and (ADJACENT[hex_] & friends).bit_count() > 1:
        found.append(Term("support", 1, "napoleonics.retreat.support"))
    origin = fight.home if fight.what == ATTACK else fight.hex
    works = table.field_works.ignores[table.arm_of[unit]]
    if works and table.is_works_between(hex_, origin):
        found.append(Term("works", works, "napoleonics.terrain.field-works"))
    if kind.ignores:
        found.append(Term("kind", kind.ignores, "napoleonics.retreat.kind", {"key": f"{kind.key}.ignores"}))
    return found


def is_bounce(table: Table, state: State, fight: Fight) -> bool:
    """Whether nothing helps against the flags: those of a square against cavalry, of its fire by ruling A52."""
    if table.arm_of[fight.victim] != CAVALRY or not state.square >> roller(fight) & 1:
        return False
    return fight.is_melee or table.read.is_fire_bouncing


def flag_rulings(table: Table, state: State, fight: Fight) -> tuple[str, ...]:
    """The rulings behind the number of flags that may be ignored."""
    unit = fight.victim
    found = []
    if not fight.is_melee and table.arm_of[unit] == CAVALRY and state.square >> roller(fight) & 1:
        found.append("A52")
    if table.is_half_marked(state.at[unit], fight.home if fight.what == ATTACK else fight.hex):
        found.append("A08")
    return tuple(found)


def way_rulings(table: Table, state: State, fight: Fight) -> tuple[str, ...]:
    """The rulings behind the ways of a retreat: flags, a sand quarry, and the choice among ways."""
    unit = fight.victim
    due = fight.flags * _rate(table, fight)
    lost = {lost for _, lost in free_ways(table, state, unit, due)}
    quarry = rulings_behind_quarry(table, table.side_of[unit], state.at[unit], due)
    return flag_rulings(table, state, fight) + quarry + (("A09",) if len(lost) > 1 else ())


def most_ignored(table: Table, state: State, fight: Fight) -> int:
    """How many of the flags may be ignored."""
    return min(fight.flags, sum(term.amount for term in ignore_terms(table, state, fight)))


def ways(table: Table, state: State, unit: int, hexes: int) -> dict[tuple[Hex, int], Way]:
    """Where a retreat of so many hexes can end: anywhere, or by ruling A09 only as far away as possible."""
    found = free_ways(table, state, unit, hexes)
    if table.read.is_retreat_free or len(found) < 2:
        return found
    least = min(lost for _, lost in found)
    return {end: way for end, way in found.items() if end[1] == least}


def free_ways(table: Table, state: State, unit: int, hexes: int) -> dict[tuple[Hex, int], Way]:
    """Where a retreat of so many hexes can end, and the blocks lost for those that can't be gone; with one way each.

    At every step any free hex toward the own edge may be chosen, and blocks are lost only where there is none.
    """
    side, start = table.side_of[unit], state.at[unit]
    if state.square >> unit & 1:
        return {(start, hexes): (start,)}
    taken, alone = _in_the_way(table, state, unit)
    back = BACK[table.seat[side]]
    found: dict[tuple[Hex, int], Way] = {}
    edge: dict[Hex, Way] = {start: (start,)}
    for left in range(hexes, 0, -1):
        beyond: dict[Hex, Way] = {}
        for hex_, way in edge.items():
            free = [after for after in back[hex_] if not taken >> after & 1]
            if not free:
                found.setdefault((hex_, left), way)
            for after in free:
                if alone >> after & 1:
                    found.setdefault((after, 0), (*way, after))
                else:
                    beyond.setdefault(after, (*way, after))
        edge = beyond
    for hex_, way in edge.items():
        found.setdefault((hex_, 0), way)
    return found


def _in_the_way(table: Table, state: State, unit: int) -> tuple[Mask, Mask]:
    """The hexes that bar the retreat of a unit, and those of lone leaders, on which it may end."""
    side = table.side_of[unit]
    alone = state.leaders[side] & ~state.units[side]
    taken = state.units[0] | state.units[1] | state.leaders[1 - side] | table.barred[table.arm_of[unit]]
    return (taken | alone if state.led[state.at[unit]] else taken), alone


def is_written_way(table: Table, state: State, unit: int, via: tuple[str, ...], to: str) -> bool:
    """Whether a way that is written leads step by step to the own edge, over free hexes; none need be."""
    if not via:
        return True
    taken, alone = _in_the_way(table, state, unit)
    back = BACK[table.seat[table.side_of[unit]]]
    way = (state.at[unit], *(NUMBER[name] for name in via), NUMBER[to])
    is_free = all(there in back[here] and not taken >> there & 1 for here, there in pairwise(way))
    return is_free and not any(alone >> hex_ & 1 for hex_ in way[1:-1])


def all_ways(table: Table, state: State, fight: Fight) -> dict[tuple[Hex, int], tuple[int, Way]]:
    """Every end of the retreat that is due, with the flags ignored for it: those said, or any number allowed."""
    most = most_ignored(table, state, fight)
    counts = range(most, -1, -1) if fight.ignored == NOBODY else (fight.ignored,)
    rate = table.units[fight.victim].retreat
    found: dict[tuple[Hex, int], tuple[int, Way]] = {}
    for ignored in counts:
        due = (fight.flags - ignored) * rate
        if due > 0:
            for end, way in ways(table, state, fight.victim, due).items():
                found.setdefault(end, (ignored, way))
    return found


def only_way(table: Table, state: State, fight: Fight) -> tuple[Hex, int] | None:
    """How the flags are seen to without a word: all that can be is ignored, and the rest leaves one way only."""
    ignored = most_ignored(table, state, fight) if fight.ignored == NOBODY else fight.ignored
    due = (fight.flags - ignored) * table.units[fight.victim].retreat
    if due <= 0:
        return state.at[fight.victim], 0
    found = ways(table, state, fight.victim, due)
    return next(iter(found)) if len(found) == 1 else None


def owed_retreat(table: Table, state: State) -> Duty | None:
    """The flags that a unit has to obey, where it has a choice."""
    fight = state.fight
    if fight is None or fight.stage != FLAGS:
        return None
    name, side = NAME[state.at[fight.victim]], SIDES[table.side_of[fight.victim]]
    reads, rulings = (*ignored_reads(table, fight), FIGHT, *units_at(name)), way_rulings(table, state, fight)
    params = {"unit": name, "flags": fight.flags}
    return Duty("napoleonics.retreat.due", side, move_names(OBEYING), params, reads, rulings, is_owed_at_end=True)


def _no_flags() -> Violation:
    """No unit has flags to obey or to ignore."""
    return broken("napoleonics.retreat.none", "impossible", reads=(FIGHT,))


def check_ignore(table: Table, state: State, move: IgnoreFlags) -> list[Violation]:
    """No more flags than there are, nor than anything lets it ignore."""
    fight = state.fight
    if fight is None or fight.stage != FLAGS or fight.ignored != NOBODY:
        return [_no_flags()]
    most = most_ignored(table, state, fight)
    if move.count <= most:
        return []
    name = NAME[state.at[fight.victim]]
    kind = table.units[fight.victim]
    rulings = flag_rulings(table, state, fight)
    if is_bounce(table, state, fight):
        return [broken("napoleonics.retreat.bounce", unit=name, reads=(*units_at(name), FIGHT), rulings=rulings)]
    reads = (f"{kind.key}.ignores", *units_at(name), FIGHT)
    return [
        broken("napoleonics.retreat.ignore", unit=name, ignored=move.count, most=most, reads=reads, rulings=rulings)
    ]


def resolve_ignore(table: Table, state: State, move: IgnoreFlags) -> Step[State]:
    """So many are ignored; if none is left, the combat goes on."""
    fight = state.fight
    if fight is None or fight.stage != FLAGS:
        return Step(state)
    ignored = min(move.count, fight.flags)
    after = replace(fight, ignored=ignored)
    if ignored == fight.flags or state.square >> fight.victim & 1:
        return obey(table, state, after, state.at[fight.victim], (fight.flags - ignored) * _rate(table, fight))
    return Step(replace(state, fight=after))


def _rate(table: Table, fight: Fight) -> int:
    return table.units[fight.victim].retreat


def check_retreat(table: Table, state: State, move: Retreat) -> list[Violation]:
    """As many hexes as flags ask for, each toward its own edge and free."""
    fight = state.fight
    end = NUMBER[move.to]
    for via in move.via:
        NUMBER[via]
    if fight is None or fight.stage != FLAGS:
        return [_no_flags()]
    name = NAME[state.at[fight.victim]]
    losses = [lost for hex_, lost in all_ways(table, state, fight) if hex_ == end]
    is_way = is_written_way(table, state, fight.victim, move.via, move.to)
    if is_way and any(_is_lost(move, lost, state.blocks[fight.victim]) for lost in losses):
        return []
    reads, rulings = ignored_reads(table, fight), way_rulings(table, state, fight)
    if is_way and losses:
        return [
            broken(
                "napoleonics.retreat.lost", "impossible", unit=name, due=losses[0], lost=move.lost,
                reads=(*reads, *units_at(name), FIGHT), rulings=rulings,
            )
        ]  # fmt: skip
    due = (fight.flags - max(0, fight.ignored)) * _rate(table, fight)
    if is_way and _is_other_length(table, state, fight.victim, end, due):
        reads = (*reads, *units_at(name, move.to), FIGHT)
        return [broken("napoleonics.retreat.hexes", unit=name, to=move.to, due=due, reads=reads, rulings=rulings)]
    reads = (*units_at(name, move.to), FIGHT)
    return [broken("napoleonics.retreat.way", unit=name, to=move.to, reads=reads, rulings=rulings)]


def ignored_reads(table: Table, fight: Fight) -> tuple[str, ...]:
    """What the length of a retreat rests on while it is not said how many flags are ignored."""
    return (f"{table.units[fight.victim].key}.ignores",) if fight.ignored == NOBODY else ()


def _is_other_length(table: Table, state: State, unit: int, end: Hex, due: int) -> bool:
    """Whether a retreat of another number of hexes than are due can end on a hex."""
    if any(hex_ == end for hex_, _ in free_ways(table, state, unit, due)):
        return False
    return any(hex_ == end for hexes in range(1, 9) for hex_, _ in ways(table, state, unit, hexes))


def _is_lost(move: Retreat, lost: int, blocks: int) -> bool:
    """Whether the blocks that are written are those lost: all that are due, or all that the unit had."""
    return move.lost is None or move.lost in (lost, min(lost, blocks))


def resolve_retreat(table: Table, state: State, move: Retreat) -> Step[State]:
    """There it goes; if the hex is not free, it stays."""
    fight = state.fight
    if fight is None or fight.stage != FLAGS:
        return Step(state)
    end = NUMBER[move.to]
    possible = all_ways(table, state, fight)
    blocks = state.blocks[fight.victim]
    fitting = [lost for hex_, lost in possible if hex_ == end and _is_lost(move, lost, blocks)]
    lost = min(fitting) if fitting else (move.lost or 0)
    is_free = end == state.at[fight.victim] or not (state.on[end] or _is_enemy_led(table, state, fight, end))
    return obey(table, state, fight, end if is_free else state.at[fight.victim], lost)


def _is_enemy_led(table: Table, state: State, fight: Fight, end: Hex) -> bool:
    chief = state.led[end] - 1
    own = state.led[state.at[fight.victim]]
    return chief >= 0 and (bool(own) or table.chief_side[chief] != table.side_of[fight.victim])


def obey(table: Table, state: State, fight: Fight, end: Hex, lost: int) -> Step[State]:
    """The unit on its new hex and without the blocks that it lost; then its leader, if that asks for his dice."""
    pieces = WorkingPieces(table, state)
    unit, here = fight.victim, state.at[fight.victim]
    if end != here:
        pieces.march(unit, end)
        pieces.say("retreated", "napoleonics.retreat.direction", NAME[end])
    is_barred = fight.is_barred or (end == here and lost > 0 and unit == fight.unit)
    fight = replace(fight, flags=0, ignored=NOBODY, is_barred=is_barred)
    if lost:
        chief = pieces.led[pieces.at[unit]] - 1
        is_gone = pieces.lose(unit, lost, "napoleonics.retreat.lost")
        fight = with_leader_to_check(fight, chief, is_gone=is_gone)
    return pieces.settle(fight=next_stage(table, pieces, fight))


def with_leader_to_check(fight: Fight, chief: int, *, is_gone: bool) -> Fight:
    """A leader whose unit has lost blocks: his dice, once a combat; without a unit he then has to go."""
    if chief < 0:
        return fight
    if not fight.checked >> chief & 1:
        return replace(fight, testing=chief, lost=chief if is_gone else NOBODY)
    return replace(fight, lost=chief) if is_gone else fight
