"""The numbered cases, and that every rule has one that keeps it and one that breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.napoleonics
from engine.core.cases import Case, disagreements, load_cases
from engine.napoleonics import game, move_types, rulebook
from refsvc.library import load_scenario

CASES = load_cases(Path(engine.napoleonics.__file__).parent / "cases")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_case(case: Case) -> None:
    table = game(load_scenario("napoleonics", case.scenario), case.rulings, frozenset(case.rulings), case.values)
    assert list(disagreements(case, table, move_types())) == []


def test_vectors_facts_and_traps_are_all_there() -> None:
    vectors = {f"T{n:02}" for n in range(1, 18)} - {"T03", "T14"}  # two rest on a picture that is lost
    derived = {f"X{n:02}" for n in range(1, 12)}  # the twelfth is the size of the deck: test_deck.py
    facts = {f"K{n:02}" for n in (6, 7, 9, 10, 11, 12, 14, 15, 17, 18, 19, 22, 23, 24)}  # the others: test_sight.py
    traps = {f"P{n:02}" for n in range(1, 11)}
    assert vectors | derived | facts | traps <= {case.partition("-")[0] for case in CASES}


@pytest.mark.parametrize("rule", [r.id for r in rulebook().rules.values() if r.is_checkable])
def test_every_checkable_rule_is_kept_by_one_case_and_broken_by_another(rule: str) -> None:
    if rule.startswith("record.") and rule not in ("record.count", "record.word"):
        return  # faults of the record itself: tests/engine/core/test_record.py
    kept = [c.id for c in CASES.values() if rule in c.rules]
    broken = [c.id for c in CASES.values() if rule in {e.rule for e in c.expect.findings}]
    assert kept, "no case keeps it"
    assert broken, "no case breaks it"


def test_cases_name_existing_rules() -> None:
    known = rulebook().rules.keys()
    assert {rule for case in CASES.values() for rule in case.rules} <= known
