"""Random legal games by seed: samples, fuzzing, odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.core.chance import Chance
from engine.core.duties import owed_at_end
from engine.core.game import BaseGame, legal_moves
from engine.core.moves import MoveBase

S = TypeVar("S")
MOST_STEPS = 20_000


class EndlessError(RuntimeError):
    """A random game did not end, or came to a point where nothing is legal."""


def playout(
    game: BaseGame[S],
    chance: Chance,
    *,
    is_annotated: bool = False,
    first: int | None = None,
    player: Callable[[BaseGame[S], S, Chance], MoveBase] | None = None,
) -> list[MoveBase]:
    """The moves of one random game from the set-up to its end; annotated: with all that was paid and lost.

    `first`: only so many of them, and what is due after the last one. `player`: who picks the legal moves.
    """
    player = player or pick
    state = game.setup().state
    moves: list[MoveBase] = []
    previous: S | None = None
    for _ in range(MOST_STEPS):
        turn = game.turn_line(previous, state)
        if turn is not None:
            moves.append(game.annotate(turn, game.resolve(state, turn)) if is_annotated else turn)
        is_enough = first is not None and len(moves) >= first and not owed_at_end(game.duties(state))
        if is_enough or game.outcome(state) is not None:
            return moves
        move = player(game, state, chance)
        step = game.resolve(state, move)
        moves.append(game.annotate(move, step) if is_annotated else move)
        previous, state = state, step.state
    raise EndlessError(f"{game.KEY} {game.scenario}: no end after {MOST_STEPS} moves")


def pick(game: BaseGame[S], state: S, chance: Chance) -> MoveBase:
    """One legal move: dice are thrown; of the others each is as likely as the next, or each kind, then each of it."""
    options = legal_moves(game, state)
    if game.is_kind_first and options:
        kind = chance.pick(tuple(dict.fromkeys(map(type, options))))
        options = tuple(option for option in options if type(option) is kind)
    if not options:
        raise EndlessError(f"{game.KEY} {game.scenario}: nothing is legal in {game.view(state)}")
    move = chance.pick(options)
    return game.throw(state, chance) if isinstance(move, game.ROLLS) else move
