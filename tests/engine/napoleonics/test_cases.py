"""The numbered cases, and that every rule has one that keeps it and one that breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.napoleonics
from engine.core.cases import Case, disagreements, load_cases
from engine.core.game import legal_moves
from engine.core.replay import replay
from engine.napoleonics import GAME
from engine.napoleonics.board import NUMBER
from engine.napoleonics.moves import EndPhase, Fire, Play, Rally, Roll
from engine.napoleonics.scenario import read_scenario
from refsvc.i18n.source import source
from refsvc.library import load_scenario
from tests.engine.napoleonics.maps import shipped

FOLDER = Path(engine.napoleonics.__file__).parent / "cases"
CASES = load_cases(FOLDER)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_case(case: Case) -> None:
    table = GAME.open_game(
        load_scenario("napoleonics", case.scenario), case.rulings, frozenset(case.rulings), case.values
    )
    assert list(disagreements(case, table, GAME.MOVES)) == []


def test_vectors_facts_and_traps_are_all_there() -> None:
    vectors = {f"T{n:02}" for n in range(1, 18)} - {"T03", "T14"}  # two rest on a picture that is lost
    derived = {f"X{n:02}" for n in range(1, 12)}  # the twelfth is the size of the deck: test_deck.py
    facts = {f"K{n:02}" for n in (6, 7, 9, 10, 11, 12, 14, 15, 17, 18, 19, 22, 23, 24)}  # the others: test_sight.py
    traps = {f"P{n:02}" for n in range(1, 11)}
    assert vectors | derived | facts | traps <= {case.partition("-")[0] for case in CASES}


def test_every_checkable_rule_is_kept_by_one_case_and_broken_by_another() -> None:
    checkable = {rule.id for rule in GAME.rulebook().rules.values() if rule.is_checkable}
    proved = {rule for rule in checkable if not rule.startswith("record.")} | {"record.count", "record.word"}
    assert proved <= checkable  # the other faults of a record: tests/engine/core/test_record.py
    assert proved - {rule for case in CASES.values() for rule in case.rules} == set(), "no case keeps it"
    broken = {expected.rule for case in CASES.values() for expected in case.expect.findings}
    assert proved - broken == set(), "no case breaks it"


def test_cases_name_existing_rules() -> None:
    known = GAME.rulebook().rules.keys()
    assert {rule for case in CASES.values() for rule in case.rules} <= known


def test_every_file_of_cases_has_a_title() -> None:
    titles = source("site").keys() | source("napoleonics").keys()
    ids = {f"{home}cases.file.{path.stem}" for path in FOLDER.glob("*.toml") for home in ("", "napoleonics.")}
    assert len(ids & titles) == len(list(FOLDER.glob("*.toml")))


@pytest.mark.parametrize(
    "plays", [[Play("french", "forward")], [Play("french", "forward"), Play("british", "forward")]]
)
def test_nobody_has_a_shot_on_the_first_turn_of_the_third_training(plays: list[Play]) -> None:
    table = GAME.open_game(load_scenario("napoleonics", "training-3"))
    state = replay(table, plays).state
    units = [name for name, number in NUMBER.items() if state.on[number]]
    assert [(one, two) for one in units for two in units if not table.check(state, Fire(one, two))] == []


def test_rally_gives_no_more_than_the_strength_of_the_set_up() -> None:
    weak = shipped("training-1").replace('"H6"', '{ at = "H6", blocks = 2 }', 1)
    moves = (Play("british", "rally"), Roll(("infantry",) * 6), Rally(("H6",)))
    played = replay(GAME.open_game(read_scenario(weak, "weak.toml")), moves)
    assert [finding.rule for finding in played.findings] == ["napoleonics.cards.rally"]


def test_a_leader_with_nowhere_to_go_can_end_the_game() -> None:
    table = GAME.open_game(load_scenario("napoleonics", "training-2"))
    start = {
        "to_move": "british", "card": {"card": "forward"}, "banners": {"british": 4}, "objectives": {},
        "units": {"B6": {"nation": "british", "unit": "line-infantry"}},
        "leaders": {"french": ["D6"]}, "gone": {"H9": {"stood": "D6"}},
        "pending": {
            "do": "fire", "unit": "B6", "target": "D6", "awaits": "leader", "defender": "gone H9", "leader": "none",
            "victim": "defender", "checked": ["D6"], "lost": "D6",
        },
    }  # fmt: skip
    state = table.setup(start).state
    (move,) = legal_moves(table, state)
    assert move == EndPhase()
    assert table.resolve(state, move).state.ended == "british"
