"""The cases of every game: what is kept in one is broken in another, and nothing that a finding says goes unsaid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import GAMES, find_game
from engine.core.cases import Case, disagreements, run_case
from refsvc.library import load_scenario
from refsvc.reference import book
from tests.twins import without_twin

CASES = {game: book.cases(game) for game in GAMES}


@pytest.mark.parametrize("game", CASES)
def test_a_case_in_which_nothing_is_found_has_a_twin(game: str) -> None:
    """Another that breaks one of its rules: a finding names it, or what was written goes against it."""
    assert any(not case.expect.findings for case in CASES[game].values())
    assert without_twin(CASES[game].values()) == []


@pytest.mark.parametrize("game", CASES)
def test_what_goes_against_a_rule_is_found_though_not_by_its_name(game: str) -> None:
    rules = find_game(game).rulebook().rules
    for case in CASES[game].values():
        assert not case.against or case.expect.findings, case.id
        assert [rule for rule in case.against if rules[rule].is_checkable] == [], case.id


@pytest.mark.parametrize("game", CASES)
def test_every_parameter_of_a_finding_is_asserted(game: str) -> None:
    """A case that leaves one out, or gives it another value, does not come out."""
    package = find_game(game)
    case = next(case for case in CASES[game].values() if any(len(found.params) > 1 for found in case.expect.findings))
    opened = package.open_game(
        load_scenario(game, case.scenario), case.rulings, frozenset(case.rulings), values=case.values
    )
    played = run_case(case, opened, package.MOVES)

    def said(params: dict[str, object]) -> list[str]:
        findings = (replace(case.expect.findings[0], params=params), *case.expect.findings[1:])
        other: Case = replace(case, expect=replace(case.expect, findings=findings))
        return [what for what, _, _ in disagreements(other, opened, package.MOVES, played)]

    params = case.expect.findings[0].params
    assert said(params) == []
    for key in params:
        assert said({each: value for each, value in params.items() if each != key}) == ["findings.1.params"]
        assert said({**params, key: "other"}) == ["findings.1.params"]
