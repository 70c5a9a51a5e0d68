"""The record as it was written, line by line, with marks where something was found."""

from __future__ import annotations

from typing import Any

from msgspec.json import encode

from engine.core.findings import Finding
from engine.core.moves import MoveBase
from refsvc.reporting.subject import Subject, visible
from refsvc.reporting.verdicts import anchor

MOST_ROWS = 2_000
MOST_WIDE = 400  # characters of a row
MOST_MARKS = 20  # in a row


def written(subject: Subject, first: int = 1, most: int = MOST_ROWS) -> dict[str, Any]:
    """The rows of a record from number `first` on, no more than `most`: the lines of a text, or the moves of JSON.

    `is_text`; `first`, `last` and `count` (numbers of rows); `rows`, each with `number`, `line` (of the file, or None),
    `text`, `is_cut`, `moves` (their numbers) and `marks` (`id`, `anchor`, `verdict`, `kind`, `is_own`, `move`, `column`
    in this row or None).
    """
    count = len(subject.record.lines) if subject.record.is_text else len(subject.moves)
    first = max(1, min(first, count))
    last = min(count, first + most - 1)
    make = _line if subject.record.is_text else _json
    return {
        "is_text": subject.record.is_text,
        "first": first,
        "last": last,
        "count": count,
        "rows": [make(subject, number) for number in range(first, last + 1)],
    }


def _line(subject: Subject, number: int) -> dict[str, Any]:
    """A line of a text with the moves that stand in it."""
    line = subject.record.lines[number - 1]
    moves = subject.moves_by_line.get(number, [])
    at = number + subject.record.upload.line - 1
    return {"number": number, "line": at, **_row(subject, line, moves)}


def _json(subject: Subject, number: int) -> dict[str, Any]:
    """A move in its canonical form; one that could not be read as it stands in the file."""
    move = subject.moves[number - 1]
    source = None if isinstance(move, MoveBase) else subject.source(number)
    text = encode(move).decode() if isinstance(move, MoveBase) else (source or {}).get("text", "")
    return {"number": number, "line": subject.place(number)[0], **_row(subject, text, [number])}


def _row(subject: Subject, text: str, moves: list[int]) -> dict[str, Any]:
    found = [finding for number in moves for finding in subject.by_move.get(number, [])]
    return {
        "text": visible(text[:MOST_WIDE]),
        "is_cut": len(text) > MOST_WIDE,
        "moves": moves,
        "marks": [_mark(subject, finding) for finding in found[:MOST_MARKS]],
    }


def _mark(subject: Subject, finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "anchor": anchor(finding),
        "verdict": finding.verdict,
        "kind": subject.text(f"verdict.{finding.verdict}"),
        "is_own": finding.because_of is None,
        "move": finding.move,
        "column": subject.place(finding.move)[1] if subject.record.is_text else None,
    }
