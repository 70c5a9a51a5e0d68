"""refsvc pdf: what it writes, what it refuses, and that nobody else pays for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from refsvc.commands.main import main
from refsvc.printing import document_options, document_registry
from refsvc.printing.document_choices import Cards
from tests.refsvc.printing.paper import ADDRESS, MISTAKES, SAMPLES, opened, summary, text

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


def test_a_battle_is_said_where_the_game_asks_for_one(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert run("notation", "napoleonics", "--lang", "fr", "-o", out).exit_code == 0
    assert "retraite" in text(out.read_bytes())
    missing = run("notation", "saladin", "-o", out)
    assert (missing.exit_code, "SCENARIO" in missing.output) == (2, True)


def test_a_card_as_it_was_chosen(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    chosen = ("--cards", "arsuf-richard:3", "--no-backs", "--save-ink", "--paper", "letter", "--right", "-0.5")
    assert run("cards", "saladin", "--lang", "fr", *chosen, "-o", out).exit_code == 0
    choice = Cards(
        game="saladin", languages=("fr",), cards={"arsuf-richard": 3}, has_backs=False, saves_ink=True, paper="letter",
        right=-0.5,
    )  # fmt: skip
    assert out.read_bytes() == document_registry.make(choice)


def test_every_document_has_a_command() -> None:
    said = run("--help").output
    for name, document in document_registry.DOCUMENTS.items():
        assert f"  {name} " in said
        told = run(name, "--help").output
        for field in document_options.fields(document.choice):
            if field.kind not in ("game", "scenario", "language", "second"):
                assert f"--{field.word}" in told


def test_all_that_is_fixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_registry, "make", lambda choice, _site: repr(choice).encode())
    monkeypatch.setenv("REFSVC_INSTANCE", str(tmp_path / "instance"))
    names = [
        document_options.file_name(choice, document_registry.name_of(choice)) for choice in document_registry.fixed()
    ]
    result = run("all", "-o", tmp_path / "out")
    assert (result.exit_code, result.output.split()) == (0, names)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(names)
    assert run("all").output.split() == names  # into the store
    assert run("all").output == ""  # once


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
        (("posters", "saladin", "arsuf"), "No such command"),
        (("cards", "chess"), "Known: saladin"),
        (("cards", "saladin", "jaffa"), "Known: arsuf, hattin"),
        (("cards", "saladin", "--bleed", "4"), "“4” can’t be chosen for “bleed”"),
        (("cards", "saladin", "--cards", "arsuf-nobody"), "“arsuf-nobody”"),
        (("cards", "saladin", "--size", "1x1"), "1x1"),
        (("cards", "saladin", "--cards", "arsuf-richard", "--address", "javascript:x"), "http://"),
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


def test_checking_loads_neither_print_nor_web_nor_database() -> None:
    code = (
        "import sys; from refsvc.commands.main import main\n"
        "try: main(['check', sys.argv[1]])\n"
        "except SystemExit: pass\n"
        "rooms = {f'refsvc.{room}' for room in ('web', 'workers', 'uploads', 'printing', 'drawing', 'jobs', 'store')}\n"
        "others = {'weasyprint', 'fontTools', 'segno', 'jinja2', 'flask', 'sqlalchemy', 'granian'}\n"
        "sys.exit(', '.join((rooms | others) & sys.modules.keys()) or 0)"
    )
    subprocess.run([sys.executable, "-c", code, FILE], check=True, capture_output=True, cwd=Path(__file__).parents[3])
