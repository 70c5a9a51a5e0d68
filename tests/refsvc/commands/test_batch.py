"""Many records: in order on any number of processes, what follows counted apart, nothing stopped by a bad file."""

from __future__ import annotations

import io
import json
import os
import pty
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from refsvc.checking.check import check, families
from refsvc.checking.read import Record, read
from refsvc.commands import batch, terminal
from refsvc.commands.main import main
from refsvc.paths import PACKAGE
from refsvc.records.report_schema import ReportShape, read_report
from refsvc.records.upload import Upload, read_records

TOP = Path(__file__).parents[3]
SAMPLES = PACKAGE / "games" / "saladin" / "samples"
CLEAN, MISTAKES = SAMPLES / "saladin-arsuf-clean.json", SAMPLES / "saladin-arsuf-mistakes.json"
# a target left out where there are two, and dice that are missing because nobody knows on whom they fell
LOST = {
    "format": "refsvc-record/1",
    "game": "saladin",
    "scenario": "arsuf",
    "values": "refsvc",
    "moves": [
        {"do": "start", "first": "crusader"},
        {"do": "activate", "side": "crusader", "banner": "henry-ii", "action": "loose"},
    ],
}


def run(*arguments: object, text: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["1 finding, 1 that follows from another", "), follows from 1"]),
        ("fr", ["1 constat, 1 qui découle d’un autre", "), découle du constat 1"]),
        ("cs", ["1 nález, 1 vyplývající z jiného", "), vyplývá z nálezu 1"]),
    ],
)
def test_what_follows_is_folded_under_its_cause(language: str, words: list[str]) -> None:
    result = run("check", "-", "--lang", language, text=json.dumps(LOST, indent=1))
    output = result.output.replace("\u00a0", " ")
    assert result.exit_code == 1
    for word in words:
        assert word in output
    own, follower = (next(line for line in output.splitlines() if f"{n}. " in line) for n in (1, 2))
    assert len(follower) - len(follower.lstrip()) > len(own) - len(own.lstrip())


def test_json_says_what_a_finding_follows_from() -> None:
    report = json.loads(run("check", "-", "--json", text=json.dumps(LOST)).output)
    assert [finding["because_of"] for finding in report["findings"]] == [None, 1]


def test_families_are_in_order_and_hold_everything() -> None:
    findings = check(read(Upload(json.dumps(LOST).encode()))).findings
    (first, following), *rest = families(findings)
    assert rest == []
    assert [first, *following] == findings


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    tmp_path = tmp_path_factory.mktemp("many")
    games = run("playout", "saladin", "arsuf", "--games", 40).output.splitlines(keepends=True)
    (tmp_path / "many.jsonl").write_text("".join(games[:30]) + "nonsense\n" + "".join(games[30:]), "utf-8")
    (tmp_path / "bad.json").write_bytes(b'{"format": \xff')
    (tmp_path / "lost.json").write_text(json.dumps(LOST), "utf-8")
    return [tmp_path / "many.jsonl", tmp_path / "bad.json", tmp_path / "missing.json", MISTAKES, tmp_path / "lost.json"]


@pytest.mark.parametrize("form", [(), ("--json",), ("--sarif",)])
@pytest.mark.parametrize("jobs", [0, 2, 3])
def test_any_number_of_processes_says_the_same_in_the_same_order(
    files: list[Path], form: tuple[str, ...], jobs: int
) -> None:
    alone = run("check", *files, *form)
    together = run("check", *files, *form, "--jobs", jobs)
    assert alone.exit_code == together.exit_code == 2
    assert alone.output == together.output


def test_one_summary_at_the_end(files: list[Path]) -> None:
    lines = run("check", *files, "--jobs", 2).output.splitlines()
    assert lines[-1] == "45 records, 4 findings, 1 that follows from another, 3 unreadable"
    assert "records" not in "".join(lines[:-1])


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    good = json.dumps(json.loads(CLEAN.read_text("utf-8")))
    bad = json.dumps(json.loads(MISTAKES.read_text("utf-8")))
    many = tmp_path / "many.jsonl"
    many.write_text(f"\n{good}\n\n{bad}\n{{\n", "utf-8")
    assert [upload.line for upload in read_records(str(many))] == [2, 4, 5]
    reports = [json.loads(line) for line in run("check", many, "--json").output.splitlines()]
    assert {finding["line"] for finding in reports[1]["findings"]} == {4}
    assert reports[2]["error"]["line"] == 5 + 1  # the object is still open where the line ends
    one = tmp_path / "one.json"
    one.write_text("\n\n" + MISTAKES.read_text("utf-8"), "utf-8")
    assert [upload.line for upload in read_records(str(one))] == [3]
    assert json.loads(run("check", one, "--json").output)["findings"][0]["line"] == 22


def test_an_empty_file_is_one_record() -> None:
    assert list(read_records("/dev/null")) == [Upload(b"", file="/dev/null")]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("number", "stream", "is_shown"), [(12, Terminal, True), (3, Terminal, False),
                                                            (12, io.StringIO, False)])  # fmt: skip
def test_progress_only_on_a_terminal_and_only_for_many(
    monkeypatch: pytest.MonkeyPatch, number: int, stream: type[io.StringIO], is_shown: bool
) -> None:
    screen = stream()
    monkeypatch.setattr(sys, "stderr", screen)
    progress = terminal.Progress([f"{n}.json" for n in range(number)], "en")
    progress.show("0.json")
    progress.show("4.json")
    progress.clear()
    assert ("checked: 5 of 12" in screen.getvalue()) is is_shown
    assert bool(screen.getvalue()) is is_shown


def test_no_colour_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("check", MISTAKES).output
    coloured = CliRunner().invoke(main, ["check", str(MISTAKES)], color=True)
    assert "\x1b[" in coloured.output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in CliRunner().invoke(main, ["check", str(MISTAKES)], color=True).output


def test_bad_usage() -> None:
    assert run("check", CLEAN, "--json", "--sarif").exit_code == 2
    assert run("check", CLEAN, "--jobs", -1).exit_code == 2


def test_spoilt_records_are_told_in_every_form() -> None:
    """Bytes changed, cut and doubled at random: always a report, and no id without its words."""
    chance = random.Random(7)
    samples = [path.read_bytes() for path in sorted(PACKAGE.glob("games/*/samples/*"))]
    for _ in range(60):
        data = bytearray(chance.choice(samples))
        for _ in range(chance.choice((1, 3, 10))):
            at, other = chance.randrange(len(data)), chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[at] = chance.randrange(256)
                case 1:
                    del data[at : at + 5]
                case 2:
                    data[at:at] = data[other : other + 20]
        task = batch.Task(Upload(bytes(data), file="game"))
        for form in get_args(batch.Form):
            done = batch.check_one(task, chance.choice(("en", "fr", "cs")), form)
            assert done.lines or done.results or not done.code
            assert not re.search(r"\[(?:check|why|record|saladin|misread)\.", "".join(done.lines))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("is_terminal", [False, True])
def test_a_run_with_bad_files_among_many(tmp_path: Path, jobs: int, is_terminal: bool) -> None:
    """As it is really started: everything else is checked, and standard error holds the progress or nothing."""
    bad = {"empty": b"", "bytes.json": bytes(range(256)), "deep.json": b"[" * 100_000, "broken.txt": b"Game: Saladin\n"}
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    names = [CLEAN, *(tmp_path / name for name in bad), tmp_path / "folder", tmp_path / "missing", *[MISTAKES] * 6]
    command = [sys.executable, "-m", "refsvc", "check", "--json", "--lang", "en", "--jobs", str(jobs), *map(str, names)]
    screen, other_end = pty.openpty()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=other_end if is_terminal else subprocess.PIPE, cwd=TOP
    ) as process:
        os.close(other_end)
        assert process.stdout is not None
        lines = process.stdout.read().decode().splitlines()
        said = os.read(screen, 100_000) if is_terminal else process.stderr.read() if process.stderr else b""
    os.close(screen)
    reports = [read_report(line) for line in lines]
    assert process.returncode == 2
    assert [report.file for report in reports] == [str(name) for name in names]
    assert [isinstance(report, ReportShape) for report in reports] == [True, *[False] * 6, *[True] * 6]
    assert (b"checked: " in said) is is_terminal
    assert is_terminal or not said


@pytest.mark.parametrize("form", [(), ("--json",), ("--sarif",)])
@pytest.mark.parametrize(("jobs", "how"), [(1, "raise"), (2, "raise"), (2, "die"), (3, "die")])
def test_a_fault_of_ours_does_not_end_the_run(
    files: list[Path], monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...], jobs: int, how: str
) -> None:
    """The check of the third game breaks, or takes its process with it; every other record is told as before."""
    with files[0].open("rb") as many:
        poison = many.readlines()[2]

    def break_down(upload: Upload, *arguments: Any, **options: Any) -> Record:
        if upload.data == poison:
            if how == "die":
                os.kill(os.getpid(), 9)
            raise ZeroDivisionError
        return read(upload, *arguments, **options)

    before = run("check", *files, *form)
    monkeypatch.setattr(batch, "read", break_down)
    after = run("check", *files, *form, "--jobs", jobs)
    assert before.exit_code == after.exit_code == 2
    said = "record.unchecked" if form else "the fault is ours"
    assert said in after.output
    if not form:
        assert after.output.endswith("45 records, 4 findings, 1 that follows from another, 4 unreadable\n")
    elif form == ("--json",):
        lines, others = before.output.splitlines(), after.output.splitlines()
        assert len(lines) == len(others) == 45
        assert [n for n, (line, other) in enumerate(zip(lines, others, strict=True)) if line != other] == [2]
