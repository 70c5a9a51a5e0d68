"""The command line: shapes and exit codes that are promised to outsiders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.core.record import FORMAT
from refsvc.cli import main
from refsvc.paths import PACKAGE

SAMPLES = PACKAGE / "samples"
CLEAN, MISTAKES = SAMPLES / "saladin-arsuf-clean.json", SAMPLES / "saladin-arsuf-mistakes.json"


def run(*arguments: object, text: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_a_clean_record() -> None:
    result = run("check", CLEAN)
    assert result.exit_code == 0
    assert "no finding" in result.output


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["3 findings", "Richard, Charge: Sulaymân is not a target of this Action.", "p. 13"]),
        ("fr", ["3\u00a0constats", "Richard, Charge\u00a0: Sulaymân", "p.\u00a013"]),
        ("cs", ["3\u00a0nálezy", "Richard Lví srdce, Útok: Sulajmán", "s.\u00a013"]),
    ],
)
def test_the_sample_with_three_mistakes(language: str, words: list[str]) -> None:
    result = run("check", MISTAKES, "--lang", language)
    assert result.exit_code == 1
    for word in words:
        assert word.replace("\u00a0", " ") in result.output.replace("\u00a0", " ")


def test_json_reports() -> None:
    result = run("check", CLEAN, MISTAKES, "--json", "--lang", "cs")
    clean, mistakes = (json.loads(line) for line in result.output.splitlines())
    assert result.exit_code == 1
    assert clean["clean"] is True
    assert clean["findings"] == []
    assert list(mistakes) == [
        "format", "file", "index", "record", "clean", "findings", "notes", "outcome", "state",
    ]  # fmt: skip
    assert mistakes["format"] == "refsvc-report/1"
    assert mistakes["record"] == {
        "game": "saladin",
        "scenario": "arsuf",
        "edition": "recommended",
        "players": {"ayyubid": "Amira", "crusader": "Benoît"},
        "moves": 16,
    }
    finding = mistakes["findings"][0]
    assert {key: finding[key] for key in ("id", "move", "line", "column", "verdict", "rule", "because_of")} == {
        "id": 1, "move": 12, "line": 20, "column": 5, "verdict": "illegal", "rule": "saladin.action.target-listed",
        "because_of": None,
    }  # fmt: skip
    assert finding["instead"][0]["target"] == "ala-afdal"
    assert "Sulajmán" in finding["message"]


def test_one_record_a_line_and_a_bad_one_among_them() -> None:
    good = json.dumps(json.loads(CLEAN.read_text("utf-8")))
    result = run("check", "-", "--json", text=f"{good}\nnonsense\n\n{good}\n")
    reports = [json.loads(line) for line in result.output.splitlines()]
    assert result.exit_code == 2
    assert [report["index"] for report in reports] == [0, 1, 2]
    assert reports[1]["error"]["rule"] == "record.syntax"
    assert reports[0]["clean"] is reports[2]["clean"] is True


def test_a_broken_first_line_costs_only_itself() -> None:
    good = json.dumps(json.loads(CLEAN.read_text("utf-8")))
    result = run("check", "-", "--json", text=f'{{"format": broken\n{good}\n{good}\n')
    reports = [json.loads(line) for line in result.output.splitlines()]
    assert ["error" in report for report in reports] == [True, False, False]


@pytest.mark.parametrize(
    "text", ["", "\n", "{", "[]", "null", "{}", '{"format": "refsvc-record/1"}', "\ufeff{}", "\x00"]
)
@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_unreadable_records(text: str, language: str) -> None:
    for options in ((), ("--json",)):
        result = run("check", "-", "--lang", language, *options, text=text)
        assert result.exit_code == 2
        assert result.output.strip()
        assert "[" not in result.output.splitlines()[0][:1]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name in (tmp_path / "missing.json", tmp_path, "a\0b"):
        result = run("check", name, CLEAN)
        assert result.exit_code == 2
        assert "no finding" in result.output  # the other file is still checked


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
def test_playouts_are_clean(scenario: str) -> None:
    games = run("playout", "saladin", scenario, "--games", 20, "--seed", 5)
    assert games.exit_code == 0
    assert all(json.loads(line)["format"] == FORMAT for line in games.output.splitlines())
    assert games.output == run("playout", "saladin", scenario, "--games", 20, "--seed", 5).output
    checked = run("check", "-", text=games.output)
    assert checked.exit_code == 0
    assert checked.output.splitlines()[-1] == "20 records, 0 findings"


def test_legal_moves_before_a_move() -> None:
    result = run("legal", CLEAN, "--move", 8)
    assert result.exit_code == 0
    assert {"do": "react", "side": "ayyubid", "banner": "sulayman", "action": "evade"} in json.loads(result.output)
    assert run("legal", CLEAN, "--move", 18).exit_code == 2
    assert run("legal", CLEAN, "--move", 0).exit_code == 2


def test_bad_usage() -> None:
    assert run("check").exit_code == 2
    assert run("check", CLEAN, "--lang", "de").exit_code == 2
    assert run("playout", "chess", "arsuf").exit_code == 2
    assert run("playout", "saladin", "acre").exit_code == 2
    assert run("playout", "saladin", "arsuf", "--games", 0).exit_code == 2
