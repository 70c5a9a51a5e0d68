"""The battles as plain data: the exercises complete, those of the box as far as they are known and no farther."""

from __future__ import annotations

from typing import Any

import pytest

from engine import drawn_scenarios
from refsvc import library
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.printed_battles import printed
from refsvc.games.napoleonics.reference import battles
from refsvc.printing.print_speaker import PrintSpeaker
from tests.refsvc.games.napoleonics.reference.words import missing

BATTLES = library.scenario_ids(GAME)


@pytest.mark.parametrize("scenario", BATTLES)
def test_an_exercise_is_complete(speaker: PrintSpeaker, scenario: str) -> None:
    found = battles.battle(speaker, scenario)
    assert missing(found) == []
    assert found["teaches"]
    told = library.load_scenario(GAME, scenario)
    assert sum(unit["count"] for force in found["forces"] for unit in force["units"]) == len(told.units)
    assert sum(len(force["leaders"]) for force in found["forces"]) == len(told.leaders)
    assert len(found["rules"]) == len(told.rules)


def test_forces_stand_where_the_scenario_puts_them(english: PrintSpeaker) -> None:
    found = battles.battle(english, "training-3")
    british = next(force for force in found["forces"] if force["id"] == "british")
    assert {unit["code"]: unit["hexes"] for unit in british["units"]}["HC"] == "A3, A4"
    assert [(leader["name"], leader["hex"], leader["is_attached"]) for leader in british["leaders"]] == [
        ("Carr", "A3", True), ("Stone", "A7", True),
    ]  # fmt: skip


def test_special_rules_in_words(english: PrintSpeaker) -> None:
    assert [rule["text"] for rule in battles.battle(english, "training-2")["rules"]] == [
        "Water that can’t be crossed: E1, E2, E3, E5, E6, E7, E9",
        "Water that can be forded: E8",
        "French: 1 banner for a unit on D4 (given back when it is lost; counted at the start of the side’s own turn)",
        "French: 1 banner for a unit on D8 (given back when it is lost; counted at the start of the side’s own turn)",
    ]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"type": "exit", "hexes": ["A1"], "side": "french", "banners": 2, "who": "cavalry"},
         "French: 2 banners for leaving the map from A1 (cavalry)"),
        ({"type": "terrain-as", "hexes": ["B2"], "terrain": "forest"}, "B2: counts as forest"),
        ({"type": "bonus-banner", "side": "british", "trigger": "eliminated-leader", "banners": 1},
         "British: 1 banner more when a leader of the enemy is eliminated"),
        ({"type": "reinforcement", "nation": "french", "units": ["OG"], "hexes": ["I7"], "turn": 6},
         "France, turn 6: Old Guard on I7"),
        ({"type": "river", "fordable": True, "hexes": None}, "Water that can be forded: everywhere"),
        ({"type": "objective", "hexes": "?", "side": "french", "banners": 2},
         "French: 2 banners for a unit on not known ()"),
    ],
)  # fmt: skip
def test_every_type_of_rule_has_words(english: PrintSpeaker, rule: dict[str, Any], said: str) -> None:
    assert battles.special(english, "training-1", 1, rule) == said


def test_the_fifteen_battles_of_the_box(speaker: PrintSpeaker) -> None:
    found = battles.boxed(speaker)
    assert [one["number"] for one in found] == list(range(1, 16))
    assert missing(found) == []


def test_special_rules_of_the_box_are_told_as_far_as_they_are_known(english: PrintSpeaker) -> None:
    rules = {one["id"]: one["rules"]["lines"] for one in battles.boxed(english) if one["rules"]}
    assert rules["corunna"] == ["Water that can be forded: everywhere"]
    assert rules["rolica-2"] == ["none"]
    assert rules["vimiero"][0].startswith("French: 2 banners for both town hexes of Vimiero together")


def test_units_stand_in_the_order_of_the_card_of_their_nation(english: PrintSpeaker) -> None:
    british = next(force for force in battles.battle(english, "training-2")["forces"] if force["id"] == "british")
    assert [unit["code"] for unit in british["units"]] == ["LN", "LT", "RL", "LC", "HC", "FA"]


def test_what_is_not_known_is_not_said(english: PrintSpeaker) -> None:
    unknown = next(one for one in battles.boxed(english) if one["id"] == "battle-13")
    assert unknown["name"] is unknown["date"] is unknown["first"] is unknown["rules"] is None
    assert not [army for army in unknown["armies"] if army["commander"] or army["cards"] or army["banners"]]


def test_facts_of_the_box_say_what_they_rest_on(english: PrintSpeaker) -> None:
    vimiero = next(one for one in battles.boxed(english) if one["id"] == "vimiero")
    assert vimiero["name"]["mark"] == {"standing": "printed", "label": "Name: printed", "why": "two-texts"}
    assert vimiero["first"]["mark"]["standing"] == "inferred"
    assert vimiero["date"]["text"] == "21 August 1808"
    listed = {ground["code"] for ground in battles.grounds(english)}
    shown = [(field, ground) for one in printed(GAME).values() for field, ground in one.standing]
    assert listed == {ground for field, ground in shown if field != "expect"}
    assert listed <= set(drawn_scenarios(GAME).grounds())
