"""How far units and leaders may go, and which hexes they come to (napoleonics.move)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Final

from engine.napoleonics.board import ADJACENT, BIT, EVERYWHERE, FARTHEST, WITHIN, Hex, Mask, around, hexes_of
from engine.napoleonics.state import State
from engine.napoleonics.table import Table
from engine.napoleonics.units import INFANTRY

Walls = frozenset[tuple[Hex, Hex]]
FAR: Final = 99  # hexes that nobody goes


def led_away(state: State, start: Hex) -> bool:
    """Whether a unit takes a leader along: he is there and has not been detached."""
    chief = state.led[start]
    return bool(chief) and not state.detached >> (chief - 1) & 1


def most_moves(table: Table, state: State, unit: int) -> tuple[int, int]:
    """Hexes that a unit may move under the card, and those after which it may still battle; -1: not even then."""
    kind = table.units[unit]
    if state.is_one or not state.card:
        return kind.most, kind.battle
    card = table.deck[state.card]
    effects = card.effects
    if not effects:
        return kind.most, kind.battle
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


def enterable(table: Table, state: State, unit: int) -> tuple[Mask, Mask]:
    """The hexes that a unit can enter, and those where nothing stops it; a detached leader does not go along."""
    side, units, leaders = table.side_of[unit], state.units, state.leaders
    alone = leaders[side] & ~units[side]
    taken = units[0] | units[1] | leaders[1 - side] | table.closed[table.arm_of[unit]]
    if alone and led_away(state, state.at[unit]):
        taken |= alone
    return ~taken, ~(table.stops | alone)


def fronts(start: Hex, free: Mask, on: Mask, walls: Walls) -> Iterator[tuple[Mask, Mask]]:
    """The hexes that can be reached in one step, in two …, and those of them where nothing stops a move.

    One that was entered across works may yet be entered by another side, and passed.
    """
    free &= EVERYWHERE & ~BIT[start]
    edge = BIT[start]
    while edge:
        if walls:
            reached, edge = _past_works(walls, edge, free, on)
            done = edge | reached & ~on
        else:
            done = reached = around(edge) & free
            edge = reached & on
        if not reached:
            return
        yield reached, edge
        free &= ~done


def _past_works(walls: Walls, edge: Mask, free: Mask, on: Mask) -> tuple[Mask, Mask]:
    """One step further, hex by hex: who crosses a side with works goes no further."""
    reached: Mask = 0
    after: Mask = 0
    for hex_ in hexes_of(edge):
        for there in hexes_of(ADJACENT[hex_] & free):
            reached |= BIT[there]
            if (hex_, there) not in walls:
                after |= BIT[there]
    return reached, after & on


def reach(table: Table, state: State, unit: int, most: int) -> Mapping[Hex, int]:
    """Every hex to which a unit can go, and the fewest steps to it."""
    free, on = enterable(table, state, unit)
    start = state.at[unit]
    near = WITHIN[start][min(most, FARTHEST)]
    return _reach(start, most, near & free, near & on, table.walls)


@lru_cache(maxsize=1 << 13)  # what lies around a unit is the same for many turns
def _reach(start: Hex, most: int, free: Mask, on: Mask, walls: Walls) -> Mapping[Hex, int]:
    found: dict[Hex, int] = {}
    for steps, (reached, _) in enumerate(islice(fronts(start, free, on, walls), most), 1):
        for hex_ in hexes_of(reached):
            found.setdefault(hex_, steps)
    return found


def reach_chief(table: Table, state: State, chief: int, most: int) -> Mapping[Hex, int]:
    """Every hex to which a leader alone can go: stopped as units are, he passes friends, and joins no other leader."""
    side, start = table.chief_side[chief], state.chiefs[chief]
    near = WITHIN[start][min(most, FARTHEST)]
    free = near & ~(state.units[1 - side] | state.leaders[1 - side] | table.never)
    return _reach_chief(start, most, free, near & ~table.stops, near & state.leaders[side], table.walls)


@lru_cache(maxsize=1 << 10)
def _reach_chief(start: Hex, most: int, free: Mask, on: Mask, led: Mask, walls: Walls) -> Mapping[Hex, int]:
    return {hex_: steps for hex_, steps in _reach(start, most, free, on, walls).items() if not led >> hex_ & 1}


def chief_moves(table: Table, state: State) -> int:
    """Hexes that a leader may move alone: as ever, or as far as La Grande Manoeuvre takes everybody."""
    card = table.deck.get(state.card)
    if card is None or state.is_one:
        return table.leader_move
    if "leaders" in card.who and "any" in card.who and "march" in card.effects:
        return int(card.effects["march"])
    return table.leader_move
