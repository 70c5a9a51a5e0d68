"""Battling back after a melee (napoleonics.back)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.moves import BattleBack
from engine.napoleonics.rules.combat import can_battle_back
from engine.napoleonics.state import AFTER, BACK, DICE, NOBODY, State
from engine.napoleonics.state_keys import FIGHT
from engine.napoleonics.table import Table


def check_back(table: Table, state: State, _move: BattleBack) -> list[Violation]:
    """The unit that was attacked in melee still stands there, and has something to roll."""
    fight = state.fight
    if fight is None or fight.stage != AFTER or not can_battle_back(table, state, fight):
        return [broken("napoleonics.back.none", "impossible", reads=(FIGHT,))]
    return []


def resolve_back(table: Table, state: State, _move: BattleBack) -> Step[State]:
    """Its dice are due."""
    fight = state.fight
    if fight is None or fight.stage != AFTER or not can_battle_back(table, state, fight):
        return Step(state)
    return Step(replace(state, fight=replace(fight, what=BACK, stage=DICE, victim=NOBODY, flags=0)))
