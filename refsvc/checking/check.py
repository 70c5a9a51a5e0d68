"""Takes a record, replays it, and gives the report: the joint between the engine and everyone who asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from msgspec import Raw, Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from engine import find_drawn
from engine.core.duties import Duty
from engine.core.findings import Finding, Note, Violation
from engine.core.game import BaseGame
from engine.core.moves import CountBase, MoveBase
from engine.core.record import Header, place_moves, read_header, read_moves, write_record
from engine.core.record_errors import Misread, RecordError
from engine.core.replay import Replay, Tick, replay
from refsvc import library
from refsvc.checking.doubts import doubts
from refsvc.i18n import sentences
from refsvc.notation import read as notation
from refsvc.notation.write import write_text
from refsvc.presentation.registry import scenario_faults
from refsvc.records import choices as choosing
from refsvc.records.choices import Choices
from refsvc.records.upload import BOM, Upload, is_json, refuse_repeated_keys

REPORT = "refsvc-report/1"
Moves = tuple[MoveBase | Misread, ...]
Places = list[tuple[int, int]]


class Checked(Struct, frozen=True, dict=True):
    """A record that could be read, replayed."""

    header: Header
    game: BaseGame[Any]
    replay: Replay[Any]
    moves: Moves
    line: int = 1  # of the file, where the record starts
    spots: tuple[tuple[int, int], ...] | None = None  # of each move, where the record is text

    def places(self, data: bytes) -> list[tuple[int, int]]:
        """Line and column of each move, looked up only if something is to be said."""
        if not self.replay.findings and not self.replay.notes:
            return []
        places = place_moves(data) if self.spots is None else self.spots
        return [(line + self.line - 1, column) for line, column in places]

    @cached_property
    def position(self) -> dict[str, Any]:
        """The final position, as everybody may see it."""
        return self.game.view(self.replay.state)

    @property
    def is_text(self) -> bool:
        """Whether the record was written as text."""
        return self.spots is not None


class Read(Struct, frozen=True):
    """A record as it was read, from JSON or text."""

    header: Header
    moves: Moves
    game: BaseGame[Any]  # that the header asks for
    spots: tuple[tuple[int, int], ...] | None = None


def _patient() -> None:
    """Waits for as long as it takes."""


def read_record(
    data: bytes, *, is_line: bool = False, tick: Callable[[], None] = _patient, scenario: str | None = None
) -> Read:
    """One record: JSON if it starts like it, or is one of many lines, else text; `RecordError` if there is nothing.

    `tick` is called before every line of a text. `scenario` is the text of a scenario file, for a record that names its
    scenario and brings no file.
    """
    if is_line or is_json(data):
        header, raw = read_header(data.removeprefix(BOM))
        header = _with_file(header, scenario)
        game = library.open_game(header)  # a header that doesn't fit the game comes before the moves
        return Read(header, _moves(header, raw), game)
    record = notation.read_text(as_text(data), tick, scenario)
    header = Header.model_validate(record.header)
    known = [move for move in record.moves if not isinstance(move, Misread)]
    read = iter(_moves(header, Raw(encode(known))) if known else ())
    moves = tuple(move if isinstance(move, Misread) else next(read) for move in record.moves)
    return Read(header, moves, library.open_game(header), record.places)


def _with_file(header: Header, file: str | None) -> Header:
    """The header with a scenario file that was handed in beside the record, if it is the one that it needs."""
    if file is None or header.scenario_file is not None or header.game not in find_drawn():
        return header
    is_meant = library.brought(header.game, file).id == header.scenario
    return header.model_copy(update={"scenario_file": file}) if is_meant else header


def read_upload(upload: Upload, tick: Callable[[], None] = _patient) -> Read:
    """A record that somebody sent: no key stands twice in one object; where it stands as we write it, none can."""
    try:
        read = read_record(upload.data, is_line=upload.is_line, tick=tick)
    except RecordError:
        _refuse_repeated_keys(upload)  # which may be why
        raise
    if read.spots is None and write_record(read.header, read.moves) != upload.data:
        _refuse_repeated_keys(upload)
    return read


def _refuse_repeated_keys(upload: Upload) -> None:
    if upload.is_line or is_json(upload.data):
        refuse_repeated_keys(upload.data)


def as_text(data: bytes) -> str:
    """The text of an upload; what is no UTF-8 stands as a sign of its own, and is misread where it stands."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return data.decode(encoding, "replace")


def text_lines(data: bytes) -> list[str]:
    """The lines of a text as the notation counts them."""
    return notation.text_lines(as_text(data))


def _moves(header: Header, raw: Raw) -> Moves:
    module = library.find_package(header.game)
    scenario = library.scenario_of(header)
    return read_moves(raw, module.MOVES, lambda: module.vocabulary(scenario))


def check_record(
    data: bytes,
    line: int = 1,
    *,
    is_line: bool = False,
    choices: Choices = choosing.NONE,
    tick: Callable[..., None] | None = None,
    scenario: str | None = None,
) -> Checked:
    """Reads and replays one record; `RecordError` when there is nothing to check.

    `line` is the line of the file that the record starts in; one of many records on lines is JSON, whatever it is.
    `tick` is called before every line of a text, and before every move.
    """
    try:
        read = read_record(data, is_line=is_line, tick=tick or _patient, scenario=scenario)
        return check_read(read, line, choices, tick)
    except RecordError as error:
        if error.line is not None:
            error.line += line - 1
        raise


def check_read(read: Read, line: int = 1, choices: Choices = choosing.NONE, tick: Tick | None = None) -> Checked:
    """Replays a record that was read."""
    header = choices.applied(read.header)
    game = read.game if header is read.header else library.open_game(header)
    played = replay(game, read.moves, header.position, tick)
    if other := library.other_hash(header, library.scenario_of(header)):
        played = _on_another(played, other)
    return Checked(header, game, played, read.moves, line, read.spots)


def _on_another(played: Replay[Any], other: dict[str, str]) -> Replay[Any]:
    """A replay on another scenario than the record was played on: that is noted, and nothing found is certain."""
    findings = [each if each.verdict == "misread" else replace(each, verdict="doubtful") for each in played.findings]
    note = Note(1, "scenario_hash", "assumed", "record.scenario-hash", dict(other))
    return replace(played, findings=findings, notes=[note, *played.notes])


def report(checked: Checked, data: bytes, language: str, places: Places | None = None) -> dict[str, Any]:
    """The report as `refsvc-report/1`; the places of the moves are looked up unless they are given."""
    header, played = checked.header, checked.replay
    outcome = played.outcome
    places = checked.places(data) if places is None else places
    return {
        "format": REPORT,
        "record": {
            "game": header.game,
            "scenario": header.scenario,
            "edition": header.edition or "recommended",
            "players": dict(header.players or {}),
            "moves": len(checked.moves),
            **({"scenario_hash": library.scenario_of(header).hash} if header.game in find_drawn() else {}),
        },
        "clean": not played.findings,
        "findings": [told(checked, finding, places, language) for finding in played.findings],
        "notes": [note_json(note, places, language) for note in played.notes],
        "outcome": None if outcome is None else {"winner": outcome.winner, "rule": outcome.rule},
        "state": checked.position,
    }


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


def violations(checked: Checked, number: int) -> tuple[Violation, ...]:
    """Everything that the judge says of a move where it was made."""
    move, before = checked.moves[number - 1], checked.replay.steps[number - 1]
    game = checked.game
    found: tuple[Violation, ...]
    if isinstance(move, Misread):
        return ()
    if isinstance(move, CountBase):
        found = game.count((*before.rests, before.state), move)
    else:
        found = game.check(before.state, move)
        found += game.claims(before.state, move, game.resolve(before.state, move))
    return found


def due(checked: Checked, number: int, findings: Iterable[Finding]) -> list[Duty]:
    """What is due in the position after a move, 0 being the set-up, as far as these findings don't say it."""
    found = {rule for finding in findings for rule in (finding.rule, *finding.also)}
    return [duty for duty in checked.game.duties(checked.replay.steps[number].state) if duty.rule not in found]


def finding_json(finding: Finding, places: list[tuple[int, int]], language: str) -> dict[str, Any]:
    """One finding with its sentence and its place."""
    line, column = _place(finding.move, places)
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
        "message": sentences.refusal(finding.rule, finding.params, language),
        "basis": finding.basis,
        "rulings": list(finding.rulings),
        "because_of": finding.because_of,
        "seen": finding.seen,
        "instead": to_builtins(finding.instead),
    }


def told(checked: Checked, finding: Finding, places: list[tuple[int, int]], language: str) -> dict[str, Any]:
    """One finding with its sentence, its place, and what it depends on."""
    return {
        **finding_json(finding, places, language),
        "doubts": doubts(checked.header, checked.game, finding, language),
    }


def note_json(note: Note, places: list[tuple[int, int]], language: str) -> dict[str, Any]:
    """One note with its sentence and its place."""
    line, column = _place(note.move, places)
    return {
        "move": note.move,
        "line": line,
        "column": column,
        "about": note.about,
        "standing": note.standing,
        "rule": note.rule,
        "message": sentences.refusal(note.rule, note.params, language),
    }


def _place(move: int, places: list[tuple[int, int]]) -> tuple[int | None, int | None]:
    return places[move - 1] if move <= len(places) else (None, None)


def problem(error: RecordError, language: str) -> dict[str, Any]:
    """What is wrong with a record that can't be read, in the shape of RFC 9457."""
    tree: dict[str, Any] = {
        "type": f"urn:refsvc:{error.rule}",
        "title": sentences.say("error.unreadable", language),
        "status": 422,
        "detail": sentences.refusal(error.rule, error.params, language),
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


def as_json(moves: Iterable[Any]) -> list[dict[str, Any]]:
    """Moves as they stand in a record."""
    return [to_builtins(move) for move in moves]


def convert(upload: Upload, form: str, tick: Callable[[], None] = _patient, scenario: str | None = None) -> str:
    """The canonical form of a record: JSON, or text in a language.

    `RecordError` where it can't be read, or where a part of it can't: nothing is guessed and nothing left out.
    """
    read = read_record(upload.data, is_line=upload.is_line, tick=tick, scenario=scenario)
    header = library.with_hash(read.header)
    moves: list[MoveBase] = []
    for number, move in enumerate(read.moves):
        if isinstance(move, Misread):
            line, column = read.spots[number] if read.spots else place_moves(upload.data)[number]
            path = f"/moves/{number}{move.path}"
            raise RecordError(move.rule, path, line + upload.line - 1, column, **move.params)
        moves.append(move)
    if form == "json":
        return write_record(header, moves).decode()
    return write_text(header.model_dump(exclude_none=True), as_json(moves), form)
