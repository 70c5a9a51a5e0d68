"""Records with their scenario: the hash of what was played, and a scenario file that comes with the record."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.core.record import read_header
from engine.core.record_errors import RecordError
from refsvc import library, paths
from refsvc.checking.check import check
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.checking.report import problem, report
from refsvc.commands.main import main
from refsvc.config import LANGUAGES
from refsvc.records.report_schema import SHAPE, UnreadableShape
from refsvc.records.upload import Upload
from tests.replayed import replayed

GAME = "napoleonics"
SHIPPED = (paths.data("scenarios") / GAME / "training-1.toml").read_text("utf-8")
OWN = SHIPPED.replace('id = "training-1"', 'id = "my-hills"').replace("Training 1: Two Slopes", "Two Hills of Mine")
HILLS = OWN.replace("E  . . . . . H H H", "E  . . . . H H H H")  # one hill more
MOVES: list[dict[str, Any]] = [
    {"do": "play", "side": "british", "card": "attack-center"},
    {"do": "order", "units": ["G7", "H6", "H8"]},
    {"do": "move", "to": "G6", "unit": "H6"},
    {"do": "play", "side": "french", "card": "scout-left"},
]
ILLEGAL = {"do": "move", "to": "A9", "unit": "B10"}  # a hex too far
ENDS = (HILLS, HILLS.rstrip("\n"), HILLS + "\n\n", HILLS.replace("\n", "\r\n"), HILLS + "# e\u0301")


def record(*moves: dict[str, Any], **header: Any) -> bytes:
    tree = {"format": "refsvc-record/1", "game": GAME, "scenario": "my-hills", **header, "moves": [*MOVES, *moves]}
    return json.dumps(tree).encode()


def refused(data: bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(Upload(data))
    return caught.value


def run(*arguments: Any) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def hash_of(text: str) -> str:
    return str(library.brought(GAME, text).hash)


def test_a_record_on_a_map_of_its_own() -> None:
    own, played = replayed(record(scenario_file=HILLS))
    assert played.findings == []
    told = report(own, played, "fr")
    SHAPE.validate_json(json.dumps(told))
    assert told["record"]["scenario_hash"] == hash_of(HILLS) != hash_of(OWN)


def test_the_map_that_comes_with_a_record_is_the_one_it_is_judged_on() -> None:
    marsh = OWN.replace("G  . . F . . . H", "G  . . F . . W H")
    assert check(read(Upload(record(scenario_file=OWN)))).findings == []
    found = check(read(Upload(record(scenario_file=marsh)))).findings
    assert [(finding.move, finding.rule) for finding in found] == [(3, "napoleonics.move.closed")]


@pytest.mark.parametrize("file", ENDS)
def test_there_and_back_in_every_language(file: str) -> None:
    canonical = convert(read(Upload(record(scenario_file=file, players={"french": "Benoît"}))), "json")
    assert json.loads(canonical)["scenario_file"] == file
    assert json.loads(canonical)["scenario_hash"] == hash_of(HILLS)[:16]
    for language in LANGUAGES:
        text = convert(read(Upload(canonical.encode())), language)
        assert convert(read(Upload(text.encode())), "json") == canonical
        assert convert(read(Upload(text.encode())), language) == text


def test_the_file_is_the_last_part_of_a_text() -> None:
    text = convert(read(Upload(record(scenario_file=HILLS))), "cs")
    assert text.endswith(f"\n\nSoubor scénáře:\n{HILLS}")
    assert text.startswith("Hra: Napoleonics\nScénář: my-hills\nOtisk scénáře: ")


@pytest.mark.parametrize("name", ["my-hills", "My hills", "Two Hills of Mine", "two hills of mine"])
def test_a_text_names_the_scenario_by_its_id_or_its_name(name: str) -> None:
    text = f"Hra: Napoleonics\nScénář: {name}\n\nB Napadení střed: G7\n\nSoubor se scénářem:\n{HILLS}"
    assert read(Upload(text.encode())).header.scenario == "my-hills"


def test_mistakes_in_the_file_are_told_with_their_lines() -> None:
    faulty = HILLS.replace("H H H H", "H Q H H").replace('["B3"', '["B33"')
    error = refused(record(scenario_file=faulty))
    told = problem(error, "cs")
    UnreadableShape.model_validate(told)
    assert (told["rule"], told["path"]) == ("record.scenario-file", "/scenario_file")
    line = 1 + faulty[: faulty.index(" Q ")].count("\n")
    assert [(each["line"], each["rule"]) for each in told["mistakes"]] == [
        (line, "napoleonics.scenario.letter"),
        (line + 21, "napoleonics.scenario.hex"),
    ]
    assert "„Q“" in told["mistakes"][0]["message"]
    text = f"Game: Napoleonics\nScenario: my-hills\n\nB Attack Center: G7\n\nScenario file:\n{faulty}"
    error = refused(text.encode())
    assert (error.line, error.column) == (line + 6, 14)
    assert [each["line"] for each in problem(error, "fr")["mistakes"]] == [line + 6, line + 27]
    quoted = f"Game: Napoleonics\nScenario: my-hills\nScenario file: {json.dumps(faulty)}\n\nB Attack Center: G7\n"
    error = refused(quoted.encode())
    assert (error.line, error.column, error.params["mistakes"][0].line) == (3, 16, line)


HOSTILE: list[tuple[str, str, dict[str, Any]]] = [
    ("record.type", "/scenario_file", {"scenario_file": 5}),
    ("record.type", "/scenario_file", {"scenario_file": {"format": "ccn-scenario/1"}}),
    ("record.type", "/scenario_hash", {"scenario_hash": "training"}),
    ("record.type", "/scenario_hash", {"scenario_hash": "ABCDEF0123456789"}),
    ("record.too-long", "/scenario_file", {"scenario_file": "#" * 200_000}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": ""}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": "# \n" * 20_000}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": "a = " + "[\n" * 10_000}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": "[" + "a." * 200 + "b]\n" + "[[c]]\n" * 4_000}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": HILLS.replace("of Mine", "\u202eeniM")}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": HILLS.replace("of Mine", "\\u001b[2J")}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": HILLS.replace('"objective"', '"import os"')}),
    ("record.scenario-file", "/scenario_file", {"scenario_file": HILLS + '\nfile = "/etc/passwd"\n'}),
    ("record.scenario-id", "/scenario", {"scenario_file": HILLS, "scenario": "your-hills"}),
    ("record.scenario-id", "/scenario", {"scenario_file": HILLS, "scenario": "training-1"}),
    (
        "record.scenario-taken",
        "/scenario_file",
        {"scenario_file": HILLS.replace("my-hills", "training-1"), "scenario": "training-1"},
    ),
    ("record.scenario-hash", "/scenario_hash", {"scenario_file": HILLS, "scenario_hash": "0123456789abcdef"}),
    ("record.scenario", "/scenario", {"scenario_hash": "0123456789abcdef"}),
    ("record.key", "/scenario_fil", {"scenario_fil": HILLS}),
    ("record.key", "/scenario_file", {"scenario_file": HILLS, "game": "saladin", "scenario": "arsuf"}),
    ("record.key", "/scenario_hash", {"scenario_hash": "01234567", "game": "saladin", "scenario": "arsuf"}),
]


@pytest.mark.parametrize(("rule", "path", "header"), HOSTILE)
def test_what_can_not_be_is_refused_with_its_place(rule: str, path: str, header: dict[str, Any]) -> None:
    began = time.process_time()
    error = refused(record(**header))
    assert (error.rule, error.path) == (rule, path)
    assert time.process_time() - began < 5
    for language in LANGUAGES:
        told = problem(error, language)
        UnreadableShape.model_validate(told)
        assert "[" + rule not in told["detail"]
        assert "\x1b" not in json.dumps(told, ensure_ascii=False)


def test_a_shipped_battle_may_come_with_its_own_file() -> None:
    data = record(scenario_file=SHIPPED, scenario="training-1", scenario_hash=hash_of(SHIPPED))
    assert check(read(Upload(data))).findings == []
    text = convert(read(Upload(data)), "fr")
    assert "Scénario : Exercice 1" in text
    assert json.loads(convert(read(Upload(text.encode())), "json"))["scenario_file"] == SHIPPED


def test_on_another_form_of_the_scenario_nothing_is_certain() -> None:
    known = hash_of(SHIPPED)
    same = check(read(Upload(record(ILLEGAL, scenario="training-1", scenario_hash=known[:8]))))
    other = replayed(record(ILLEGAL, scenario="training-1", scenario_hash="0123456789abcdef"))
    assert [finding.verdict for finding in same.findings] == ["illegal"]
    told = report(*other, "cs")
    SHAPE.validate_json(json.dumps(told))
    assert [(each["move"], each["verdict"]) for each in told["findings"]] == [(5, "doubtful")]
    assert [each["about"] for each in told["findings"][0]["doubts"]] == ["scenario_hash"]
    assert [(each["rule"], each["about"]) for each in told["notes"]] == [("record.scenario-hash", "scenario_hash")]
    assert known[:16] in told["notes"][0]["message"]
    clean = report(*replayed(record(scenario="training-1", scenario_hash="0123456789abcdef")), "en")
    assert (clean["clean"], len(clean["notes"])) == (True, 1)


def test_a_name_of_one_file_is_not_shown_for_another() -> None:
    first = read(Upload(record(scenario_file=HILLS)))
    second = read(Upload(record(scenario_file=HILLS.replace('name = "Reed"', 'name = "Roe"'))))
    assert first.game.table.scenario.leaders[-1].name == "Reed"  # type: ignore[attr-defined]
    assert second.game.table.scenario.leaders[-1].name == "Roe"  # type: ignore[attr-defined]


def test_games_played_at_random_name_their_scenario() -> None:
    header, _ = read_header(run("playout", GAME, "training-1").stdout_bytes)
    assert header.scenario_hash == hash_of(SHIPPED)[:16]
    header, _ = read_header(run("playout", "saladin", "arsuf").stdout_bytes)
    assert header.scenario_hash is None


def test_a_scenario_file_beside_the_record(tmp_path: Path) -> None:
    game, file = tmp_path / "game.txt", tmp_path / "mine.toml"
    game.write_text("Hra: Napoleonics\nScénář: Two Hills of Mine\n\nB Napadení střed: G7 H6\nH6-G6\n", "utf-8")
    file.write_text(HILLS, "utf-8")
    assert run("check", game).exit_code == 2
    checked = run("check", game, "--scenario", file, "--lang", "cs")
    assert checked.exit_code == 0
    assert "Two Hills of Mine" in checked.output
    converted = run("convert", game, "--to", "json", "--scenario", file).output
    assert json.loads(converted)["scenario_file"] == HILLS
    assert run("why", game, "--move", 3, "--scenario", file).exit_code == 0
    legal = json.loads(run("legal", game, "--move", 3, "--scenario", file).output)
    assert {"do": "move", "to": "G6", "unit": "H6"} in legal
    (tmp_path / "game.json").write_text(converted, "utf-8")
    both = run("check", tmp_path / "game.json", game, "--scenario", file, "--jobs", 2)
    assert (both.exit_code, "2 records" in both.output) == (0, True)


def test_a_scenario_file_beside_the_record_that_can_not_be_used(tmp_path: Path) -> None:
    game, file = tmp_path / "game.json", tmp_path / "mine.toml"
    game.write_bytes(record())
    file.write_text(HILLS.replace("H H H H", "H Q H H"), "utf-8")
    told = run("check", game, "--scenario", file, "--lang", "fr")
    assert told.exit_code == 2
    assert f"{file}:22:14" in told.output
    assert run("check", game, "--scenario", tmp_path / "none.toml").exit_code == 2
    file.write_text(HILLS.replace("my-hills", "other-hills"), "utf-8")
    assert "my-hills" in run("check", game, "--scenario", file).output  # the record names another one
