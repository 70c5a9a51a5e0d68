"""The third game is added by a folder on the path, and no file of the project knows of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

from engine import GAMES

HERE = Path(__file__).parent
TOP = HERE.parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(TOP), str(HERE)))
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=TOP,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_of_it_is_here_without_its_folder() -> None:
    assert "ur" not in GAMES


def test_no_other_file_names_it() -> None:
    """What adding a game touches outside its own folder: nothing."""
    rooms = ("engine", "refsvc", "templates", "scenarios", "translations")
    found = subprocess.run(
        ["git", "grep", "-lEi", r"royal game|\bur\.(turn|path|game|end)\.|engine\.ur\b", "--", *rooms],
        cwd=TOP, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.stdout == ""


def test_its_catalogues_are_complete() -> None:
    assert run("refsvc.i18n.extract", "--check").stdout == "catalogues are complete\n"


def test_its_types_are_right(tmp_path: Path) -> None:
    """Checked as it would stand in `engine`; mypy looks for a package in one folder only, so links make that folder."""
    (tmp_path / "engine").mkdir()
    for path in (*(TOP / "engine").iterdir(), HERE / "engine" / "ur"):
        (tmp_path / "engine" / path.name).symlink_to(path)
    options = ("--config-file", str(TOP / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache"))
    command = [sys.executable, "-m", "mypy", *options, "-p", "engine.ur"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("suite", ["tests/third_game", "tests/contract/test_contract.py"])
def test_with_it(suite: str) -> None:
    """Pages, check, print and notation of the game; what holds for every game."""
    chosen = ("-k", "ur-standard", "-m", "not slow") if "contract" in suite else ()
    done = run("pytest", "-q", "-n", "0", "-p", "no:cacheprovider", suite, *chosen)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.slow
def test_the_recipe_runs(tmp_path: Path) -> None:
    """The commands of "Add a game" in CONTRIBUTING, as they stand there, for a copy of the game."""
    recipe = (TOP / "CONTRIBUTING.md").read_text("utf-8").split("## Add a game")[1].split("\n## ")[0]
    commands = [part.replace("\n   ", "\n") for part in re.findall(r"```sh\n(.*?)```", recipe, re.DOTALL)]
    assert len(commands) == 3
    script = "\n".join(["set -e", *commands]).replace(".venv/bin/", f"{quote(str(Path(sys.executable).parent))}/")
    game = {"GAME": str(tmp_path / "game")}
    done = subprocess.run(
        ["sh"], input=script, cwd=TOP, env={**os.environ, **game}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert (tmp_path / "game" / "summary.pdf").read_bytes().startswith(b"%PDF")
