"""Replays a record as played: every step, every finding, every note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from engine.core.events import Step
from engine.core.facts import Standing
from engine.core.findings import Finding, Note, Verdict, Violation
from engine.core.game import Game, Outcome, Trust, legal_moves
from engine.core.moves import CountBase, MoveBase
from engine.core.record import Misread

S = TypeVar("S")
MOST_INSTEAD = 5
MOST_BELIEFS = 6
MOST_EXPLAINED = 500  # findings of one record that come with the nearest legal moves
SELDOM = (Misread, CountBase)


Moves = Sequence[MoveBase | Misread]


class Replay(Struct, Generic[S], frozen=True):
    """A replayed record: the steps in order (the set-up first), what was found, and how it ended."""

    steps: list[Step[S]]
    findings: list[Finding]
    notes: list[Note]
    outcome: Outcome | None

    @property
    def state(self) -> S:
        """The final position."""
        return self.steps[-1].state


class _Scribe(Generic[S]):
    """Judges violations and writes findings and notes."""

    def __init__(self, game: Game[S], most_explained: int = MOST_EXPLAINED) -> None:
        self.game = game
        self.most_explained = most_explained
        self.trust: Trust[S] | None = game.trust()
        self.findings: list[Finding] = []
        self.notes: list[Note] = []
        self.noted: set[str] = set()

    def basis(self, violation: Violation) -> Standing:
        """The weakest thing that a violation read; everything is printed where every value counts as such."""
        if self.trust is None:
            return Standing.PRINTED
        return Standing(max((self.trust.basis(key) for key in violation.reads), default=Standing.PRINTED))

    def settle(self, state: S, move: MoveBase, number: int, violations: tuple[Violation, ...]) -> S:
        """Write down what a move breaks; the state in which it is then resolved, as played."""
        for _ in range(MOST_BELIEFS):
            doubted = tuple(v for v in violations if self.basis(v) == Standing.ASSUMED)
            if not doubted or self.trust is None:
                break
            for violation in doubted:
                if not self.trust.agrees(violation, state, move):
                    self.note(number, violation)
            believed = self.trust.believe(state, move, doubted)
            if believed == state:
                break
            state, violations = believed, self.game.check(believed, move)
        self.write(state, move, number, [v for v in violations if self.basis(v) != Standing.ASSUMED])
        return state

    def write(self, state: S, move: MoveBase | None, number: int, violations: Sequence[Violation]) -> None:
        """A finding for each thing that was due before the move, and one for the move itself."""
        duties = [v for v in violations if v.duty]
        own = [v for v in violations if not v.duty]
        for violation in duties:
            self._find(state, move, number, [violation])
        if own:
            self._find(state, move, number, own)

    def note(self, number: int, violation: Violation) -> None:
        """Say once, without a verdict, that a value can't be verified and the record shows something else."""
        assert self.trust is not None
        about = self.trust.source(next(k for k in violation.reads if self.trust.basis(k) == Standing.ASSUMED))
        key = f"{about}:{violation.rule}"
        if key not in self.noted:
            self.noted.add(key)
            self.notes.append(Note(number, about, "assumed", violation.rule, violation.params))

    def _find(self, state: S, move: MoveBase | None, number: int, violations: list[Violation]) -> None:
        first = violations[0]
        basis = self.basis(first)
        rulings = tuple(dict.fromkeys(r for v in violations for r in v.rulings))
        params = dict(first.params)
        verdict: Verdict = first.verdict
        if basis == Standing.INFERRED and verdict != "misread":
            verdict = "doubtful"
        instead: tuple[Any, ...] = ()
        if move is not None and verdict != "misread" and len(self.findings) < self.most_explained:
            instead = nearest(self.game, state, move)
        self.findings.append(
            Finding(
                id=len(self.findings) + 1,
                move=number,
                verdict=verdict,
                rule=first.rule,
                also=tuple(dict.fromkeys(v.rule for v in violations[1:] if v.rule != first.rule)),
                params=params,
                basis=basis.word,
                reads=first.reads,
                rulings=rulings,
                because_of=None,
                instead=instead,
                path=f"/moves/{number - 1}" + (f"/{params['field']}" if "field" in params else ""),
            )
        )


def nearest(game: Game[S], state: S, move: MoveBase) -> tuple[Any, ...]:
    """Up to five legal moves that share most with what was written, nearest first."""
    written = to_builtins(move)

    def shared(other: dict[str, Any]) -> int:
        return sum(2 if key == "do" else 1 for key, value in written.items() if other.get(key) == value)

    options = [to_builtins(legal) for legal in legal_moves(game, state)]
    return tuple(sorted(options, key=shared, reverse=True)[:MOST_INSTEAD])


def replay(game: Game[S], moves: Moves, position: dict[str, Any] | None = None) -> Replay[S]:
    """Every move checked, then done as played; what another option of an open ruling would allow is only doubtful."""
    steps, scribe = _play(game, moves, position, MOST_EXPLAINED)
    findings = scribe.findings
    if any(f.verdict not in ("misread", "doubtful") for f in findings):
        findings = _under_other_rulings(game, moves, position, findings)
    return Replay(steps, findings, scribe.notes, game.outcome(steps[-1].state))


def _play(
    game: Game[S], moves: Moves, position: dict[str, Any] | None, most_explained: int
) -> tuple[list[Step[S]], _Scribe[S]]:
    """One pass over the moves."""
    scribe: _Scribe[S] = _Scribe(game, most_explained)
    check, resolve, claims, trust = game.check, game.resolve, game.claims, scribe.trust
    step: Step[S] = game.setup(position)
    steps = [step]
    state = step.state
    seldom = {kind for kind in set(map(type, moves)) if issubclass(kind, SELDOM)}  # isinstance is slow for structs
    move: Any
    for number, move in enumerate(moves, 1):
        if type(move) in seldom:
            step = (
                _misread(scribe, step, move, number)
                if isinstance(move, Misread)
                else _count(scribe, step, move, number)
            )
            state = step.state
            steps.append(step)
            continue
        if trust is not None:
            state = trust.settled(state, move)
        if violations := check(state, move):
            state = scribe.settle(state, move, number, violations)
        step = resolve(state, move)
        if differing := claims(state, move, step):
            scribe.settle(state, move, number, differing)
        if trust is not None and (shown := trust.after(state, move, step)):
            scribe.write(state, move, number, shown)
        state = step.state
        steps.append(step)
    scribe.write(state, None, len(moves), game.at_end(state))
    return steps, scribe


def _under_other_rulings(
    game: Game[S], moves: Moves, position: dict[str, Any] | None, findings: list[Finding]
) -> list[Finding]:
    """A finding that another option of an open ruling takes away is doubtful, if that option fits the rest as well."""
    known = {(f.move, f.rule) for f in findings}
    for ruling, options in game.open_rulings.items():
        for option in options:
            _, scribe = _play(game.under(ruling, option), moves, position, 0)
            left = {(f.move, f.rule) for f in scribe.findings}
            if left < known:
                findings = [f if (f.move, f.rule) in left else _doubted(f, ruling, option) for f in findings]
    return findings


def _doubted(finding: Finding, ruling: str, option: str) -> Finding:
    if finding.verdict in ("misread", "doubtful"):
        return finding
    rulings = tuple(dict.fromkeys((*finding.rulings, ruling)))
    params = {**finding.params, "ruling": ruling, "option": option}
    return replace(finding, verdict="doubtful", rulings=rulings, params=params)


def _count(scribe: _Scribe[S], step: Step[S], move: CountBase, number: int) -> Step[S]:
    """A count agrees if it fits any resting point since the last move; otherwise it is found, and taken over."""
    violations = scribe.game.count((*step.rests, step.state), move)
    if violations:
        scribe.settle(step.state, move, number, violations)
        step = Step(scribe.game.adopt(step.state, move))
    if scribe.trust is not None:
        scribe.trust.after(step.state, move, Step(step.state))
    return step


def _misread(scribe: _Scribe[S], step: Step[S], move: Misread, number: int) -> Step[S]:
    """A move that could not be read changes nothing."""
    scribe.findings.append(
        Finding(
            id=len(scribe.findings) + 1,
            move=number,
            verdict="misread",
            rule=move.rule,
            also=(),
            params=move.params,
            basis="printed",
            reads=(),
            rulings=(),
            because_of=None,
            instead=(),
            path=f"/moves/{number - 1}{move.path}",
        )
    )
    return step
