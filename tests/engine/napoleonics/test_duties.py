"""What the rules oblige someone to do, after so many moves of a numbered case: who, and what would answer it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.napoleonics
from engine.core.cases import load_cases, run_case
from engine.napoleonics import GAME
from refsvc.library import load_scenario

CASES = load_cases(Path(engine.napoleonics.__file__).parent / "cases")


@pytest.mark.parametrize(("name", "moves", "owed"), [
    ("ADV-01", 1, "dice.due by dice: first-strike, retire, roll, square (unit=E6 dice=5 purpose=attack) at the end"),
    ("ADV-01", 2, "retreat.due by british: ignore-flags, retreat (unit=D5 flags=1) at the end"),
    ("ADV-17", 3, "dice.due by dice: roll (unit=D5 dice=4 purpose=battle-back) at the end"),
    ("ADV-19", 5, "dice.due by dice: first-strike, retire, roll, square (unit=B4 dice=1 purpose=square) at the end"),
    ("ADV-19", 6, "dice.due by dice: roll (unit=C5 dice=1 purpose=attack) at the end"),
    ("ADV-20", 2, "leader.retreat-due by british: leader-retreat (leader=D5) at the end"),
    ("CRD-05", 1, "dice.due by dice: roll (unit=french dice=5 purpose=rally) at the end"),
    ("CRD-19", 2, "cards.rally-due by french: rally () at the end"),
    ("CRD-27", 1, "cards.short-supply-due by french: short-supply () at the end"),
    (
        "CRD-37", 3,
        "dice.due by dice: first-strike, retire, roll, square (unit=D5 dice=4 purpose=first-strike) at the end",
    ),
    ("CRD-38", 1, "dice.due by dice: roll (unit=french dice=5 purpose=elan) at the end"),
    ("LEA-01", 2, "leader.check-due by dice: check-leader (leader=D5 dice=2) at the end"),
    ("LEA-16", 3, "leader.escape-due by dice: roll (leader=E6 hex=F5) at the end"),
])  # fmt: skip
def test_what_is_owed(name: str, moves: int, owed: str) -> None:
    case = CASES[name]
    scenario = load_scenario("napoleonics", case.scenario)
    table = GAME.open_game(scenario, case.rulings, frozenset(case.rulings), case.values)
    state = run_case(case, table, GAME.MOVES).steps[moves].state
    told = [
        f"{duty.rule.removeprefix('napoleonics.')} by {duty.by}: {', '.join(sorted(duty.answers))}"
        f" ({' '.join(f'{key}={value}' for key, value in duty.params.items())})"
        f"{' at the end' if duty.is_owed_at_end else ''}"
        for duty in table.duties(state)
    ]
    assert owed in told
