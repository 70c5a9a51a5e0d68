"""The shape of a report: what the checker prints fits it, and what does not fit is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import ValidationError

from refsvc.commands.main import main
from refsvc.paths import PACKAGE
from refsvc.records.report_schema import SHAPE, RefusedShape, ReportShape, read_report

SAMPLES = sorted(PACKAGE.glob("games/*/samples/*"))
MISTAKES = PACKAGE / "games" / "saladin" / "samples" / "saladin-arsuf-mistakes.json"


def printed(*arguments: object, text: str | None = None) -> list[str]:
    return CliRunner().invoke(main, ["check", "--json", *map(str, arguments)], input=text).output.splitlines()


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_reports_on_the_samples(path: Path, language: str) -> None:
    (line,) = printed(path, "--lang", language)
    told = read_report(line)
    assert isinstance(told, ReportShape)
    assert told.file == str(path)
    assert told.clean == ("clean" in path.name)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "refsvc-record/2"}', "Game: Chess\n\nTurn 1\n", "\x00"])
def test_the_form_for_what_is_no_record(text: str, tmp_path: Path) -> None:
    for lines in (printed("-", text=text), printed(tmp_path / "missing")):
        (line,) = lines
        assert isinstance(read_report(line), RefusedShape)


def test_the_example_of_the_design() -> None:
    """As `refsvc check --json` is described: every key there, `file` and `index` only where there is a file."""
    tree = json.loads(printed(MISTAKES)[0])
    assert list(tree)[:3] == ["format", "file", "index"]
    del tree["file"], tree["index"]
    assert isinstance(read_report(json.dumps(tree)), ReportShape)


CHANGES: dict[str, Any] = {
    "another format": {"format": "refsvc-report/2"},
    "an unknown key": {"surprise": 1},
    "clean with findings": {"clean": True},
    "a number as text": {"index": "0"},
    "no findings": {"findings": None},
    "both forms": {"error": {}},
}
CHANGES_OF_A_FINDING: dict[str, Any] = {
    "an id that is not the next": {"id": 2},
    "a move before the first": {"move": 0},
    "a move after the last": {"move": 99},
    "a line without a column": {"column": None},
    "an unknown verdict": {"verdict": "wrong"},
    "no sentence": {"message": ""},
    "assumed and still illegal": {"basis": "assumed"},
    "inferred and still illegal": {"basis": "inferred"},
    "doubtful for no reason": {"verdict": "doubtful"},
    "following from itself": {"because_of": 1},
    "seen before it was due": {"seen": 12},
    "seen after the end": {"seen": 99},
    "too many other moves": {"instead": [{"do": "pass", "side": "crusader"}] * 6},
    "a move without its kind": {"instead": [{"side": "crusader"}]},
    "no JSON Pointer": {"path": "moves/1"},
    "no rule": {"rule": "Charge"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_does_not_fit(name: str) -> None:
    tree = json.loads(printed(MISTAKES)[0]) | CHANGES[name]
    with pytest.raises(ValidationError):
        read_report(json.dumps(tree))


@pytest.mark.parametrize("name", CHANGES_OF_A_FINDING)
def test_a_finding_that_does_not_fit(name: str) -> None:
    tree = json.loads(printed(MISTAKES)[0])
    tree["findings"][0] |= CHANGES_OF_A_FINDING[name]
    with pytest.raises(ValidationError):
        read_report(json.dumps(tree))


def test_it_is_a_json_schema_too() -> None:
    schema = SHAPE.json_schema()
    assert {"ReportShape", "RefusedShape", "FindingShape"} <= schema["$defs"].keys()
    assert schema["$defs"]["FindingShape"]["additionalProperties"] is False
