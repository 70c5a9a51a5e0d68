"""What is wrong with a record that can't be read, shown at its place: the line marked, its neighbours around it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from refsvc.checking.unreadable import Unreadable
from refsvc.i18n import sentences
from refsvc.i18n.problems import Problem
from refsvc.notation.read import text_lines
from refsvc.records.unpack import SentFile, decompressed, plain_name
from refsvc.records.upload import Upload
from refsvc.reporting.subject import quoted
from refsvc.web import errors
from refsvc.web.site import Place

WORD = re.compile(r"\w+|.")
AROUND = 3  # lines shown before and after the one that is meant


def to_dict(place: Place, problem: Problem, sent: Sequence[SentFile]) -> dict[str, Any]:
    """A problem as a page shows it; where one file or text was sent, with the lines around the place."""
    known = problem.to_dict(place.language)
    if isinstance(problem, Unreadable):
        known["hint"] = sentences.known_words(problem.error.params, place.language)
    data = _decompressed(sent[0].data) if len(sent) == 1 else b""
    return shown(place, known, data, plain_name(sent[0].name) if len(sent) == 1 else "")


def shown(place: Place, known: Mapping[str, Any], data: bytes, file: str, first: int = 1) -> dict[str, Any]:
    """A problem as a dictionary, with the lines around its place; `first` is the line that `data` starts in."""
    rule = known.get("rule", "")
    has_page = bool(rule) and place.site.find(place.link("ruling", rule)) is not None
    return {
        "title": known["title"],
        "detail": known["detail"],
        "hint": known.get("hint", ""),
        "mistakes": [_mistake(place, each) for each in known.get("mistakes", ())],
        "where": errors.place_in_record(place, known),
        "line": known.get("line"),
        "column": known.get("column"),
        "file": file,
        "rule": {"id": rule, "path": place.link("ruling", rule)} if has_page else None,
        "rows": rows(data, known["line"], known["column"], first) if known.get("line") and data else [],
    }


def _mistake(place: Place, mistake: Mapping[str, Any]) -> str:
    """One mistake in the scenario file that a record brings, with its place."""
    at = place.text("check.place", line=mistake["line"], column=mistake["column"])
    return place.text("check.mistake", place=at, message=mistake["message"])


def rows(data: bytes, line: int, column: int, first: int = 1) -> list[dict[str, Any]]:
    """The line that is meant, with what stands before and after the sign that is, and its neighbours."""
    lines = text_lines(Upload(data).text)
    at = line - first
    return [
        {"number": number + first, "is_here": number == at, **_parts(lines[number], column if number == at else 0)}
        for number in range(max(0, at - AROUND), min(len(lines), at + AROUND + 1))
    ]


def _parts(line: str, column: int) -> dict[str, str]:
    """A line before, at and after a column, bounded; at its end there is nothing to point at but the end."""
    part = quoted(line, column or 1)
    text = ("…" if part["is_cut_before"] else "") + part["text"] + ("…" if part["is_cut_after"] else "")
    at = part["column"] - 1 + part["is_cut_before"] if column else len(text)
    end = at + (len(found[0]) if (found := WORD.match(text, at)) else 0)
    return {"before": text[:at], "sign": text[at:end], "after": text[end:]}


def _decompressed(data: bytes) -> bytes:
    """What was sent, unpacked; nothing if that can't be."""
    try:
        return decompressed(data)
    except Problem:
        return b""
