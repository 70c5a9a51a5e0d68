"""Moves in words where a game says nothing of its own: shared sentences, else the move as it is written."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.record import FORMAT, Header
from refsvc import library
from refsvc.presentation import move_text
from refsvc.presentation.base import Presentation

GAME = library.open_game(Header(format=FORMAT, game="saladin", scenario="hattin"))
MOVES: list[tuple[dict[str, Any], str]] = [
    ({"do": "turn", "number": 2, "paid": {"crusader": 1, "ayyubid": 0}}, "Turn 2 [crusader 1, ayyubid 0]"),
    ({"do": "count"}, "count"),
    ({"do": "count", "losses": {"crusader": 3}}, "count: losses, crusader = 3"),
    ({"do": "result", "winner": None}, "result: a draw"),
    ({"do": "result", "winner": "ayyubid", "by": "time"}, "result: ayyubid, on time"),
    ({"do": "note", "text": "late"}, "note"),
    ({"do": "pass", "side": "crusader"}, '{"do": "pass", "side": "crusader"}'),
]


@pytest.mark.parametrize(("tree", "words"), MOVES)
def test_moves_of_a_game_without_words(tree: dict[str, Any], words: str) -> None:
    assert Presentation("unworded").move_text(tree, GAME, "en") == words


def test_whose_a_move_is_stands_in_front_where_its_sentence_does_not_say() -> None:
    tree = {"do": "battle-back", "side": "british"}
    assert move_text.move_text(tree, "napoleonics", "en") == "British: battle back"


def test_dice_that_are_drawn_follow_a_plain_word() -> None:
    assert Presentation("unworded").around_dice({"do": "roll", "side": "crusader"}, "en") == ("The dice:", "")
