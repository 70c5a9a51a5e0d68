"""Battling back after a melee (napoleonics.back)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Verdict, Violation, broken
from engine.napoleonics.moves import BattleBack
from engine.napoleonics.rules.combat import as_written, can_battle_back
from engine.napoleonics.state import AFTER, BACK, DICE, NOBODY, State
from engine.napoleonics.state_keys import FIGHT
from engine.napoleonics.table import Table


def check_back(table: Table, state: State, _move: BattleBack) -> list[Violation]:
    """The unit that was attacked in melee still stands there, and has something to roll."""
    if _may_battle_back(table, state):
        return []
    verdict: Verdict = "impossible" if as_written(state, BACK) is None else "illegal"
    return [broken("napoleonics.back.none", verdict, reads=(FIGHT,))]


def _may_battle_back(table: Table, state: State) -> bool:
    """Whether the offer to battle back is open."""
    fight = state.fight
    return fight is not None and fight.stage == AFTER and can_battle_back(table, state, fight)


def resolve_back(table: Table, state: State, _move: BattleBack) -> Step[State]:
    """Its dice are due; those of a unit that may not battle back are played as written, if it is there."""
    fight = state.fight
    if fight is None or not _may_battle_back(table, state):
        written = as_written(state, BACK)
        return Step(state if written is None else replace(state, fight=written))
    return Step(replace(state, fight=replace(fight, what=BACK, stage=DICE, victim=NOBODY, flags=0)))
