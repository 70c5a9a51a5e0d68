"""What a game gets that writes the nine methods and nothing else: a heap of stones, of which each side takes some."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.core.certainty import Certainty
from engine.core.chance import Chance
from engine.core.duties import Duty, omitted, owed_at_end
from engine.core.events import Step
from engine.core.facts import Fact, Standing
from engine.core.findings import Violation, broken
from engine.core.game import BaseGame, Outcome, legal_moves
from engine.core.moves import CountBase, MoveBase
from engine.core.package import GamePackage
from engine.core.record_errors import Misread, RecordError
from engine.core.replay import Replay, replay
from engine.core.scenario import PlainScenario

LOST = Misread("record.type", "", {})


class Take(MoveBase, frozen=True, tag="take"):
    """So many stones."""

    stones: int


class Count(CountBase, frozen=True, tag="count"):
    """Stones that lie there."""

    heap: int


class Heaps(BaseGame[int]):
    """A state is the number of stones left; one to three are taken, and with seven left exactly two."""

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[int]:
        heap = 10 if start is None else start["heap"]
        if heap < 0:
            raise RecordError("record.number", "/position/heap")
        return Step(heap)

    def to_act(self, state: int) -> tuple[str, ...]:
        return self.SIDES if state else ()

    def candidates(self, state: int) -> Iterator[MoveBase]:  # noqa: ARG002
        yield from map(Take, range(1, 5))

    def check(self, state: int, move: MoveBase) -> tuple[Violation, ...]:
        if isinstance(move, Take) and not 1 <= move.stones <= min(3, state):
            return (broken("heaps.take.number", reads=("state.heap",)),)
        return omitted(self.duties(state), move) if move != Take(2) else ()

    def duties(self, state: int) -> tuple[Duty, ...]:
        return (Duty("heaps.take.two", "one", frozenset({"two"}), is_owed_at_end=True),) if state == 7 else ()

    def resolve(self, state: int, move: MoveBase) -> Step[int]:
        return Step(state - move.stones if isinstance(move, Take) and move.stones <= state else state)

    def throw(self, state: int, chance: Chance) -> MoveBase:
        raise NotImplementedError

    def outcome(self, state: int) -> Outcome | None:
        return None if state else Outcome(None, "heaps.end")

    def view(self, state: int) -> dict[str, Any]:
        return {"heap": state}


class Package(GamePackage):
    KEY = "saladin"  # whose folder lends its rulebook
    SIDES = ("one", "other")
    MOVES = Take | Count
    GAME_TYPE = Heaps


GAME = Package().open_game(PlainScenario("heap", "Heap"))


def found(*moves: MoveBase | Misread) -> list[tuple[int, str, int | None]]:
    played: Replay[int] = replay(GAME, moves)
    return [(finding.move, finding.rule, finding.because_of) for finding in played.findings]


def test_a_game_of_legal_moves_has_no_finding() -> None:
    assert legal_moves(GAME, 2) == (Take(1), Take(2))
    assert found(Take(3), Take(2), Take(2), Take(3)) == []


def test_a_duty_is_missed_by_another_move_and_by_the_end() -> None:
    assert found(Take(3), Take(1)) == [(2, "heaps.take.two", None)]
    assert found(Take(3)) == [(1, "heaps.take.two", None)]
    assert owed_at_end(GAME.duties(6)) == ()


def test_a_mistake_is_left_out_and_what_it_read_is_not_known_after_it() -> None:
    assert found(Take(4), Take(3), Take(3), Take(3)) == [(1, "heaps.take.number", None), (4, "heaps.take.number", 1)]


def test_a_line_that_is_lost_may_have_changed_whatever_is_seen() -> None:
    assert GAME.mending.lost_line(7) == {"state.heap"}
    lost = (1, "record.type", None)
    assert found(LOST, Take(4)) == [lost, (2, "heaps.take.number", None)]  # however it is read
    assert found(LOST, Count(10), Take(4)) == [lost, (3, "heaps.take.number", None)]  # what is counted is known again


def test_a_count_is_compared_with_the_view_and_taken_over() -> None:
    assert GAME.count((10, 8), Count(10)) == ()
    (violation,) = GAME.count((10,), Count(9))
    assert violation.params == {"what": "heap", "counted": 9, "known": 10}
    assert violation.reads == ("state.heap",)
    assert GAME.adopt(10, Count(9)) == 9
    assert GAME.adopt(10, Count(-1)) == 10
    assert found(Take(1), Count(3), Take(3)) == [(2, "record.count", None)]


def test_a_ruling_is_changed_by_opening_the_game_anew() -> None:
    ruling, (option, *_) = next(iter(GAME.open_rulings.items()))
    other = GAME.with_ruling(ruling, option)
    assert isinstance(other, Heaps)
    assert other.rulings == {**GAME.rulings, ruling: option}
    assert ruling not in other.open_rulings


@pytest.mark.parametrize(("key", "standing"), [("a", Standing.ASSUMED), ("state.heap", Standing.PRINTED)])
def test_what_is_read_stands_as_sure_as_its_fact(key: str, standing: Standing) -> None:
    certainty: Certainty[int] = Certainty({"a": Fact(1, Standing.ASSUMED)})
    assert certainty.basis(key) == standing
    assert certainty.source(key) == key


def test_the_words_of_moves_come_from_their_fields() -> None:
    words = Package().vocabulary(PlainScenario("heap", "Heap"))
    assert words == {
        "do": ("take", "count"),
        "side": ("one", "other"),
        "fields:take": ("stones",),
        "fields:count": ("heap",),
    }
