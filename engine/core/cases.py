"""Numbered rule cases: a position, moves, and what must come of them. Run as tests, shown as worked examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, to_builtins

from engine.core.game import BaseGame, legal_moves
from engine.core.moves import MoveBase
from engine.core.replay import Replay, replay
from engine.core.rulebook import read_toml

Disagreement = tuple[str, Any, Any]  # what, found, wanted


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """One finding that a case must give, with all its parameters but those without a value: TOML has none.

    `also` is asked only where it is named, and so is `because_of`: 0 is a mistake of its own.
    """

    move: int
    rule: str
    verdict: str
    params: dict[str, Any] = {}
    also: tuple[str, ...] | None = None
    because_of: int | None = None


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What must come of a case: exactly these findings, a part of the final state, moves legal or not after it."""

    findings: tuple[Expected, ...] = ()
    state: dict[str, Any] = {}
    outcome: dict[str, Any] = {}
    legal: tuple[dict[str, Any], ...] = ()
    illegal: tuple[dict[str, Any], ...] = ()
    only: tuple[dict[str, Any], ...] = ()  # no other move is legal
    notes: tuple[str, ...] = ()


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A case: `rules` are those that it shows kept.

    `against` are those that what was written goes against though no finding names them: what they say comes about by
    itself, and a count, a result or a later move shows that it was taken to be otherwise.
    """

    id: str
    scenario: str
    rules: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    rulings: dict[str, str] = {}
    values: str = "refsvc"
    position: dict[str, Any] = {}
    moves: tuple[dict[str, Any], ...] = ()
    expect: Expect = Expect()


def load_cases(folder: Path) -> dict[str, Case]:
    """The cases of a game by id; an id that stands twice is refused."""
    cases: dict[str, Case] = {}
    for path in sorted(folder.glob("*.toml")):
        for entry in read_toml(path)["case"]:
            case = msgspec.convert(entry, Case)
            if case.id in cases:
                raise ValueError(f"{path.name}: {case.id} stands twice")
            cases[case.id] = case
    return cases


def run_case(case: Case, game: BaseGame[Any], types: Any) -> Replay[Any]:
    """The case replayed."""
    moves = [msgspec.convert(move, types) for move in case.moves]
    return replay(game, moves, case.position or None)


def disagreements(
    case: Case, game: BaseGame[Any], types: Any, played: Replay[Any] | None = None
) -> Iterator[Disagreement]:
    """Every way in which a case does not come out as it should; `played` is its replay where that is known."""
    played = played or run_case(case, game, types)
    found = [(f.move, f.rule, f.verdict) for f in played.findings]
    wanted = [(e.move, e.rule, e.verdict) for e in case.expect.findings]
    if found != wanted:
        yield "findings", found, wanted
    for finding, expected in zip(played.findings, case.expect.findings, strict=False):
        params = {key: value for key, value in to_builtins(finding.params).items() if value is not None}
        if params != expected.params:
            yield f"findings.{finding.id}.params", params, expected.params
        if expected.also not in (None, finding.also):
            yield f"findings.{finding.id}.also", finding.also, expected.also
        if expected.because_of not in (None, finding.because_of or 0):
            yield f"findings.{finding.id}.because_of", finding.because_of, expected.because_of
    yield from _differences(case.expect.state, game.view(played.state), "state")
    outcome = {} if played.outcome is None else to_builtins(played.outcome)
    yield from _differences(case.expect.outcome, outcome, "outcome")
    if missing := set(case.expect.notes) - {note.rule for note in played.notes}:
        yield "notes", [note.rule for note in played.notes], sorted(missing)
    yield from _legality(case, game, played.state, lambda move: msgspec.convert(move, types))


def _legality(case: Case, game: BaseGame[Any], state: Any, read: Callable[[Any], MoveBase]) -> Iterator[Disagreement]:
    for move in case.expect.legal:
        if violations := game.check(state, read(move)):
            yield "legal", [v.rule for v in violations], move
    for move in case.expect.illegal:
        if not game.check(state, read(move)):
            yield "illegal", (), move
    if case.expect.only:
        legal = [to_builtins(move) for move in legal_moves(game, state)]
        if legal != list(case.expect.only):
            yield "only", legal, case.expect.only


def _differences(wanted: Any, found: Any, at: str) -> Iterator[Disagreement]:
    """Where a part that is expected differs; parts that are not named may be anything."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            yield from _differences(value, found.get(key) if isinstance(found, dict) else None, f"{at}.{key}")
    elif wanted != found:
        yield at, found, wanted
