"""Replays a record as played: every step, every finding, every note."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.core.events import Step
from engine.core.finding_writer import MOST_EXPLAINED, FindingWriter
from engine.core.findings import Finding, Note
from engine.core.game import BaseGame, Outcome
from engine.core.moves import CountBase
from engine.core.moves import Note as Comment
from engine.core.record import Moves
from engine.core.record_errors import Misread
from engine.core.witness import Witness, other_options

S = TypeVar("S")
SELDOM = (Misread, CountBase)
PROGRESS_EVERY = 8  # moves
# Called every few moves with what was written so far; whoever has seen enough raises an exception in it.
OnProgress = Callable[[FindingWriter[Any]], None]


class Replay(Struct, Generic[S], frozen=True):
    """A replayed record: the steps in order (the set-up first), what was found, and how it ended."""

    steps: list[Step[S]]
    findings: list[Finding]
    notes: list[Note]
    outcome: Outcome | None
    copied: frozenset[int] = frozenset()  # the moves of turns that were written twice: they were not made

    @property
    def state(self) -> S:
        """The final position."""
        return self.steps[-1].state

    def made(self, moves: Moves, number: int) -> Moves:
        """The moves after so many as they were made: none in place of those that only stand there twice."""
        return [Comment("") if n in self.copied else move for n, move in enumerate(moves[number:], number + 1)]


def replay(
    game: BaseGame[S], moves: Moves, position: dict[str, Any] | None = None, on_progress: OnProgress | None = None
) -> Replay[S]:
    """Every move checked, then done as played; what another option of an open ruling would allow is only doubtful."""
    steps, writer = _play(game, moves, game.setup(position), MOST_EXPLAINED, on_progress)
    findings = writer.findings
    if any(f.verdict not in ("misread", "doubtful") for f in findings):
        findings = _under_other_rulings(game, moves, position, writer, on_progress)
    return Replay(steps, findings, writer.notes, game.outcome(steps[-1].state), frozenset(writer.copies))


def replay_to(
    game: BaseGame[S],
    moves: Moves,
    number: int,
    position: dict[str, Any] | None = None,
    on_progress: OnProgress | None = None,
) -> S:
    """The position in which move `number`, from 1, is made: those before it are done as played, nothing is mended."""
    steps, _ = _play(game, moves[: number - 1], game.setup(position), 0, on_progress, is_mending=False)
    return steps[-1].state


def play_on(
    game: BaseGame[S], step: Step[S], moves: Moves, on_progress: OnProgress | None = None, *, is_mending: bool = True
) -> Replay[S]:
    """The moves judged as played from any step on; nothing is explained, and no other ruling is tried.

    Without mending every move is judged by itself: nothing is folded under an earlier mistake.
    """
    steps, writer = _play(game, moves, step, 0, on_progress, is_mending=is_mending)
    return Replay(steps, writer.findings, writer.notes, game.outcome(steps[-1].state))


def _play(
    game: BaseGame[S],
    moves: Moves,
    step: Step[S],
    most_explained: int,
    on_progress: OnProgress | None = None,
    *,
    is_mending: bool = True,
    is_tracing: bool = True,
    searched: int = 0,
) -> tuple[list[Step[S]], FindingWriter[S]]:
    """One pass over the moves from a step on; so many checked moves were spent on searches before."""
    writer: FindingWriter[S] = FindingWriter(game, moves, most_explained, is_mending=is_mending, is_tracing=is_tracing)
    mended = writer.mended
    mended.searched = searched
    unread = writer.unread
    check, resolve, claims, certainty = game.check, game.resolve, game.claims, writer.certainty
    steps = writer.steps = [step]
    state = step.state
    seldom = {kind for kind in set(map(type, moves)) if issubclass(kind, SELDOM)}  # isinstance is slow for structs
    move: Any
    copied = 0  # the last move of a turn that was written twice: it was played once
    for number, move in enumerate(moves, 1):
        if on_progress is not None and not number % PROGRESS_EVERY:
            on_progress(writer)
        if number <= copied:
            steps.append(Step(state))
            continue
        if seldom and type(move) in seldom:
            if isinstance(move, Misread):
                writer.misread(state, move, number)
            else:
                step = _count(writer, step, move, number)
                state = step.state
            steps.append(step)
            continue
        if certainty is not None:
            state = certainty.settled(state, move)
        if violations := check(state, move):
            if (copy := writer.copied(number, violations)) is not None:
                first, copied = copy
                state = steps[first - 1].state
                steps[first:] = [Step(state)] * (number + 1 - first)
                writer.copies.update(range(first, copied + 1))
                continue
            state = writer.settle(state, move, number, violations)
        elif mended.open is not None and (
            game.is_void(state, move) or (writer.folded == number - 1 and isinstance(move, game.ROLLS))
        ):
            writer.judge_mended(state, move, number)  # the dice of a line that has no place in the played game
        step = resolve(state, move)
        if differing := claims(state, move, step):
            writer.settle(state, move, number, differing, is_claim=True)
        if certainty is not None and (shown := certainty.after(state, move, step)):
            writer.write(state, move, number, shown)
        if mended.open is not None or unread.is_open:
            writer.follow(state, move, number, step)
        state = step.state
        steps.append(step)
    writer.end(state, len(moves))
    return steps, writer


def _under_other_rulings(
    game: BaseGame[S],
    moves: Moves,
    position: dict[str, Any] | None,
    written: FindingWriter[S],
    on_progress: OnProgress | None,
) -> list[Finding]:
    """A finding that another option of an open ruling takes away is doubtful, if that option fits the rest as well.

    First the record is replayed without mending. Only where an option says something else of a move that was made, and
    breaks nothing more, the whole is judged by it.
    """
    findings = written.findings
    known = {_key(f) for f in findings}
    searched = written.mended.searched
    witness = Witness(game)
    plain = _plain(witness.game or game, moves, position, on_progress).findings
    broken = {(f.move, f.rule) for f in findings}
    for ruling, option, other in other_options(game):
        if on_progress is not None:
            on_progress(written)
        if witness.is_same(ruling, other):
            continue
        differing = _plain(other, moves, position, on_progress).findings
        if differing == plain or not all(_is_known(finding, broken, moves) for finding in differing):
            continue
        _, writer = _play(other, moves, other.setup(position), 0, on_progress, searched=searched)
        searched = writer.mended.searched
        left = {_key(f) for f in writer.findings}
        if left < known:
            findings = [f if _key(f) in left else _doubted(f, ruling, option) for f in findings]
    return findings


def _plain(
    game: BaseGame[S], moves: Moves, position: dict[str, Any] | None, on_progress: OnProgress | None
) -> FindingWriter[S]:
    """What each move breaks where it was made, whatever it follows from, and every count where it stands."""
    return _play(game, moves, game.setup(position), 0, on_progress, is_mending=False, is_tracing=False)[1]


def _is_known(finding: Finding, broken: set[tuple[int, str]], moves: Moves) -> bool:
    """Whether one of the rules broken together was found at the same move: mending chooses among them.

    What a count shows may have been found anywhere before it.
    """
    is_count = finding.move <= len(moves) and isinstance(moves[finding.move - 1], CountBase)
    return is_count or any((finding.move, rule) in broken for rule in (finding.rule, *finding.also))


def _key(finding: Finding) -> tuple[int, str, str]:
    """What tells a finding from the others of a record."""
    return finding.move, finding.rule, finding.path


def _doubted(finding: Finding, ruling: str, option: str) -> Finding:
    if finding.verdict in ("misread", "doubtful"):
        return finding
    rulings = tuple(dict.fromkeys((*finding.rulings, ruling)))
    params = {**finding.params, "ruling": ruling, "option": option}
    return replace(finding, verdict="doubtful", rulings=rulings, params=params)


def _count(writer: FindingWriter[S], step: Step[S], move: CountBase, number: int) -> Step[S]:
    """A count agrees if it fits any resting point since the last move; otherwise it is found, and taken over."""
    before = step.state
    violations = writer.game.count((*step.rests, before), move)
    if violations:
        writer.settle(before, move, number, violations)
        step = writer.unread.counted() or Step(writer.game.adopt(step.state, move))
    if writer.certainty is not None:
        writer.certainty.after(step.state, move, Step(step.state))
    writer.follow(before, move, number, step)
    return step
