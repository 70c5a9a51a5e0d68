"""Reports as one SARIF 2.1.0 log (OASIS), for editors and code hosts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from engine import GAMES
from refsvc import library
from refsvc.i18n import sentences
from refsvc.version import __version__

VERSION = "2.1.0"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"illegal": "error", "impossible": "error", "omitted": "error", "misread": "error", "doubtful": "warning"}
NOTE = "note"
KEPT = (
    "id",
    "move",
    "path",
    "verdict",
    "also",
    "basis",
    "rulings",
    "because_of",
    "seen",
    "doubts",
    "instead",
    "params",
)


def results(report: dict[str, Any], file: str, index: int, language: str) -> Iterator[dict[str, Any]]:
    """A result for every finding and every note of a report."""
    by_id = {finding["id"]: finding for finding in report["findings"]}
    for finding in report["findings"]:
        result = _result(finding, LEVELS[finding["verdict"]], file, index)
        result["properties"] |= {key: finding[key] for key in KEPT}
        cause = by_id.get(finding["because_of"])
        if cause is not None:
            message = sentences.say("check.follows", language, id=cause["id"])
            result["relatedLocations"] = [{"id": cause["id"], "message": {"text": message}, **_place(cause, file)}]
        yield result
    for note in report["notes"]:
        result = _result(note, NOTE, file, index)
        result["properties"] |= {key: note[key] for key in ("move", "about", "standing")}
        yield result


def refused(problem: dict[str, Any], file: str, index: int) -> dict[str, Any]:
    """The result for a record that can't be read."""
    result = _result({**problem, "message": problem["detail"]}, "error", file, index)
    result["properties"] |= {"path": problem["path"], "verdict": "misread"}
    return result


def _result(entry: dict[str, Any], level: str, file: str, index: int) -> dict[str, Any]:
    return {
        "ruleId": entry["rule"],
        "level": level,
        "message": {"text": entry["message"]},
        "locations": [_place(entry, file)],
        "properties": {"index": index},
    }


def _place(entry: dict[str, Any], file: str) -> dict[str, Any]:
    """A location: the file, and the line and column where they are known."""
    place: dict[str, Any] = {"artifactLocation": {"uri": uri(file)}}
    if entry.get("line") is not None:
        place["region"] = {"startLine": entry["line"], "startColumn": entry["column"]}
    return {"physicalLocation": place}


def uri(file: str) -> str:
    """A file as a URI: relative as it was named, or absolute; standard input has a name of its own."""
    if file == "-":
        return "stdin"
    quoted = quote(os.fsencode(file))
    return f"file://{quoted}" if Path(file).is_absolute() else quoted


def log(found: Iterable[dict[str, Any]], language: str) -> dict[str, Any]:
    """The whole log: one run with all results, the rules that they name, and the files."""
    listed = list(found)
    rules = list(dict.fromkeys(result["ruleId"] for result in listed))
    for result in listed:
        result["ruleIndex"] = rules.index(result["ruleId"])
    driver = {
        "name": "refsvc",
        "version": __version__,
        "semanticVersion": __version__,
        "language": language,
        "rules": [_rule(rule, language) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "language": language,
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True}],
        "results": listed,
    }
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def _rule(rule: str, language: str) -> dict[str, Any]:
    """A rule with its text, its printed place and its usual level."""
    game = rule.partition(".")[0]
    home = game if game in GAMES else library.default_game()  # every rulebook has the rules that all games share
    text = sentences.rule_text(rule, library.numbers(home), language)
    place = library.find_package(home).rulebook().rules[rule].place.get(language)
    key = "check.rule-place" if place else "check.rule"
    named = sentences.say(key, language, rule=rule, place=place)
    return {
        "id": rule,
        "shortDescription": {"text": text},
        "help": {"text": sentences.say("why.text", language, rule=named, text=text)},
        "defaultConfiguration": {"level": "error"},
    }
