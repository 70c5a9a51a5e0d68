"""Chance comes from outside, and only from where it should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.core.chance import Seeded
from engine.saladin import GAME
from engine.saladin.moves import Activate, Roll, Start
from refsvc.library import load_scenario


def test_the_same_seed_gives_the_same_picks() -> None:
    options = ("0", "1", "2")
    one, two = Seeded(7), Seeded(7)
    picks = [one.pick(options) for _ in range(50)]
    assert picks == [two.pick(options) for _ in range(50)]
    assert set(picks) == set(options)


T = TypeVar("T")


class Script:
    """Hands out what it was given, in order."""

    def __init__(self, *results: object) -> None:
        self.results = list(results)

    def pick(self, options: Sequence[T]) -> T:
        result = self.results.pop(0)
        return options[options.index(result)]


def test_dice_are_what_chance_gives_one_after_the_other() -> None:
    played = GAME.open_game(load_scenario("saladin", "arsuf"))
    state = played.resolve(played.setup().state, Start("crusader")).state
    state = played.resolve(state, Activate("crusader", "sable", "charge", "saphadin")).state
    assert played.throw(state, Script("1", "order", "2")) == Roll(("1", "order"), ("2",))
