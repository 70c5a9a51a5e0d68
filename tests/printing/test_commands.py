"""refsvc pdf: what it writes, what it refuses, and that nobody else pays for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from refsvc.cli import main
from tests.printing.paper import ADDRESS, MISTAKES, SAMPLES, opened, summary, text

FILE = SAMPLES / "saladin-arsuf-mistakes.en.txt"


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, ["pdf", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_summary(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    result = run("summary", FILE, "--lang", "en", "--address", ADDRESS, "-o", out)
    assert (result.exit_code, result.output) == (0, "")
    assert out.read_bytes() == summary(("en",))
    assert run("summary", FILE, "--lang", "fr,cs", "--paper", "letter", "-o", out).exit_code == 0
    file = opened(out.read_bytes())
    assert file.attachments["record.txt"].get_file().read_bytes() == MISTAKES


def test_the_score_sheet(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert run("score-sheet", "saladin", "hattin", "--lang", "cs", "-o", out).exit_code == 0
    assert "Zápisový arch" in text(out.read_bytes())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("summary", "nowhere.txt"), "can’t be read"),
        (("summary", FILE, "--address", "javascript:x"), "http://"),
        (("summary", FILE, "--lang", "en,en"), "two different"),
        (("summary", FILE, "--lang", "en,fr,cs"), "two different"),
        (("summary", FILE, "--paper", "a5"), "a5"),
        (("score-sheet", "chess", "arsuf"), "Known: saladin"),
        (("score-sheet", "saladin", "jaffa"), "Known: arsuf, hattin"),
        (("cards", "saladin", "arsuf"), "No such command"),
    ],
)
def test_what_it_refuses(arguments: tuple[object, ...], words: str, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    result = run(*arguments, "-o", out)
    assert result.exit_code == 2
    assert words in result.output
    assert not out.exists()


def test_a_file_that_can_not_be_written(tmp_path: Path) -> None:
    result = run("summary", FILE, "--lang", "cs", "-o", tmp_path / "no" / "out.pdf")
    assert result.exit_code == 2
    assert "nelze zapsat" in result.output


def test_checking_loads_no_printer() -> None:
    code = (
        "import sys; from refsvc.cli import main\n"
        "try: main(['check', sys.argv[1]])\n"
        "except SystemExit: pass\n"
        "assert not {'weasyprint', 'fontTools', 'segno', 'jinja2'} & sys.modules.keys(), 'loaded'"
    )
    subprocess.run([sys.executable, "-c", code, FILE], check=True, capture_output=True, cwd=Path(__file__).parents[2])
