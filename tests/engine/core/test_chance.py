"""Chance comes from outside, and only from where it should."""

from __future__ import annotations

import pytest

from engine.core.chance import ChanceError, Recorded, Scripted, Seeded
from engine.saladin import GAME
from engine.saladin.moves import Activate, Roll, Start
from refsvc.library import load_scenario


def test_the_same_seed_gives_the_same_picks() -> None:
    options = ("0", "1", "2")
    one, two = Seeded(7), Seeded(7)
    picks = [one.pick(options) for _ in range(50)]
    assert picks == [two.pick(options) for _ in range(50)]
    assert set(picks) == set(options)


def test_a_script_hands_out_what_it_was_given() -> None:
    played = GAME.open_game(load_scenario("saladin", "arsuf"))
    state = played.resolve(played.setup().state, Start("crusader")).state
    state = played.resolve(state, Activate("crusader", "sable", "charge", "saphadin")).state
    assert played.throw(state, Scripted(["1", "order", "2"])) == Roll(("1", "order"), ("2",))
    with pytest.raises(ChanceError):
        played.throw(state, Scripted(["1"]))
    with pytest.raises(ChanceError):
        played.throw(state, Scripted(["3", "0", "0"]))


def test_a_record_asks_for_no_chance() -> None:
    with pytest.raises(ChanceError):
        Recorded().pick(("0", "1"))
