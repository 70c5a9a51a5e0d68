"""What is not printed never convicts: other values in every assumed cell, replayed without them."""

from __future__ import annotations

import pytest

from engine.core.chance import Seeded
from engine.core.facts import Standing
from engine.core.playout import playout
from engine.core.replay import replay
from engine.saladin import GAME
from engine.saladin.moves import Activate, Count, Pool, Roll, Start
from engine.saladin.table import BOX_VALUES, load_facts
from refsvc.library import load_scenario
from tests.engine.saladin.other_values import other_game
from tests.long import IS_LONG

GAMES_PLAYED = 500 if IS_LONG else 10  # of each battle


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
def test_other_values_are_never_held_against_the_players(scenario: str) -> None:
    battle = load_scenario("saladin", scenario)
    unknown = GAME.open_game(battle, values="box")
    notes = 0
    for seed in range(GAMES_PLAYED):
        moves = playout(other_game(battle, seed), Seeded(seed), is_annotated=True)
        replayed = replay(unknown, moves)
        assert replayed.findings == [], (seed, replayed.findings[0])
        notes += len(replayed.notes)
    assert notes  # the values really differed


@pytest.mark.parametrize(("values", "found", "noted"), [("box", [], 1), ("refsvc", ["saladin.dice.due"], 0)])
def test_a_last_roll_is_missed_only_where_its_dice_are_known(values: str, found: list[str], noted: int) -> None:
    """Nothing printed says how many dice this line has, or that it has any."""
    moves = [Start("ayyubid", "crusader"), Activate("ayyubid", "ala-al-din", "skirmish", "bourgogne")]
    replayed = replay(GAME.open_game(load_scenario("saladin", "arsuf"), values=values), moves)
    own = [finding.rule for finding in replayed.findings if finding.move == len(moves)]
    assert (own, len(replayed.notes)) == (found, noted)


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
def test_the_same_games_break_rules_when_our_values_are_binding(scenario: str) -> None:
    battle = load_scenario("saladin", scenario)
    moves = playout(other_game(battle, 1), Seeded(1), is_annotated=True)
    assert replay(GAME.open_game(battle), moves).findings


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
def test_counts_of_standings(scenario: str) -> None:
    """As the fact table counts them: 130 lines on 24 cards, six values each."""
    cells = {
        key: fact for key, fact in load_facts(scenario).items() if key.startswith("cards.") and "-horns." not in key
    }
    fields = ("cost", "status", "red", "green", "back", "change")
    lines = {key.rpartition(".")[0] for key in cells}
    assert len(lines) == 65
    assert all(f"{line}.{field}" in cells for line in lines for field in fields)


def test_counts_of_standings_over_both_battles() -> None:
    fields = ("cost", "status", "red", "green", "back", "change")
    found = {
        field: tuple(
            sum(
                fact.standing == standing
                for scenario in ("arsuf", "hattin")
                for key, fact in load_facts(scenario).items()
                if key.startswith("cards.") and "-horns." not in key and key.endswith(f".{field}")
            )
            for standing in Standing
        )
        for field in fields
    }
    assert found == {
        "cost": (130, 0, 0),
        "status": (28, 102, 0),
        "red": (13, 31, 86),
        "green": (13, 32, 85),
        "back": (0, 95, 35),
        "change": (29, 77, 24),
    }


def test_a_box_value_counts_as_printed() -> None:
    battle = load_scenario("saladin", "arsuf")
    boxed = GAME.open_game(battle, values="box", box={"banners": {"sable": {"lances": 12}}})
    fact = boxed.facts.get("banners.sable.lances")
    assert fact is not None
    assert (fact.value, fact.standing) == (12, Standing.PRINTED)
    assert set(BOX_VALUES) >= {"lances", "plus1", "plus2", "red", "green", "back", "change"}


@pytest.mark.parametrize("orders", [5, 6])
@pytest.mark.parametrize("lances", [1, 6])
def test_a_true_cross_taken_by_itself_is_as_sure_as_the_life_of_chatillon(lances: int, orders: int) -> None:
    """Nobody knows how many Lances he had: neither his end nor the Order that it costs is held against anyone."""
    battle = load_scenario("saladin", "hattin")
    game = GAME.open_game(battle, {"DIF-06": "automatic"}, frozenset({"DIF-06"}), "box")
    position = {
        "turn": 4, "phase": "activation", "to_move": "ayyubid", "horns": True, "orders": {"crusader": {"available": 6}},
        "banners": {"chatillon": {"lances": lances, "status": "committed"}, "manguras": {"status": "committed"}},
    }  # fmt: skip
    moves = [
        Activate("ayyubid", "manguras", "push", "chatillon"),
        Roll(("0",), ("1",)),
        Count(orders={"crusader": Pool(orders, 0)}),
    ]
    assert replay(game, moves, position).findings == []
