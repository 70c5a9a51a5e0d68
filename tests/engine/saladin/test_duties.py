"""What the rules oblige someone to do, after so many moves of a numbered case: who, and what would answer it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.saladin
from engine.core.cases import load_cases, run_case
from engine.saladin import GAME
from refsvc.library import load_scenario

CASES = load_cases(Path(engine.saladin.__file__).parent / "cases")


@pytest.mark.parametrize(("name", "moves", "owed"), [
    ("ACT-01", 1, "dice.due by dice: react, roll (banner=sable action=uncontrolled-charge red=1 green=2) at the end"),
    ("ACTV-13", 1, "initiative.start by crusader: remove, seize, start (holder=crusader)"),
    ("HAT-07", 2, "hattin.horns-duty by crusader: lead, pass (orders=4 below=5)"),
])  # fmt: skip
def test_what_is_owed(name: str, moves: int, owed: str) -> None:
    case = CASES[name]
    scenario = load_scenario("saladin", case.scenario)
    table = GAME.open_game(scenario, case.rulings, frozenset(case.rulings), case.values)
    state = run_case(case, table, GAME.MOVES).steps[moves].state
    told = [
        f"{duty.rule.removeprefix('saladin.')} by {duty.by}: {', '.join(sorted(duty.answers))}"
        f" ({' '.join(f'{key}={value}' for key, value in duty.params.items())})"
        f"{' at the end' if duty.is_owed_at_end else ''}"
        for duty in table.duties(state)
    ]
    assert owed in told
