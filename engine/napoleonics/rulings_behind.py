"""The open rulings that a judgment rests on: those that could change a number of dice, a line of sight or a way."""

from __future__ import annotations

from engine.napoleonics.board import BACK, BIT, DISTANCE, Hex, Mask, hexes_of
from engine.napoleonics.dice_count import ordered_dice, own_ground
from engine.napoleonics.sight import LINES, is_blocked_at_once
from engine.napoleonics.state import ATTACK, ESCAPE, FORM, NOBODY, Fight, State, bits
from engine.napoleonics.table import Table
from engine.napoleonics.terrain import FIRE, MELEE
from engine.napoleonics.units import INFANTRY

Rulings = tuple[str, ...]
BUILDINGS = ("town", "windmill")


def rulings_behind_dice(table: Table, state: State, fight: Fight) -> Rulings:
    """Rulings that could change how many dice are due."""
    if fight.what == FORM:
        return ("D23",)
    if fight.what == ESCAPE:
        return _rulings_behind_escape(table, state, fight)
    if fight.what != ATTACK:
        return rulings_behind_unit(table, state, fight.foe, fight.unit, fight.hex, fight.home, is_melee=True)
    found: list[str] = ["A51"] if fight.is_barred else []
    found += rulings_behind_unit(table, state, fight.unit, fight.foe, fight.home, fight.hex, is_melee=fight.is_melee)
    if fight.is_bonus and state.card == "leadership" and not state.is_one:
        found.append("A56")
    for battery in bits(fight.join):
        start = state.at[battery]
        is_near = DISTANCE[start][fight.hex] == 1
        found += rulings_behind_unit(table, state, battery, fight.foe, start, fight.hex, is_melee=is_near)
    return tuple(dict.fromkeys(found))


def rulings_behind_unit(
    table: Table, state: State, unit: int, foe: int, start: Hex, end: Hex, *, is_melee: bool
) -> Rulings:
    """Rulings that could change the dice of one unit: by what it is, what its enemy is, and the ground."""
    kind = table.units[unit]
    found = []
    if not is_melee and (kind.nation, kind.kind) == ("french", "grenadier"):
        found.append("D05")
    if not is_melee and (kind.nation, kind.kind) == ("french", "militia") and state.moved >> unit & 1:
        found.append("D06")
    is_square = foe != NOBODY and table.arm_of[foe] == INFANTRY and state.square >> foe & 1
    if is_melee and kind.against_infantry and is_square:
        found.append("A02")
    way, arm = MELEE if is_melee else FIRE, table.arm_of[unit]
    if table.is_plain(start, end) and table.terrain[end].into[way][arm] and table.terrain[start].out[way][arm]:
        found.append("A06")
    if table.is_half_marked(start, end) or table.is_half_marked(end, start):
        found.append("A08")
    return tuple(found)


def _rulings_behind_escape(table: Table, state: State, fight: Fight) -> Rulings:
    here = fight.way[0]
    unit = state.on[here] - 1
    bonus = ordered_dice(table, state, unit, here, here, is_melee=True, is_bonus=fight.is_bonus)
    return ("A57",) if bonus or own_ground(table, unit, here) else ()


def rulings_behind_sight(table: Table, pieces: Mask, start: Hex, end: Hex, found: Mask) -> Rulings:
    """Rulings that could open a line blocked by `found`: buildings, and sides blocked at different places."""
    rulings = []
    if all(table.terrain[hex_].id in BUILDINGS and not pieces >> hex_ & 1 for hex_ in hexes_of(found)):
        rulings.append("D01")
    if not found & LINES[start][end][0] and not is_blocked_at_once(table.ground, pieces, start, end):
        rulings.append("A07")
    return tuple(rulings)


def rulings_behind_quarry(table: Table, side: int, start: Hex, steps: int) -> Rulings:
    """D09, if a sand quarry lies where somebody could retreat to."""
    return ("D09",) if table.quarries and table.quarries & _behind(table, side, start, steps) else ()


def _behind(table: Table, side: int, start: Hex, steps: int) -> Mask:
    """The hexes to which a retreat of so many steps could go."""
    back = BACK[table.seat[side]]
    found, edge = 0, {start}
    for _ in range(steps):
        edge = {after for hex_ in edge for after in back[hex_]}
        found |= sum(BIT[hex_] for hex_ in edge)
    return found


def rulings_behind_retiring(table: Table, state: State, unit: int) -> Rulings:
    """Rulings that could change where cavalry can retire to: a sand quarry or a lone leader on the way."""
    side, start = table.side_of[unit], state.at[unit]
    alone = state.leaders[side] & ~state.units[side]
    return rulings_behind_quarry(table, side, start, 2) + (("A54",) if alone & _behind(table, side, start, 2) else ())
