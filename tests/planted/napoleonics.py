"""Ways to break a rule of Napoleonics, to miss a duty or to lose a line, each planted in a game as it was played."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.napoleonics import moves as m
from engine.napoleonics.rules import leader, retreat
from engine.napoleonics.state import FLAGS, LEADER
from tests.planted import (
    napoleonics_answers,
    napoleonics_as_written,
    napoleonics_cards,
    napoleonics_fights,
    napoleonics_turns,
)
from tests.planted.napoleonics_places import rewritten
from tests.planted.planting import Made, Planter, Played, instead, played_on, turn_twice

RULE = "napoleonics."
MOST_MOVES = 150  # of a game that are looked at: it has about 900
SIZES = {1: 600, 2: 120, 5: 60}  # games of each battle with so many mistakes
WHOLE = 5  # one in so many games is played to its end
RULED = 7  # one in so many is judged under every option of the open rulings
# A card that nobody wrote down shows in whatever the other side does next.
AFTER_CARD = {
    "turn.alternate", "order.own", "turn.phase", "turn.card", "board.piece", "dice.none", "cards.rally-none",
    "cards.short-supply-none", "square.dissolve", "order.detach",
}  # fmt: skip


def left_out(n: int, game: Played, *rules: str) -> Iterator[Made]:
    """A line that nobody wrote down, unless nothing comes after it."""
    if n + 1 < len(game.moves):
        yield n, 1, (), 0, {RULE + rule for rule in rules}


def no_roll(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    if game.states[n].fight is not None:
        yield from left_out(n, game, "dice.due", "dice.whose", "leader.escape-due")


def no_card_roll(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    if game.states[n].fight is None:
        yield from left_out(n, game, "dice.due")


def no_check(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    yield from left_out(n, game, "leader.check-due")


def no_retreat(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    state = game.states[n]
    fight = state.fight
    if fight is not None and fight.stage == FLAGS and retreat.only_way(game.table, state, fight) is None:
        yield from left_out(n, game, "retreat.due")


def no_leader_retreat(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    state = game.states[n]
    fight = state.fight
    if fight is not None and fight.stage == LEADER and leader.only_way(game.table, state, fight) is None:
        yield from left_out(n, game, "leader.retreat-due")


def no_combat(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    yield from left_out(n, game, "dice.none", "strike.none", "square.none", "retire.none")


def no_card(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    is_last = n + 1 < len(game.moves) and isinstance(game.moves[n + 1], m.EndPhase)
    if n and not is_last:
        yield from left_out(n, game, *AFTER_CARD)


def no_supply(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    yield from left_out(n, game, "cards.short-supply-due")


def misspelt_hex(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    yield instead(n, game.moves[n], "record.word", to="Q20")


def misspelt_card(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    yield instead(n, game.moves[n], "record.word", card="onward")


LOST: dict[str, Planter] = {
    "roll lost": rewritten(m.Roll, no_roll),
    "roll of a card lost": rewritten(m.Roll, no_card_roll),
    "leader's dice lost": rewritten(m.CheckLeader, no_check),
    "flags not obeyed": rewritten(m.Retreat, no_retreat),
    "leader's retreat lost": rewritten(m.LeaderRetreat, no_leader_retreat),
    "fire lost": rewritten(m.Fire, no_combat),
    "melee lost": rewritten(m.Melee, no_combat),
    "card lost": rewritten(m.Play, no_card),
    "Short Supply lost": rewritten(m.ShortSupply, no_supply),
    "hex misspelt": rewritten(m.Move, misspelt_hex),
    "card misspelt": rewritten(m.Play, misspelt_card),
}
ALONE: dict[str, Planter] = {
    "played on after the end": lambda game, _rng: played_on(game, RULE + "turn.over"),
    "a turn written twice": lambda game, rng: turn_twice(game, rng, m.Play, RULE + "turn.alternate"),
}
ROOMS = (napoleonics_turns, napoleonics_cards, napoleonics_fights, napoleonics_answers, napoleonics_as_written)
KINDS: dict[str, Planter] = {**{kind: made for room in ROOMS for kind, made in room.KINDS.items()}, **LOST}
LOSING = frozenset(LOST)
