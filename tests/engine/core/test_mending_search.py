"""Ways of putting a mistake right, told apart behind a second mistake: in a game of walks from number to number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.mending_search import MendingSearch
from engine.core.moves import MoveBase

EVERYBODY = -1


class Walk(MoveBase, frozen=True, tag="walk"):
    """From a number to another one."""

    start: int
    to: int


class Walking:
    """Whoever walks from where he is not makes a mistake; it is put right by leaving it out, or by doing it."""

    def check(self, state: int, move: Walk) -> tuple[Violation, ...]:
        is_right = move.start in (state, EVERYBODY)
        return () if is_right else (broken("walk.start", reads=(f"state.{move.start}",)),)

    def claims(self, state: int, move: Walk, step: Step[int]) -> tuple[Violation, ...]:  # noqa: ARG002
        return ()

    def resolve(self, state: int, move: Walk) -> Step[int]:
        return Step(state if move.to == EVERYBODY else move.to)

    @property
    def mending(self) -> Walking:
        return self

    def repairs(
        self,
        state: int,
        move: Walk,
        violations: Sequence[Violation],  # noqa: ARG002
    ) -> Iterator[tuple[int, frozenset[str]]]:
        yield state, frozenset()
        yield move.to, frozenset()


STAY = Walk(EVERYBODY, EVERYBODY)
MISTAKE = Walk(70, 71)  # wherever one is


def search(moves: list[Walk], unknown: frozenset[str] = frozenset(), most: int = 1000) -> MendingSearch[int]:
    game: Any = Walking()
    return MendingSearch(game, moves, len(moves), unknown, most)


@pytest.mark.parametrize("others", [0, 1, 3])
def test_what_comes_after_other_mistakes_tells_the_way(others: int) -> None:
    moves = [STAY, *[MISTAKE] * others, STAY, Walk(2, 3), STAY]
    assert search(moves).least([1, 2, 4], 0) == 1


def test_of_equally_good_ways_the_first_is_taken() -> None:
    assert search([STAY, MISTAKE, STAY]).least([1, 2], 0) == 0


def test_what_is_not_known_is_no_mistake() -> None:
    assert search([Walk(2, 3), STAY], frozenset({"state.2"})).least([1, 2], 0) == 0


def test_it_ends_without_an_answer_where_that_would_cost_too_much() -> None:
    assert search([STAY, MISTAKE, STAY, Walk(2, 3)], most=3).least([1, 2], 0) is None


def test_a_way_that_has_left_all_others_behind_is_taken_whatever_comes() -> None:
    moves = [Walk(2, 2), *[STAY] * 100, *[MISTAKE] * 50]
    assert search(moves).least([1, 2, 4], 0) == 1
