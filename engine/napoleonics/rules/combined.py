"""Combined arms: the batteries that join an attack (napoleonics.combined)."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.napoleonics.board import DISTANCE, NAME, NUMBER, Hex, Mask, hexes_of
from engine.napoleonics.rules.combat import check_battle
from engine.napoleonics.rules.order import check_own
from engine.napoleonics.rules.ranged import check_apart, check_range
from engine.napoleonics.rules.sight import out_of_sight, sight_blockers, sight_rulings
from engine.napoleonics.state import State
from engine.napoleonics.state_keys import units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARTILLERY


def check_battery(table: Table, state: State, unit: int, name: str, end: Hex) -> list[Violation]:
    """A battery in a combined attack: own, may battle, no other enemy beside it, in range and sight of its own."""
    if found := check_own(table, state, name):
        return found
    battery = state.on[NUMBER[name]] - 1
    if table.arm_of[battery] != ARTILLERY or table.arm_of[unit] == ARTILLERY:
        return [broken("napoleonics.combined.artillery", unit=name, reads=units_at(name), families=("other-target",))]
    found = check_battle(table, state, battery, is_melee=True)
    distance = DISTANCE[state.at[battery]][end]
    if distance == 1:
        return found
    if near := check_apart(state, battery):
        return found + near
    if too_far := check_range(table, state, battery, distance):
        return found + too_far
    if blockers := sight_blockers(table, state, battery, end, is_joint=True):
        if sight_blockers(table, state, battery, end, is_joint=False):
            found.append(out_of_sight(table, state, battery, end, blockers, is_joint=True))
        else:
            found.append(_behind_friends(table, state, battery, end, blockers))
    return found


def _behind_friends(table: Table, state: State, battery: int, end: Hex, blockers: Mask) -> Violation:
    """A battery on a hill that could fire over friends by itself, but not in a combined attack."""
    name, target, by = NAME[state.at[battery]], NAME[end], [NAME[hex_] for hex_ in hexes_of(blockers)]
    rulings = sight_rulings(table, state, battery, end, blockers, is_joint=True)
    return broken(
        "napoleonics.combined.friends", unit=name, target=target, by=by, reads=units_at(name, target, *by),
        rulings=rulings, families=("other-target",),
    )  # fmt: skip
