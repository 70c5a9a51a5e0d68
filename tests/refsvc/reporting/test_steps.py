"""The game move by move."""

from __future__ import annotations

from typing import Any

import pytest

from refsvc import library
from refsvc.presentation import registry
from refsvc.reporting.steps import moves, position
from tests.refsvc.reporting.records import GAME_OF, START, about, act, made, planted, roll

SHOT = act("crusader", "henry-ii", "loose", "ala-afdal")


def lances(drawing: dict[str, Any]) -> dict[str, int]:
    """The number that stands beside the Lances of each Banner in a drawing."""
    return {
        group["piece"]: int(shape["text"])
        for group in drawing["groups"]
        for shape in group["shapes"]
        if shape["kind"] == "text" and shape["style"] == "b-num"
    }


@pytest.mark.parametrize("scenario", library.scenario_ids("saladin"))
def test_what_is_drawn_is_the_view_of_the_game(scenario: str) -> None:
    subject = about(planted(scenario, 1, 3), "fr")
    for number in (0, 1, 20, 40, len(subject.moves)):
        view = subject.game.view(subject.steps[number].state)
        shown = position(subject, number)
        left = {name: part["lances"] for name, part in view["banners"].items() if "out" not in part}
        if "town" in view:
            left["arsuf-town"] = view["town"]
        assert lances(shown["drawing"]) == left
        assert shown["sentences"] == registry.of(subject.game.KEY).describe(subject.game, view, "fr")
        assert shown["title"] == registry.of(subject.game.KEY).title(subject.game, view, "fr")


@pytest.mark.parametrize("scenario", GAME_OF)
def test_every_move_changes_what_it_says(scenario: str) -> None:
    subject = about(planted(scenario, 0, 0))
    for number in range(1, len(subject.moves) + 1):
        before, after = (subject.game.view(subject.steps[n].state) for n in (number - 1, number))
        assert position(subject, number)["changes"] == registry.of(subject.game.KEY).differences(
            subject.game, before, after, "en"
        )


def test_the_set_up_and_the_ends() -> None:
    subject = made([START, SHOT, roll("1")])
    start = position(subject, 0)
    assert (start["number"], start["move"], start["changes"], start["findings"]) == (0, None, [], [])
    assert (start["previous"], start["next"]) == (None, 1)
    assert start["said"] == "The set-up, before the first move."
    assert position(subject, 99)["number"] == 3
    assert position(subject, 99)["next"] is None
    assert position(subject, -5)["number"] == 0


def test_one_sentence_says_the_move_and_what_was_found() -> None:
    subject = made([START, act("crusader", "richard", "charge", "sulayman"), roll("1 0", "0")])
    shown = position(subject, 2)
    assert shown["said"].startswith("Move 2: Richard: Charge > Sulaymân. Found here: illegal.")
    assert [finding["id"] for finding in shown["findings"]] == [1]
    hot = {
        group["piece"]
        for group in shown["drawing"]["groups"]
        if any(shape.get("style") == "b-hot" for shape in group["shapes"])
    }
    assert hot >= {"richard", "sulayman"}


def test_from_mistake_to_mistake() -> None:
    wrong = act("crusader", "richard", "charge", "sulayman")
    subject = made([START, wrong, roll("1 0", "0"), {"do": "nonsense"}, {"do": "note", "text": ""}])
    assert subject.wrong_moves == [2, 4]
    ways = [(position(subject, n)["previous_finding"], position(subject, n)["next_finding"]) for n in range(6)]
    assert ways == [(None, 2), (None, 2), (None, 4), (2, 4), (2, None), (4, None)]


def test_a_line_that_could_not_be_read_changes_nothing() -> None:
    subject = made([START, {"do": "nonsense"}, SHOT, roll("1")])
    shown = position(subject, 2)
    assert shown["changes"] == []
    assert shown["move"]["kind"] == "misread"
    assert "nonsense" in shown["move"]["source"]["text"]


def test_the_end_of_a_turn_is_passed_on_the_way() -> None:
    subject = about(planted("hattin", 2, 0))
    number = next(n for n, step in enumerate(subject.steps) if step.rests)
    shown = position(subject, number)
    (rest,) = shown["rests"]
    assert rest["title"].endswith("Redeployment")
    assert rest["changes"]
    assert position(subject, number - 1)["rests"] == []


def test_moves_belong_to_their_turn() -> None:
    subject = about(planted("arsuf", 3, 0))
    turn = 0
    for move, written in zip(subject.moves, moves(subject), strict=True):
        if written["kind"] == "turn":
            turn += 1
            assert getattr(move, "number") == turn  # noqa: B009  # only a turn has one
        assert written["turn"] == turn


def test_dice_are_drawn_and_sides_named() -> None:
    start, shot, dice = moves(made([START, SHOT, roll("1 order")], "cs"))
    assert [die["symbol"] for die in dice["dice"]] == ["red-1", "red-order"]
    assert all(die["name"] for die in dice["dice"])
    assert (shot["side"], shot["side_name"], shot["dice"]) == ("crusader", "Křižáci", [])
    assert (dice["side"], start["kind"]) == ("", "start")


def test_a_part_of_the_list() -> None:
    subject = about(planted("arsuf", 0, 0))
    assert [move["number"] for move in moves(subject, 10, 5)] == [10, 11, 12, 13, 14]
    assert [move["number"] for move in moves(subject, len(subject.moves))] == [len(subject.moves)]


def test_the_last_position_says_what_is_due_there() -> None:
    subject = made([{"do": "turn", "number": 1}, {"do": "note", "text": "so far"}])
    assert position(subject, 2)["due"] == ["It was not said who acts first; that is for the Crusaders to say."]
    assert position(subject, 1)["due"] == []
    assert position(made([START, SHOT]), 2)["due"] == []  # the finding says it
