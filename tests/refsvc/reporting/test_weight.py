"""Whether a mistake mattered: records of which the answer is known, and bounds that hold."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from engine.core.record import FORMAT
from engine.core.replay import play_on
from refsvc.reporting.subject import Subject
from refsvc.reporting.weighing import MOST_WEIGHED, VALUES, weigh
from refsvc.reporting.weight import weight
from tests.long import IS_LONG
from tests.refsvc.reporting.records import GAME_OF, START, about, act, made, planted, roll
from tests.replayed import replayed

FEW = 3  # games of each battle, if they are enough
SHOT = act("crusader", "henry-ii", "loose", "ala-afdal", spent=1)
LAST_ORDER = {"turn": 1, "phase": "redeployment", "orders": {"ayyubid": {"available": 6}, "crusader": {"available": 1}}}
TWO_ORDERS = {"turn": 1, "phase": "redeployment", "orders": {"ayyubid": {"available": 6}, "crusader": {"available": 2}}}


def only(subject: Subject) -> dict[str, Any]:
    """The weight of the one mistake of a record."""
    assert len(subject.families) == 1
    return weight(subject, subject.families[0][0])


def turn(ayyubid: int, crusader: int) -> dict[str, Any]:
    return {"do": "turn", "number": 2, "paid": {"ayyubid": ayyubid, "crusader": crusader}}


def test_a_name_of_the_wrong_side_changes_nothing() -> None:
    found = only(made([START, {**SHOT, "side": "ayyubid"}, roll("1")]))
    assert (found["value"], found["how"], found["changes"]) == ("no-difference", "right", [])


def test_a_price_is_forgotten_when_the_turn_ends() -> None:
    """Too much was paid: while the turn lasts that shows in the pool; with the next one all Orders are Available."""
    assert only(made([START, {**SHOT, "spent": 3}, roll("1")]))["changes"] == [
        "Crusaders, Available: 8 → 10",
        "Crusaders, Spent: 3 → 1",
    ]


def test_a_target_that_is_not_on_the_card_hurts_the_wrong_banner() -> None:
    subject = made([START, act("crusader", "richard", "charge", "sulayman"), roll("1 0", "0")])
    found = only(subject)
    assert (found["value"], found["how"]) == ("changed-position", "right")
    assert found["changes"] == ["Ala Afdal, Lances: 10 → 9", "Sulaymân, Lances: 9 → 10"]
    assert (found["winner"], found["ended"]) == ("", None)


def test_an_action_of_the_other_status_is_left_out_with_its_dice() -> None:
    found = only(made([START, act("crusader", "richard", "push", "ala-afdal"), roll("1", "0")]))
    assert (found["value"], found["how"]) == ("changed-position", "left-out")
    assert "Ala Afdal, Lances: 9 → 10" in found["changes"]


def test_an_action_that_no_card_has_goes_with_whatever_was_rolled_for_it() -> None:
    found = only(made([START, act("crusader", "henry-ii", "push", "saladin"), roll("1", "1")]))
    assert (found["value"], found["how"]) == ("changed-position", "left-out")
    assert "Henry II, card: Ordered → Deployed" in found["changes"]


def test_a_payment_left_out_saves_a_side_that_has_lost() -> None:
    moves = [turn(1, 0), START]
    found = only(made(moves, scenario="hattin", position=LAST_ORDER))
    assert (found["value"], found["how"]) == ("changed-result", "right")
    assert (found["winner"], found["ended"]) == ("ayyubid", 1)
    assert found["changes"] == ["Crusaders, Available: 1 → 0"]


def test_a_payment_too_many_ends_a_game_that_goes_on() -> None:
    found = only(made([turn(1, 2)], scenario="hattin", position=TWO_ORDERS))
    assert (found["value"], found["winner"]) == ("changed-result", "")
    assert found["changes"] == ["Crusaders, Available: 0 → 1"]


def test_two_turns_of_one_side_were_possible_only_because_the_other_passed() -> None:
    first = act("ayyubid", "ala-al-din", "skirmish", "bourgogne")
    second = act("ayyubid", "saphadin", "skirmish", "sable")
    moves = [START, {"do": "pass", "side": "crusader"}, first, roll(green="0"), second, roll(green="0")]
    found = only(made(moves))
    assert (found["value"], found["how"], found["changes"]) == ("undetermined", "", [])


@pytest.mark.parametrize(
    "moves",
    [
        [START, SHOT, act("ayyubid", "ala-al-din", "skirmish", "bourgogne"), roll(green="0")],
        [START, SHOT],
        [START, {"do": "nonsense"}],
        [START, act("crusader", "henry-ii", "loose"), roll("1")],
    ],
    ids=["a roll lost", "a roll lost at the end", "a line not read", "a target lost"],
)
def test_what_the_record_does_not_hold_is_not_made_up(moves: list[dict[str, Any]]) -> None:
    assert only(made(moves))["value"] == "undetermined"


def test_several_targets_would_have_been_right() -> None:
    """Henry II may aim at more than one Banner: which one it would have been is not known."""
    subject = made([START, act("crusader", "henry-ii", "loose", "naplouse"), roll("1")])
    targets = {each["target"] for each in subject.findings[0].instead if each.get("action") == "loose"}
    assert len(targets) > 1
    assert only(subject)["value"] == "undetermined"


def test_a_count_is_weighed_against_what_the_rules_give() -> None:
    count = {"do": "count", "losses": {"ayyubid": 4}}
    found = only(made([START, SHOT, roll("1"), count]))
    assert (found["value"], found["how"]) == ("changed-position", "counted")
    assert found["changes"] == ["Losses Track, Ayyubids: 4 → 1"]


def test_a_removed_banner_that_stays_is_in_play_again() -> None:
    found = only(made([{"do": "remove", "side": "crusader", "banner": "richard"}, START]))
    assert (found["value"], found["how"]) == ("changed-position", "left-out")
    assert found["changes"] == ["Richard: removed → in play"]


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_the_same_weight_in_every_language(language: str) -> None:
    data = planted("hattin", 1, 5)
    english, other = about(data), about(data, language)
    for finding, _ in english.families:
        one, two = weight(english, finding), weight(other, finding)
        assert {**one, "text": "", "changes": len(one["changes"])} == {
            **two,
            "text": "",
            "changes": len(two["changes"]),
        }


@pytest.mark.parametrize("scenario", GAME_OF)
@pytest.mark.parametrize("seed", range(6) if IS_LONG else range(1))
def test_playing_on_from_any_move_comes_to_the_same_end(scenario: str, seed: int) -> None:
    """The line that a legal reading is compared with is the game as it was played."""
    record, played = replayed(planted(scenario, seed, 3))
    for number in range(0, len(record.moves), 17):
        line = play_on(record.game, played.steps[number], played.made(record.moves, number), is_mending=False)
        assert [step.state for step in line.steps] == [step.state for step in played.steps[number:]]


@pytest.mark.parametrize("scenario", GAME_OF)
def test_put_right_a_planted_mistake_gives_back_the_legal_game(scenario: str) -> None:
    """Where a single mistake hides nothing and has a legal reading, its end is that of the game before planting."""
    seen: set[str] = set()
    for seed in range(12):
        if seed >= FEW and len(seen) > 1 and not IS_LONG:
            break
        record, played = replayed(planted(scenario, seed, 1))
        _, legal = replayed(planted(scenario, seed, 0))
        found, *others = weigh(record, played).values()
        seen.add(found.value)
        if others:  # it broke more than one rule at different moves: what each changed is no longer the whole
            continue
        if found.how == "right" and found.outcome is not None:
            assert found.view["over"] == record.game.view(legal.state)["over"]
    assert len(seen) > 1


def test_a_hopeless_record_is_not_weighed_without_end() -> None:
    head = {"format": FORMAT, "game": "saladin", "scenario": "arsuf", "values": "refsvc"}
    wrong = [START, *[{**SHOT, "side": "ayyubid"}, roll("1")] * 5_000]
    replay = replayed(json.dumps({**head, "moves": wrong}).encode())
    start = time.process_time()
    found = weigh(*replay)
    assert len(found) <= MOST_WEIGHED
    assert time.process_time() - start < 5
    assert {each.value for each in found.values()} <= set(VALUES)
    assert weigh(*replay) == found
