"""One slip in a legal game is found where it was made, with the rule that it breaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.chance import Seeded
from engine.core.moves import MoveBase, Turn
from engine.core.playout import playout
from engine.core.replay import replay
from engine.saladin import GAME
from engine.saladin.moves import Activate, Lead, Pass, React, Roll, Seize, Start
from engine.saladin.state import SIDES
from refsvc.library import load_scenario
from tests.long import IS_LONG

GAMES_PLAYED = 400 if IS_LONG else 4  # tests/planted has more kinds, in both games
Moves = list[MoveBase]
Slip = tuple[Moves, int, set[str]]  # the record with the slip, the number of the move, the rules that fit
TARGETS = {"target-listed", "target-alive", "committed-target", "target-none"}


@cache
def legal_game(scenario: str, seed: int) -> tuple[MoveBase, ...]:
    """A random legal game with everything written down."""
    return tuple(playout(GAME.open_game(load_scenario("saladin", scenario)), Seeded(seed), is_annotated=True))


def dropped(moves: Moves, n: int) -> Moves:
    return moves[:n] + moves[n + 1 :]


def changed(moves: Moves, n: int, **fields: Any) -> Moves:
    return [*moves[:n], replace(moves[n], **fields), *moves[n + 1 :]]


def of(moves: Moves, kind: type[MoveBase]) -> list[int]:
    return [n for n, move in enumerate(moves) if isinstance(move, kind)]


def follower(moves: Moves, n: int) -> MoveBase | None:
    return moves[n + 1] if n + 1 < len(moves) else None


def no_roll(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    n = rng.choice(of(moves, Roll))
    yield dropped(moves, n), min(n + 1, len(moves) - 1), {"saladin.dice.due"}


def no_start(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    other = [n for n in of(moves, Start) if moves[n].first != moves[n].side]  # type: ignore[attr-defined]
    if other:  # who holds the initiative need not say that he begins
        n = rng.choice(other)
        yield dropped(moves, n), n + 1, {"saladin.initiative.start"}


def no_pass(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    passes = of(moves, Pass)
    if passes:
        n = rng.choice(passes)
        if not (isinstance(follower(moves, n), (Turn, type(None))) and n + 1 == len(moves)):
            yield dropped(moves, n), n + 1, {"saladin.activation.both-pass", "saladin.activation.alternate"}


def no_reaction(moves: Moves, _rng: random.Random) -> Iterator[Slip]:
    for n in of(moves, React)[:1]:
        yield dropped(moves, n), n + 1, {"saladin.dice.count"}


def no_seizing(moves: Moves, _rng: random.Random) -> Iterator[Slip]:
    for n in of(moves, Seize)[:1]:
        yield dropped(moves, n), n + 1, {"saladin.initiative.holder"}


def no_activation(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    n = rng.choice(of(moves, Activate))
    then, side = follower(moves, n), getattr(moves[n], "side", "")
    if isinstance(then, (Roll, React)):
        rule = "saladin.dice.none" if isinstance(then, Roll) else "saladin.reaction.window"
        yield dropped(moves, n), n + 1, {rule}
    elif isinstance(then, (Activate, Lead)) and then.side != side:
        yield dropped(moves, n), n + 1, {"saladin.activation.alternate"}


def other_target(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    aimed = [n for n, m in enumerate(moves) if isinstance(m, Activate) and m.target and m.action != "reinforce"]
    n = rng.choice(aimed)
    move = moves[n]
    assert isinstance(move, Activate)
    own = [m.banner for m in moves if isinstance(m, Activate) and m.side == move.side and m.banner != move.banner]
    yield changed(moves, n, target=rng.choice(own)), n + 1, {f"saladin.action.{rule}" for rule in TARGETS}


def wrong_price(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    n = rng.choice([n for n in of(moves, Activate) if getattr(moves[n], "spent", 0)])
    move = moves[n]
    assert isinstance(move, Activate)
    assert move.spent is not None
    paid = rng.choice([move.spent - 1, move.spent + 1])
    yield changed(moves, n, spent=paid), n + 1, {"saladin.cost.paid", "saladin.cost.surcharge"}


def wrong_dice(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    n = rng.choice(of(moves, Roll))
    colour = rng.choice(["red", "green"])
    yield changed(moves, n, **{colour: (*getattr(moves[n], colour), "0")}), n + 1, {"saladin.dice.count"}


def wrong_losses(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    hits = [n for n in of(moves, Roll) if getattr(moves[n], "losses", None)]
    n = rng.choice(hits)
    losses = dict(moves[n].losses)  # type: ignore[attr-defined]
    name = rng.choice(sorted(losses))
    losses[name] -= 1
    yield changed(moves, n, losses=losses), n + 1, {"saladin.lances.losses", "saladin.lances.last"}


def wrong_side(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    n = rng.choice(of(moves, Activate))
    other = SIDES[1 - SIDES.index(moves[n].side)]  # type: ignore[attr-defined]
    yield changed(moves, n, side=other), n + 1, {"saladin.activation.own-banner", "saladin.activation.alternate",
                                                 "saladin.activation.passed"}  # fmt: skip


def wrong_payment(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    n = rng.choice(of(moves, Turn)[1:])
    paid = dict(moves[n].paid)  # type: ignore[attr-defined]
    side = rng.choice(SIDES)
    paid[side] += rng.choice([-1, 1])
    yield changed(moves, n, paid=paid), n + 1, {"saladin.chaos.payment"}


def swapped(moves: Moves, rng: random.Random) -> Iterator[Slip]:
    """Two activations of different sides in the wrong order, each with its answer and dice."""
    heads = [n for n, move in enumerate(moves) if isinstance(move, (Activate, Lead))]
    rng.shuffle(heads)
    for n in heads:
        middle = next((k for k in range(n + 1, len(moves)) if not isinstance(moves[k], (Roll, React))), None)
        if middle is None or not isinstance(moves[middle], (Activate, Lead)):
            continue
        if moves[n].side == moves[middle].side:  # type: ignore[attr-defined]
            continue
        end = next((k for k in range(middle + 1, len(moves)) if not isinstance(moves[k], (Roll, React))), len(moves))
        order = moves[:n] + moves[middle:end] + moves[n:middle] + moves[end:]
        yield order, n + 1, {"saladin.activation.alternate"}
        return


SLIPS: Sequence[Callable[[Moves, random.Random], Iterator[Slip]]] = (
    no_roll, no_start, no_pass, no_reaction, no_seizing, no_activation, other_target, wrong_price, wrong_dice,
    wrong_losses, wrong_side, wrong_payment, swapped,
)  # fmt: skip


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.__name__)
def test_slip(scenario: str, slip: Callable[[Moves, random.Random], Iterator[Slip]]) -> None:
    table = GAME.open_game(load_scenario("saladin", scenario))
    tried = 0
    for seed in range(GAMES_PLAYED):
        moves = list(legal_game(scenario, seed))
        for record, number, rules in slip(moves, random.Random(seed)):
            tried += 1
            found = replay(table, record).findings
            assert found, (seed, number, rules)
            assert (found[0].move, found[0].rule in rules) == (number, True), (seed, number, rules, found[0])
    assert tried or (scenario, slip) == ("hattin", no_seizing)  # nobody can seize the initiative there
