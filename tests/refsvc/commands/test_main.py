"""The command line: shapes and exit codes that are promised to outsiders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine import GAMES
from engine.core.record import FORMAT
from refsvc.commands.main import main
from refsvc.config import LANGUAGES
from refsvc.library import scenario_ids
from refsvc.paths import PACKAGE

SAMPLES = PACKAGE / "games" / "saladin" / "samples"
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
        ("en", ["3 findings", "Sulaymân is not a target of the Action Charge of Richard.", "p. 13"]),
        ("fr", ["3\u00a0constats", "La bannière de Sulaymân n’est pas une cible de l’action Charge", "p.\u00a013"]),
        ("cs", ["3\u00a0nálezy", "Korouhev Sulajmána nemůže být cílem akce „Útok“", "s.\u00a013"]),
    ],
)
def test_the_sample_with_three_mistakes(language: str, words: list[str]) -> None:
    result = run("check", MISTAKES, "--lang", language)
    assert result.exit_code == 1
    for word in words:
        assert word.replace("\u00a0", " ") in result.output.replace("\u00a0", " ")


def test_a_console_gets_no_thin_spaces_and_a_program_does() -> None:
    for form, space, other in (((), "\u00a0", "\u202f"), (("--json",), "\\u202f", "\u00a0")):
        said = run("check", "-", "--lang", "fr", *form, text="Jeu : Saladin\nBataille : Arsuf\n\nSulymann\n").output
        assert f"«{space}Sulymann{space}»" in said
        assert f"«{other}" not in said


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


# The games of each battle, and moves before and behind which the command line is asked: a card, an order, dice.
PLAYED = {"saladin": 20, "napoleonics": 3}
ASKED = (1, 2, 12, 40)
BATTLES = [(game, scenario) for game in GAMES for scenario in scenario_ids(game)]
each_battle = pytest.mark.parametrize(("game", "scenario"), BATTLES)


@each_battle
def test_playouts_are_clean(game: str, scenario: str) -> None:
    number = PLAYED[game]
    games = run("playout", game, scenario, "--games", number, "--seed", 5)
    assert games.exit_code == 0
    assert all(json.loads(line)["format"] == FORMAT for line in games.output.splitlines())
    assert games.output == run("playout", game, scenario, "--games", number, "--seed", 5).output
    checked = run("check", "-", text=games.output)
    assert checked.exit_code == 0
    assert checked.output.splitlines()[-1] == f"{number} records, 0 findings"


@each_battle
def test_a_game_of_every_battle_is_written_converted_and_explained(game: str, scenario: str) -> None:
    record = run("playout", game, scenario, "--seed", 6).output
    for language in LANGUAGES:
        text = run("playout", game, scenario, "--seed", 6, "--text", language)
        assert text.exit_code == 0
        assert run("convert", "-", "--to", language, text=record).output == text.output
        assert run("convert", "-", "--to", "json", text=text.output).output == record
        assert run("check", "-", "--lang", language, text=text.output).exit_code == 0
    for move in ASKED:
        legal = run("legal", "-", "--move", move, text=record)
        assert legal.exit_code == 0
        assert json.loads(legal.output)
        for language in LANGUAGES:
            why = run("why", "-", "--move", move, "--lang", language, text=record)
            assert why.exit_code == 0
            assert len(why.output.splitlines()) > 1


def test_legal_moves_before_a_move() -> None:
    result = run("legal", CLEAN, "--move", 8)
    assert result.exit_code == 0
    assert {"do": "react", "side": "ayyubid", "banner": "sulayman", "action": "evade"} in json.loads(result.output)
    assert run("legal", CLEAN, "--move", 18).exit_code == 2
    assert run("legal", CLEAN, "--move", 0).exit_code == 2


def test_a_position_that_cannot_be_is_told_by_every_command() -> None:
    record = json.loads(CLEAN.read_text("utf-8")) | {"position": {"banners": {"sable": {"lances": 99}}}}
    for command, *options in (["check"], ["legal", "--move", 1], ["why", "--move", 1], ["why", "--move", 999]):
        result = run(command, "-", *options, text=json.dumps(record))
        assert result.exit_code == 2, command
        assert "/position/banners/sable/lances" in result.output, command


def test_bad_usage() -> None:
    assert run("check").exit_code == 2
    assert run("check", CLEAN, "--lang", "de").exit_code == 2
    assert run("playout", "chess", "arsuf").exit_code == 2
    assert run("playout", "saladin", "acre").exit_code == 2
    assert run("playout", "saladin", "arsuf", "--games", 0).exit_code == 2
