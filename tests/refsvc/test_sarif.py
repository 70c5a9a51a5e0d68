"""The SARIF log: the shape that the schema of SARIF 2.1.0 asks for, as far as this log uses it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine import GAMES
from refsvc import library, sarif
from refsvc.cli import main
from refsvc.i18n import say
from refsvc.paths import PACKAGE

SAMPLES = PACKAGE / "samples"
CLEAN, MISTAKES = SAMPLES / "saladin-arsuf-clean.json", SAMPLES / "saladin-arsuf-mistakes.json"
# From the schema, for the objects in use: the required properties, then all those allowed (it forbids any other).
# A value is a kind of this table, a pattern, a type, or a list of one of them.
LEVEL = r"none|note|warning|error"
URI = r"([a-z][a-z0-9+.-]*://)?([A-Za-z0-9._~/@!$&'()*+,;=-]|%[0-9A-F]{2})*"
SHAPES: dict[str, tuple[set[str], dict[str, Any]]] = {
    "log": ({"version", "runs"}, {"$schema": r"https://.*", "version": r"2\.1\.0", "runs": ["run"]}),
    "run": (
        {"tool"},
        {
            "tool": "tool", "language": r"[a-zA-Z]{2}", "columnKind": r"utf16CodeUnits|unicodeCodePoints",
            "invocations": ["invocation"], "results": ["result"],
        },
    ),
    "invocation": ({"executionSuccessful"}, {"executionSuccessful": bool}),
    "tool": ({"driver"}, {"driver": "component"}),
    "component": (
        {"name"},
        {
            "name": r".+", "version": r".+", "semanticVersion": r"\d+\.\d+\.\d+", "language": r"[a-zA-Z]{2}",
            "rules": ["rule"],
        },
    ),
    "rule": (
        {"id"},
        {"id": r".+", "shortDescription": "text", "help": "text", "defaultConfiguration": "configuration"},
    ),
    "configuration": (set(), {"level": LEVEL}),
    "text": ({"text"}, {"text": r"(?s).+"}),
    "result": (
        {"message"},
        {
            "ruleId": r".+", "ruleIndex": int, "level": LEVEL, "message": "text", "locations": ["location"],
            "relatedLocations": ["location"], "properties": dict,
        },
    ),
    "location": (set(), {"id": int, "physicalLocation": "place", "message": "text"}),
    "place": ({"artifactLocation"}, {"artifactLocation": "file", "region": "region"}),
    "file": (set(), {"uri": URI}),
    "region": (set(), {"startLine": int, "startColumn": int}),
}  # fmt: skip


def fit(value: Any, shape: Any, at: str = "") -> None:
    """Assert that a value has the shape."""
    if isinstance(shape, list):
        assert isinstance(value, list), at
        for n, item in enumerate(value):
            fit(item, shape[0], f"{at}/{n}")
    elif isinstance(shape, type):
        assert type(value) is shape, at
        assert not isinstance(value, int) or value >= 0, at
    elif shape in SHAPES:
        required, allowed = SHAPES[shape]
        assert required <= value.keys() <= allowed.keys(), f"{at}: {sorted(value)}"
        for key, part in value.items():
            fit(part, allowed[key], f"{at}/{key}")
    else:
        assert isinstance(value, str), at
        assert re.fullmatch(shape, value), f"{at}: {value}"


def log(*files: object, language: str = "en", text: str | bytes | None = None) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["check", *map(str, files), "--sarif", "--lang", language], input=text)
    tree: dict[str, Any] = json.loads(result.output)  # one log, and nothing else
    fit(tree, "log")
    (run,) = tree["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for told in run["results"]:
        assert rules[told["ruleIndex"]]["id"] == told["ruleId"]
        for place in told["locations"]:
            region = place["physicalLocation"].get("region")
            assert region is None or region["startLine"] >= 1 <= region["startColumn"]
    return tree


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_one_log_for_all_files(language: str, tmp_path: Path) -> None:
    bad = tmp_path / "a b%ř.json"
    bad.write_text("{", "utf-8")
    run = log(CLEAN, MISTAKES, bad, tmp_path / "missing.json", language=language)["runs"][0]
    assert run["language"] == language
    told = [(result["ruleId"], result["level"]) for result in run["results"]]
    assert told == [
        ("saladin.action.target-listed", "error"),
        ("saladin.action.status", "error"),
        ("saladin.activation.pass", "error"),
        ("record.syntax", "error"),
        ("record.file", "error"),
    ]
    first, *_, syntax, missing = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 20, "startColumn": 5}
    assert place["artifactLocation"]["uri"] == MISTAKES.as_uri()
    assert first["properties"]["move"] == 12
    assert first["properties"]["because_of"] is None
    assert syntax["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == bad.as_uri()
    assert "region" not in missing["locations"][0]["physicalLocation"]
    assert first["message"]["text"] == say.refusal(first["ruleId"], first["properties"]["params"], language)


def test_a_clean_log() -> None:
    run = log(CLEAN)["runs"][0]
    assert run["results"] == run["tool"]["driver"]["rules"] == []


def test_what_follows_points_at_its_cause() -> None:
    moves = [
        {"do": "start", "first": "crusader"},
        {"do": "activate", "side": "crusader", "banner": "naplouse", "action": "charge"},
    ]
    tree = {"format": "refsvc-record/1", "game": "saladin", "scenario": "arsuf", "values": "refsvc", "moves": moves}
    cause, follower = log("-", text=json.dumps(tree, indent=1))["runs"][0]["results"]
    assert "relatedLocations" not in cause
    assert follower["properties"]["because_of"] == cause["properties"]["id"]
    (related,) = follower["relatedLocations"]
    assert related["physicalLocation"] == cause["locations"][0]["physicalLocation"]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "stdin"


def test_levels() -> None:
    moves = [
        {"do": "start", "first": "crusader"},
        {"do": "chargee"},
        {"do": "activate", "side": "crusader", "banner": "richard", "action": "charge", "target": "ala-afdal"},
        {"do": "roll", "red": ["1"] * 5, "green": ["0"] * 3},
    ]
    tree = {"format": "refsvc-record/1", "game": "saladin", "scenario": "arsuf", "moves": moves}
    levels = {result["properties"].get("verdict", "note"): result["level"] for result in results(tree)}
    assert levels["misread"] == "error"
    assert levels.keys() <= {*sarif.LEVELS, "note"}
    for verdict, level in levels.items():
        assert level == sarif.LEVELS.get(verdict, "note")
    assert "note" in levels


def results(tree: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log("-", text=json.dumps(tree))["runs"][0]["results"]
    return found


def test_names_of_files() -> None:
    assert sarif.uri("-") == "stdin"
    assert sarif.uri("games/a b.json") == "games/a%20b.json"
    assert sarif.uri("c:d.json") == "c%3Ad.json"  # no scheme
    assert sarif.uri("/tmp/ř.json") == "file:///tmp/%C5%99.json"


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_can_be_broken_has_its_text(game: str, language: str) -> None:
    """With the numbers of the data in it, and no placeholder left."""
    for rule in library.find_module(game).rulebook().rules.values():
        if rule.is_checkable:
            text = say.rule_text(rule.id, library.numbers(game), language)
            assert text, rule.id
            assert "{" not in text, rule.id
