"""Takes a record, replays it, and gives the report: the joint between the engine and everyone who asks."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from engine.core.findings import Finding, Note
from engine.core.record import Header, RecordError, place_moves, read_header, read_moves
from engine.core.replay import replay
from refsvc import library
from refsvc.i18n import say

REPORT = "refsvc-report/1"


class Checked(Struct, frozen=True):
    """A record that could be read, replayed."""

    header: Header
    game: Any
    replay: Any
    moves: tuple[Any, ...]


def check_record(data: bytes) -> Checked:
    """Reads and replays one JSON record; `RecordError` when there is nothing to check."""
    header, raw = read_header(data)
    game = library.open_game(header)
    module = library.find_module(header.game)
    scenario = library.load_scenario(header.game, header.scenario)
    moves = read_moves(raw, module.move_types(), lambda: module.vocabulary(scenario))
    return Checked(header, game, replay(game, moves, header.position), moves)


def report(checked: Checked, data: bytes, language: str) -> dict[str, Any]:
    """The report as `refsvc-report/1`."""
    header, played = checked.header, checked.replay
    outcome = played.outcome
    places = place_moves(data) if played.findings else []
    return {
        "format": REPORT,
        "record": {
            "game": header.game,
            "scenario": header.scenario,
            "edition": header.edition or "recommended",
            "moves": len(checked.moves),
        },
        "clean": not played.findings,
        "findings": [finding_json(finding, places, language) for finding in played.findings],
        "notes": [note_json(note, language) for note in played.notes],
        "outcome": None if outcome is None else {"winner": outcome.winner, "rule": outcome.rule},
        "state": checked.game.view(played.state),
    }


def finding_json(finding: Finding, places: list[tuple[int, int]], language: str) -> dict[str, Any]:
    """One finding with its sentence and its place."""
    line, column = places[finding.move - 1] if finding.move <= len(places) else (None, None)
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
        "message": say.refusal(finding.rule, finding.params, language),
        "basis": finding.basis,
        "rulings": list(finding.rulings),
        "because_of": finding.because_of,
        "instead": to_builtins(finding.instead),
    }


def note_json(note: Note, language: str) -> dict[str, Any]:
    """One note with its sentence."""
    message = say.refusal(note.rule, note.params, language)
    return {"move": note.move, "about": note.about, "standing": note.standing, "rule": note.rule, "message": message}


def problem(error: RecordError, language: str) -> dict[str, Any]:
    """What is wrong with a record that can't be read, in the shape of RFC 9457."""
    tree: dict[str, Any] = {
        "type": f"urn:refsvc:{error.rule}",
        "title": say.say("error.unreadable", language),
        "status": 422,
        "detail": say.refusal(error.rule, error.params, language),
        "rule": error.rule,
        "path": error.path,
    }
    if error.line is not None:
        tree |= {"line": error.line, "column": error.column}
    if "expected" in error.params:
        tree["expected"] = error.params["expected"]
    return tree


def as_json(moves: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Moves as they stand in a record."""
    return [to_builtins(move) for move in moves]
