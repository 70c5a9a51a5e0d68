"""Where the difference that a count shows arose: what was not done, or the move that most likely began it.

Each thing that a move did by itself is left out in turn, and the game goes on from there to the count: where one such
reading explains the most, and no other as much, that is what was not done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.game import BaseGame
from engine.core.mending import Omission
from engine.core.moves import CountBase
from engine.core.record import Moves
from engine.core.record_errors import Misread

S = TypeVar("S")
MOST_BACK = 400  # moves looked at, at most, before a count
MOST_TRACED = 100  # counts of one record whose differences are traced back
MOST_FOLLOWED = 20_000  # moves made again after something was left out, in one record
Located = tuple[int, Violation, Violation]  # the move that a violation stands at, and the difference that shows it


class Reading(Struct, Generic[S], frozen=True):
    """What may not have been done at a move, and the differences that it explains, by what was counted."""

    at: int
    omission: Omission[S]
    explains: frozenset[str]


class CountTracer(Generic[S]):
    """Traces the differences of the counts of one record back to the moves in which they arose."""

    def __init__(self, game: BaseGame[S], moves: Moves) -> None:
        self.game = game
        self.moves = moves
        self.traced = 0
        self.left = MOST_FOLLOWED

    def trace(self, steps: Sequence[Step[S]], number: int, found: list[Violation]) -> list[Located]:
        """Each difference of the count that is move `number`, at the move that explains it, else at the count."""
        differences = [violation for violation in found if "what" in violation.params]  # else a word that is not known
        self.traced += 1
        if not differences or self.traced > MOST_TRACED:
            return [(number, violation, violation) for violation in found]
        readings = list(self._readings(steps, number, {v.params["what"]: v.params["known"] for v in differences}))
        located: list[Located] = []
        told: list[Reading[S]] = []
        for violation in differences:
            fitting = [reading for reading in readings if violation.params["what"] in reading.explains]
            best = self._best(steps, number, fitting)
            if len(best) != 1:
                arose = best[0].at if best else self._changed(steps, number, violation)
                hinted = replace(violation, params={**violation.params, "arose": arose})
                located.append((number, hinted, violation))
            elif best[0] not in told:  # one omission shows in several figures
                told.append(best[0])
                located.append((best[0].at, _owed(best[0], violation, number), violation))
        return located

    def _readings(self, steps: Sequence[Step[S]], number: int, known: dict[str, Any]) -> Iterator[Reading[S]]:
        """What may have been left out, the latest first, back to where all of it was counted before."""
        left = set(known)
        for at in range(number - 1, max(0, number - 1 - MOST_BACK), -1):
            move = self.moves[at - 1]
            following = self.moves[at] if at < len(self.moves) else None
            if isinstance(move, CountBase):
                left = {what for what in left if _at(to_builtins(move), what.split(".")) is None}
                if not left:
                    return
            if isinstance(move, (Misread, CountBase)):
                continue
            lines = (move, None if isinstance(following, Misread) else following)
            for omission in self.game.mending.omissions(steps[at - 1].state, lines, steps[at]):
                if any(what.startswith(omission.parts) for what in left):
                    explained = self._explained(steps, at, number, omission.state, known)
                    if explained:
                        yield Reading(at, omission, explained)

    def _explained(
        self, steps: Sequence[Step[S]], at: int, number: int, state: S, known: dict[str, Any]
    ) -> frozenset[str]:
        """The differences that are gone if the game went on from this state after move `at`, and brings no others."""
        step = self._followed(steps, at, number, state)
        count = self.moves[number - 1]
        if step is None or not isinstance(count, CountBase):
            return frozenset()
        found = {v.params.get("what"): v.params.get("known") for v in self.game.count((*step.rests, step.state), count)}
        if any(what not in known or known[what] != value for what, value in found.items()):
            return frozenset()
        return frozenset(known.keys() - found.keys())

    def _followed(self, steps: Sequence[Step[S]], at: int, number: int, state: S) -> Step[S] | None:
        """The step before a count, played from another state after move `at`; None if nothing is left of it by then."""
        step = Step(state)
        for n in range(at, number - 1):
            move = self.moves[n]
            self.left -= 1
            if self.left < 0 or step.state == steps[n].state:
                return None
            if isinstance(move, Misread):
                continue
            if isinstance(move, CountBase):
                if self.game.count((*step.rests, step.state), move):
                    return None  # it was counted then, and was not so
                step = Step(step.state)
            else:
                step = self.game.resolve(step.state, move)
        return step

    def _best(self, steps: Sequence[Step[S]], number: int, readings: list[Reading[S]]) -> list[Reading[S]]:
        """The readings that explain the most; of several those after which every move was as legal as it was played."""
        most = max((len(reading.explains) for reading in readings), default=0)
        best = [reading for reading in readings if len(reading.explains) == most]
        if len(best) > 1:
            best = [reading for reading in best if self._is_legal(steps, number, reading)] or best
        kinds = {(reading.at, reading.omission.duty.rule, reading.explains) for reading in best}
        return best[:1] if len(kinds) == 1 else best

    def _is_legal(self, steps: Sequence[Step[S]], number: int, reading: Reading[S]) -> bool:
        state = reading.omission.state
        for n in range(reading.at, number - 1):
            move = self.moves[n]
            self.left -= 1
            if self.left < 0 or state == steps[n].state:
                break
            if isinstance(move, (Misread, CountBase)):
                continue
            if self.game.check(state, move) and not self.game.check(steps[n].state, move):
                return False
            state = self.game.resolve(state, move).state
        return True

    def _changed(self, steps: Sequence[Step[S]], number: int, violation: Violation) -> int:
        """The move that may have begun an unexplained difference: by as much as is missing, or the only one."""
        what, counted, known = (violation.params[key] for key in ("what", "counted", "known"))
        changes = list(self._changes(steps, number, what.split(".")))
        exact = [at for at, before, after in changes if _is_undone(counted, known, before, after)]
        others = {at for at, _, _ in changes}
        return exact[0] if exact else others.pop() if len(others) == 1 else 0

    def _changes(self, steps: Sequence[Step[S]], number: int, path: list[str]) -> Iterator[tuple[int, Any, Any]]:
        """The moves that changed a part of the state, the latest first, back to where it was counted before."""
        after = _at(self.game.view(steps[number - 1].state), path)
        for at in range(number - 1, max(0, number - 1 - MOST_BACK), -1):
            move = self.moves[at - 1]
            if isinstance(move, CountBase) and _at(to_builtins(move), path) is not None:
                return
            for state in (*reversed(steps[at].rests), steps[at - 1].state):
                before = _at(self.game.view(state), path)
                if before != after and not isinstance(move, Misread):
                    yield at, before, after
                after = before


def _owed(reading: Reading[Any], difference: Violation, number: int) -> Violation:
    """What was not done, as a violation that the count has shown."""
    duty = reading.omission.duty
    params = duty.params or {key: difference.params[key] for key in ("what", "counted", "known")}
    return replace(duty, params={**params, "seen": number}, reads=difference.reads, part="")


def _is_undone(counted: Any, known: Any, before: Any, after: Any) -> bool:
    """Whether the count is as if this change had not been made."""
    if all(type(value) is int for value in (counted, known, before, after)):
        return bool(after - before == known - counted)
    return bool(after == known and before == counted)


def _at(tree: Any, path: list[str]) -> Any:
    for key in path:
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree
