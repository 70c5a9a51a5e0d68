"""Records as text: read by themselves, checked with line and column, converted, and the same in every language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from refsvc.commands.main import main
from refsvc.paths import PACKAGE
from refsvc.presentation.command_line import with_caret

SAMPLES = PACKAGE / "games" / "saladin" / "samples"
LANGUAGES = ("en", "fr", "cs")
HEAD = "Game: Saladin\nScenario: Arsuf\nValues: refsvc\n\nTurn 1\nC starts\n"


def run(*arguments: object, text: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def report(text: str | bytes, language: str = "en") -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(run("check", "-", "--json", "--lang", language, text=text).output)
    return tree


def sample(kind: str, form: str) -> Path:
    return SAMPLES / f"saladin-arsuf-{kind}.{form}"


@pytest.mark.parametrize("kind", ["clean", "mistakes"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_samples_are_one_game_in_every_form(kind: str, language: str) -> None:
    as_json = run("convert", sample(kind, "json"), "--to", "json")
    assert run("convert", sample(kind, f"{language}.txt"), "--to", "json").stdout == as_json.stdout
    written = run("convert", sample(kind, "json"), "--to", language).stdout
    text = sample(kind, f"{language}.txt").read_text("utf-8")
    assert text.startswith("# ")
    assert text.partition("\n")[2] == written
    for other in LANGUAGES:
        assert (
            run("convert", sample(kind, f"{language}.txt"), "--to", other).stdout
            == run("convert", sample(kind, "json"), "--to", other).stdout
        )


def test_the_same_findings_in_every_language() -> None:
    def told(form: str) -> list[dict[str, Any]]:
        result = run("check", sample("mistakes", form), "--json", "--lang", "en")
        assert result.exit_code == 1
        return [
            {key: value for key, value in finding.items() if key not in ("line", "column")}
            for finding in json.loads(result.output)["findings"]
        ]

    expected = told("json")
    assert [finding["move"] for finding in expected] == [12, 14, 16]
    assert {finding["because_of"] for finding in expected} == {None}
    for language in LANGUAGES:
        assert told(f"{language}.txt") == expected
        assert run("check", sample("clean", f"{language}.txt")).exit_code == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_stand_at_their_line_and_column(language: str) -> None:
    path = sample("mistakes", f"{language}.txt")
    findings = json.loads(run("check", path, "--json").output)["findings"]
    lines = path.read_text("utf-8").splitlines()
    assert [(finding["line"], finding["column"]) for finding in findings] == [(16, 1), (17, 1), (18, 1)]
    assert "Richard" in lines[15]
    region = json.loads(run("check", path, "--sarif").output)["runs"][0]["results"][0]["locations"][0]
    assert region["physicalLocation"]["region"] == {"startLine": 16, "startColumn": 1}


@pytest.mark.parametrize(
    ("language", "sentence", "near", "meant"),
    [
        ("en", "“Sulymann” is not known here.", "this may be meant: ", "it may mean: "),
        ("fr", "« Sulymann » est inconnu ici.", "il s’agit peut-être de : ", "lecture possible : "),
        ("cs", "Výrazu „Sulymann“ zde nelze rozumět.", "možná se myslí: ", "může znamenat: "),
    ],
)
def test_a_misread_word_shows_its_line(language: str, sentence: str, near: str, meant: str) -> None:
    line = "C Naplouse: Charge > Sulymann | red 0 0, green 0"
    result = run("check", "-", "--lang", language, text=f"{HEAD}{line}\n")
    assert result.exit_code == 1
    output = [each.strip("\n") for each in result.output.replace("\u00a0", " ").splitlines()]
    at = next(n for n, each in enumerate(output) if sentence in each)
    assert output[at + 1].strip() == line
    assert output[at + 2].index("^") - output[at + 1].index("C") == line.index("Sulymann")
    assert meant in output[at + 3]  # first how the line may be meant: only this is legal here
    assert "Sula" in output[at + 3]
    assert near in output[at + 4]
    assert "Sulaymân" in output[at + 4]


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (
            "C Henry II: Loose > > Ala Afdal | red 1",
            21,
            ["This is expected here: a Banner or another target. The record has “>” instead."],
        ),
        ("C Henry II: Loose > Ala Afdal | red", 36, ["This is expected here: ", "The line ends too early."]),
        (
            "C Henry II: Loose > Ala Afdal | red 3",
            37,
            ["“3” is not known here.", "this can be written here: 0, 1, 2, order"],
        ),
    ],
)
def test_what_was_expected(line: str, column: int, words: list[str]) -> None:
    finding = report(f"{HEAD}{line}\n")["findings"][0]
    assert finding["verdict"] == "misread"
    assert (finding["line"], finding["column"]) == (7, column)
    output = run("check", "-", text=f"{HEAD}{line}\n").output
    for word in words:
        assert word in output


@pytest.mark.parametrize("line", ["count: Sable 7 committed, Q 0", "count: Q 7, C 8+3", "count: C Q, Sable 7"])
def test_what_was_not_read_of_a_count_is_no_part_of_what_it_may_mean(line: str) -> None:
    output = run("check", "-", text=f"{HEAD}{line}\n").output
    assert "is not known here" in output
    assert "\ufffd" not in output
    assert "\0" not in output


def test_the_rest_of_the_record_is_still_checked() -> None:
    text = f"{HEAD}C Henry II: Loose > Ala Afdal | red 1\nA Ala al Din: Skirmish > Bourgogne | green 0\nnonsense\n"
    later = "A Saladin: recover order\nC passes\n"
    findings = report(text + "C Naplouse: Charge > Sulaymân | red 0 0, green 0\n" + later)["findings"]
    assert [(finding["line"], finding["verdict"]) for finding in findings] == [(9, "misread"), (12, "illegal")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_in_the_header_shows_its_line(language: str) -> None:
    result = run("check", "-", "--lang", language, text="Game: Saladin\nScenario: Arsfu\n\nTurn 1\n")
    assert result.exit_code == 2
    assert "Scenario: Arsfu\n               ^\n" in result.output
    assert "/scenario" not in result.output
    problem = json.loads(run("check", "-", "--json", text="Game: Saladin\nScenario: Arsfu\n\nTurn 1\n").output)
    assert (problem["error"]["rule"], problem["error"]["line"]) == ("record.scenario", 2)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    text = sample("mistakes", "cs.txt").read_text("utf-8")
    assert [finding["move"] for finding in report(text.encode(encoding))["findings"]] == [12, 14, 16]
    if encoding != "utf-16":
        record = sample("mistakes", "json").read_text("utf-8")
        assert [finding["line"] for finding in report(record.encode(encoding))["findings"]] == [20, 22, 24]


def test_bytes_that_are_no_text() -> None:
    text = f"{HEAD}C Henry II: Loose > Ala Afdal | red 1\n".encode() + b"A Sulaym\xe2n: Skirmish > Naplouse | green 0\n"
    (finding,) = [each for each in report(text)["findings"] if each["because_of"] is None]
    assert (finding["verdict"], finding["line"]) == ("misread", 8)
    for data in (b"\xff\xfe", b"\x00\x01\x02", b"PK\x03\x04" + bytes(range(256))):
        assert run("check", "-", text=data).exit_code == 2


def test_lines_of_json_stay_json() -> None:
    good = run("convert", sample("clean", "json"), "--to", "json").output
    reports = [json.loads(line) for line in run("check", "-", "--json", text=f"{good}{HEAD}").output.splitlines()]
    assert reports[0]["clean"] is True
    assert {line["error"]["rule"] for line in reports[1:]} == {"record.syntax"}


def test_why_and_legal_read_text() -> None:
    path = sample("mistakes", "fr.txt")
    assert run("why", path, "--move", 12).exit_code == 1
    assert run("legal", path, "--move", 12).output == run("legal", sample("mistakes", "json"), "--move", 12).output


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_playouts_as_text_are_the_same_games(scenario: str, language: str) -> None:
    text = run("playout", "saladin", scenario, "--seed", 3, "--text", language)
    assert text.exit_code == 0
    assert run("check", "-", text=text.output).exit_code == 0
    assert (
        run("convert", "-", "--to", "json", text=text.output).output
        == run("playout", "saladin", scenario, "--seed", 3).output
    )
    assert run("convert", "-", "--to", language, text=text.output).output == text.output


def test_convert_many_records() -> None:
    many = run("playout", "saladin", "hattin", "--games", 3).output
    assert run("convert", "-", "--to", "json", text=many).output == many
    assert run("convert", "-", "--to", "fr", text=many).exit_code == 2
    assert run("playout", "saladin", "hattin", "--games", 3, "--text", "fr").exit_code == 2


def test_convert_guesses_nothing(tmp_path: Path) -> None:
    result = run("convert", "-", "--to", "json", text=f"{HEAD}C Henri III: Loose > Ala Afdal\n")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Henri III" in result.stderr
    broken = '{"format": "refsvc-record/1", "game": "saladin", "scenario": "arsuf", "moves": [{"do": "jump"}]}'
    assert run("convert", "-", "--to", "en", text=broken).exit_code == 2
    assert run("convert", tmp_path / "missing", "--to", "en").exit_code == 2
    assert run("convert", sample("clean", "json"), "--to", "de").exit_code == 2


def test_a_long_line_is_shown_around_the_caret() -> None:
    line = "x" * 300 + "!" + "y" * 300
    shown, caret = with_caret([line], 1, 301)
    assert shown[caret.index("^")] == "!"
    assert len(shown) < 110
    assert list(with_caret(["ab"], 2, 1)) == []
