"""The SARIF log: valid against the schema of SARIF 2.1.0, and what stands in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from engine import GAMES
from refsvc import library
from refsvc.checking import sarif
from refsvc.commands import batch
from refsvc.commands.main import main
from refsvc.i18n import sentences
from refsvc.paths import PACKAGE
from refsvc.records.upload import Upload
from tests.refsvc.checking.spoiling import spoil

SAMPLES = PACKAGE / "games" / "saladin" / "samples"
CLEAN, MISTAKES = SAMPLES / "saladin-arsuf-clean.json", SAMPLES / "saladin-arsuf-mistakes.json"
SCHEMA = json.loads(Path(__file__).with_name("data").joinpath("sarif-schema-2.1.0.json").read_text("utf-8"))
VALID = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)
URI = re.compile(r"([a-z][a-z0-9+.-]*://)?([A-Za-z0-9._~/@!$&'()*+,;=-]|%[0-9A-F]{2})*")


def faults(tree: dict[str, Any]) -> list[str]:
    """Where a log does not fit the schema."""
    return [f"{fault.json_path}: {fault.message[:200]}" for fault in VALID.iter_errors(tree)]


def log(*files: object, language: str = "en", text: str | bytes | None = None) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["check", *map(str, files), "--sarif", "--lang", language], input=text)
    tree: dict[str, Any] = json.loads(result.output)  # one log, and nothing else
    assert faults(tree) == []
    (run,) = tree["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for told in run["results"]:
        assert rules[told["ruleIndex"]]["id"] == told["ruleId"]
        for place in told["locations"]:
            assert URI.fullmatch(place["physicalLocation"]["artifactLocation"]["uri"])
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
    assert first["message"]["text"] == sentences.refusal(
        first["ruleId"], first["properties"]["params"], "saladin", language
    )


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("region", "startLine", 0),
        ("region", "start", 1),
        ("result", "level", "doubtful"),
        ("result", "message", {}),
        ("result", "because_of", 1),
        ("log", "version", "2.0.0"),
        ("log", "$schema", 1),
    ],
)
def test_what_is_no_sarif_is_told(part: str, key: str, value: Any) -> None:
    tree = log(MISTAKES)
    result = tree["runs"][0]["results"][0]
    parts = {"log": tree, "result": result, "region": result["locations"][0]["physicalLocation"]["region"]}
    parts[part][key] = value
    assert faults(tree)


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_logs_of_spoilt_records_are_valid(language: str) -> None:
    told: list[dict[str, Any]] = []
    for seed in range(60):
        done = batch.check_one(batch.Task(Upload(spoil(seed)[1], file="game", index=seed)), language, "sarif")
        told += done.results
    assert faults(sarif.log(told, language)) == []
    assert {result["level"] for result in told} >= {"error", "note"}
    assert any("relatedLocations" in result for result in told)


def test_a_clean_log() -> None:
    run = log(CLEAN)["runs"][0]
    assert run["results"] == run["tool"]["driver"]["rules"] == []


def test_what_follows_points_at_its_cause() -> None:
    moves = [
        {"do": "start", "first": "crusader"},
        {"do": "activate", "side": "crusader", "banner": "henry-ii", "action": "loose"},
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
    for rule in library.find_package(game).rulebook().rules.values():
        if rule.is_checkable:
            text = sentences.rule_text(rule.id, library.numbers(game), language)
            assert text, rule.id
            assert "{" not in text, rule.id
