"""A watched table tells which rulings it is asked about, down to the field and the item that differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from engine.core.watching import Watching


class Readings(Struct, frozen=True):
    is_wide: bool
    is_deep: bool


class Board:
    """A table of three numbers, of a few words and of how rules are read."""

    def __init__(self, *, is_wide: bool = True, is_deep: bool = True, price: int = 3, last: int = 3) -> None:
        self.read = Readings(is_wide, is_deep)
        self.hexes = (1, 2, last)
        self.facts = {"price": price, "size": 4}
        self.total = 6 if last == 3 else 7
        self.name = "one"
        self.found: int | None = 5

    @property
    def is_wide(self) -> bool:
        return self.read.is_wide


OTHERS = {"W": [Board(is_wide=False)], "D": [Board(is_deep=False)], "P": [Board(price=4)], "L": [Board(last=4)]}


@pytest.mark.parametrize(
    ("question", "rulings"),
    [
        pytest.param(lambda board: board.name, "", id="a part that is always the same"),
        pytest.param(lambda board: board.read.is_wide, "W", id="a field of a struct"),
        pytest.param(lambda board: board.is_wide, "W", id="through a method"),
        pytest.param(lambda board: board.total, "L", id="a number"),
        pytest.param(lambda board: board.hexes[0], "", id="an item that is the same"),
        pytest.param(lambda board: board.hexes[2], "L", id="an item that differs"),
        pytest.param(lambda board: board.hexes[-1], "L", id="from behind"),
        pytest.param(lambda board: board.hexes[:1], "L", id="a slice"),
        pytest.param(lambda board: 3 in board.hexes, "L", id="whether it is among them"),
        pytest.param(lambda board: board.hexes.index(1), "L", id="where it is"),
        pytest.param(lambda board: len(board.hexes), "", id="how many"),
        pytest.param(lambda board: board.facts["price"], "P", id="an entry that differs"),
        pytest.param(lambda board: board.facts.get("price"), "P", id="an entry, if there is one"),
        pytest.param(lambda board: board.facts.get("size"), "", id="an entry that is the same"),
        pytest.param(lambda board: "price" in board.facts, "", id="whether there is an entry"),
        pytest.param(lambda board: list(board.facts.values()), "P", id="all entries"),
    ],
)
def test_what_is_asked_is_told_and_answered(question: Callable[[Any], Any], rulings: str) -> None:
    asked: set[str] = set()
    board = Board()
    copied = Watching(board, OTHERS).copy(asked)
    assert asked == set()
    assert question(copied) == question(board)
    assert asked == set(rulings)


def test_what_was_worked_out_before_is_forgotten() -> None:
    copied = Watching(Board(), OTHERS, {"found": lambda _: None}).copy(set())
    assert copied.found is None
    copied.found = 8
    assert copied.found is None
