"""The second line of a replay: every mistake put right, to tell a mistake of its own from what only follows.

A violation that is none in the mended line follows from the latest open mistake. So does one that rests on nothing but
what a lost roll, target or line may have changed. Where the two lines agree again, nothing is open any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import add
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.core.duties import owed_at_end
from engine.core.findings import Violation
from engine.core.game import BaseGame
from engine.core.mending import Repair
from engine.core.mending_search import MendingSearch, MovesMade
from engine.core.moves import CountBase, MoveBase
from engine.core.record import Moves
from engine.core.record_errors import Misread

S = TypeVar("S")
MOST_AHEAD = 1000  # in moves: how far ahead each way of mending is followed, at first ...
FEW_AHEAD = 120  # ... and once this took so much of a record:
MOST_FOLLOWED = 30_000  # in checked moves
# A short record so full of mistakes that this took as many checked moves: from then on in moves ahead, and in checked
# moves until the first way is taken each time.
FULL_OF_MISTAKES = 20_000
FOLLOWED_EACH = 100  # checked moves for each move of a record, if that is more
SHORT_AHEAD = 30
SHORT_FOLLOWED = 10_000
SEARCHED_FOR_ONE = 11  # in checked moves for each move of a record, where later mistakes hide how to mend one ...
SEARCHED_FOR_ALL = 25  # ... and for all mistakes of the record, under every ruling
MOST_SEARCHED = 20_000  # but no more than so many, however long the record
MOST_RIVALS = 12  # states kept of which one may have been meant
MOST_MENDED = 500  # mistakes of one record for which the way of mending is chosen with care
# Moves that break a rule and are not explained, and all that break one: first those soon after, of which later mistakes
# hide less, then all.
Score = tuple[int, ...]
Caused = tuple[Violation, int | None]  # with the finding that it only follows from
Rival = tuple[S, int]  # another state that a mistake may have left, and the finding of that mistake
HORIZONS = (100, MOST_AHEAD + 1)
HOPELESS = 2  # mistakes more than on the best way so far, up to the same move
NOTHING_BROKEN: Score = (0,) * 2 * len(HORIZONS)


class Trail(Struct, Generic[S], gc=False):
    """A way of mending followed through the record: the state before each move, and what was broken up to there."""

    states: list[S]
    scores: list[Score]
    is_played: bool  # forbidden moves were made on it, not left out

    @property
    def score(self) -> Score:
        """All that is broken."""
        return self.scores[-1]

    def joined(self, best: Trail[S], at: int) -> Trail[S] | None:
        """This way if less was broken on it than on the best one until both came to one state: they go on alike."""
        mine, its = self.scores[at], best.scores[at]
        if mine >= its:
            return None
        less = [ours - theirs for ours, theirs in zip(mine, its, strict=True)]
        later = [tuple(map(add, score, less)) for score in best.scores[at + 1 :]]
        return Trail(self.states + best.states[at:], self.scores + later, self.is_played)


class MendedLine(Generic[S]):
    """The mended state while it differs from the played one, what is not known in it, and the mistake it comes from."""

    def __init__(self, game: BaseGame[S], moves: Moves) -> None:
        self.game = game
        self.moves = moves
        self.state: S | None = None  # None while it is the played one
        self.unknown: frozenset[str] = frozenset()
        self.open: int | None = None  # the id of the latest finding of which something may still follow
        self.fresh: S | None = None  # the state after the move being judged, chosen while it was judged
        self.rivals: list[Rival[S]] = []  # what else may have happened, as far as the record agrees with it
        self.fresh_rivals: list[Rival[S]] = []  # the same of the move being judged
        self.chosen: tuple[Sequence[Violation], int] | None = None  # how it was mended: which of the ways for what
        self.is_same = False  # the violation belongs to the move that was just found wrong
        self.most_followed = max(FULL_OF_MISTAKES, FOLLOWED_EACH * len(moves))
        self.most_searched = min(MOST_SEARCHED, SEARCHED_FOR_ALL * len(moves))
        self.made = MovesMade(game)
        self.is_wrong = False  # the move being judged is wrong as it was played
        self.mended = 0  # mistakes
        self.followed = 0  # checked moves with which ways of mending were followed
        self.searched = 0  # ... and those of searches for the best of them
        self.counted: tuple[S, CountBase, tuple[Violation, ...]] | None = None  # the last count that was judged
        self.is_hazy = False  # the move being judged rests on what is not known ...
        self.was_hazy = False  # ... or the one before it did: whether it left something due is not known either

    def cause(self, move: MoveBase | None, violation: Violation) -> int | None:
        """The finding that a violation only follows from, or None for a mistake of its own."""
        if self.open is None or violation.verdict == "misread":
            return None
        self.is_wrong = True
        if self.is_same:
            return self.open
        if _is_explained(violation, self.unknown) or (violation.duty and self.was_hazy):
            self.is_hazy = True
            return self.open
        if self.state is not None and not _is_among(violation, self._found(self.state, move)):
            return self.open
        return self._rival_cause(move, violation)

    def _rival_cause(self, move: MoveBase | None, violation: Violation) -> int | None:
        """The finding of a mistake that may have left another state, in which the move is right: that one it was."""
        for state, finding in self.rivals:
            if not _is_among(violation, self._found(state, move)):
                self.state, self.open, self.is_wrong = state, finding, False
                return finding
        return None

    def _found(self, state: S, move: MoveBase | None) -> Sequence[Violation]:
        """What a move breaks in a state, or what is left undone where the record stops."""
        return owed_at_end(self.game.duties(state)) if move is None else self._broken(state, move)

    def hidden(self, move: MoveBase, folded: Sequence[Violation], *, is_void: bool) -> list[Caused]:
        """What a move breaks in the mended line and not in the played one, where it is judged by what only follows.

        Each with the finding that it follows from itself. What was due before the move is asked only where it belongs
        to a step that did not happen (`is_void`), so that nobody else asks.
        """
        if self.state is None or self.game.is_void(self.game.resolve(self.state, move).state, move):
            return []  # it is made there as it was played, or has no place there either
        seen = {(v.rule, v.part) for v in folded}
        broken = self._broken(self.state, move)
        asked = [v for v in broken if (v.rule, v.part) not in seen and (is_void or not v.duty)]
        return [(v, self.cause(move, v)) for v in asked]

    def mend(self, number: int, played: S, move: MoveBase, violations: Sequence[Violation], finding: int) -> None:
        """Put a mistake right in the way after which the rest of the record breaks the fewest rules."""
        before = played if self.state is None else self.state
        best: Trail[S] | None = None
        ways: list[Repair[S]] = []  # the best first
        tried: list[Repair[S]] = []  # as they come
        self.mended += 1
        self.made.forget()
        for way in self.game.mending.repairs(before, move, violations):
            tried.append(way)
            trail = self._trail(way[0], number, best, is_played=True)
            trail = self._trail(way[0], number, trail or best, is_played=False) or trail
            ways.insert(len(ways) if trail is None else 0, way)
            best = trail or best
            if best is not None and best.score == NOTHING_BROKEN:
                break
        if ways:
            self.fresh, unknown = self._best_way(ways, number, best)
            self.unknown |= unknown
            self.chosen = (violations, next(n for n, way in enumerate(tried) if way[0] is self.fresh))
        self.open = finding
        self.fresh_rivals += [(state, finding) for state in self.game.mending.rivals(before, move, violations)]

    def lose_line(self, played: S, finding: int) -> None:
        """A move could not be read: what it may have changed is not known from now on."""
        self.unknown |= self.game.mending.lost_line(played)
        self.open = finding

    def follow(self, move: MoveBase, played: S) -> None:
        """Make the move in the mended line too; where the lines agree again and nothing is unknown, all is closed."""
        self.was_hazy, self.is_hazy = self.is_hazy, False
        if self.fresh is not None:
            self.state, self.fresh = self.fresh, None
        elif self.state is not None:
            if isinstance(move, CountBase):
                self.state = self.game.adopt(self.state, move)
            else:
                self.state = self.game.resolve(self.state, move).state
        if self.unknown:
            self.unknown = self.game.mending.spread(self.unknown, move, is_hazy=self.was_hazy)
        if self.state is not None and self.state == played:
            self.state = None
        if self.rivals or self.fresh_rivals:
            self._follow_rivals(move, played if self.state is None else self.state)
        self.chosen = None
        if self.state is None and not self.unknown and not self.rivals:
            self.open = None

    def _follow_rivals(self, move: MoveBase, chosen: S) -> None:
        """Make the move in them too; those in which it is wrong are dropped, unless it is so as it was played."""
        kept: dict[S, int] = {}
        for state, finding in self.rivals:
            if self.is_wrong or not self._broken(state, move):
                kept.setdefault(self._after(state, move), finding)
        for state, finding in self.fresh_rivals:
            kept.setdefault(state, finding)
        kept.pop(chosen, None)
        self.rivals, self.fresh_rivals = list(kept.items())[:MOST_RIVALS], []
        self.is_wrong = False

    def _after(self, state: S, move: MoveBase) -> S:
        """Another state after the move: mended there as in this line, if it is a mistake of its own."""
        if isinstance(move, CountBase):
            return self.game.adopt(state, move)
        if self.chosen is not None:
            violations, which = self.chosen
            ways = list(islice(self.game.mending.repairs(state, move, violations), which + 1))
            if len(ways) > which:
                return ways[which][0]
        return self.game.resolve(state, move).state

    def _broken(self, state: S, move: MoveBase) -> tuple[Violation, ...]:
        if isinstance(move, CountBase):  # asked for every part of it that differs
            if self.counted is None or self.counted[0] is not state or self.counted[1] is not move:
                self.counted = (state, move, self.game.count((state,), move))
            return self.counted[2]
        return self.game.check(state, move) + self.game.claims(state, move, self.game.resolve(state, move))

    def _trail(self, state: S, number: int, best: Trail[S] | None, *, is_played: bool) -> Trail[S] | None:
        """What the moves from here on break for some turns, but for what something unknown before explains.

        Forbidden moves are made as played, or left out: it is not known yet which of the two a later mistake asks for.
        None as soon as it is no less than in the best way so far. What the way of mending itself makes unknown excuses
        nothing: it would explain other mistakes away. Ways that come to the same state go on alike.
        """
        trail: Trail[S] = Trail([], [NOTHING_BROKEN], is_played)
        too_many = self.followed - self.most_followed
        if self.mended > MOST_MENDED or too_many > SHORT_FOLLOWED:
            return trail if best is None else None
        score = NOTHING_BROKEN
        turns = 0
        ahead = MOST_AHEAD if self.followed < MOST_FOLLOWED else FEW_AHEAD
        if too_many > 0:
            ahead = SHORT_AHEAD
        for at, move in enumerate(self.moves[number : number + ahead]):
            if best is not None:
                if best.is_played == is_played and at < len(best.states) and state == best.states[at]:
                    return trail.joined(best, at)
                if score >= best.score or _is_behind(score, best, at):
                    return None
            trail.states.append(state)
            if not isinstance(move, (Misread, CountBase)):
                self.followed += 1
                after, broken = self.made.of(number + at, state, move)
                score = self._added(score, broken, at)
                if is_played or not broken or broken[0].duty:
                    state = after
                turns += isinstance(move, self.game.TURN_STARTS)
            trail.scores.append(score)
            if turns > self.game.turns_ahead:
                break
        else:
            if number + ahead >= len(self.moves) and (undone := owed_at_end(self.game.duties(state))):
                trail.scores.append(self._added(score, undone, len(trail.states)))
        return trail if best is None or trail.score < best.score else None

    def _best_way(self, ways: list[Repair[S]], number: int, best: Trail[S] | None) -> Repair[S]:
        """The best way, or another if fewer mistakes explain the rest after that one."""
        most = min(SEARCHED_FOR_ONE * len(self.moves), self.most_searched - self.searched)
        if most <= 0 or len(ways) == 1 or best is None or best.score == NOTHING_BROKEN:
            return ways[0]
        last = min(len(self.moves), number + MOST_AHEAD)
        search = MendingSearch(self.game, self.moves, last, self.unknown, most, self.made)
        found = search.least([state for state, _ in ways], number)
        self.searched += most - search.left
        return ways[found or 0]

    def _added(self, score: Score, broken: Sequence[Violation], at: int) -> Score:
        """A score with what the move breaks that comes so many moves after the mistake."""
        if not broken:
            return score
        own = any(not _is_explained(v, self.unknown) for v in broken)
        more = [count for most in HORIZONS for count in (own and at < most, at < most)]
        return tuple(map(add, score, more))


def _is_behind(score: Score, best: Trail[Any], at: int) -> bool:
    """Whether so much more is broken than on the best way up to there that it will hardly be made up for."""
    return at < len(best.scores) and score[0] >= best.scores[at][0] + HOPELESS


def _is_among(violation: Violation, found: Sequence[Violation]) -> bool:
    """Whether the same is broken, in the same part of the move."""
    return any(other.rule == violation.rule and other.part == violation.part for other in found)


def _is_explained(violation: Violation, unknown: frozenset[str]) -> bool:
    """Whether a violation rests on a part of the state that is not known."""
    return not unknown.isdisjoint(violation.reads)
