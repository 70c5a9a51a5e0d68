"""Moves of Napoleonics made by chance, legal or not, as canonical JSON has them: every kind, every field."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, get_args

from engine.napoleonics import moves
from engine.napoleonics.board import NAME
from engine.napoleonics.vocabulary import vocabulary

Move = dict[str, Any]
CARDS = vocabulary()["card"]
SIDES = get_args(moves.Side)
FACES = get_args(moves.Face)
Maker = Callable[[random.Random], Any]


def hexes(rng: random.Random, most: int = 4) -> list[str]:
    return [rng.choice(NAME) for _ in range(rng.randrange(most))]


def some(rng: random.Random, most: int = 4) -> list[str]:
    return [rng.choice(NAME), *hexes(rng, most)]


def faces(rng: random.Random) -> list[str]:
    return [rng.choice(FACES) for _ in range(rng.randrange(7))]


def cards(rng: random.Random) -> list[str | None]:
    return [rng.choice([*CARDS, None]) for _ in range(rng.randrange(5))]


def end(rng: random.Random) -> str:
    return rng.choice([*NAME, "off"])


def per_side(maker: Maker) -> Maker:
    return lambda rng: {side: maker(rng) for side in rng.sample(SIDES, rng.randrange(1, 3))}


def unit(rng: random.Random) -> Move | None:
    parts = {"blocks": rng.randrange(7), "square": rng.random() < 0.5, "leader": rng.random() < 0.5}
    return rng.choice([None, {key: value for key, value in parts.items() if rng.random() < 0.6}])


def one(*values: Any) -> Maker:
    return lambda rng: rng.choice(values)


HEX, CARD, SIDE, NUMBER = one(*NAME), one(*CARDS), one(*SIDES), one(*range(10), 999)
SECTION = one(*get_args(moves.SectionName))
# By kind: fields in their order; a name with `?` may be left out, and is there only if it says something.
FIELDS: dict[str, dict[str, Maker]] = {
    "deal": {"side": SIDE, "cards": cards},
    "play": {"side": SIDE, "card": CARD, "section?": SECTION, "use?": one("one-unit"), "as?": CARD},
    "order": {"units?": hexes, "leaders?": hexes, "side?": SIDE},
    "detach": {"leader": HEX, "side?": SIDE},
    "dissolve": {"unit": HEX, "card?": CARD, "side?": SIDE},
    "rally": {"units": hexes, "side?": SIDE},
    "short-supply": {"unit": HEX, "to": end, "side?": SIDE},
    "move": {"to": end, "unit|leader": HEX, "via?": hexes, "side?": SIDE},
    "fire": {"unit": HEX, "target": HEX, "side?": SIDE},
    "melee": {"unit": HEX, "target": HEX, "join?": hexes, "side?": SIDE},
    "first-strike": {"side?": SIDE},
    "square": {"card?": CARD, "slot?": one(1, 2, 3, 4), "side?": SIDE},
    "retire": {"to?": end, "via?": hexes, "side?": SIDE},
    "roll": {"faces": faces, "by?": HEX, "for": one(*get_args(moves.Purpose)), "side?": SIDE},
    "check-leader": {"faces": faces, "side?": SIDE},
    "ignore-flags": {"count": NUMBER, "side?": SIDE},
    "retreat": {"to": end, "via?": hexes, "lost?": NUMBER, "side?": SIDE},
    "leader-retreat": {"to": end, "via?": hexes, "side?": SIDE},
    "battle-back": {"side?": SIDE},
    "take-ground": {"side?": SIDE},
    "breakthrough": {"to": end, "side?": SIDE},
    "bonus": {"target": HEX, "join?": hexes, "side?": SIDE},
    "draw": {"side?": SIDE, "cards?": cards},
    "discard": {"card": CARD, "side?": SIDE},
    "end-phase": {"side?": SIDE},
    "turn": {"number": NUMBER, "paid?": per_side(NUMBER)},
    "count": {
        "turn?": NUMBER, "units?": lambda rng: {name: unit(rng) for name in some(rng)}, "leaders?": per_side(hexes),
        "banners?": per_side(NUMBER), "hands?": per_side(NUMBER), "squares?": per_side(NUMBER),
    },
    "result": {"winner": one(*SIDES, None), "by?": one("resignation", "time", "agreement")},
    "note": {"text": one("", "x | y", "F Rally: H6", "# no", '"q"', "é’Ž")},
}  # fmt: skip
ALWAYS = {"draw": ("cards",)}  # fields that say something even if they are empty


def make(rng: random.Random, kind: str) -> Move:
    """One move of a kind."""
    move: Move = {"do": kind}
    for name, maker in FIELDS[kind].items():
        key = rng.choice(name.split("|")).removesuffix("?")
        if name.endswith("?") and rng.random() < 0.5:
            continue
        value = maker(rng)
        if not name.endswith("?") or value or value == 0 or key in ALWAYS.get(kind, ()):
            move[key] = value
    if kind == "retire" and "to" not in move:
        move.pop("via", None)  # a way that leads nowhere
    return move


def game(rng: random.Random, number: int) -> list[Move]:
    """Moves of any kind in any order; the kinds of a combat often follow each other."""
    made: list[Move] = []
    kinds = list(FIELDS)
    steps = kinds[kinds.index("fire") : kinds.index("draw")]
    while len(made) < number:
        run = rng.choice([[rng.choice(kinds)], rng.choices(steps, k=6), rng.choices(kinds[:8], k=4)])
        made += [make(rng, kind) for kind in run]
    return made
