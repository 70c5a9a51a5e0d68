"""Combined arms: the batteries that join an attack (napoleonics.combined)."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.napoleonics.board import DISTANCE, NAME, Hex, hexes_of
from engine.napoleonics.rules.combat import beside, check_battle
from engine.napoleonics.rules.ranged import check_range
from engine.napoleonics.rules.sight import sight_blockers, sight_rulings
from engine.napoleonics.state import State
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARTILLERY


def check_battery(table: Table, state: State, unit: int, battery: int, name: str, end: Hex) -> list[Violation]:
    """A battery in a combined attack: own, may battle, no other enemy beside it, in range and sight of its own."""
    if battery < 0:
        return [broken("napoleonics.board.piece", "impossible", hex=name)]
    if table.side_of[battery] != state.side:
        return [broken("napoleonics.order.own", unit=name)]
    if table.arm_of[battery] != ARTILLERY or table.arm_of[unit] == ARTILLERY:
        return [broken("napoleonics.combined.artillery", unit=name)]
    found = check_battle(table, state, battery, is_melee=True)
    distance = DISTANCE[state.at[battery]][end]
    if distance == 1:
        return found
    if near := beside(state, battery):
        return [*found, broken("napoleonics.ranged.adjacent", unit=name, enemy=NAME[next(hexes_of(near))])]
    if too_far := check_range(table, state, battery, distance):
        return found + too_far
    if blockers := sight_blockers(table, state, battery, end, is_joint=True):
        by = [NAME[hex_] for hex_ in hexes_of(blockers)]
        is_over = not sight_blockers(table, state, battery, end, is_joint=False)
        rule = "napoleonics.combined.friends" if is_over else "napoleonics.sight.blocked"
        rulings = sight_rulings(table, state, battery, end, blockers, is_joint=True)
        found.append(broken(rule, unit=name, target=NAME[end], by=by, rulings=rulings))
    return found
