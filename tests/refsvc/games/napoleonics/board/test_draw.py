"""The drawn map: nothing is lost between the state and the reader, in every scenario, bare or with pieces."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import find_game
from engine.core.game import BaseGame
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.drawing import boards
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.presentation.values import Drawing, Trace
from refsvc.printing import svg_styles

SCENARIOS = library.scenario_ids("napoleonics")


def opened(scenario: str) -> BaseGame[Any]:
    return find_game("napoleonics").open_game(library.load_scenario("napoleonics", scenario))


def shapes(drawing: Drawing) -> list[dict[str, Any]]:
    return [shape for group in drawing["groups"] for shape in group["shapes"]]


def piece(drawing: Drawing, hex_: str) -> list[dict[str, Any]]:
    return [shape for group in drawing["groups"] if group["piece"] == hex_ for shape in group["shapes"]]


def texts(found: list[dict[str, Any]]) -> list[str]:
    return [shape["text"] for shape in found if shape["kind"] == "text"]


def closed(found: list[dict[str, Any]], style: str) -> int:
    return sum(shape["d"].count("z") for shape in found if shape["kind"] == "path" and shape["style"] == style)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_unit_is_drawn_with_its_blocks_and_told(scenario: str, language: str) -> None:
    game = opened(scenario)
    view = game.view(game.setup().state)
    drawing = boards.draw(game, view, language)
    said = " ".join(drawing["sentences"])
    for hex_, part in view["units"].items():
        drawn = piece(drawing, hex_)
        side = "french" if part["nation"] == "french" else "british"
        assert closed(drawn, f"b-{side}") - (hex_ in view["leaders"][side]) == part["blocks"], hex_
        assert sentences.name("unit", part["unit"], "napoleonics", language) in said
        assert f"{hex_} " in said
    assert not re.search(r"\[[a-z_.-]+\]|\{", said + " ".join(texts(shapes(drawing))))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_bare_map_has_all_its_hexes_and_no_piece(scenario: str) -> None:
    game = opened(scenario)
    drawing = boards.draw(game, {"units": {}, "leaders": {}}, "en")
    named = [text for text in texts(shapes(drawing)) if re.fullmatch(r"[A-I]\d+", text)]
    assert len(named) == len(set(named)) == 113
    letters = texts([shape for shape in shapes(drawing) if shape["style"] == "b-letter"])
    assert letters == [letter for letter in game.battle.letters if letter != "."]
    assert not any(shape["style"].startswith("b-counter") for shape in shapes(drawing))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_print_has_an_ink_for_everything_and_nothing_leaves_the_drawing(scenario: str) -> None:
    game = opened(scenario)
    drawing = boards.draw(game, game.view(game.setup().state), "en", (), None, [Trace("sight", ("A1", "C5"), ("B3",))])
    left, top = float(drawing["left"]), float(drawing["top"])
    for shape in shapes(drawing):
        if shape["kind"] != "symbol":
            assert svg_styles.attributes(shape["style"])
        if shape["kind"] == "text":
            assert left <= float(shape["x"]) <= left + drawing["width"]
            assert top <= float(shape["y"]) <= top + float(drawing["height"])


def test_an_excerpt_is_as_narrow_as_a_phone() -> None:
    game = opened("training-3")
    drawing = boards.draw(game, game.view(game.setup().state), "cs", {"units.C6"}, {"C6", "B6"})
    assert drawing["width"] == 344
    assert not drawing["is_wide"]
    assert piece(drawing, "C6")
    assert not piece(drawing, "H5")
    assert any(shape["style"] == "b-hot" for shape in piece(drawing, "C6"))


def test_a_square_an_order_and_a_lone_leader_have_their_shapes() -> None:
    game = opened("training-1")
    view = game.view(game.setup().state)
    hex_ = next(iter(view["units"]))
    plain = len(piece(boards.draw(game, view, "en"), hex_))
    view["units"][hex_]["square"] = True
    view["ordered"] = [hex_]
    view["leaders"]["french"].append("E1")
    drawing = boards.draw(game, view, "en")
    assert len(piece(drawing, hex_)) == plain + 2
    assert len(piece(drawing, "E1")) == 2
    assert "French, leaders by themselves: E1." in drawing["sentences"]
    assert any("in square" in sentence for sentence in drawing["sentences"])


def test_what_blocks_a_sight_is_crossed() -> None:
    game = opened("training-1")
    view = game.view(game.setup().state)
    drawing = boards.draw(game, view, "en", (), None, [Trace("sight", ("B3", "H3"), ("C3", "D3"))])
    assert sum(shape["style"] == "b-cross" for shape in shapes(drawing)) == 2


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "French: banners 0 of 4, 5 cards in hand, 7 units, 27 blocks, 1 leader."),
     ("fr", "Français : bannières 0 sur 4, 5 cartes en main, 7 unités, 27 blocs, 1 chef."),
     ("cs", "Francouzi: zástavy 0 (k vítězství 4), 5 karet v ruce, 7 jednotek, 27 bloků, 1 velitel.")],
)  # fmt: skip
def test_a_side_in_words(language: str, line: str) -> None:
    game = opened("training-1")
    said = registry.of(game.KEY).describe(game, game.view(game.setup().state), language)
    assert line in [sentence.replace("\u00a0", " ") for sentence in said]


def test_what_has_changed_is_told() -> None:
    game = opened("training-1")
    before, after = (game.view(game.setup().state) for _ in range(2))
    after["units"]["C5"] = {**after["units"].pop("B5"), "blocks": 3, "from": "B5"}
    del after["units"]["H3"]
    after["leaders"]["french"] = ["B6"]
    after["leaders_from"] = {"B6": "B7"}
    after["banners"]["french"] = 1
    said = [line.replace("\u00a0", " ") for line in registry.of(game.KEY).differences(game, before, after, "en")]
    assert said == [
        "Line Infantry: B5 → C5", "Line Infantry, C5: 4 blocks → 3 blocks", "Line Infantry, H3: off the board",
        "Leader, French: B7 → B6", "French, banners: 0 → 1",
    ]  # fmt: skip
    assert {"units.C5", "units.B5", "units.H3", "leaders.french.B7", "leaders.french.B6"} <= boards.changes(
        before, after
    )
