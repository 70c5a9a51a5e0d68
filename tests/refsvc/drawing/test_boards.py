"""Positions as drawings and in words, for every worked case: nothing is lost between the state and the reader."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from engine.core.game import BaseGame
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.drawing import boards
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.presentation.values import Drawing
from refsvc.reference import book, worked_cases

Position = tuple[str, BaseGame[Any], dict[str, Any], dict[str, Any]]


@cache
def all_positions() -> tuple[Position, ...]:
    """Every case: its game, and the position before and after."""
    found = []
    for case in book.cases("saladin").values():
        game, replay = worked_cases.open_case("saladin", case), worked_cases.replay_case("saladin", case.id)
        found.append((case.id, game, game.view(replay.steps[0].state), game.view(replay.state)))
    return tuple(found)


def pieces(drawing: Drawing) -> dict[str, list[dict[str, Any]]]:
    return {group["piece"]: group["shapes"] for group in drawing["groups"] if group["piece"]}


def bars(shapes: list[dict[str, Any]], style: str) -> int:
    return sum(shape["d"].count("z") for shape in shapes if shape["kind"] == "path" and shape["style"] == style)


def lines(shapes: list[dict[str, Any]]) -> str:
    return " ".join(shape["text"] for shape in shapes if shape["kind"] == "text")


def side_of(game: BaseGame[Any], banner: str) -> str:
    return "ayyubid" if banner in library.load_scenario("saladin", game.scenario).ayyubid else "crusader"


def test_drawn_lances_are_those_of_the_state() -> None:
    for case, game, _, view in all_positions():
        drawn = pieces(boards.draw(game, view, "en"))
        for banner, part in view["banners"].items():
            left = 0 if "out" in part else part["lances"]
            assert bars(drawn[banner], f"b-{side_of(game, banner)}") == left, (case, banner)
            if left:
                fact = game.facts.get(f"banners.{banner}.lances")
                assert fact is not None
                assert bars(drawn[banner], "b-empty") == max(0, fact.value - left), (case, banner)
                assert str(left) in lines(drawn[banner]).split(), (case, banner)
        if "town" in view:
            assert bars(drawn["arsuf-town"], "b-ayyubid") == view["town"], case


def test_drawn_orders_and_losses_are_those_of_the_state() -> None:
    for case, game, _, view in all_positions():
        drawn = pieces(boards.draw(game, view, "en"))
        for side in game.SIDES:
            shapes, pool = drawn[f"side.{side}"], view["orders"][side]
            assert bars(shapes, f"b-{side}") == pool["available"] + view["losses"][side], (case, side)
            assert bars(shapes, "b-ring") == pool["spent"], (case, side)
            assert ("to move" in lines(shapes)) == (view["to_move"] == side and "over" not in view), (case, side)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_name_every_banner_and_no_text_is_missing(language: str) -> None:
    for case, game, before, view in all_positions():
        said = " ".join(registry.of(game.KEY).describe(game, view, language))
        drawn = lines([shape for group in boards.draw(game, view, language)["groups"] for shape in group["shapes"]])
        for banner, part in view["banners"].items():
            name = sentences.name("banner", banner, game.KEY, language)
            assert name in said, (case, banner)
            assert all(word in drawn for word in name.split()), (case, banner)
            if "out" in part:
                assert sentences.name("out", part["out"], game.KEY, language) in drawn
        changed = registry.of(game.KEY).differences(game, before, view, language)
        assert not re.search(r"\[[a-z_.-]+\]|\{", said + drawn + " ".join(changed)), case


def test_committed_banners_have_moved_up_and_out_ones_are_empty() -> None:
    game, case = next((g, v) for name, g, v, _ in all_positions() if name == "X5")
    drawn = pieces(boards.draw(game, case, "en"))
    place = {banner: drawn[banner][0]["d"] for banner in ("sable", "richard", "saphadin")}
    assert place["sable"].startswith("M161 ")
    assert place["richard"].startswith("M189 ")
    said = registry.of(game.KEY).describe(game, case, "en")
    assert (
        "Sablé: 4 Lances, Committed (facing Saphadin), Deployed, 1 Order more for every Action that costs any." in said
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Ayyubids: 12 Available Orders, 0 Spent Orders, 0 Lances on the Losses Track, Leader’s card Deployed."),
     ("fr", "Ayyoubides : 12 ordres disponibles, 0 ordre défaussé, 0 lance sur la piste de pertes"),
     ("cs", "Ajjúbovci: 12 dostupných rozkazů, 0 vydaných rozkazů, 0 oddílů na stupnici ztrát")],
)  # fmt: skip
def test_a_side_in_words(language: str, words: str) -> None:
    game, view = next((g, v) for name, g, v, _ in all_positions() if name == "X2")
    assert words in " ".join(registry.of(game.KEY).describe(game, view, language)).replace("\u00a0", " ")


def test_lusignan_faces_saladin_only_at_the_horns() -> None:
    game, before, after = next((g, b, a) for name, g, b, a in all_positions() if name == "V15")
    drawn = [boards.draw(game, view, "en")["groups"] for view in (before, after)]
    ties = [sum(shape["style"] == "b-tie" for one in groups for shape in one["shapes"]) for groups in drawn]
    assert ties == [4, 5]


def test_what_changed_is_marked_by_shape_and_told() -> None:
    game, before, after = next((g, b, a) for name, g, b, a in all_positions() if name == "X4")
    changed = boards.changes(before, after)
    assert {"banners.naplouse", "banners.sulayman", "orders.crusader", "losses.ayyubid"} <= changed
    drawn = pieces(boards.draw(game, after, "en", changed))
    assert {name for name, shapes in drawn.items() if any(shape["style"] == "b-flag" for shape in shapes)} == {
        "naplouse", "sulayman"
    }  # fmt: skip
    assert "Naplouse, Lances: 9\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}7" in registry.of(game.KEY).differences(
        game, before, after, "en"
    )
    assert boards.changes(after, after) == frozenset()


def test_an_excerpt_shows_the_pair_that_it_is_about() -> None:
    game, view = next((g, v) for name, g, v, _ in all_positions() if name == "X4")
    drawn = pieces(boards.draw(game, view, "en", (), {"naplouse"}))
    assert {"naplouse", "sulayman"} <= drawn.keys()
    assert not {"richard", "arsuf-town"} & drawn.keys()
