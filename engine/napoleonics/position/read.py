"""A position read: the board, the cards, then the turn so far; one that can't be is refused with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.core.moves import MOST_LISTED
from engine.core.record_errors import first_error
from engine.napoleonics.board import NUMBER
from engine.napoleonics.position.fight import read_fight
from engine.napoleonics.position.names import (
    card_id,
    goal_names,
    hex_number,
    leader_origins,
    refused,
    unit_origins,
    units_alike,
    unknown,
)
from engine.napoleonics.position.parts import PositionPart, UnitPart
from engine.napoleonics.position.setup import NO_CARDS, first_state, laid
from engine.napoleonics.position.turn import read_turn
from engine.napoleonics.position.view import plays_of
from engine.napoleonics.state import COMBAT, GONE, NO_SLOTS, NOBODY, PHASES, SIDES, SLOTS, WAITING, State
from engine.napoleonics.table import Table


def read_position(table: Table, tree: Mapping[str, Any]) -> State:
    """The state of a position; `RecordError` with its place where it can't be."""
    try:
        part = PositionPart.model_validate(dict(tree))
    except ValueError as error:
        raise first_error(error, "/position") from None
    start = first_state(table)
    state = laid(table, _units(table, part, start), _leaders(table, part, start))
    side = table.first if part.to_move is None else SIDES.index(part.to_move)
    plays = plays_of(table, part.turn, side, is_begun=part.card is not None) if part.plays is None else part.plays
    state = replace(state, side=side, plays=plays, phase=_phase(part))
    state = _counted(table, part, _dealt(table, part, _squared(table, part, state)))
    if part.card is not None:
        state = read_turn(table, part, part.card, state)
    if part.pending is not None:
        fight = read_fight(table, part.pending, state)
        both = 1 << fight.unit | (1 << fight.foe if fight.foe != NOBODY else 0)
        state = replace(state, fight=fight, fought=state.fought or both)
    if part.over is not None:
        state = replace(state, ended=part.over.winner or "draw", ended_by=part.over.rule)
    return state


def _phase(part: PositionPart) -> int:
    """The phase that is named; with a card on the table, the one after it or, in a combat, that of combat."""
    if part.card is None:
        _refuse_turn(part)
        return WAITING
    if part.phase is None:
        return COMBAT if part.pending is not None else WAITING + 1
    phase = PHASES.index(part.phase)
    if phase == WAITING or (part.pending is not None and phase != COMBAT):
        raise refused("phase", "phase")
    return phase


# what only a turn that has begun can have
OF_A_TURN = (
    "stood", "stood_leaders", "gone", "gone_leaders", "symbols", "rolled", "given", "written", "ordered", "moved",
    "battled", "halted", "shut", "joined", "healed", "broken_off", "bonus", "ordered_leaders", "detached",
    "moved_leaders", "strikes", "drawn", "discarded", "looks", "pending",
    "fought", "void",
)  # fmt: skip


def _refuse_turn(part: PositionPart) -> None:
    if part.phase not in (None, PHASES[WAITING]):
        raise refused("phase", "no-card")
    for key in OF_A_TURN:
        if getattr(part, key):
            raise refused(key, "no-card")


# units and leaders


def _units(table: Table, part: PositionPart, start: State) -> list[tuple[int, int, int]]:
    """Hex, number and blocks of each unit."""
    if part.units is None:
        return [(hex_, n, start.blocks[n]) for n, hex_ in enumerate(start.at) if hex_ != GONE]
    origins = unit_origins(table)
    numbers = _unit_numbers(table, part.units, origins)
    found = []
    for name, unit in part.units.items():
        number, hex_ = numbers[name], NUMBER[name]
        blocks = table.blocks[number] if unit.blocks is None else unit.blocks
        if not 0 < blocks <= table.blocks[number]:
            raise refused(f"units/{name}/blocks", "blocks")
        if table.closed[table.arm_of[number]] >> hex_ & 1:
            raise refused(f"units/{name}", "closed")
        found.append((hex_, number, blocks))
    return found


def _unit_numbers(table: Table, units: Mapping[str, UnitPart], origins: tuple[str, ...]) -> dict[str, int]:
    """By hex, which unit it is: the one it says, the one that began there, or the first like it that is free."""
    known = {name: number for number, name in enumerate(origins)}
    found: dict[str, int] = {}
    for name, unit in units.items():
        hex_number(name, f"units/{name[:80]}")
        number = known.get(name if unit.from_ is None else unit.from_, NOBODY)
        if number != NOBODY and _is_like(table, number, unit):
            if number in found.values():
                raise refused(f"units/{name}/from", "twice")
            found[name] = number
        elif unit.from_ is not None:
            raise unknown(f"units/{name}/from", unit.from_)
    taken = set(found.values())
    for name, unit in units.items():
        if name in found:
            continue
        every = units_alike(table).get((unit.nation, unit.unit), ())
        alike = [n for n in every if n not in taken]
        if not alike:
            raise refused(f"units/{name}", "units") if every else unknown(f"units/{name}/unit", unit.unit)
        found[name] = next((n for n in alike if (unit.blocks or 0) <= table.blocks[n]), alike[0])
        taken.add(found[name])
    return found


def _is_like(table: Table, number: int, unit: UnitPart) -> bool:
    return (table.units[number].nation, table.units[number].kind) == (unit.nation, unit.unit)


def _leaders(table: Table, part: PositionPart, start: State) -> list[tuple[int, int]]:
    """Hex and number of each leader: the one it says, the one that began there, or the first of his side."""
    if part.leaders is None:
        return [(hex_, n) for n, hex_ in enumerate(start.chiefs) if hex_ != GONE]
    origins = leader_origins(table)
    sides = {name: side for side, names in part.leaders.items() for name in names}
    if len(sides) < sum(map(len, part.leaders.values())):
        raise refused("leaders", "leaders")
    found: dict[str, int] = {}
    for name, side in sides.items():
        origin = part.leaders_from.get(name, name)
        number = origins.index(origin) if origin in origins else NOBODY
        if number != NOBODY and SIDES[table.chief_side[number]] == side and number not in found.values():
            found[name] = number
        elif name in part.leaders_from:
            raise refused(f"leaders_from/{name}", "leaders")
    if strange := part.leaders_from.keys() - sides.keys():
        raise refused(f"leaders_from/{min(strange)[:80]}", "nobody")
    for name, side in sides.items():
        free = [n for n, own in enumerate(table.chief_side) if SIDES[own] == side and n not in found.values()]
        if name not in found and not free:
            raise refused(f"leaders/{side}", "leaders")
        found.setdefault(name, free[0] if free else NOBODY)
    return [(_leader_hex(table, name, sides[name], part), number) for name, number in found.items()]


def _leader_hex(table: Table, name: str, side: str, part: PositionPart) -> int:
    hex_ = hex_number(name, f"leaders/{side}")
    if table.never >> hex_ & 1:
        raise refused(f"leaders/{side}", "closed")
    unit = (part.units or {}).get(name)
    if unit is not None and SIDES[table.side_of[_any_like(table, unit)]] != side:
        raise refused(f"leaders/{side}", "leaders")
    return hex_


def _any_like(table: Table, unit: UnitPart) -> int:
    return units_alike(table)[unit.nation, unit.unit][0]


# cards and banners


def _squared(table: Table, part: PositionPart, state: State) -> State:
    """Units in square on their tracks, with the cards that are known to lie there."""
    square, slots, kept = 0, bytearray(NO_SLOTS), list(NO_CARDS)
    wanted = [(name, unit) for name, unit in (part.units or {}).items() if unit.square]
    for name, unit in sorted(wanted, key=lambda item: item[1].slot is None):  # those that say their place first
        number = state.on[NUMBER[name]] - 1
        first = table.side_of[number] * SLOTS
        track = slots[first : first + SLOTS]
        place = track.find(GONE) if unit.slot is None else unit.slot - 1
        if table.arm_of[number] or place < 0 or track[place] != GONE:
            raise refused(f"units/{name}/square", "square")
        if unit.card is not None:
            kept[first + place] = card_id(table, unit.card, f"units/{name}/card")
        slots[first + place] = number
        square |= 1 << number
    for n, side in enumerate(SIDES):
        if part.squares.get(side, formed := (square & table.own[n]).bit_count()) != formed:
            raise refused(f"squares/{side}", "squares")
    return replace(state, square=square, slots=bytes(slots), kept=tuple(kept))


PAIR = 2  # cards that are drawn after Scout


def _dealt(table: Table, part: PositionPart, state: State) -> State:
    """Hands and piles."""
    french, british = (part.hands.get(side, table.hand_sizes[n]) for n, side in enumerate(SIDES))
    known = [sorted(card_id(table, name, f"known/{s}") for name in part.known.get(s, ())) for s in SIDES]
    copies = Counter(table.deck[card_id(table, name, "seen")].number for name in part.seen)
    seen = bytes(min(copies[number], MOST_LISTED) for number in range(len(table.deck)))
    lying = sum(unit != GONE for unit in state.slots)
    for side, size, cards in zip(SIDES, (french, british), known, strict=True):
        if len(cards) > size:
            raise refused(f"known/{side}", "hand")
    rest = table.deck_size - french - british - lying
    pile = rest - len(part.seen) if part.pile is None else part.pile
    if not 0 <= pile <= rest:
        raise refused("hands" if part.pile is None else "pile", "cards")
    last = card_id(table, part.last, "last") if part.last else ""
    pairs = [tuple(card_id(table, name, f"either/{side}") for name in part.either.get(side, ())) for side in SIDES]
    for side, pair in zip(SIDES, pairs, strict=True):
        if len(pair) not in (0, PAIR):
            raise refused(f"either/{side}", "cards")
    return replace(
        state, either=(pairs[0], pairs[1]), sizes=(french, british), hands=(tuple(known[0]), tuple(known[1])),
        seen=seen, pile=pile, last=(last, part.last_mirrored and bool(last)),
    )  # fmt: skip


def _counted(table: Table, part: PositionPart, state: State) -> State:
    """Banners; those for the objectives that are named, and can be lost again, are among them."""
    names = goal_names(table)
    held = taken = 0
    banners = [part.banners.get(side, 0) for side in SIDES]
    for own, side in enumerate(SIDES):
        for name in (part.objectives or {}).get(side, ()):
            number = names.index(name) if name in names else NOBODY
            if number == NOBODY or own not in table.goals[number].sides:
                raise unknown(f"objectives/{side}", name, names)
            goal, mark = table.goals[number], 1 << (2 * number + own)
            if goal.is_lasting:
                taken |= mark
                continue
            if state.units[own] & goal.hexes != goal.hexes:
                raise refused(f"objectives/{side}", "objectives")
            held |= mark
            banners[own] -= goal.banners
        if banners[own] < 0:
            raise refused(f"banners/{side}", "banners")
    return replace(state, banners=(banners[0], banners[1]), held=held, taken=taken)
