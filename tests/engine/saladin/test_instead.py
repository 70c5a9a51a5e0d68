"""Legal moves in place of a forbidden one: legal in every part, and the nearest to what was written first."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import convert, to_builtins

from engine.core.findings import Finding
from engine.core.moves import MoveBase
from engine.core.nearest_moves import MOST_INSTEAD
from engine.core.replay import replay
from engine.saladin import GAME, moves
from engine.saladin.moves import Activate, Count, Lead, Pool, Roll, Start
from engine.saladin.state import SIDES
from refsvc.library import load_scenario
from tests.planted.planting import plant
from tests.planted.saladin import KINDS, LOSING
from tests.planted.table import legal_game

ARSUF = GAME.open_game(load_scenario("saladin", "arsuf"))
CRUSADERS = Start("crusader")


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
def test_every_one_is_legal_and_states_what_is_right(scenario: str) -> None:
    legal = legal_game("saladin", scenario, 11)
    table = legal.game
    offered = 0
    for kind in KINDS:
        record, _ = plant(legal, KINDS, LOSING, [kind], 1, random.Random(kind), near=False)
        replayed = replay(table, record)
        for finding in replayed.findings:
            assert len(finding.instead) <= MOST_INSTEAD
            state = replayed.steps[finding.move - 1].state
            for tree in finding.instead if finding.seen is None else ():
                move: MoveBase = convert(tree, moves.Move)
                assert not table.check(state, move), (kind, tree)
                assert not table.claims(state, move, table.resolve(state, move)), (kind, tree)
                offered += 1
    assert offered > 40


def first_finding(*written: MoveBase, values: str = "refsvc") -> Finding:
    table = ARSUF if values == "refsvc" else GAME.open_game(load_scenario("saladin", "arsuf"), values=values)
    return replay(table, written).findings[0]


def short(tree: dict[str, Any]) -> str:
    return " ".join(str(tree[key]) for key in ("do", "banner", "action", "target", "spent") if key in tree)


def test_the_same_banner_comes_first_then_the_same_action() -> None:
    """Same Banner and action, another target; a like action; any other action; only then another Banner."""
    found = first_finding(CRUSADERS, Activate("crusader", "richard", "charge", "sulayman"))
    assert [short(tree) for tree in found.instead] == [
        "activate richard charge ala-afdal",
        "activate richard uncontrolled-charge ala-afdal",
        "activate richard hold",
        "activate naplouse charge sulayman",
        "activate sable charge saphadin",
    ]


def test_a_wrong_price_gives_the_right_ones() -> None:
    found = first_finding(CRUSADERS, Activate("crusader", "richard", "charge", "ala-afdal", spent=0))
    assert found.rule == "saladin.cost.paid"
    assert [short(tree) for tree in found.instead][:2] == [
        "activate richard charge ala-afdal 2",
        "activate richard uncontrolled-charge ala-afdal 0",
    ]


def test_a_price_that_nobody_knows_is_not_stated() -> None:
    wrong = Activate("crusader", "richard", "charge", "sulayman", spent=2)
    assert first_finding(CRUSADERS, wrong).instead[0]["spent"] == 2
    assert "spent" not in first_finding(CRUSADERS, wrong, values="box").instead[0]


def test_a_roll_keeps_its_faces() -> None:
    shot = Activate("crusader", "henry-ii", "loose", "ala-afdal")
    found = first_finding(CRUSADERS, shot, Roll(("2", "1"), (), {"ala-afdal": 2}))
    assert found.rule == "saladin.dice.count"
    assert [to_builtins(tree) for tree in found.instead] == [
        {"do": "roll", "red": ("2",), "green": (), "losses": {"ala-afdal": 2}}
    ]


def test_a_leader_does_something_else_before_another_card_does() -> None:
    found = first_finding(CRUSADERS, Lead("crusader", "horns"))
    assert [tree["do"] for tree in found.instead][:2] == ["lead", "lead"]


def test_a_count_is_no_move() -> None:
    found = first_finding(CRUSADERS, Count(orders={"crusader": Pool(available=1)}))
    assert (found.rule, found.instead) == ("record.count", ())


def test_a_holder_who_simply_acts_is_told_what_his_banner_can_do() -> None:
    """Who has the initiative has begun with it; not “the other side may begin”."""
    holder = SIDES[ARSUF.setup().state.initiative]
    banner = {"ayyubid": "ala-afdal", "crusader": "henry-ii"}[holder]
    found = first_finding(Activate(holder, banner, "loose", banner))
    assert {tree.get("banner") for tree in found.instead[:2]} == {banner}
