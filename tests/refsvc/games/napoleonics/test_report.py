"""A report on a game of Napoleonics: facts and lines behind findings, luck by target, units of the account."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from engine.core.record import FORMAT
from refsvc.games.napoleonics.board.hexes import PLACES, distance
from refsvc.games.napoleonics.figures import dice, die_of, faces_that_hit
from refsvc.games.napoleonics.narrative import units
from refsvc.paths import PACKAGE
from refsvc.presentation import registry
from refsvc.presentation.values import Die
from refsvc.reporting.narrative import narrative, turning_points
from refsvc.reporting.statistics import statistics
from refsvc.reporting.subject import Subject
from refsvc.reporting.verdicts import verdict, verdicts
from tests.refsvc.reporting.records import about, planted

FIRE = {"do": "fire", "unit": "G6", "target": "E6"}
PLAY = {"do": "play", "side": "french", "card": "attack-center"}


def played(*moves: dict[str, Any], language: str = "en", **position: Any) -> Subject:
    record: dict[str, Any] = {"format": FORMAT, "game": "napoleonics", "scenario": "training-3", "values": "refsvc"}
    if position:
        record["position"] = position
    return about(json.dumps({**record, "moves": list(moves)}).encode(), language)


# The line from G6 to E6 runs between F5 and F6: both are in its way.
UNITS = {
    "G6": {"nation": "french", "unit": "line-infantry"},
    "F5": {"nation": "french", "unit": "line-infantry"},
    "F6": {"nation": "french", "unit": "grenadier"},
    "E6": {"nation": "british", "unit": "light-infantry"},
}


def test_a_blocked_shot_tells_distance_and_what_blocks_it_and_draws_both() -> None:
    subject = played(PLAY, FIRE, units=UNITS, leaders={"french": [], "british": []})
    blocked = [finding for finding in subject.findings if finding.rule == "napoleonics.sight.blocked"]
    assert blocked
    (card,) = [card for card in verdicts(subject, with_drawing=True) if card["rule"]["id"] == blocked[0].rule]
    facts = {fact["label"]: fact["value"] for fact in card["facts"]}
    assert facts["Distance in hexes"] == "2"
    assert facts["What blocks the sight"] == "F5, F6"
    lines = registry.of(subject.game.KEY).lines(subject, 2, blocked[0])
    assert [line.kind for line in lines] == ["sight"]
    shapes = [shape for group in card["position"]["drawing"]["groups"] for shape in group["shapes"]]
    assert sum(shape["style"] == "b-cross" for shape in shapes) == len(lines[0].by)


CHARGED = {
    "E6": {"nation": "french", "unit": "light-cavalry"},
    "D5": {"nation": "british", "unit": "line-infantry"},
}


def test_dice_after_a_bounced_charge_mark_both_units_and_what_was_due() -> None:
    subject = about(
        (PACKAGE / "games" / "napoleonics" / "samples" / "napoleonics-training-3-mistakes.en.txt").read_bytes()
    )
    card = verdict(subject, 2)
    assert card is not None
    assert card["rule"]["id"] == "napoleonics.dice.none"
    marked = [group["piece"] for group in card["position"]["drawing"]["groups"] for shape in group["shapes"]
              if shape["style"] == "b-hot"]  # fmt: skip
    assert sorted(marked) == ["C11", "D11"]
    labels = [fact["label"] for fact in card["facts"]]
    assert {"On C11", "On D11", "Combat under way"} <= set(labels)
    assert any(option["text"].startswith("retreat") for option in card["instead"])


def test_no_dice_are_counted_for_a_shot_too_far() -> None:
    far = {"G6": {"nation": "french", "unit": "line-infantry"}, "C6": {"nation": "british", "unit": "light-infantry"}}
    subject = played(PLAY, {**FIRE, "target": "C6"}, units=far, leaders={})
    (card,) = [card for card in verdicts(subject) if card["rule"]["id"] == "napoleonics.ranged.range"]
    assert card["accounts"] == []


def test_dice_that_would_be_right_are_a_number() -> None:
    subject = played(
        {"do": "melee", "unit": "E6", "target": "D5"}, {"do": "roll", "faces": ["flag"]},
        units=CHARGED, leaders={}, card={"card": "assault-center"},
    )  # fmt: skip
    (card,) = verdicts(subject)
    assert "roll, dice: 4 (attack)" in [option["text"] for option in card["instead"]]


@pytest.mark.parametrize(
    ("start", "end", "hexes"), [("A1", "A1", 0), ("A1", "B1", 1), ("A1", "A13", 12), ("C4", "G6", 4)]
)
def test_distances_are_those_of_the_rules(start: str, end: str, hexes: int) -> None:
    assert distance(start, end) == distance(end, start) == hexes
    assert len(PLACES) == 113


def test_a_die_hits_by_the_arm_of_the_target_and_sabers_in_melee() -> None:
    game = played(PLAY).game
    assert faces_that_hit(game, "line-infantry", "line-infantry", is_melee=False) == ("infantry",)
    assert faces_that_hit(game, "line-infantry", "light-cavalry", is_melee=True) == ("cavalry", "saber")
    assert faces_that_hit(game, "rifle-light", "foot-artillery", is_melee=True) == ("artillery",)
    assert die_of(game, ("infantry", "saber")) == Die((3, 3), 1)
    assert die_of(game, ("cavalry",)) == Die((5, 1), 1)


def test_every_roll_of_a_combat_is_counted_once() -> None:
    subject = about(planted("training-3", 1, 0))
    rolled = dict.fromkeys(subject.game.SIDES, 0)
    for number in range(1, len(subject.moves) + 1):
        for throw in dice(subject, number):
            rolled[throw.side] += throw.dice
            lost = sum(event.due for event in subject.steps[number].events if event.rule == "napoleonics.dice.hits")
            assert throw.taken >= lost
    found = {each["id"]: each for each in statistics(subject)}
    told = [row[0] for row in found["luck"]["table"]["rows"][:2]]
    assert told == [f"{name}: hits suffered (dice: {rolled[side]})" for side, name in
                    (("french", "French"), ("british", "British"))]  # fmt: skip
    assert {"banners", "blocks", "luck", "course", "findings"} == found.keys()


def test_every_move_is_in_one_unit() -> None:
    for mistakes in (0, 5):
        subject = about(planted("training-2", 2, mistakes))
        found = list(units(subject))
        spans = [(unit.move, unit.last) for unit in found]
        assert spans[0][0] == 1
        assert spans[-1][1] == len(subject.moves)
        assert all(after[0] == before[1] + 1 for before, after in pairwise(spans))


def test_turning_points_show_the_fight_on_the_map() -> None:
    subject = about(planted("training-1", 1, 0))
    points = turning_points(subject)
    assert points
    for point in points:
        tree = subject.move(point["first"]) or {}
        shown = {shape["text"] for group in point["drawing"]["groups"] for shape in group["shapes"] if "text" in shape}
        assert {tree[key] for key in ("unit", "target") if key in tree} <= shown


def test_a_retreat_without_choice_is_told_with_its_combat() -> None:
    """What a combat still brings when the next card is played belongs to the sentence of the combat."""
    subject = about(planted("training-3", 1, 0))
    for turn in narrative(subject):
        for sentence in turn["sentences"]:
            if sentence["kind"] == "command":
                assert "retreat to" not in sentence["text"]
                assert " loses " not in sentence["text"]
