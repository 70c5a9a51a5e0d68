"""Answers to a melee of Napoleonics that can't be given."""

from __future__ import annotations

import random
from typing import Any

from engine.napoleonics import moves as m
from engine.napoleonics.board import NAME, NUMBER
from engine.napoleonics.state import ANSWER, NOBODY, Fight
from engine.napoleonics.units import CAVALRY, INFANTRY
from tests.planted.planting import Made, Planter, Played, before

RULE = "napoleonics."


def answered(make: Any) -> Planter:
    """An answer to a melee that can't be given."""

    def plant(game: Played, rng: random.Random) -> Made:
        places = [
            n
            for n in game.of(m.Roll)
            if n and isinstance(game.moves[n - 1], m.Melee) and game.states[n].fight and not game.states[n].fight.stage
        ]
        rng.shuffle(places)
        for n in places:
            fight = game.states[n].fight
            made = make(game, game.states[n], fight) if fight.stage == ANSWER and fight.foe != NOBODY else None
            if made is not None:
                return before(n, made[0], *(RULE + rule for rule in made[1:]))
        return None

    return plant


def square_before_foot(game: Played, state: Any, fight: Fight) -> Any:
    arms = game.table.arm_of
    is_fitting = arms[fight.foe] == INFANTRY and arms[fight.unit] != CAVALRY and not state.square >> fight.foe & 1
    return (m.Square(), "square.cavalry") if is_fitting else None


def square_of_others(game: Played, _state: Any, fight: Fight) -> Any:
    return (m.Square(), "square.infantry") if game.table.arm_of[fight.foe] != INFANTRY else None


def _could_form(game: Played, state: Any, fight: Fight) -> bool:
    arms = game.table.arm_of
    return arms[fight.foe] == INFANTRY and arms[fight.unit] == CAVALRY and not state.square >> fight.foe & 1


def square_in_town(game: Played, state: Any, fight: Fight) -> Any:
    is_fitting = _could_form(game, state, fight) and not game.table.terrain[fight.hex].has_squares
    return (m.Square(), "square.terrain") if is_fitting else None


def square_without_cards(game: Played, state: Any, fight: Fight) -> Any:
    has_ground = game.table.terrain[fight.hex].has_squares and not game.table.works.get(fight.hex)
    is_fitting = _could_form(game, state, fight) and has_ground and state.sizes[game.table.side_of[fight.foe]] < 3
    return (m.Square(), "square.hand") if is_fitting else None


def square_twice(game: Played, state: Any, fight: Fight) -> Any:
    is_fitting = state.square >> fight.foe & 1 and game.table.arm_of[fight.unit] == CAVALRY
    return (m.Square(), "square.formed") if is_fitting else None


def retire_of_foot(game: Played, _state: Any, fight: Fight) -> Any:
    return (m.Retire(), "retire.cavalry") if game.table.arm_of[fight.foe] != CAVALRY else None


def retire_before_horse(game: Played, state: Any, fight: Fight) -> Any:
    arms = game.table.arm_of
    if arms[fight.foe] != CAVALRY or arms[fight.unit] == INFANTRY or state.led[fight.hex]:
        return None
    empty = [name for name in NAME if not state.on[NUMBER[name]] and not state.led[NUMBER[name]]]
    return m.Retire(empty[0]), "retire.infantry"


def retire_sideways(game: Played, _state: Any, fight: Fight) -> Any:
    arms = game.table.arm_of
    is_fitting = arms[fight.foe] == CAVALRY and arms[fight.unit] == INFANTRY
    return (m.Retire(NAME[fight.hex]), "retire.to", "retire.way") if is_fitting else None


def strike_too_often(game: Played, state: Any, fight: Fight) -> Any:
    is_out = [*state.seen, *state.kept].count("first-strike") >= game.table.deck["first-strike"].count
    is_fitting = is_out and fight.what == 2 and state.sizes[1 - state.side] > len(state.hands[1 - state.side])
    return (m.FirstStrike(), "cards.copies") if is_fitting else None


KINDS: dict[str, Planter] = {
    "square against foot or guns": answered(square_before_foot),
    "square of cavalry or guns": answered(square_of_others),
    "square in a town": answered(square_in_town),
    "square with two cards in hand": answered(square_without_cards),
    "square in square": answered(square_twice),
    "retire of infantry": answered(retire_of_foot),
    "retire before cavalry": answered(retire_before_horse),
    "retire to a wrong hex": answered(retire_sideways),
    "First Strike too often": answered(strike_too_often),
}
