"""A record and its replay -> the report (`refsvc-report/1`), in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from engine import find_drawn
from engine.core.findings import Finding, Note
from engine.core.record_errors import RecordError
from engine.core.replay import Replay
from refsvc import library
from refsvc.checking.doubts import doubts
from refsvc.checking.read import Place, Record
from refsvc.i18n import sentences
from refsvc.presentation.registry import scenario_faults

FORMAT = "refsvc-report/1"
Report = dict[str, Any]


def report(record: Record, played: Replay[Any], language: str) -> Report:
    """The report on a record: `refsvc.records.report_schema` says what it holds."""
    header, outcome = record.header, played.outcome
    return {
        "format": FORMAT,
        "record": {
            "game": header.game,
            "scenario": header.scenario,
            "edition": header.edition or "recommended",
            "players": dict(header.players or {}),
            "moves": len(record.moves),
            **({"scenario_hash": library.scenario_of(header).hash} if header.game in find_drawn() else {}),
        },
        "clean": not played.findings,
        "findings": [finding_to_dict(record, finding, language) for finding in played.findings],
        "notes": [_note_to_dict(record, note, language) for note in played.notes],
        "outcome": None if outcome is None else {"winner": outcome.winner, "rule": outcome.rule},
        "state": record.game.view(played.state),
    }


def finding_to_dict(record: Record, finding: Finding, language: str) -> dict[str, Any]:
    """One finding with its sentence, its place, and what it depends on."""
    line, column = _place(finding.move, record.places)
    return {
        "id": finding.id,
        "move": finding.move,
        "path": finding.path,
        "line": line,
        "column": column,
        "verdict": finding.verdict,
        "rule": finding.rule,
        "also": list(finding.also),
        "params": finding.params,
        "message": sentences.refusal(finding.rule, finding.params, record.header.game, language),
        "basis": finding.basis,
        "rulings": list(finding.rulings),
        "because_of": finding.because_of,
        "seen": finding.seen,
        "instead": to_builtins(finding.instead),
        "doubts": doubts(record.header, record.game, finding, language),
    }


def _note_to_dict(record: Record, note: Note, language: str) -> dict[str, Any]:
    line, column = _place(note.move, record.places)
    return {
        "move": note.move,
        "line": line,
        "column": column,
        "about": note.about,
        "standing": note.standing,
        "rule": note.rule,
        "message": sentences.refusal(note.rule, note.params, record.header.game, language),
    }


def _place(move: int, places: Sequence[Place]) -> tuple[int | None, int | None]:
    return places[move - 1] if move <= len(places) else (None, None)


def problem(error: RecordError, language: str) -> dict[str, Any]:
    """What is wrong with a record that can't be read, in the shape of RFC 9457."""
    tree: dict[str, Any] = {
        "type": f"urn:refsvc:{error.rule}",
        "title": sentences.say("error.unreadable", language),
        "status": 422,
        "detail": sentences.fault(error, language),
        "rule": error.rule,
        "path": error.path,
    }
    if error.line is not None:
        tree |= {"line": error.line, "column": error.column}
    if "expected" in error.params:
        tree["expected"] = error.params["expected"]
    if "mistakes" in error.params:
        tree["mistakes"] = scenario_faults(error.params["mistakes"], language)
    return tree
