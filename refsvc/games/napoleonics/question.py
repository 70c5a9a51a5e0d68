"""What can be asked of a position of Napoleonics: a unit, and a hex to attack or to go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from engine.core.accounts import Account
from engine.core.moves import MoveBase
from refsvc.games.napoleonics import position_text as words
from refsvc.games.napoleonics.board.hexes import PLACES, distance
from refsvc.games.napoleonics.figures import die_of, faces_that_hit
from refsvc.presentation.subject import Subject
from refsvc.presentation.values import Trace

View = dict[str, Any]
MOST_FLAGS = 3


def fields(subject: Subject, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
    """The units of the side whose turn it is; enemies first, then every other hex."""
    own = words.units_of(subject.game, view, view["to_move"])
    leaders = {hex_ for side, hexes in view["leaders"].items() if side != view["to_move"] for hex_ in hexes}
    enemies = [hex_ for hex_ in view["units"] if hex_ not in own]
    alone = sorted(leaders - view["units"].keys())
    taken = {*view["units"], *alone}
    units = [(hex_, words.unit(view, hex_, subject.language)) for hex_ in own]
    targets = [(hex_, words.unit(view, hex_, subject.language)) for hex_ in enemies]
    leader = subject.name("unit", "leader")
    targets += [(hex_, f"{hex_} {leader}") for hex_ in alone]
    targets += [(hex_, hex_) for hex_ in PLACES if hex_ not in taken]
    return [("unit", units), ("target", targets)]


def tree(_subject: Subject, view: View, chosen: Mapping[str, str]) -> View | None:
    """Melee with an enemy beside the unit, fire at one farther away, a move to any other hex."""
    unit, target = chosen.get("unit"), chosen.get("target")
    if not unit or not target or unit == target:
        return None
    enemy = next(side for side in view["leaders"] if side != view["to_move"])
    if target in view["units"] or target in view["leaders"][enemy]:
        return {"do": "melee" if distance(unit, target) == 1 else "fire", "unit": unit, "target": target}
    return {"do": "move", "unit": unit, "to": target}


def chances(subject: Subject, view: View, asked: View, account: Account) -> list[tuple[str, Fraction]]:
    """How likely so many hits or more are, and so many flags, of the dice that an account comes to."""
    target = view["units"].get(asked.get("target", ""))
    dice = account.total
    if account.of != "dice" or target is None or dice <= 0:
        return []
    attacker = view["units"][asked["unit"]]["unit"]
    faces = faces_that_hit(subject.game, attacker, target["unit"], is_melee=asked["do"] == "melee")
    die = die_of(subject.game, faces)
    sides = sum(die.sides)
    found = []
    for hits in range(1, min(dice, target["blocks"]) + 1):
        key = "last" if hits == target["blocks"] else "hits"
        said = subject.plural(f"asking.odds.{key}", hits)
        found.append((said, at_least(dice, Fraction(die.sides[1], sides), hits)))
    flag = Fraction(die.signs, sides)
    counts = range(1, min(dice, MOST_FLAGS) + 1)
    return found + [
        (subject.plural("napoleonics.asking.odds.flags", flags), at_least(dice, flag, flags)) for flags in counts
    ]


def at_least(dice: int, chance: Fraction, number: int) -> Fraction:
    """How likely at least so many of the dice show something that one of them shows with this chance."""
    return sum((comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(number, dice + 1)), Fraction(0))


def openings(subject: Subject, state: Any) -> list[MoveBase]:
    """The cards that could be played now, where one has to come first."""
    game = subject.game
    if "card" in game.view(state):
        return []
    plays = [move for move in game.candidates(state) if isinstance(move, game.TURN_STARTS)]
    return [move for move in plays if not game.check(state, move)]


def shown(asked: View, blocking: Sequence[str]) -> tuple[frozenset[str], list[Trace]]:
    """The ends of the attack or of the move; a sight that is blocked in place of an attack."""
    ends = (asked["unit"], asked.get("target") or asked["to"])
    if blocking:
        return frozenset({*ends, *blocking}), [Trace("sight", ends, tuple(blocking))]
    return frozenset(ends), [Trace(asked["do"], ends)]
