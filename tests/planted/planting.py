"""Plants mistakes in legal games, one after another, each in a line that was right in the game as played so far.

A kind of mistake is a function that looks for a place and says what to put there: `drop` moves at `at` are replaced by
`put`; the finding is expected `offset` moves after `at`, with one of `rules`. Kinds that lose a fact (a roll, a target,
a line) are one class: what that could explain may be folded under them. All others hide none: n of them give exactly n
findings of their own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.core.game import BaseGame
from engine.core.moves import CountBase, MoveBase
from engine.core.replay import play_on

TRIES = 4  # places looked for before another kind is tried
MORE = 8  # moves after the end
NEXT = 4  # moves after a mistake in which the next one stands, where they are neighbours


class Played(NamedTuple):
    """A game as it was played, the state before each move, and the moves at which something was found."""

    game: Any
    moves: list[MoveBase]
    states: list[Any]
    found: frozenset[int]
    low: int  # the places that a mistake may be planted in
    high: int
    is_lost: bool = False  # a fact was lost earlier: a count that differs is believed, and settles it

    @property
    def table(self) -> Any:
        """What is fixed about the battle."""
        return self.game.table

    @property
    def is_whole(self) -> bool:
        """Whether the record goes to the end of the game, and the last place may be used."""
        return self.game.outcome(self.states[-1]) is not None and self.high == len(self.moves)

    def of(self, *kinds: type[MoveBase]) -> list[int]:
        """The places of moves of these kinds, which were right as played."""
        window = range(self.low, min(self.high, len(self.moves)))
        return [n for n in window if isinstance(self.moves[n], kinds) and not self.found & {n, n + 1, n + 2}]


class Plant(NamedTuple):
    """One mistake: `at` is the move (from 1) at which it is to be found."""

    kind: str
    at: int
    rules: frozenset[str]


Change = tuple[int, int, tuple[MoveBase, ...], int, set[str]]
Made = Change | None
Planter = Callable[[Played, random.Random], Made]


def pick(rng: random.Random, options: Sequence[int]) -> int | None:
    """One of these places, if there are any."""
    return rng.choice(options) if options else None


def instead(n: int, move: MoveBase, *rules: str, **fields: Any) -> Made:
    """The move with some of it written otherwise."""
    return n, 1, (replace(move, **fields),), 0, set(rules)


def before(n: int, move: MoveBase, *rules: str) -> Made:
    """Another move put in before it."""
    return n, 0, (move,), 0, set(rules)


def turn_twice(game: Played, rng: random.Random, start: type[MoveBase], *rules: str) -> Made:
    """A turn written down a second time, right behind the first."""
    starts = game.of(start)
    turns = [(a, b) for a, b in pairwise(starts) if b - a >= 2 and not any(a < n <= b + 1 for n in game.found)]
    if not turns:
        return None
    first, end = rng.choice(turns)
    return end, 0, tuple(game.moves[first:end]), 0, set(rules)


def played_on(game: Played, *rules: str) -> Made:
    """Moves of earlier once more, after the end of the game."""
    if not game.is_whole:
        return None
    middle = len(game.moves) // 2
    return len(game.moves), 0, tuple(game.moves[middle : middle + MORE]), 0, set(rules)


def played(game: BaseGame[Any], moves: list[MoveBase]) -> Played:
    """A record, replayed."""
    found = play_on(game, game.setup(), moves)
    places = frozenset(finding.move for finding in found.findings)
    return Played(game, moves, [step.state for step in found.steps], places, 0, len(moves))


def plant(
    legal: Played,
    planters: Mapping[str, Planter],
    losing: frozenset[str],
    kinds: Sequence[str],
    count: int,
    rng: random.Random,
    *,
    near: bool,
) -> tuple[list[MoveBase], list[Plant]]:
    """The record with up to `count` mistakes, the kinds that come first in `kinds` rather than others."""
    now, plants, low = legal, list[Plant](), 0
    left = list(kinds)
    longer = 0  # moves more than in the legal game, so far
    for n in range(count):
        high = low + NEXT if near and plants else len(now.moves) * (n + 1) // count
        is_lost = any(one.kind in losing for one in plants)
        made = _one(
            now._replace(low=low, high=high, is_lost=is_lost), planters, left, rng, partial(_is_own, legal, longer)
        )
        if made is None:
            continue
        kind, (at, drop, put, offset, rules) = made
        left.remove(kind)
        record = [*now.moves[:at], *put, *now.moves[at + drop :]]
        plants.append(Plant(kind, at + offset + 1, frozenset(rules)))
        now = played(legal.game, record)
        low = at + offset + len(put)
        longer += len(put) - drop
    return now.moves, plants


def _one(
    now: Played,
    planters: Mapping[str, Planter],
    kinds: Sequence[str],
    rng: random.Random,
    is_own: Callable[[Change], bool],
) -> tuple[str, Change] | None:
    for kind in kinds:
        for _ in range(TRIES):
            made = planters[kind](now, rng)
            if made is not None and is_own(made):
                return kind, made
    return None


def _is_own(legal: Played, longer: int, made: Change) -> bool:
    """Whether it is a mistake in the game without the others too, and not only because of one of them."""
    at, drop, put, offset, rules = made
    start = at - longer
    state = legal.states[start]
    moves = [*put, *legal.moves[start + drop :]]
    for move in moves[:offset]:
        state = legal.game.resolve(state, move).state
    if not rules.isdisjoint(_broken(legal.game, state, moves[offset])):
        return True
    for move in put[offset:]:  # what was forgotten shows in a count after it
        if isinstance(move, CountBase):
            return bool(legal.game.count((state,), move))
        state = legal.game.resolve(state, move).state
    return False


def _broken(game: BaseGame[Any], state: Any, move: MoveBase) -> set[str]:
    if isinstance(move, CountBase):
        return {violation.rule for violation in game.count((state,), move)}
    found = game.check(state, move) + game.claims(state, move, game.resolve(state, move))
    return {violation.rule for violation in found}
