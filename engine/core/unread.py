"""What a line that can't be read may have been, and what of the record after it that explains.

Each reading of the line is followed through the record. A move that breaks a rule under every reading is a mistake of
its own; one that breaks none under some of them is at most doubtful; one that breaks none under any is none. Readings
that the record contradicts are dropped. Only the likeliest is followed at every move, the others when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.core.duties import owed_at_end
from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.game import BaseGame
from engine.core.moves import CountBase, MoveBase
from engine.core.readings import Reading, readings
from engine.core.record import Moves
from engine.core.record_errors import Misread

S = TypeVar("S")
MOST_WORLDS = 300  # ways in which all lines that can't be read may be meant
MOST_TRIED = 1_200  # before some of them turn out to be the same
MOST_LOOKED = 6_000  # moves of one record that are looked at under its readings
MOST_NAMED = 5  # readings that a finding names


class World(Struct, Generic[S], gc=False):
    """The table as one way of reading the lines has it: that reading, by the findings, and how far it was followed."""

    read: dict[int, Reading]
    step: Step[S]
    at: int  # the number of the move that is made next
    looked: int = 0  # the move that was looked at last: what it breaks, and the step that it makes
    broken: tuple[Violation, ...] = ()
    after: Step[S] | None = None


class UnreadLines(Generic[S]):
    """All ways in which the lines of a record may be meant that can't be read, while these make a difference."""

    def __init__(self, game: BaseGame[S], moves: Moves, counts: Callable[[Violation], bool]) -> None:
        self.game = game
        self.moves = moves
        self.counts = counts  # whether a violation is one: it doesn't rest on an assumption
        self.worlds: list[World[S]] = []  # the likeliest first
        self.looked = 0  # moves, in all
        self.judged = 0  # the move that is being judged ...
        self.is_whole = False  # ... and all worlds were looked at for it

    @property
    def is_open(self) -> bool:
        """Whether something still depends on how a line is read."""
        return bool(self.worlds)

    @property
    def state(self) -> S | None:
        """The table as the likeliest reading has it, before the move that is being judged."""
        return self.worlds[0].step.state if self.worlds else None

    def open_line(self, step: Step[S], move: Misread | MoveBase, number: int, finding: int) -> list[Reading] | None:
        """Follow the readings of a line from here on: they, the nearest first; None where it has too many."""
        self._catch_up(number)
        bases, self.worlds = self.worlds or [World({}, step, number)], []
        worlds, known, first = list[World[S]](), set[S](), list[Reading]()
        for base in bases:
            if self.looked > MOST_LOOKED:
                return None
            found, tried = readings(self.game, base.step.state, move, self.counts)
            self.looked += tried
            if len(found) * len(bases) > MOST_TRIED or len(worlds) > MOST_WORLDS:
                return None
            first = first or [reading for reading in found if reading.is_legal]
            for reading in found:
                if reading.step.state not in known:
                    known.add(reading.step.state)
                    worlds.append(World({**base.read, finding: reading}, reading.step, number + 1))
        self.worlds = worlds
        self._close_if_same(step.state)
        return first

    def judge(self, number: int, *, is_asked: bool) -> None:
        """Look at a move under the likeliest reading; under all if that, or whoever asks, has something against it."""
        if self.judged != number:
            self.judged, self.is_whole = number, False
        if not self.worlds or self.worlds[0].at > number or self.is_whole:
            return
        if self.worlds[0].at < number or is_asked or self._look(self.worlds[0]):
            self._catch_up(number)
            for world in self.worlds:
                self._look(world)
            self.is_whole = True

    def explains(self, violation: Violation) -> list[World[S]]:
        """The worlds in which the move is right that is judged; if none, those where it breaks another rule."""
        if clean := [world for world in self.worlds if not world.broken]:
            return clean
        key = _key(violation)
        return [world for world in self.worlds if all(_key(each) != key for each in world.broken)]

    def broken_as(self, violation: Violation) -> Violation | None:
        """What the move that is being judged breaks under some readings: that, or what comes of it if the line is made.

        Nothing, where it only leaves out what the line itself would ask for: then that reading was not meant.
        """
        key = _key(violation)
        if any(_key(each) == key for world in self.worlds for each in world.broken):
            return violation
        return next((each for world in self.worlds for each in world.broken if not each.duty), None)

    def explains_end(self, number: int, violation: Violation) -> list[World[S]]:
        """The worlds in which nothing is left undone at the end of the record, as far as one rule asks for it."""
        self._catch_up(number + 1)
        undone = [(world, owed_at_end(self.game.duties(world.step.state))) for world in self.worlds]
        return [world for world, owed in undone if all(each.rule != violation.rule for each in owed)]

    def hidden(self) -> tuple[Violation, ...]:
        """What the move that is being judged breaks however the lines are read: as the likeliest has it."""
        if not self.is_whole or any(not world.broken for world in self.worlds):
            return ()
        return min((world.broken for world in self.worlds), key=len, default=())

    def counted(self) -> Step[S] | None:
        """The one table that the count which is being judged bears out, if the readings leave just one."""
        after = [world.after for world in self.worlds if self.is_whole and not world.broken and world.after is not None]
        return after[0] if after and all(step.state == after[0].state for step in after) else None

    def cause(self, explained: Sequence[World[S]]) -> int:
        """The latest line on whose reading it depends that only these worlds bear a move out."""
        ids = [id(world) for world in explained]
        lines = list(self.worlds[0].read)
        for line in reversed(lines):
            groups: dict[tuple[Any, ...], set[bool]] = {}
            for world in self.worlds:
                others = tuple(id(world.read[each]) for each in lines if each != line)
                groups.setdefault(others, set()).add(id(world) in ids)
            if any(len(kinds) > 1 for kinds in groups.values()):
                return line
        return lines[-1]

    def follow(self, number: int, played: S) -> None:
        """Make the move under the likeliest reading; drop those that the record contradicts."""
        if not self.worlds or self.worlds[0].at > number:
            return
        self.judge(number, is_asked=isinstance(self.moves[number - 1], CountBase))
        if not self.is_whole:
            self._go_on(self.worlds[0])
            return
        fewest = min(len(world.broken) for world in self.worlds)
        kept = [world for world in self.worlds if len(world.broken) == fewest]
        for world in kept:
            self._go_on(world)
        self.worlds = list({world.step.state: world for world in reversed(kept)}.values())[::-1]
        self._close_if_same(played)

    def _close_if_same(self, played: S) -> None:
        """Nothing depends on the lines any more where every reading has come to what was played."""
        if all(world.step.state == played for world in self.worlds):
            self.worlds = []

    def _catch_up(self, number: int) -> None:
        """Follow all worlds up to a move; where the likeliest had nothing against a move, they may not either."""
        if not self.worlds:
            return
        first, *others = self.worlds
        while first.at < number:
            self._look(first)
            self._go_on(first)
        kept = [first]
        for world in others:
            while world.at < number and not self._look(world):
                self._go_on(world)
            if world.at == number:
                kept.append(world)
        self.worlds = kept

    def _look(self, world: World[S]) -> tuple[Violation, ...]:
        """What the next move breaks in a world."""
        if world.looked == world.at:
            return world.broken
        world.looked = world.at
        self.looked += 1
        game, step, move = self.game, world.step, self.moves[world.at - 1]
        broken: tuple[Violation, ...] = ()
        after = step
        if isinstance(move, CountBase):
            broken = game.count((*step.rests, step.state), move)
            after = Step(game.adopt(step.state, move)) if broken else step
        elif not isinstance(move, Misread):
            after = game.resolve(step.state, move)
            broken = game.check(step.state, move) + game.claims(step.state, move, after)
        world.broken = tuple(v for v in broken if v.verdict != "misread" and self.counts(v))
        world.after = after
        return world.broken

    def _go_on(self, world: World[S]) -> None:
        assert world.after is not None
        world.step, world.at = world.after, world.at + 1


def _key(violation: Violation) -> tuple[str, Any]:
    """What tells a violation from others of the same move: its rule, and the part of a count."""
    return violation.rule, violation.params.get("what")
