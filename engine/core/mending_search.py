"""Which way of putting a mistake right is best: the one after which the fewest more mistakes explain the rest.

Each way is followed to the next move that breaks a rule; that one is put right in every way in turn, and so on, until
one way has come to the end, or has left all others behind. What it costs is bounded: it may end without an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from engine.core.findings import Violation
from engine.core.game import BaseGame
from engine.core.moves import CountBase, MoveBase
from engine.core.record import Moves
from engine.core.record_errors import Misread

S = TypeVar("S")
Broken = tuple[Violation, ...]
LEAD = 80  # moves by which the best way is ahead of all others when it is taken
MOST_MISTAKES = 3  # put right one after another
MOST_PATHS = 12  # followed beyond a mistake ...
MOST_OF_ONE = 2  # ... of them with the same beginning
REPAIR_COST = 5  # in checked moves
MOST_KEPT = 2_000  # moves of which it is kept what they did, from one mistake to the next


class Path(Struct, Generic[S], gc=False):
    """One way of mending, followed until a move breaks a rule."""

    way: int  # the number of the way that it began with
    at: int  # that move, counted from 0 ...
    state: S  # ... the state before it ...
    broken: Broken  # ... and what it breaks; nothing: the end was come to


class MovesMade(Generic[S]):
    """What moves did and broke in the states in which they were tried: different ways of mending often meet."""

    def __init__(self, game: BaseGame[S]) -> None:
        self.game = game
        self.kept: dict[tuple[int, S], tuple[S, Broken]] = {}  # by the number of the move and the state before it

    def of(self, at: int, state: S, move: MoveBase) -> tuple[S, Broken]:
        """The state after the move with this number, and what it breaks."""
        made = self.kept.get((at, state))
        if made is None:
            step = self.game.resolve(state, move)
            broken = self.game.check(state, move) + self.game.claims(state, move, step)
            made = self.kept[at, state] = (step.state, broken)
        return made

    def forget(self) -> None:
        """Keep no more than is likely to be asked for again."""
        if len(self.kept) > MOST_KEPT:
            self.kept.clear()


class MendingSearch(Generic[S]):
    """Follows the ways of mending one mistake through the record, up to its move `last`."""

    def __init__(
        self,
        game: BaseGame[S],
        moves: Moves,
        last: int,
        unknown: frozenset[str],
        most: int,
        made: MovesMade[S] | None = None,
    ) -> None:
        self.game = game
        self.moves = moves
        self.last = last
        self.unknown = unknown  # what it explains is no mistake
        self.left = most  # moves that may still be looked at
        self.made = made or MovesMade(game)
        self.known: dict[tuple[int, S], tuple[int, S, Broken]] = {}  # where each state leads: ways often meet

    def least(self, ways: Sequence[S], number: int) -> int | None:
        """The way, by its number, after which the fewest mistakes explain what comes after so many moves, if one does.

        Of several that are as good the first one.
        """
        longer = (self._path(way, state, number) for way, state in enumerate(ways))
        for _ in range(MOST_MISTAKES + 1):
            paths = self._best(longer)
            if not paths or (paths[0].broken and self.left <= 0):
                break
            best = paths[0]
            other = next((path for path in paths if path.way != best.way), None)
            if not best.broken or other is None or best.at - other.at > LEAD:
                return best.way
            longer = (further for path in paths for further in self._mended(path))
        return None

    def _best(self, paths: Iterable[Path[S]]) -> list[Path[S]]:
        """Those that went farthest, the farthest first; one that came to the end is enough."""
        found: dict[tuple[int, S], Path[S]] = {}
        for path in paths:
            if not path.broken:
                return [path]
            found.setdefault((path.at, path.state), path)
            if self.left <= 0:
                break
        kept: list[Path[S]] = []
        of_one = Counter[int]()
        for path in sorted(found.values(), key=lambda path: -path.at):
            of_one[path.way] += 1
            if of_one[path.way] <= MOST_OF_ONE:
                kept.append(path)
        return kept[:MOST_PATHS]

    def _mended(self, path: Path[S]) -> Iterator[Path[S]]:
        """The next mistake of a path put right in every way."""
        move = self.moves[path.at]
        if not isinstance(move, Misread):
            for state, _ in self.game.mending.repairs(path.state, move, path.broken):
                yield self._path(path.way, state, path.at + 1)

    def _path(self, way: int, state: S, at: int) -> Path[S]:
        """The moves from here on made, until one of them breaks a rule."""
        passed: list[tuple[int, S]] = []
        broken: Broken = ()
        while at < self.last and not broken:
            key = (at, state)
            if key in self.known:
                at, state, broken = self.known[key]
                break
            passed.append(key)
            after, broken = self._made(at, state)
            if not broken:
                at, state = at + 1, after
        self.left -= REPAIR_COST + len(passed)
        for key in passed:
            self.known[key] = (at, state, broken)
        return Path(way, at, state, broken)

    def _made(self, at: int, state: S) -> tuple[S, Broken]:
        """The state after a move, and what it breaks if that is a mistake."""
        move = self.moves[at]
        if isinstance(move, Misread):
            return state, ()
        if isinstance(move, CountBase):
            after, broken = self.game.adopt(state, move), self.game.count((state,), move)
        else:
            after, broken = self.made.of(at, state, move)
        is_mistake = any(self.unknown.isdisjoint(violation.reads) for violation in broken)
        return after, broken if is_mistake else ()
