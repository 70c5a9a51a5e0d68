"""How many dice: base and unit, then the card, then the limit of squares, then the ground (napoleonics.dice.count)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.core.accounts import Term
from engine.napoleonics.board import DISTANCE, NAME, Hex
from engine.napoleonics.state import ATTACK, BACK, ESCAPE, FORM, NOBODY, SQUARE, STRIKE, Fight, State, bits
from engine.napoleonics.table import Table
from engine.napoleonics.terrain import FIELD_WORKS, FIRE, MELEE
from engine.napoleonics.units import CAVALRY, INFANTRY


def card_dice(table: Table, state: State, unit: int, start: Hex, end: Hex, *, is_melee: bool, is_bonus: bool) -> int:
    """What the card in effect adds to an attack of a unit that it ordered; nothing for one unit of choice."""
    if state.is_one or not state.card:
        return 0
    effects = table.deck[state.card].effects
    if "dice" in effects:
        if state.card == "cavalry-charge":
            if table.arm_of[unit] != CAVALRY or table.uncharged >> start & 1 or table.uncharged >> end & 1:
                return 0
            return int(effects["guard"] if table.guards >> unit & 1 else effects["dice"])
        if state.card == "leadership":
            is_counted = table.read.is_led_twice or not is_bonus
            return int(effects["dice"]) if is_counted and is_led(state, unit) else 0
        return int(effects["dice"])
    if is_melee and "dice_melee" in effects:
        if is_bonus and "bonus" in effects:
            return int(effects["bonus"])
        is_guard = table.guards >> unit & 1 and "guard" in effects
        return int(effects["guard"] if is_guard else effects["dice_melee"])
    if not is_melee and "dice_fire" in effects:
        return int(effects["dice_fire"])
    if "dice_still" in effects and not state.moved >> unit & 1:
        return int(effects["guard"] if table.guards >> unit & 1 else effects["dice_still"])
    return 0


def ordered_dice(table: Table, state: State, unit: int, start: Hex, end: Hex, *, is_melee: bool, is_bonus: bool) -> int:
    """What the card in effect adds to an attack of a unit, if the card ordered it."""
    if table.side_of[unit] != state.side or not state.ordered >> unit & 1:
        return 0
    return card_dice(table, state, unit, start, end, is_melee=is_melee, is_bonus=is_bonus)


def is_led(state: State, unit: int) -> bool:
    """Whether a leader stays with a unit that Leadership ordered with him."""
    chief = state.led[state.at[unit]]
    return bool(chief) and not state.detached >> (chief - 1) & 1 and state.stood_chiefs[chief - 1] == state.stood[unit]


class Parts(NamedTuple):
    """The dice of one unit, part by part, in the order in which they are counted."""

    base: int
    against_infantry: int
    card: int
    square: int  # what the limit of squares takes away
    into: int
    out: int
    least: int  # what is given back, so that there are never fewer than none


def parts(  # who, on whom, from where, how
    table: Table, state: State, unit: int, foe: int, start: Hex, end: Hex, *, is_melee: bool, is_bonus: bool = False
) -> Parts:
    """The dice of one unit against a unit, or a leader (NOBODY)."""
    kind, blocks = table.units[unit], state.blocks[unit]
    against = 0
    if is_melee:
        base = kind.melee[blocks]
        if kind.against_infantry and _is_infantry(table, state, foe):
            against = kind.against_infantry
    else:
        dice, distance = (kind.moved if state.moved >> unit & 1 else kind.still)[blocks], DISTANCE[start][end]
        base = dice[distance] if distance < len(dice) else 0
    card = ordered_dice(table, state, unit, start, end, is_melee=is_melee, is_bonus=is_bonus)
    total = base + against + card
    is_limited = state.square >> unit & 1 or (
        is_melee and foe != NOBODY and state.square >> foe & 1 and table.arm_of[unit] == CAVALRY
    )
    square = min(0, 1 - total) if is_limited else 0
    into, out = table.change(MELEE if is_melee else FIRE, kind.arm, start, end)
    return Parts(base, against, card, square, into, out, max(0, -(total + square + into + out)))


def terms(  # as above
    table: Table, state: State, unit: int, foe: int, start: Hex, end: Hex, *, is_melee: bool, is_bonus: bool = False
) -> list[Term]:
    """The dice of one unit term by term, each with the rule that it comes from."""
    kind, blocks = table.units[unit], state.blocks[unit]
    part = parts(table, state, unit, foe, start, end, is_melee=is_melee, is_bonus=is_bonus)
    if is_melee:
        rule, key = "napoleonics.melee.dice", kind.melee_key(blocks)
    else:
        has_moved = bool(state.moved >> unit & 1)
        rule, key = "napoleonics.ranged.dice", kind.fire_key(blocks, DISTANCE[start][end], has_moved=has_moved)
    there, here = _ground_rule(table, end, start), _ground_rule(table, start, end)
    others = (
        Term("against-infantry", part.against_infantry, "napoleonics.units.line-infantry"),
        Term("card", part.card, f"napoleonics.cards.{state.card}"),
        Term("square", part.square, "napoleonics.square.one-die"),
        Term("into", part.into, there, {"hex": NAME[end]}),
        Term("out", part.out, here, {"hex": NAME[start]}),
        Term("least", part.least, "napoleonics.dice.count"),
    )
    return [Term("base", part.base, rule, {"key": key}), *(term for term in others if term.amount)]


def _ground_rule(table: Table, hex_: Hex, other: Hex) -> str:
    """The paragraph on what lies on a hex, as it is seen from another."""
    ground = FIELD_WORKS if table.has_works_for(hex_, other) else table.terrain[hex_].id
    return f"napoleonics.terrain.{ground}"


def _is_infantry(table: Table, state: State, foe: int) -> bool:
    """Whether a unit counts as infantry for the die of a nation; a square by ruling A02."""
    if foe == NOBODY or table.arm_of[foe] != INFANTRY:
        return False
    return table.read.is_square_infantry or not state.square >> foe & 1


def dice_of(  # as above
    table: Table, state: State, unit: int, foe: int, start: Hex, end: Hex, *, is_melee: bool, is_bonus: bool = False
) -> int:
    """The dice of one unit."""
    return sum(parts(table, state, unit, foe, start, end, is_melee=is_melee, is_bonus=is_bonus))


def fight_terms(table: Table, state: State, fight: Fight) -> list[Term]:
    """The dice of the roll that is due."""
    if fight.what == ATTACK:
        found = terms(
            table, state, fight.unit, fight.foe, fight.home, fight.hex, is_melee=fight.is_melee, is_bonus=fight.is_bonus
        )
        for battery in bits(fight.join):
            start = state.at[battery]
            is_near = DISTANCE[start][fight.hex] == 1
            found += terms(
                table, state, battery, fight.foe, start, fight.hex, is_melee=is_near, is_bonus=fight.is_bonus
            )
        return found
    if fight.what in (STRIKE, SQUARE, BACK):
        return terms(table, state, fight.foe, fight.unit, fight.hex, fight.home, is_melee=True)
    if fight.what == FORM:
        return [Term("form", 1, "napoleonics.square.form")]
    return escape_terms(table, state, fight)


def escape_terms(table: Table, state: State, fight: Fight) -> list[Term]:
    """The dice of an enemy in whose hex a leader flees: its melee dice, by ruling A57 with its card and ground."""
    assert fight.what == ESCAPE
    here = fight.way[0]
    unit = state.on[here] - 1
    kind, blocks = table.units[unit], state.blocks[unit]
    found = [Term("base", kind.melee[blocks], "napoleonics.melee.dice", {"key": kind.melee_key(blocks)})]
    is_changed = not table.read.is_escape_plain
    bonus = ordered_dice(table, state, unit, here, here, is_melee=True, is_bonus=fight.is_bonus)
    if bonus and is_changed:
        found.append(Term("card", bonus, f"napoleonics.cards.{state.card}"))
    total = sum(term.amount for term in found)
    if state.square >> unit & 1 and total > 1:
        found.append(Term("square", 1 - total, "napoleonics.square.one-die"))
        total = 1
    out = own_ground(table, unit, here) if is_changed else 0
    if out:
        name = f"napoleonics.terrain.{table.terrain[here].id}"
        found.append(Term("out", max(out, -total), name, {"hex": NAME[here]}))
    return found


def own_ground(table: Table, unit: int, here: Hex) -> int:
    """What the ground under a unit does to its dice against somebody in its own hex, who is no lower than it."""
    ground = table.terrain[here]
    return ground.out[MELEE][table.arm_of[unit]] if ground.level is None else 0


def roller_hex(fight: Fight) -> Hex:
    """From where the dice of a roll come: the hex of the unit that rolls them."""
    if fight.what == ESCAPE:
        return fight.way[0]
    return fight.home if fight.what == ATTACK else fight.hex


def fight_dice(table: Table, state: State, fight: Fight) -> int:
    """How many dice the roll has that is due."""
    if fight.what in (STRIKE, SQUARE, BACK):
        return dice_of(table, state, fight.foe, fight.unit, fight.hex, fight.home, is_melee=True)
    if fight.what == ATTACK and not fight.join:
        return dice_of(
            table, state, fight.unit, fight.foe, fight.home, fight.hex, is_melee=fight.is_melee, is_bonus=fight.is_bonus
        )
    return sum(term.amount for term in fight_terms(table, state, fight))


def dice_reads(table: Table, state: State, fight: Fight) -> tuple[str, ...]:
    """The values of the data that the number of dice rests on."""
    keys = [term.params["key"] for term in fight_terms(table, state, fight) if "key" in term.params]
    return tuple(key for key in keys if key in table.facts)


def strength_reads(table: Table, state: State, fight: Fight, rolled: int) -> tuple[str, ...]:
    """The values behind the blocks of those who roll, at full strength, where others would explain so many dice."""
    if fight.what == ATTACK:
        rolling = [fight.unit, *bits(fight.join)]
    else:
        rolling = [state.on[fight.way[0]] - 1 if fight.what == ESCAPE else fight.foe]
    due = fight_dice(table, state, fight)
    found = []
    for unit in rolling:
        kind = table.units[unit]
        others = (replace(state, blocks=_with_blocks(state, unit, n)) for n in range(1, kind.blocks + 1))
        if (rolled > due and not kind.guns) or any(fight_dice(table, one, fight) == rolled for one in others):
            found.append(f"{kind.key}.blocks")
    return tuple(found)


def _with_blocks(state: State, unit: int, blocks: int) -> bytes:
    return state.blocks[:unit] + bytes([blocks]) + state.blocks[unit + 1 :]
