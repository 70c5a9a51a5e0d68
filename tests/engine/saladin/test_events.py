"""What happens in some of the numbered cases, move by move: narrative and sums are told from it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.saladin
from engine.core.cases import load_cases, run_case
from engine.saladin import GAME
from refsvc.library import load_scenario

CASES = load_cases(Path(engine.saladin.__file__).parent / "cases")

# by case, in order: the move (0 is the set-up), what happened, by which rule, to whom, how much of how much was due
EVENTS = {
    "ACT-07": [
        "2 lost lances.track saphadin 3/3",
        "2 released status.change saphadin 1/1",
    ],
    "ACTV-18": [
        "1 seized initiative.seize ayyubid 1/1",
    ],
    "ARS-03": [
        "1 spent cost.paid ayyubid 1/2",
        "1 given reinforce.receiver arsuf-town 1/1",
    ],
    "ARS-11": [
        "1 spent cost.paid crusader 1/1",
        "2 lost lances.track arsuf-town 2/2",
        "2 fallen arsuf.town arsuf-town 1/1",
        "2 gained arsuf.twelfth-order crusader 1/1",
    ],
    "COST-04": [
        "1 spent cost.paid ayyubid 2/0",
    ],
    "COST-08": [
        "1 spent cost.paid crusader 1/2",
    ],
    "COST-10": [
        "1 spent cost.paid crusader 2/3",
    ],
    "COST-16": [
        "1 spent cost.paid crusader 0/1",
    ],
    "COST-23": [
        "1 spent arsuf.sacrifice crusader 1/1",
    ],
    "COUNT-01": [
        "1 lowered shield-wall.die crusader 1/1",
        "1 boxed chaos.payment ayyubid 1/1",
        "1 boxed chaos.payment crusader 1/1",
    ],
    "COUNT-02": [
        "1 quenched hattin.fire-upkeep ayyubid 1/1",
        "1 boxed chaos.payment ayyubid 1/1",
        "1 boxed chaos.payment crusader 1/1",
    ],
    "DICE-09": [
        "1 spent cost.paid crusader 2/2",
        "2 spent dice.order-face ayyubid 1/1",
        "2 spent dice.order-face crusader 1/1",
        "2 committed status.change sable 1/1",
    ],
    "HAT-17": [
        "1 gained hattin.horns crusader 1/1",
        "2 removed removal.target-left manguras 1/1",
    ],
    "HAT-30": [
        "1 spent cost.paid ayyubid 1/1",
        "1 spent hattin.fire crusader 0/0",
    ],
    "HAT-35": [
        "2 spent reaction.cost ayyubid 1/1",
        "3 discarded hattin.feint raymond-iii 2/2",
    ],
    "HAT-36": [
        "2 spent reaction.cost ayyubid 1/1",
        "3 lost lances.track taqui-al-din 1/1",
        "3 discarded hattin.feint raymond-iii 1/1",
        "3 gone lances.last raymond-iii 1/1",
    ],
    "HAT-37": [
        "1 spent cost.paid crusader 2/2",
        "2 spent reaction.cost ayyubid 1/1",
        "3 discarded hattin.feint raymond-iii 1/2",
    ],
    "LAN-02": [
        "1 spent cost.paid crusader 1/1",
        "2 lost lances.track ala-afdal 1/2",
    ],
    "LAN-03": [
        "1 spent cost.paid crusader 1/1",
        "2 lost lances.track ala-afdal 2/1",
    ],
    "LAN-04": [
        "1 spent cost.paid crusader 1/1",
        "2 lost lances.track ala-afdal 0/1",
    ],
    "LEAD-01": [
        "1 gained leader.recover crusader 1/1",
    ],
    "LEAD-06": [
        "1 seized initiative.seize crusader 1/1",
    ],
    "LEAD-10": [
        "1 restored lances.restore aslam 1/1",
    ],
    "REA-09": [
        "2 spent reaction.cost ayyubid 2/2",
    ],
    "REA-15": [
        "1 spent cost.paid crusader 2/2",
        "2 spent reaction.cost ayyubid 1/2",
    ],
    "REA-16": [
        "1 spent cost.paid crusader 2/2",
        "2 spent reaction.cost ayyubid 0/1",
    ],
    "REA-17": [
        "1 spent cost.paid crusader 2/2",
        "2 spent reaction.cost ayyubid 2/1",
    ],
    "RUL-17": [
        "1 spent cost.paid ayyubid 2/2",
        "1 spent hattin.fire crusader 1/1",
        "2 boxed chaos.payment ayyubid 1/1",
        "2 boxed chaos.payment crusader 1/1",
    ],
    "RUL-18": [
        "1 spent cost.paid ayyubid 1/1",
        "2 lost lances.track chatillon 1/1",
        "2 gone lances.last chatillon 1/1",
        "2 released status.pair chatillon 1/1",
        "3 spent cost.paid crusader 1/1",
        "4 boxed hattin.true-cross crusader 1/1",
    ],
    "V11": [
        "1 spent arsuf.sacrifice crusader 0/0",
        "2 lost lances.track saladin 2/2",
    ],
    "V16": [
        "1 spent cost.paid crusader 1/1",
        "2 lost lances.track husam-lulu 1/1",
        "2 gone hattin.husam-lulu husam-lulu 1/1",
    ],
    "VIC-06": [
        "2 lost lances.track saphadin 1/1",
        "2 boxed lances.sixth ayyubid 1/1",
        "2 lost lances.track sable 1/1",
        "2 boxed lances.sixth crusader 1/1",
        "2 committed status.change sable 1/1",
    ],
    "VIC-10": [
        "0 boxed chaos.payment ayyubid 3/3",
        "0 boxed chaos.payment crusader 2/2",
    ],
    "X3": [
        "1 gained leader.recover ayyubid 1/1",
    ],
}


@pytest.mark.parametrize("name", EVENTS)
def test_what_happens(name: str) -> None:
    case = CASES[name]
    scenario = load_scenario("saladin", case.scenario)
    table = GAME.open_game(scenario, case.rulings, frozenset(case.rulings), case.values)
    told = [
        f"{move} {event.kind} {event.rule.removeprefix('saladin.')} {event.who} {event.amount}/{event.due}"
        for move, step in enumerate(run_case(case, table, GAME.MOVES).steps)
        for event in step.events
    ]
    assert told == EVENTS[name]
