"""Movement: how far, through what, and where it ends (napoleonics.move)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, pairwise
from typing import Any, Final

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.record_rules import missing_part
from engine.napoleonics.board import ADJACENT, BIT, NAME, NUMBER, Hex, Mask
from engine.napoleonics.memo import SettingOut
from engine.napoleonics.moves import Move
from engine.napoleonics.reach import FAR, chief_moves, enterable, fronts, led_away, most_moves, reach, reach_chief
from engine.napoleonics.rules.board import no_piece
from engine.napoleonics.rules.order import check_acting, check_acting_chief, goes_alone, not_own, not_written
from engine.napoleonics.state import GONE, MOVE, State
from engine.napoleonics.state_keys import ORDERS, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARMS
from engine.napoleonics.working_pieces import WorkingPieces, decided, is_watched, placed

OFF: Final = "off"


def check_move(table: Table, state: State, move: Move) -> list[Violation]:
    """A unit with its leader, or a leader alone."""
    if (move.unit is None) == (move.leader is None):
        return [missing_part("unit")]
    name = move.unit
    if name is None:
        return _check_chief(table, state, move, move.leader or "")
    found, ends, most, _ = setting_out(table, state, name)
    end = NUMBER.get(move.to)
    if ends is None or (end in ends and not move.via):
        return found
    unit = state.on[NUMBER[name]] - 1
    if move.to == OFF:
        return found + _check_exit(table, state, unit, name, most)
    return found + _check_way(table, state, unit, move, name, most)


def setting_out(table: Table, state: State, name: str) -> SettingOut:
    """What stands against a move of the unit on a hex wherever it goes, and where and how far it can go."""
    memo = table.memo
    if memo.state is not state:
        memo = table.memo_of(state)
    found = memo.moves.get(name)
    if found is None:
        found = memo.moves[name] = _set_out(table, state, name)
    return found


def _set_out(table: Table, state: State, name: str) -> SettingOut:
    unit = state.on[NUMBER[name]] - 1
    if unit < 0:
        return [no_piece(name)], None, 0, 0
    most, battle = most_moves(table, state, unit)
    if table.side_of[unit] != state.side:
        return [not_own(name)], None, most, battle
    bit = 1 << unit
    if state.square & bit:
        return [broken("napoleonics.move.square", unit=name, reads=units_at(name))], None, most, battle
    found = check_acting(table, state, unit)
    if state.moved & bit:
        return [*found, _moved_twice(name)], None, most, battle
    if state.joined & bit:
        joined = broken("napoleonics.move.joined", unit=name, reads=(*units_at(name), ORDERS))
        return [*found, joined], None, most, battle
    if not most:
        stays = broken("napoleonics.move.card", unit=name, card=state.card, reads=(*units_at(name), ORDERS))
        return [*found, stays], None, most, battle
    return found, reach(table, state, unit, most), most, battle


def _moved_twice(name: str) -> Violation:
    """A unit or a leader who has moved in this turn."""
    return broken("napoleonics.move.once", unit=name, reads=(*units_at(name), ORDERS))


def _check_way(table: Table, state: State, unit: int, move: Move, name: str, most: int) -> list[Violation]:
    """The hex it goes to, and the way there: the one that is written, or any."""
    for via in move.via:
        NUMBER[via]
    units, side = state.units[0] | state.units[1], state.side
    led = state.leaders[side] if led_away(state, state.at[unit]) else 0
    closed = table.closed[table.arm_of[unit]]
    if found := _check_end(table, move, name, closed, units | state.leaders[1 - side], led):
        return found
    near = reach(table, state, unit, most)
    return _check_steps(table, move, name, near, units, way_length(table, state, unit, move), most)


def _check_end(table: Table, move: Move, name: str, closed: Mask, full: Mask, led: Mask) -> list[Violation]:
    """The hex at the end of a move is another one, open to who moves there, free, and without a second leader."""
    end = NUMBER[move.to]
    reads = units_at(name, move.to)
    if move.to == name:
        return [broken("napoleonics.move.nowhere", unit=name, reads=units_at(name))]
    if closed >> end & 1:
        return [broken("napoleonics.move.closed", unit=name, to=move.to, terrain=table.terrain[end].id, reads=reads)]
    if full >> end & 1:
        return [broken("napoleonics.move.full", unit=name, to=move.to, reads=reads)]
    if led >> end & 1:
        return [broken("napoleonics.move.leaders", unit=name, to=move.to, reads=reads)]
    return []


def _check_steps(  # who, near which hexes, past whom, how far
    table: Table, move: Move, name: str, near: Mapping[Hex, int], taken: Mask, steps: int | None, most: int
) -> list[Violation]:
    """There is a way, and it is no longer than it may be."""
    if steps is None:
        return [_blocked(table, move, name, near, taken)]
    if steps > most:
        reads = (*units_at(name), ORDERS)
        return [broken("napoleonics.move.far", unit=name, distance=steps, most=most, reads=reads)]
    return []


def way_length(table: Table, state: State, unit: int, move: Move) -> int | None:
    """The steps of the way that is written, or of the shortest; None if there is none."""
    end = NUMBER[move.to]
    if not move.via:
        free, on = enterable(table, state, unit)
        reached = enumerate(fronts(state.at[unit], free, on, table.walls), 1)
        return next((steps for steps, (front, _) in reached if front >> end & 1), None)
    taken = state.units[0] | state.units[1] | state.leaders[1 - state.side] | table.closed[table.arm_of[unit]]
    alone = state.leaders[state.side] & ~state.units[state.side]
    return _written(table, state.at[unit], move, taken, table.stops | alone)


def _written(table: Table, start: Hex, move: Move, taken: Mask, stops: Mask) -> int | None:
    """The steps of a way that is written, from hex to hex; None if one of them can't be gone, or not gone on from."""
    way = [start, *(NUMBER[name] for name in move.via), NUMBER[move.to]]
    last = len(way) - 1
    for step, (here, there) in enumerate(pairwise(way), 1):
        if not ADJACENT[here] >> there & 1 or taken >> there & 1:
            return None
        if step < last and (stops >> there & 1 or table.is_stopped_between(here, there)):
            return None
    return last


def _is_halted(table: Table, state: State, unit: int, move: Move) -> bool:
    """Whether terrain or works end the move of a unit where it goes to; a lone leader there does not count."""
    end = NUMBER[move.to]
    if table.stops >> end & 1:
        return True
    if move.via:
        return table.is_stopped_between(NUMBER[move.via[-1]], end)
    side = table.side_of[unit]
    alone = state.leaders[side] & ~state.units[side]
    free, on = enterable(table, state, unit)
    for reached, onward in fronts(state.at[unit], free, on, table.walls):
        if reached >> end & 1:
            return not (onward | alone) >> end & 1
    return False


def _blocked(table: Table, move: Move, name: str, near: Mapping[Hex, int], taken: Mask) -> Violation:
    """Why there is no way: the move had to end before, on a hex that is near, or everything is taken."""
    if move.via:
        hex_, terrain = _stop_on(table, NUMBER[name], tuple(NUMBER[via] for via in move.via), taken)
    else:
        end = NUMBER[move.to]
        before = 0 if taken >> end & 1 else table.stops & ADJACENT[end]
        hex_ = next((via for via in near if before >> via & 1), None)
        terrain = "" if hex_ is None else table.terrain[hex_].id
    if hex_ is None:
        way = (name, *move.via, move.to) if move.via else ()
        apart = next((step for step in pairwise(way) if not ADJACENT[NUMBER[step[0]]] >> NUMBER[step[1]] & 1), None)
        return _no_way(name, move.to, apart)
    reads = (f"terrain.{terrain}.entry", *units_at(name, NAME[hex_]), ORDERS)
    return broken("napoleonics.move.stop", unit=name, hex=NAME[hex_], terrain=terrain, reads=reads)


def _no_way(name: str, to: str, gap: tuple[str, str] | None = None) -> Violation:
    """A hex that cannot be come to, for a gap in the way that is written; or the edge of the map."""
    why: dict[str, Any] = {"why": "edge"} if to == OFF else {}
    if gap is not None:
        why = {"why": "gap", "hex": gap[0], "next": gap[1]}
    return broken("napoleonics.move.way", unit=name, to=to, reads=units_at(name, to), **why)


def _stop_on(table: Table, start: Hex, via: tuple[Hex, ...], taken: Mask) -> tuple[Hex | None, str]:
    """The first hex of a way, as far as it is free, on which its ground, or works that were crossed, end a move."""
    for here, there in pairwise((start, *via)):
        if taken >> there & 1:
            break
        if table.stops >> there & 1:
            return there, table.terrain[there].id
        if ADJACENT[here] >> there & 1 and table.is_stopped_between(here, there):
            return there, "field-works"
    return None, ""


def _check_exit(table: Table, state: State, unit: int, name: str, most: int) -> list[Violation]:
    """Over the edge, where the scenario lets a unit of this side and arm out."""
    near = BIT[state.at[unit]]
    free, on = enterable(table, state, unit)
    for _, onward in islice(fronts(state.at[unit], free, on, table.walls), most - 1):
        near |= onward
    if any(near >> hex_ & 1 for hex_ in exits(table, unit)):
        return []
    return [_no_way(name, OFF)]


def exits(table: Table, unit: int) -> dict[Hex, int]:
    """The hexes from which a unit may leave the map, and the banners for it."""
    kind = table.units[unit]
    side = table.side_of[unit]
    return {
        hex_: rule.banners
        for rule in table.exits
        if (rule.side == "french") == (side == 0) and rule.who in ("any", ARMS[kind.arm])
        for hex_ in rule.hexes
    }


def _check_chief(table: Table, state: State, move: Move, name: str) -> list[Violation]:
    start = NUMBER[name]
    chief = state.led[start] - 1
    if chief < 0 or table.chief_side[chief] != state.side:
        return [no_piece(name)]
    found, ends, most, _ = chief_setting_out(table, state, chief)
    if ends is None or (NUMBER.get(move.to) in ends and not move.via):
        return found
    if move.to == OFF:
        return [*found, _no_way(name, OFF)]
    if at_end := _check_end(table, move, name, table.never, 0, state.leaders[0] | state.leaders[1]):
        return found + at_end
    enemies = state.units[1 - state.side] | state.leaders[1 - state.side]
    if move.via:
        steps = _written(table, start, move, enemies | table.never, table.stops)
    else:
        steps = reach_chief(table, state, chief, FAR).get(NUMBER[move.to])
    return found + _check_steps(table, move, name, ends, enemies, steps, most)


def chief_setting_out(table: Table, state: State, chief: int) -> SettingOut:
    """What stands against a move of a leader alone, and where and how far he can go; he never battles."""
    known = table.memo_of(state).moves
    found = known.get(chief)
    if found is None:
        found = known[chief] = _chief_set_out(table, state, chief)
    return found


def _chief_set_out(table: Table, state: State, chief: int) -> SettingOut:
    start = state.chiefs[chief]
    if state.on[start] and not goes_alone(state, chief):  # he moves with his unit, or is detached first
        found = [not_written(NAME[start])]
    else:
        found = check_acting_chief(table, state, chief)
    most = chief_moves(table, state)
    if state.moved_chiefs >> chief & 1:
        return [*found, _moved_twice(NAME[start])], None, most, 0
    return found, reach_chief(table, state, chief, most), most, 0


def resolve_move(table: Table, state: State, move: Move) -> Step[State]:
    """There it goes, if it is there and the hex is free; what it may still do this turn depends on how far it went."""
    name = move.unit or move.leader
    if name is None:
        return Step(state)
    if move.unit is None:
        return Step(state) if move.to == OFF else _resolve_chief(table, state, name, NUMBER[move.to])
    unit = state.on[NUMBER[name]] - 1
    if unit < 0:
        return Step(state)
    bit = 1 << unit
    phase = max(state.phase, MOVE)
    if move.to == OFF:
        return _resolve_exit(table, state, unit, bit)
    end, start = NUMBER[move.to], state.at[unit]
    if state.on[end]:
        return Step(state)
    _, ends, _, battle = setting_out(table, state, name)
    near = None if move.via or ends is None else ends.get(end)
    steps = near or way_length(table, state, unit, move) or 1
    shut, halted = state.shut, state.halted
    if steps > battle or state.blocks[unit] < table.units[unit].least or not may_battle_on(table, unit, end):
        shut |= bit
    if (move.via or table.halting >> end & 1) and _is_halted(table, state, unit, move):
        halted |= bit
    ordered, moved = state.ordered | bit, state.moved | bit
    if not state.led[start] and not is_watched(table, state):  # only this unit is elsewhere then
        at, on, units = placed(table, state, unit, end)
        after = replace(
            state, at=at, on=on, units=units, ordered=ordered, moved=moved, halted=halted, shut=shut, phase=phase
        )
        return Step(decided(table, after))
    pieces = WorkingPieces(table, state)
    if led_away(state, start):
        pieces.march(unit, end)
    else:
        pieces.put(unit, end)
    return pieces.settle(ordered=ordered, moved=moved, halted=halted, shut=shut, phase=phase)


def may_battle_on(table: Table, unit: int, hex_: Hex) -> bool:
    """Whether a unit that has come to a hex this turn may battle there."""
    if table.fields >> hex_ & 1:
        return True
    return table.terrain[hex_].battle == "light" and table.units[unit].is_light


def _resolve_exit(table: Table, state: State, unit: int, bit: int) -> Step[State]:
    """A unit that has left the map: the banners of the scenario, for its own side."""
    pieces = WorkingPieces(table, state)
    side = table.side_of[unit]
    chief = state.led[state.at[unit]]
    banners = max(exits(table, unit).values(), default=0)
    pieces.say("left", "napoleonics.scenario.exit", NAME[state.at[unit]], 1, 1)
    pieces.put(unit, GONE)
    pieces.strengthen(unit, 0)
    if chief:
        pieces.take_chief(chief - 1, "napoleonics.scenario.exit", is_eliminated=False)
    if banners:
        pieces.win(side, banners)
    return pieces.settle(ordered=state.ordered | bit, moved=state.moved | bit, phase=max(state.phase, MOVE))


def _resolve_chief(table: Table, state: State, name: str, end: Hex) -> Step[State]:
    chief = state.led[NUMBER[name]] - 1
    if chief < 0 or state.led[end]:
        return Step(state)
    pieces = WorkingPieces(table, state)
    pieces.put_chief(chief, end)
    joined = state.joined
    if state.on[end]:
        joined |= 1 << (state.on[end] - 1)
    return pieces.settle(
        ordered_chiefs=state.ordered_chiefs | 1 << chief,
        moved_chiefs=state.moved_chiefs | 1 << chief,
        joined=joined,
        phase=max(state.phase, MOVE),
    )
