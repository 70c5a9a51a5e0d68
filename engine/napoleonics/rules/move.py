"""Movement: how far, through what, and where it ends (napoleonics.move)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import ADJACENT, BIT, EVERYWHERE, NAME, NUMBER, Hex, Mask, around, hexes_of
from engine.napoleonics.moves import Move
from engine.napoleonics.pieces import Pieces
from engine.napoleonics.rules.order import act, act_chief, goes_alone
from engine.napoleonics.state import MOVE, State
from engine.napoleonics.table import Table
from engine.napoleonics.units import INFANTRY

OFF: Final = "off"
FAR: Final = 99  # hexes that nobody goes


def most_moves(table: Table, state: State, unit: int) -> tuple[int, int]:
    """Hexes that a unit may move under the card, and those after which it may still battle; -1: not even then."""
    kind = table.units[unit]
    if state.is_one or not state.card:
        return kind.most, kind.battle
    card = table.deck[state.card]
    effects = card.effects
    if "heavy" in effects:
        return (effects["heavy"], effects["heavy"]) if kind.is_heavy else (kind.most, kind.battle)
    if "swift" in effects:
        is_swift = (
            kind.kind in effects["swift"]
            or (kind.troop in effects["swift"] and kind.arm == INFANTRY)
            or ("led" in effects["swift"] and bool(state.led[state.at[unit]]))
        )
        return effects["march"], effects["march"] if is_swift else kind.battle
    if "march" in effects:
        return effects["march"], 0 if card.has_fire or card.has_melee else -1
    if "move" in effects:
        return effects["move"], effects["move"]
    return kind.most, kind.battle


def _fronts(table: Table, state: State, unit: int) -> Iterator[tuple[Mask, Mask]]:
    """The hexes that a unit can reach in one step, in two …, and those of them where nothing stops it."""
    side, start = table.side_of[unit], state.at[unit]
    alone = state.leaders[side] & ~state.units[side]
    taken = state.units[0] | state.units[1] | state.leaders[1 - side] | table.closed[table.arm_of[unit]]
    if state.led[start]:
        taken |= alone
    return _spread(table, start, taken, table.stops | alone)


def _fronts_chief(table: Table, state: State, chief: int) -> Iterator[tuple[Mask, Mask]]:
    """The same for a leader alone: he passes friends, and ground stops him as it does units."""
    side, start = table.chief_side[chief], state.chiefs[chief]
    return _spread(table, start, state.units[1 - side] | state.leaders[1 - side] | table.never, table.stops)


def _spread(table: Table, start: Hex, taken: Mask, stops: Mask) -> Iterator[tuple[Mask, Mask]]:
    """Step by step from a hex; one that was entered across works may yet be entered by another side, and passed."""
    free, on = EVERYWHERE & ~taken & ~BIT[start], ~stops
    edge = BIT[start]
    while edge:
        if table.works:
            reached, edge = _past_works(table, edge, free, on)
            done = edge | reached & stops
        else:
            done = reached = around(edge) & free
            edge = reached & on
        if not reached:
            return
        yield reached, edge
        free &= ~done


def _past_works(table: Table, edge: Mask, free: Mask, on: Mask) -> tuple[Mask, Mask]:
    """One step further, hex by hex: who crosses a side with works goes no further."""
    reached: Mask = 0
    after: Mask = 0
    for hex_ in hexes_of(edge):
        for there in hexes_of(ADJACENT[hex_] & free):
            reached |= BIT[there]
            if not table.is_stopped_between(hex_, there):
                after |= BIT[there]
    return reached, after & on


def reach(table: Table, state: State, unit: int, most: int) -> dict[Hex, int]:
    """Every hex to which a unit can go, and the fewest steps to it."""
    found: dict[Hex, int] = {}
    for steps, (reached, _) in enumerate(islice(_fronts(table, state, unit), most), 1):
        for hex_ in hexes_of(reached):
            found.setdefault(hex_, steps)
    return found


def reach_chief(table: Table, state: State, chief: int, most: int) -> dict[Hex, int]:
    """The same for a leader alone, who may not end with another leader."""
    found: dict[Hex, int] = {}
    taken = state.leaders[table.chief_side[chief]]
    for steps, (reached, _) in enumerate(islice(_fronts_chief(table, state, chief), most), 1):
        for hex_ in hexes_of(reached & ~taken):
            found.setdefault(hex_, steps)
    return found


def chief_moves(table: Table, state: State) -> int:
    """Hexes that a leader may move alone: as ever, or as far as La Grande Manoeuvre takes everybody."""
    card = table.deck.get(state.card)
    if card is None or state.is_one:
        return table.leader_move
    if "leaders" in card.who and "any" in card.who and "march" in card.effects:
        return int(card.effects["march"])
    return table.leader_move


def check_move(table: Table, state: State, move: Move) -> list[Violation]:
    """A unit with its leader, or a leader alone."""
    if (move.unit is None) == (move.leader is None):
        return [broken("record.missing", "misread", key="unit")]
    if move.leader is not None:
        return _check_chief(table, state, move, move.leader)
    name = move.unit
    assert name is not None
    unit = state.on[NUMBER[name]] - 1
    if unit < 0:
        return [broken("napoleonics.board.piece", "impossible", hex=name)]
    if table.side_of[unit] != state.side:
        return [broken("napoleonics.order.own", unit=name)]
    bit = 1 << unit
    if state.square & bit:
        return [broken("napoleonics.move.square", unit=name)]
    found, _ = act(table, state, unit)
    if state.moved & bit:
        return [*found, broken("napoleonics.move.once", unit=name)]
    if state.joined & bit:
        return [*found, broken("napoleonics.move.joined", unit=name)]
    most, _ = most_moves(table, state, unit)
    if not most:
        return [*found, broken("napoleonics.move.card", unit=name, card=state.card)]
    if move.to == OFF:
        return found + _check_exit(table, state, unit, name, most)
    return found + _check_way(table, state, unit, move, name, most)


def _check_way(table: Table, state: State, unit: int, move: Move, name: str, most: int) -> list[Violation]:
    """The hex it goes to, and the way there: the one that is written, or any."""
    end, start = NUMBER[move.to], state.at[unit]
    for via in move.via:
        NUMBER[via]
    if end == start:
        return [broken("napoleonics.move.nowhere", unit=name)]
    if table.closed[table.arm_of[unit]] >> end & 1:
        return [broken("napoleonics.move.closed", unit=name, to=move.to, terrain=table.terrain[end].id)]
    if state.on[end]:
        return [broken("napoleonics.move.full", unit=name, to=move.to)]
    chief = state.led[end]
    if chief and table.chief_side[chief - 1] != state.side:
        return [broken("napoleonics.move.full", unit=name, to=move.to)]
    if chief and _led_away(state, start):
        return [broken("napoleonics.move.leaders", unit=name, to=move.to)]
    apart = _without_detached(table, state, start)
    steps = way_length(table, apart, unit, move)
    if steps is None:
        near = reach(table, apart, unit, most)
        return [_blocked(table, start, move, name, near, state.units[0] | state.units[1])]
    if steps > most:
        return [broken("napoleonics.move.far", unit=name, distance=steps, most=most)]
    return []


def _led_away(state: State, start: Hex) -> bool:
    """Whether a unit takes a leader along: he is there and has not been detached."""
    chief = state.led[start]
    return bool(chief) and not state.detached >> (chief - 1) & 1


def _without_detached(table: Table, state: State, start: Hex) -> State:
    """The state in which a detached leader is not with the unit any more, as far as its way is concerned."""
    chief = state.led[start]
    if not chief or not state.detached >> (chief - 1) & 1:
        return state
    side = table.chief_side[chief - 1]
    leaders = list(state.leaders)
    leaders[side] &= ~BIT[start]
    led = state.led[:start] + b"\0" + state.led[start + 1 :]
    return replace(state, led=led, leaders=(leaders[0], leaders[1]))


def way_length(table: Table, state: State, unit: int, move: Move) -> int | None:
    """The steps of the way that is written, or of the shortest; None if there is none."""
    end = NUMBER[move.to]
    if not move.via:
        return next((n for n, (front, _) in enumerate(_fronts(table, state, unit), 1) if front >> end & 1), None)
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
    if not table.works:
        return False
    if move.via:
        return table.is_stopped_between(NUMBER[move.via[-1]], end)
    alone = state.leaders[state.side] & ~state.units[state.side]
    for reached, onward in _fronts(table, state, unit):
        if reached >> end & 1:
            return not (onward | alone) >> end & 1
    return False


def _blocked(table: Table, start: Hex, move: Move, name: str, near: dict[Hex, int], taken: Mask) -> Violation:
    """Why there is no way: the move had to end before, on a hex that is near, or everything is taken."""
    if move.via:
        hex_, terrain = _stop_on(table, start, tuple(NUMBER[via] for via in move.via), taken)
    else:
        end = NUMBER[move.to]
        before = 0 if taken >> end & 1 else table.stops & ADJACENT[end]
        hex_ = next((via for via in near if before >> via & 1), None)
        terrain = "" if hex_ is None else table.terrain[hex_].id
    if hex_ is None:
        return broken("napoleonics.move.way", unit=name, to=move.to)
    reads = (f"terrain.{terrain}.entry",)
    return broken("napoleonics.move.stop", unit=name, hex=NAME[hex_], terrain=terrain, reads=reads)


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
    for _, onward in islice(_fronts(table, state, unit), most - 1):
        near |= onward
    if any(near >> hex_ & 1 for hex_ in exits(table, unit)):
        return []
    return [broken("napoleonics.move.way", unit=name, to=OFF)]


def exits(table: Table, unit: int) -> dict[Hex, int]:
    """The hexes from which a unit may leave the map, and the banners for it."""
    kind = table.units[unit]
    side = table.side_of[unit]
    return {
        hex_: rule.banners
        for rule in table.exits
        if (rule.side == "french") == (side == 0)
        and rule.who in ("any", ("infantry", "cavalry", "artillery")[kind.arm])
        for hex_ in rule.hexes
    }


def _check_chief(table: Table, state: State, move: Move, name: str) -> list[Violation]:
    start = NUMBER[name]
    chief = state.led[start] - 1
    if chief < 0 or table.chief_side[chief] != state.side:
        return [broken("napoleonics.board.piece", "impossible", hex=name)]
    found: list[Violation] = []
    if state.on[start] and not goes_alone(state, chief):
        found.append(broken("napoleonics.order.written", unit=name))  # he moves with his unit, or is detached first
    else:
        found, _ = act_chief(table, state, chief)
    if state.moved_chiefs >> chief & 1:
        return [*found, broken("napoleonics.move.once", unit=name)]
    end = NUMBER[move.to]
    if end == start:
        return [*found, broken("napoleonics.move.nowhere", unit=name)]
    if table.never >> end & 1:
        return [*found, broken("napoleonics.move.closed", unit=name, to=move.to, terrain=table.terrain[end].id)]
    if state.led[end]:
        return [*found, broken("napoleonics.move.leaders", unit=name, to=move.to)]
    steps = _chief_length(table, state, chief, move)
    if steps is None:
        near = reach_chief(table, state, chief, chief_moves(table, state))
        enemies = state.units[1 - state.side] | state.leaders[1 - state.side]
        return [*found, _blocked(table, start, move, name, near, enemies)]
    most = chief_moves(table, state)
    if steps > most:
        return [*found, broken("napoleonics.move.far", unit=name, distance=steps, most=most)]
    return found


def _chief_length(table: Table, state: State, chief: int, move: Move) -> int | None:
    """The steps of a leader’s way, as of a unit’s."""
    if not move.via:
        end = NUMBER[move.to]
        return table.once(state, ("leader", chief), lambda: reach_chief(table, state, chief, FAR)).get(end)
    taken = state.units[1 - state.side] | state.leaders[1 - state.side] | table.never
    return _written(table, state.chiefs[chief], move, taken, table.stops)


def resolve_move(table: Table, state: State, move: Move) -> Step[State]:
    """There it goes, if it is there and the hex is free; what it may still do this turn depends on how far it went."""
    name = move.unit or move.leader
    if name is None:
        return Step(state)
    if move.unit is None:
        return _resolve_chief(table, state, name, NUMBER[move.to])
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
    apart = _without_detached(table, state, start)
    steps = way_length(table, apart, unit, move) or 1
    _, battle = most_moves(table, state, unit)
    shut = state.shut
    if steps > battle or state.blocks[unit] < table.units[unit].least or not may_battle_on(table, unit, end):
        shut |= bit
    pieces = Pieces(table, state)
    if _led_away(state, start):
        pieces.march(unit, end)
    else:
        pieces.put(unit, end)
    ordered = state.ordered | bit
    halted = state.halted | (bit if _is_halted(table, apart, unit, move) else 0)
    return pieces.settle(ordered=ordered, moved=state.moved | bit, halted=halted, shut=shut, phase=phase)


def may_battle_on(table: Table, unit: int, hex_: Hex) -> bool:
    """Whether a unit that has come to a hex this turn may battle there."""
    battle = table.terrain[hex_].battle
    return battle == "yes" or (battle == "light" and table.units[unit].is_light)


def _resolve_exit(table: Table, state: State, unit: int, bit: int) -> Step[State]:
    """A unit that has left the map: the banners of the scenario, for its own side."""
    pieces = Pieces(table, state)
    side = table.side_of[unit]
    chief = state.led[state.at[unit]]
    banners = max(exits(table, unit).values(), default=0)
    pieces.say("left", "napoleonics.scenario.exit", NAME[state.at[unit]], 1, 1)
    pieces.units[side] &= ~BIT[state.at[unit]]
    pieces.on[state.at[unit]] = 0
    pieces.at[unit] = 255
    if chief:
        pieces.take_chief(chief - 1, "napoleonics.scenario.exit", is_eliminated=False)
    if banners:
        pieces.win(side, banners)
    return pieces.settle(ordered=state.ordered | bit, moved=state.moved | bit, phase=max(state.phase, MOVE))


def _resolve_chief(table: Table, state: State, name: str, end: Hex) -> Step[State]:
    chief = state.led[NUMBER[name]] - 1
    if chief < 0 or state.led[end]:
        return Step(state)
    pieces = Pieces(table, state)
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
