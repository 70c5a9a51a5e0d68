"""A record -> its replay: every move checked, then done as played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.findings import Finding, Note, Violation
from engine.core.moves import CountBase
from engine.core.record_errors import Misread
from engine.core.replay import Replay, replay
from refsvc import library
from refsvc.checking.deadline import Deadline
from refsvc.checking.read import Record


def check(record: Record, deadline: Deadline | None = None) -> Replay[Any]:
    """The record replayed by the game that its header asks for."""
    header = record.header
    played = replay(record.game, record.moves, header.position, deadline)
    if record.chosen:
        played = replace(played, notes=[*record.chosen, *played.notes])
    if other := library.other_hash(header, library.scenario_of(header)):
        return _on_another(played, other)
    return played


def _on_another(played: Replay[Any], other: dict[str, str]) -> Replay[Any]:
    """A replay on another scenario than the record was played on: that is noted, and nothing found is certain."""
    findings = [each if each.verdict == "misread" else replace(each, verdict="doubtful") for each in played.findings]
    note = Note(1, "scenario_hash", "assumed", "record.scenario-hash", dict(other))
    return replace(played, findings=findings, notes=[note, *played.notes])


def families(findings: Sequence[Finding]) -> list[tuple[Finding, list[Finding]]]:
    """Each finding of its own and those that follow from it, at once or through others, in the order of the record."""
    root: dict[int, int] = {}
    found: dict[int, tuple[Finding, list[Finding]]] = {}
    for finding in findings:
        cause = root.get(finding.because_of or 0)
        if cause is None:
            root[finding.id] = finding.id
            found[finding.id] = (finding, [])
        else:
            root[finding.id] = cause
            found[cause][1].append(finding)
    return list(found.values())


def is_depending(own: Finding, other: Finding) -> bool:
    """Whether a finding that follows from another is only doubtful, by how a line was meant that could not be read."""
    return own.verdict == "misread" and other.verdict == "doubtful"


def violations(record: Record, played: Replay[Any], number: int) -> tuple[Violation, ...]:
    """Everything that the judge says of a move where it was made."""
    move, before = record.moves[number - 1], played.steps[number - 1]
    game = record.game
    found: tuple[Violation, ...]
    if isinstance(move, Misread):
        return ()
    if isinstance(move, CountBase):
        found = game.count((*before.rests, before.state), move)
    else:
        found = game.check(before.state, move)
        found += game.claims(before.state, move, game.resolve(before.state, move))
    return found


def due(record: Record, played: Replay[Any], number: int, findings: Iterable[Finding]) -> list[Duty]:
    """What is due in the position after a move, 0 being the set-up, as far as these findings don't say it."""
    found = {rule for finding in findings for rule in (finding.rule, *finding.also)}
    return [duty for duty in record.game.duties(played.steps[number].state) if duty.rule not in found]
