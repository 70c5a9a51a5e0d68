"""Where the difference that a count shows arose: the duty that was not done, or the move that most likely began it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from msgspec import to_builtins
from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.game import BaseGame
from engine.core.moves import CountBase
from engine.core.record import Moves
from engine.core.record_errors import Misread

S = TypeVar("S")
MOST_BACK = 400  # moves looked at, at most, before a count
Located = tuple[int, Violation]  # the move that a violation stands at


def trace(
    game: BaseGame[S], moves: Moves, steps: Sequence[Step[S]], number: int, found: list[Violation]
) -> list[Located]:
    """Each difference of the count that is move `number`, at the one move that explains it, else at the count."""
    located: list[Located] = []
    for violation in found:
        what, counted, known = (violation.params.get(key) for key in ("what", "counted", "known"))
        if not isinstance(what, str):  # not a difference: a word that is not known
            located.append((number, violation))
            continue
        changes = list(_changes(game, moves, steps, number, what))
        suspects = [(at, before) for at, before, after in changes if _explains(counted, known, before, after)]
        duties = [(at, duty) for at, before in suspects if (duty := _duty(game, moves, steps, at, violation, before))]
        if len(suspects) == len(duties) == 1:
            at, duty = duties[0]
            located.append((at, replace(duty, params={**duty.params, "seen": number}, reads=violation.reads)))
        else:
            arose = suspects[0][0] if suspects else changes[0][0] if changes else 0
            located.append((number, replace(violation, params={**violation.params, "arose": arose})))
    return list({_of_one(at, number, v): (at, v) for at, v in reversed(located)}.values())[::-1]


def _of_one(at: int, number: int, violation: Violation) -> tuple[Any, ...]:
    """What several differences have in common that show one omission; what stands at the count is all its own."""
    params = violation.params
    whose = tuple(params.get(key) for key in ("banner", "side")) if at != number else ()
    return at, violation.rule, violation.part if at == number else whose


def _changes(
    game: BaseGame[S], moves: Moves, steps: Sequence[Step[S]], number: int, what: str
) -> Iterator[tuple[int, Any, Any]]:
    """The moves that changed a part of the state, the latest first, back to where it was counted before."""
    path = what.split(".")
    after = _at(game.view(steps[number - 1].state), path)
    for at in range(number - 1, max(0, number - 1 - MOST_BACK), -1):
        move = moves[at - 1]
        if isinstance(move, CountBase) and _at(to_builtins(move), path) is not None:
            return
        for state in (*reversed(steps[at].rests), steps[at - 1].state):
            before = _at(game.view(state), path)
            if before != after and not isinstance(move, Misread):
                yield at, before, after
            after = before


def _explains(counted: Any, known: Any, before: Any, after: Any) -> bool:
    """Whether the count is as if this change had not been made."""
    if all(type(value) is int for value in (counted, known, before, after)):
        return bool(after - before == known - counted)
    return bool(after == known and before == counted)


def _duty(
    game: BaseGame[S], moves: Moves, steps: Sequence[Step[S]], at: int, violation: Violation, before: Any
) -> Violation | None:
    move = moves[at - 1]
    if isinstance(move, Misread):
        return None
    following = moves[at] if at < len(moves) else None
    if isinstance(following, Misread):
        following = None
    return game.mending.owed_by(steps[at - 1].state, (move, following), steps[at], violation, before)


def _at(tree: Any, path: list[str]) -> Any:
    for key in path:
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree
