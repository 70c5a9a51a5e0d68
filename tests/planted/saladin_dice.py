"""Wrong dice in Saladin, with losses that nobody wrote down, and a Reaction that no card has."""

from __future__ import annotations

import random
from typing import Literal

from msgspec.structs import replace

from engine.saladin.moves import Activate, React, Roll
from engine.saladin.state import SIDES
from engine.saladin.table import CHARGES
from tests.planted.planting import Made, Planter, Played, before, pick

Colour = Literal["red", "green"]
COUNT = {"saladin.dice.count"}


def rolls(game: Played) -> list[int]:
    return [n for n in game.of(Roll) if game.states[n].pending is not None]


def put(game: Played, n: int, **fields: object) -> Made:
    """The roll with other dice, and without a word on what they took."""
    return n, 1, (replace(game.moves[n], **{"losses": None, "gone": None, **fields}),), 0, COUNT


def hit_too_many(game: Played, rng: random.Random) -> Made:
    n = pick(rng, rolls(game))
    if n is None:
        return None
    colour: Colour = rng.choice(("red", "green"))
    faces = list(getattr(game.moves[n], colour))
    faces.insert(rng.randint(0, len(faces)), rng.choice(("1", "2")))
    return put(game, n, **{colour: tuple(faces)})


def left_out(game: Played, rng: random.Random) -> Made:
    n = pick(rng, rolls(game))
    if n is None:
        return None
    colour: Colour = rng.choice([c for c in ("red", "green") if getattr(game.moves[n], c)])
    faces = list(getattr(game.moves[n], colour))
    faces.pop(rng.randrange(len(faces)))
    return put(game, n, **{colour: tuple(faces)})


def swapped(game: Played, rng: random.Random) -> Made:
    able = [n for n in rolls(game) if len(game.moves[n].red) != len(game.moves[n].green)]  # type: ignore[attr-defined]
    n = pick(rng, able)
    if n is None:
        return None
    roll: Roll = game.moves[n]  # type: ignore[assignment]
    return put(game, n, red=roll.green, green=roll.red)


def evade_of_another(game: Played, rng: random.Random) -> Made:
    """An Evade by a Banner that has no such line; the charge goes on."""
    table = game.table
    able = []
    for n in game.of(Roll):
        state, move = game.states[n], game.moves[n - 1]
        if not isinstance(move, Activate) or move.action not in CHARGES or state.pending is None:
            continue
        side = 1 - table.side_of[state.pending.banner]
        cards = table.faces[state.horns].by_name
        able += [
            (n, k) for k in table.number.values()
            if table.side_of[k] == side and not state.out >> k & 1 and "evade" not in cards[k]
        ]  # fmt: skip
    if not able:
        return None
    n, k = rng.choice(able)
    return before(n, React(SIDES[table.side_of[k]], table.pieces[k], "evade"), "saladin.action.on-card")


KINDS: dict[str, Planter] = {
    "a hit too many": hit_too_many,
    "a die left out": left_out,
    "colours swapped": swapped,
    "Evade of a Banner without it": evade_of_another,
}
