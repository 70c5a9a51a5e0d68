"""What comes from outside can't steer a terminal, whatever prints it."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engine.core.json_pointer import json_pointer
from engine.core.record import FORMAT, UNSEEN
from refsvc.commands.main import main
from refsvc.paths import PACKAGE
from refsvc.presentation.command_line import UNSAFE, echo

EVIL = "\x1b]0;x\x07\x1b[2J\x1b[8m\r\x9b31m\u202eabc\u2066\u200f\x7f"
GAME = {"format": FORMAT, "game": "saladin", "scenario": "arsuf", "moves": []}
RECORDS = {
    "a key": GAME | {EVIL: 1},
    "a key of the box": GAME | {"box": {EVIL: {"lances": 3}}},
    "a ruling": GAME | {"rulings": {EVIL: "en"}},
    "a game": GAME | {"game": EVIL},
    "a scenario": GAME | {"scenario": EVIL},
    "a name": GAME | {"players": {"crusader": EVIL}},
    "a position": GAME | {"position": {EVIL: EVIL}},
    "a move": GAME | {"moves": [{"do": EVIL}]},
    "a key of a move": GAME | {"moves": [{"do": "pass", "side": "crusader", EVIL: 1}]},
    "a word of a move": GAME | {"moves": [{"do": "activate", "side": "crusader", "banner": EVIL, "action": EVIL}]},
    "a comment": GAME | {"moves": [{"do": "note", "text": EVIL}]},
}
TEXTS = {
    "a header": f"Game: Saladin\nScenario: Arsuf\n{EVIL}: x\n\nTurn 1\n",
    "a word": f"Game: Saladin\nScenario: Arsuf\n\nTurn 1\nC {EVIL}: Loose > Ala Afdal\n",
}


def is_safe(printed: str) -> bool:
    """Whether nothing but lines and our colours is left."""
    return not any(UNSEEN.search(UNSAFE.sub(lambda sign: "" if sign["style"] else sign[0], line))
                   for line in printed.split("\n"))  # fmt: skip


@pytest.mark.parametrize("form", ["", "--json", "--sarif"])
def test_nothing_in_a_record_steers_the_terminal(tmp_path: Path, form: str) -> None:
    files = []
    for number, text in enumerate([*map(json.dumps, RECORDS.values()), *TEXTS.values()]):
        file = tmp_path / f"{number} {EVIL.replace('/', '')}.txt"
        file.write_text(text, "utf-8")
        files.append(str(file))
    runner = CliRunner()
    for color in (False, True):
        done = runner.invoke(main, ["check", *files, "--lang", "en", *([form] if form else [])], color=color)
        assert done.exception is None or isinstance(done.exception, SystemExit)
        assert is_safe(done.stdout)
        assert is_safe(done.stderr)
    if form == "--json":
        assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == files


@pytest.mark.parametrize(
    "command",
    [
        ["check", EVIL],
        ["why", EVIL, "--move", "1"],
        ["legal", EVIL, "--move", "1"],
        ["convert", EVIL, "--to", "json"],
        ["playout", EVIL, EVIL],
        ["check", "-", "--box", EVIL],
        ["check", "-", "--scenario", EVIL],
        ["scenario", "check", EVIL],
        ["scenario", "new", EVIL],
        ["pdf", "summary", EVIL, "-o", "x.pdf"],
        ["restore", EVIL],
    ],
    ids=lambda command: " ".join(command[:2]).replace(EVIL, "…"),
)
def test_no_name_of_a_file_steers_the_terminal(command: list[str], tmp_path: Path) -> None:
    done = CliRunner(env={"REFSVC_INSTANCE": str(tmp_path)}).invoke(main, [*command, "--lang", "en"])
    assert done.exit_code != 0
    assert is_safe(done.output)


def test_our_colours_stay_and_a_line_stays_one(capsys: pytest.CaptureFixture[str]) -> None:
    echo(click.style("red", fg="red", bold=True) + "\nnext\x1b[8mhidden")
    assert capsys.readouterr().out == "red\ufffdnext\ufffd[8mhidden\n"


def test_pointers_are_escaped() -> None:
    assert json_pointer("rulings", "a/b~c", 3) == "/rulings/a~1b~0c/3"
    assert json_pointer() == ""


def test_only_one_function_prints() -> None:
    """Data that is asked for as a file (`click.echo(…, nl=…)`) is written as it is."""
    files = [path for path in PACKAGE.rglob("*.py") if path.name != "command_line.py"]
    lines = [line.strip() for path in files for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if "click.echo(" in line and "nl=" not in line] == []
    assert [line for line in lines if line.startswith("print(") and "refsvc" in line] == []
