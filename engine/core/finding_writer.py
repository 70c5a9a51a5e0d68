"""Judges violations: what becomes a finding, what a note, and what only follows from an earlier mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import to_builtins

from engine.core.certainty import Certainty
from engine.core.copied_turns import copied_turn
from engine.core.count_tracing import CountTracer
from engine.core.duties import owed_at_end
from engine.core.events import Step
from engine.core.facts import Standing
from engine.core.findings import Finding, Note, Violation
from engine.core.game import BaseGame
from engine.core.mended_line import MendedLine
from engine.core.moves import CountBase, MoveBase, Result, Turn
from engine.core.nearest_moves import MOST_INSTEAD, nearest
from engine.core.record import Moves
from engine.core.record_errors import Misread
from engine.core.unread import MOST_NAMED, UnreadLines, World

S = TypeVar("S")
MOST_BELIEFS = 6
MOST_EXPLAINED = 500  # findings of one record that come with the nearest legal moves


class FindingWriter(Generic[S]):
    """Judges violations and writes findings and notes."""

    def __init__(
        self,
        game: BaseGame[S],
        moves: Moves,
        most_explained: int = MOST_EXPLAINED,
        *,
        is_mending: bool = True,
        is_tracing: bool = True,
    ) -> None:
        self.game = game
        self.is_mending = is_mending  # else every violation stands by itself, whatever it follows from
        self.most_explained = most_explained
        self.mended: MendedLine[S] = MendedLine(game, moves)
        # Without it every difference of a count stands at the count.
        self.tracer: CountTracer[S] | None = CountTracer(game, moves) if is_tracing else None
        self.certainty: Certainty[S] | None = game.certainty()
        self.unread: UnreadLines[S] = UnreadLines(game, moves, self.is_counted)
        self.lost = 0  # the last move that can't be read
        self.copies: set[int] = set()  # moves of turns that were written twice
        self.over: int | None = None  # the finding on the first move after the end, if it is a mistake of its own
        self.lines: set[int] = set()  # findings on lines that can't be read
        self.findings: list[Finding] = []
        self.notes: list[Note] = []
        self.noted: set[str] = set()
        self.steps: list[Step[S]] = []
        self.wrong = 0  # the last move that was found wrong itself
        self.folded = 0  # the last move that was found wrong only because of an earlier one

    def basis(self, violation: Violation) -> Standing:
        """The weakest thing that a violation read; everything is printed where every value counts as such."""
        if self.certainty is None:
            return Standing.PRINTED
        return Standing(max((self.certainty.basis(key) for key in violation.reads), default=Standing.PRINTED))

    def is_counted(self, violation: Violation) -> bool:
        """Whether a violation rests on more than an assumption."""
        return self.basis(violation) != Standing.ASSUMED

    def settle(
        self, state: S, move: MoveBase, number: int, violations: tuple[Violation, ...], *, is_claim: bool = False
    ) -> S:
        """Write down what a move breaks; the state in which it is then resolved, as played."""
        for _ in range(MOST_BELIEFS):
            doubted = tuple(v for v in violations if self.basis(v) == Standing.ASSUMED)
            if not doubted or self.certainty is None:
                break
            for violation in doubted:
                if not self.certainty.agrees(violation, state, move):
                    self.note(number, violation)
            believed = self.certainty.believe(state, move, doubted)
            if believed == state:
                break
            state, violations = believed, self.game.check(believed, move)
        found = self._unexplained(state, move, number, [v for v in violations if self.is_counted(v)])
        if isinstance(move, CountBase):
            self._settle_count(state, move, number, found)
            return state
        if is_claim and self.wrong == number and not isinstance(move, Turn):
            self.mended.is_same = True  # what a wrong move says of itself goes with it; a turn has its number apart
        self.write(state, move, number, found)
        self.mended.is_same = False
        return state

    def _settle_count(self, state: S, move: CountBase, number: int, found: list[Violation]) -> None:
        """What a count shows: at the move that owed it where there is just one, else at the count itself."""
        located = self.tracer.trace(self.steps, number, found) if self.tracer else [(number, v, v) for v in found]
        for at, violation, difference in located:
            if at != number:
                self._find(state, move, number, [violation], at, self.mended.cause(move, difference))
        figures = [violation for at, violation, _ in located if at == number]
        self.write(state, move, number, [v for v in figures if not v.with_part])
        told = {finding.path: finding.id for finding in self.findings if finding.move == number}
        for violation in figures:
            if violation.with_part:
                cause = told.get(f"/moves/{number - 1}{violation.with_part}") or self._cause(state, move, violation)
                self._tell(state, move, number, [violation], cause)

    def write(self, state: S, move: MoveBase | None, number: int, violations: Sequence[Violation]) -> None:
        """A finding for each thing that was due before, for the move itself, and for each thing that it states."""
        for violation in violations:
            if violation.duty:
                self._find(state, move, number, [violation])
        own = [violation for violation in violations if not violation.duty]
        causes = [self._cause(state, move, violation) for violation in own]
        mine = [violation for violation, cause in zip(own, causes, strict=True) if cause is None]
        told = [violation for violation in own if violation.part or not mine or violation in mine]
        first = len(self.findings) + 1
        for group in _apart(told):  # what only follows from another mistake goes with what is the move's own
            self._tell(state, move, number, group, causes[own.index(group[0])])
        if mine:
            self.wrong = number
            self._put_right(state, move, number, mine, first)
        elif own and move is not None:
            self.judge_mended(state, move, number, own)

    def judge_mended(self, state: S, move: MoveBase, number: int, folded: Sequence[Violation] = ()) -> None:
        """A move of which all that was found only follows from a mistake: what else it breaks in the mended line."""
        self.folded = number
        is_void = self.game.is_void(state, move)
        found = [each for each in self.mended.hidden(move, folded, is_void=is_void) if self.is_counted(each[0])]
        hidden = [v for v, cause in found if cause is None]
        if is_void and found and not hidden:  # nothing else says so at this move
            self._tell(state, move, number, [v for v, _ in found], found[0][1])
        if hidden:
            first = len(self.findings) + 1
            for group in _apart(hidden):
                self._tell(state, move, number, group, None)
            self._put_right(state, move, number, hidden, first)
            self.wrong = number

    def misread(self, state: S, move: Misread, number: int) -> None:
        """A move that could not be read: it may be whatever agrees with what was read of it."""
        violation = Violation(move.rule, "misread", move.params)
        self._add(number, violation, instead=self._lose(state, move, number), path=f"/moves/{number - 1}{move.path}")

    def _lose(self, state: S, move: Misread | MoveBase, number: int) -> tuple[Any, ...]:
        """Follow the readings of a move that could not be read, as the finding that comes next: the nearest of them."""
        if not self.is_mending or self.lost == number:
            return ()
        self.lost = number
        finding = len(self.findings) + 1
        self.lines.add(finding)
        found = self.unread.open_line(Step(state), move, number, finding)
        if found is None:  # too many to follow each
            self.mended.lose_line(state, finding)
        if len(self.findings) >= self.most_explained:
            return ()
        return _first_moves((reading.moves for reading in found or ()), MOST_INSTEAD)

    def _unexplained(self, state: S, move: MoveBase, number: int, found: list[Violation]) -> list[Violation]:
        """What a move breaks however the lines before it are read that could not be; what some reading explains is
        doubtful, and what every reading explains is nothing."""
        unread = self.unread
        if not unread.is_open or not found:
            return found
        unread.judge(number, is_asked=True)
        doubted = [(unread.broken_as(v), unread.explains(v)) for v in found if v.verdict != "misread"]
        own = [v for v in found if v.verdict == "misread" or not unread.explains(v)]
        self._doubt(state, move, number, [(v, worlds) for v, worlds in doubted if v is not None and worlds])
        return own

    def _doubt(
        self, state: S, move: MoveBase | None, number: int, doubted: Sequence[tuple[Violation, list[World[S]]]]
    ) -> None:
        """One finding for what is right under some readings of a line only; it names them."""
        doubted = [(v, worlds) for v, worlds in doubted if len(worlds) < len(self.unread.worlds)]
        if not doubted:
            return
        (first, worlds), *others = doubted
        cause = self.unread.cause(worlds)
        instead = nearest(self.game, state, move) if move is not None else ()
        self._add(
            number,
            first,
            [v for v, _ in others],
            cause,
            instead,
            f"/moves/{number - 1}",
            if_read=_first_moves((world.read[cause].moves for world in worlds), MOST_NAMED),
        )

    def follow(self, state: S, move: MoveBase, number: int, step: Step[S]) -> None:
        """Make a move in the other lines of the replay; what it breaks in all of them is found, if nothing was yet."""
        unread = self.unread
        if unread.is_open:
            unread.judge(number, is_asked=False)
            told = {finding.rule for finding in self.findings if finding.move == number}
            hidden = [v for v in unread.hidden() if v.rule not in told and self.mended.cause(move, v) is None]
            if hidden and number not in (self.wrong, self.folded):
                table = unread.state or state
                instead = nearest(self.game, table, move) if len(self.findings) < self.most_explained else ()
                self._add(number, hidden[0], hidden[1:], None, instead, f"/moves/{number - 1}")
                self.mended.mend(number, table, move, hidden, len(self.findings))
                self.wrong = number
            unread.follow(number, step.state)
        if self.mended.open is not None:
            self.mended.follow(move, step.state if unread.state is None else unread.state)

    def end(self, state: S, number: int) -> None:
        """What a record leaves undone that stops here; what only an unverified value asks for is a note."""
        undone = owed_at_end(self.game.duties(state))
        for violation in undone:
            if not self.is_counted(violation):
                self.note(number, violation)
        found = [v for v in undone if self.is_counted(v)]
        if self.unread.is_open:
            explained = [(v, self.unread.explains_end(number, v)) for v in found]
            found = [v for v, worlds in explained if not worlds]
            self._doubt(state, None, number, [(v, worlds) for v, worlds in explained if worlds])
        self.write(state, None, number, found)

    def copied(self, number: int, violations: Sequence[Violation]) -> tuple[int, int] | None:
        """The first and the last move of a turn that was written twice, which is found here; None if none was."""
        found = [v for v in violations if self.is_counted(v)]
        copy = copied_turn(self.game, self.mended.moves, number) if found and self.is_mending else None
        if copy is not None and (copy[0] == number or (self.mended.open is None and not self.unread.is_open)):
            self._add(number, found[0], path=f"/moves/{number - 1}")
            return copy
        return None

    def note(self, number: int, violation: Violation) -> None:
        """Say once, without a verdict, that a value can't be verified and the record shows something else."""
        assert self.certainty is not None
        about = self.certainty.source(next(k for k in violation.reads if self.certainty.basis(k) == Standing.ASSUMED))
        key = f"{about}:{violation.rule}"
        if key not in self.noted:
            self.noted.add(key)
            self.notes.append(Note(number, about, "assumed", violation.rule, violation.params))

    def _find(
        self,
        state: S,
        move: MoveBase | None,
        number: int,
        violations: list[Violation],
        at: int | None = None,
        because_of: int | None = None,
    ) -> None:
        """One finding for a move, its mistake put right; it stands at another move (`at`) where this one shows it."""
        if at is None:
            because_of = self._cause(state, move, violations[0])
        self._tell(state, move, number, violations, because_of, at)
        if because_of is None:
            self._put_right(state, move, number, violations, len(self.findings))

    def _tell(
        self,
        state: S,
        move: MoveBase | None,
        number: int,
        violations: list[Violation],
        because_of: int | None,
        at: int | None = None,
    ) -> None:
        """One finding for a move, with what could have been done in its place."""
        first, at = violations[0], at or number
        instead: tuple[Any, ...] = ()
        if move is not None and first.verdict != "misread" and len(self.findings) < self.most_explained:
            instead = nearest(self.game, state, move, is_due=first.duty)
        if first.verdict == "misread" and move is not None:
            instead = self._lose(state, move, number)
        if self.over is None and because_of is None and self._is_after_end(state, move):
            self.over = len(self.findings) + 1
        part = first.part if at == number else ""
        self._add(at, first, violations[1:], because_of, instead, f"/moves/{at - 1}{part}")

    def _put_right(
        self, state: S, move: MoveBase | None, number: int, violations: Sequence[Violation], finding: int
    ) -> None:
        """Everything that a move has of its own is put right together, under the first finding of it."""
        if not self.is_mending or violations[0].verdict == "misread" or move is None:
            return
        if self.over is None:
            table = state if self.unread.state is None else self.unread.state
            self.mended.mend(number, table, move, violations, finding)

    def _cause(self, state: S, move: MoveBase | None, violation: Violation) -> int | None:
        """The finding that a violation only follows from: after the end all follows from the first move made there."""
        if self.over is not None and move is not None and self.game.outcome(state) is not None:
            return self.over
        return self.mended.cause(move, violation)

    def _is_after_end(self, state: S, move: MoveBase | None) -> bool:
        """Whether a move is one that plays on after the end of the game."""
        is_played = self.is_mending and move is not None and not isinstance(move, (Result, CountBase))
        return is_played and self.game.outcome(state) is not None

    def _doubted(self, violation: Violation, basis: Standing) -> tuple[str, ...]:
        """The values of the data behind what a violation read that is least sure."""
        certainty = self.certainty
        if certainty is None or basis == Standing.PRINTED:
            return ()
        return tuple(dict.fromkeys(certainty.source(key) for key in violation.reads if certainty.basis(key) == basis))

    def _add(
        self,
        number: int,
        first: Violation,
        others: Sequence[Violation] = (),
        because_of: int | None = None,
        instead: tuple[Any, ...] = (),
        path: str = "",
        if_read: tuple[Any, ...] = (),
    ) -> None:
        basis = self.basis(first)
        is_doubtful = (basis == Standing.INFERRED or because_of in self.lines) and first.verdict != "misread"
        self.findings.append(
            Finding(
                id=len(self.findings) + 1,
                move=number,
                verdict="doubtful" if is_doubtful else first.verdict,
                rule=first.rule,
                also=tuple(dict.fromkeys(v.rule for v in others if v.rule != first.rule)),
                params=dict(first.params),
                basis=basis.word,
                reads=first.reads,
                doubted=self._doubted(first, basis),
                rulings=tuple(dict.fromkeys(r for v in (first, *others) for r in v.rulings)),
                because_of=because_of,
                instead=instead,
                path=path,
                seen=first.params.get("seen"),
                if_read=if_read,
            )
        )


def _first_moves(readings: Iterable[Sequence[MoveBase]], most: int) -> tuple[Any, ...]:
    """The first moves of so many readings, each once: they may differ in what follows only."""
    found: list[MoveBase] = []  # a move with a dict in it has no hash
    for moves in readings:
        if moves and moves[0] not in found and len(found) < most:
            found.append(moves[0])
    return tuple(map(to_builtins, found))


def _apart(violations: Sequence[Violation]) -> list[list[Violation]]:
    """The rules that a move breaks together, each thing that it states by itself."""
    together = [violation for violation in violations if not violation.part]
    return [*([together] if together else []), *([violation] for violation in violations if violation.part)]
