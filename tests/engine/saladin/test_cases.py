"""The numbered cases, and that every rule has one that keeps it and one that breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.saladin
from engine.core.cases import Case, disagreements, load_cases
from engine.saladin import GAME
from refsvc.library import load_scenario

CASES = load_cases(Path(engine.saladin.__file__).parent / "cases")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_case(case: Case) -> None:
    table = GAME.open_game(load_scenario("saladin", case.scenario), case.rulings, frozenset(case.rulings), case.values)
    assert list(disagreements(case, table, GAME.MOVES)) == []


def test_worked_examples_and_vectors_are_all_there() -> None:
    wanted = {f"X{n}" for n in range(1, 12)} | {f"V{n}" for n in range(1, 26)}
    assert wanted <= CASES.keys()


def test_every_checkable_rule_is_kept_by_one_case_and_broken_by_another() -> None:
    checkable = {rule.id for rule in GAME.rulebook().rules.values() if rule.is_checkable}
    of_records = {"record.turn", "record.count", "record.word"}
    proved = {rule for rule in checkable if not rule.startswith("record.")} | of_records
    assert proved <= checkable  # the other faults of a record: tests/engine/core/test_record.py
    assert proved - {rule for case in CASES.values() for rule in case.rules} == set(), "no case keeps it"
    broken = {expected.rule for case in CASES.values() for expected in case.expect.findings}
    assert proved - broken == set(), "no case breaks it"


def test_cases_name_existing_rules() -> None:
    known = GAME.rulebook().rules.keys()
    assert {rule for case in CASES.values() for rule in case.rules} <= known
