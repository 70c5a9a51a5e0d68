"""Why? What a reader may ask of a position is answered by the rules alone, in every language, for every game."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec import convert, to_builtins

from engine.core.game import legal_moves
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.games.napoleonics.question import at_least
from refsvc.reporting.question import why
from refsvc.reporting.subject import Subject
from tests.refsvc.reporting.records import GAME_OF, about, gaps_of, planted

FACES = ("infantry", "infantry", "cavalry", "artillery", "flag", "saber")


@pytest.fixture(scope="module")
def game() -> Subject:
    return about(planted("training-3", 1, 0))


def asked(subject: Subject, number: int, unit: str, target: str) -> dict[str, Any]:
    answer = why(subject, number, {"unit": unit, "target": target})["answer"]
    assert answer is not None
    return dict(answer)


@pytest.mark.parametrize("scenario", GAME_OF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_any_question_is_answered_without_a_gap(scenario: str, language: str) -> None:
    subject = about(planted(scenario, 1, 3), language)
    for number in (0, len(subject.moves) // 2, len(subject.moves)):
        form = why(subject, number, {})
        assert form["answer"] is None
        names = [[option["id"] for option in field["options"]] for field in form["fields"]]
        for words in list(product(*(ids[:: max(1, len(ids) // 3)] for ids in names)))[:40]:
            chosen = dict(zip((field["name"] for field in form["fields"]), words, strict=True))
            found = why(subject, number, chosen)
            assert gaps_of(found) == []
            if (answer := found["answer"]) is not None:
                assert answer["is_legal"] == (not answer["reasons"] and not answer["with"])


def test_the_actions_are_those_of_the_battle_in_the_order_of_the_alphabet() -> None:
    *_, action, _ = why(about(planted("hattin", 1, 0), "cs"), 0, {})["fields"]
    names = [option["label"] for option in action["options"]]
    assert names[:3] == ["Dotírání", "Držte pozice!", "Harcování"]
    assert names.index("Útok") < names.index("Zapalte ohně!")
    assert "Obětování se" not in names


@pytest.mark.parametrize("scenario", GAME_OF)
def test_words_that_are_no_choice_are_no_question(scenario: str) -> None:
    subject = about(planted(scenario, 1, 0))
    for nonsense in ("", "Z9", "<b>", "A1' or 1", "9" * 5000):
        names = [field["name"] for field in why(subject, 0, {})["fields"]]
        assert why(subject, 0, dict.fromkeys(names, nonsense))["answer"] is None


def test_the_answer_is_that_of_the_rules(game: Subject) -> None:
    """Every attack and move that is legal in a position is said to be, and what is said to be is."""
    types = library.find_package("napoleonics").MOVES
    agreed = 0
    for number in range(0, len(game.moves), 9):
        state = game.steps[number].state
        legal = legal_moves(game.game, state)
        for field in ("fire", "melee", "move"):
            for move in [move for move in legal if type(move).__name__.lower() == field][:6]:
                tree = {key: value for key, value in to_builtins(move).items() if value and key != "do"}
                if "unit" not in tree or tree.keys() - {"unit", "target", "to"}:
                    continue
                answer = asked(game, number, tree["unit"], tree.get("target") or tree["to"])
                made = convert({"do": field, **tree}, types)
                assert answer["is_legal"] == (not game.game.check(state, made))
                agreed += 1
    assert agreed > 20


def test_before_a_card_the_cards_that_would_allow_it_are_named(game: Subject) -> None:
    answer = asked(game, 0, "H3", "G3")
    assert not answer["is_legal"]
    assert answer["reasons"] == []
    assert "French: Probe Left Flank" in answer["with"]
    assert "French: Probe Right Flank" not in answer["with"]


def test_what_no_card_allows_names_the_rule_and_draws_it(game: Subject) -> None:
    answer = asked(game, 0, "H3", "B3")
    assert not answer["with"]
    assert [reason["rule"]["id"] for reason in answer["reasons"]] == ["napoleonics.ranged.range"]


def test_a_blocked_sight_is_drawn_with_what_blocks_it() -> None:
    subject = about(planted("training-2", 1, 0))
    for number in range(len(subject.moves)):
        for field in why(subject, number, {})["fields"][:1]:
            for option in field["options"]:
                form = why(subject, number, {})["fields"][1]["options"]
                for target in [one["id"] for one in form][:4]:
                    answer = why(subject, number, {"unit": option["id"], "target": target})["answer"]
                    rules = [reason["rule"]["id"] for reason in answer["reasons"]] if answer else []
                    if "napoleonics.sight.blocked" in rules:
                        shapes = [shape for group in answer["drawing"]["groups"] for shape in group["shapes"]]
                        assert any(shape["style"] == "b-cross" for shape in shapes)
                        return
    pytest.fail("no sight was ever blocked")


@pytest.mark.parametrize(("dice", "hitting"), [(1, ("infantry",)), (3, ("cavalry",)), (4, ("infantry", "saber"))])
def test_odds_are_those_of_every_throw(dice: int, hitting: tuple[str, ...]) -> None:
    thrown = list(product(FACES, repeat=dice))
    chance = Fraction(sum(face in hitting for face in FACES), len(FACES))
    for number in range(dice + 1):
        found = sum(sum(face in hitting for face in faces) >= number for faces in thrown)
        assert at_least(dice, chance, number) == Fraction(found, len(thrown))


def test_the_dice_of_an_attack_and_their_odds(game: Subject) -> None:
    number = next(n for n, move in enumerate(game.moves) if (game.move(n + 1) or {})["do"] == "fire")
    tree = game.move(number + 1) or {}
    answer = asked(game, number, tree["unit"], tree["target"])
    assert answer["is_legal"]
    assert len(answer["sums"]) == 1
    labels = [one["label"] for one in answer["odds"]]
    assert labels[0].startswith("1 hit or more")
    assert "1 flag or more" in labels
