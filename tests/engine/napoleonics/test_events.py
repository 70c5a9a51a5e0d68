"""What happens in some of the numbered cases, move by move: narrative and sums are told from it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.napoleonics
from engine.core.cases import load_cases, run_case
from engine.napoleonics import GAME
from refsvc.library import load_scenario

CASES = load_cases(Path(engine.napoleonics.__file__).parent / "cases")

# by case, in order: the move (0 is the set-up), what happened, by which rule, to whom, how much of how much was due
EVENTS = {
    "ADV-19": [
        "2 lost dice.hits D5 1/1",
        "2 eliminated victory.banners D5 1/1",
        "2 banner victory.banners french 1/1",
        "3 advanced advance.breakthrough C5 0/0",
        "5 square square.form B4 0/0",
    ],
    "CRD-27": [
        "2 sent-back cards.short-supply A8 0/0",
    ],
    "K07": [
        "1 held victory.objective french 1/1",
        "2 held victory.objective french 1/1",
        "3 given-back victory.objective french 1/1",
    ],
    "LEA-05": [
        "2 lost dice.hits D5 1/1",
        "3 eliminated leader.check-due D5 1/1",
        "3 banner victory.banners french 1/1",
    ],
    "LEA-11": [
        "2 lost dice.hits D5 1/1",
        "2 eliminated victory.banners D5 1/1",
        "2 banner victory.banners french 1/1",
        "4 left leader.off D5 1/1",
    ],
    "LEA-16": [
        "4 retreated leader.retreat G6 0/0",
    ],
    "LEA-18": [
        "3 eliminated leader.retreat-way D1 1/1",
        "3 banner victory.banners british 1/1",
        "3 advanced advance.ground D1 0/0",
    ],
    "MEL-05": [
        "4 lost retreat.lost D5 1/1",
        "6 lost dice.hits E6 3/3",
    ],
    "MEL-13": [
        "2 eliminated leader.alone E6 1/1",
        "2 banner victory.banners british 1/1",
    ],
    "MOV-34": [
        "1 left scenario.exit A6 1/1",
    ],
    "RET-04": [
        "3 retired retire.way B5 0/0",
    ],
    "RTR-31": [
        "3 lost retreat.lost A6 1/2",
        "3 eliminated victory.banners A6 1/1",
        "3 banner victory.banners french 1/1",
    ],
    "SQR-33": [
        "3 healed cards.rally E6 1/1",
        "4 dissolved square.dissolve E6 0/0",
    ],
    "T06": [
        "5 eliminated leader.escape E6 1/1",
        "5 banner victory.banners british 1/1",
    ],
    "X09": [
        "3 retreated retreat.direction G6 0/0",
        "3 lost retreat.lost G6 2/2",
    ],
}


@pytest.mark.parametrize("name", EVENTS)
def test_what_happens(name: str) -> None:
    case = CASES[name]
    scenario = load_scenario("napoleonics", case.scenario)
    table = GAME.open_game(scenario, case.rulings, frozenset(case.rulings), case.values)
    told = [
        f"{move} {event.kind} {event.rule.removeprefix('napoleonics.')} {event.who} {event.amount}/{event.due}"
        for move, step in enumerate(run_case(case, table, GAME.MOVES).steps)
        for event in step.events
    ]
    assert told == EVENTS[name]
