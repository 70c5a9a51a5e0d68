"""Small changes of the rules are noticed: a sample of them under --long. `python -m tests.mutation` tries all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.long import IS_LONG
from tests.mutation.mutants import ENGINE, files, mutants_of
from tests.mutation.results import equivalents

SAMPLE = 300  # mutants of each game


@pytest.mark.long
@pytest.mark.skipif(not IS_LONG, reason="minutes of processor time")
@pytest.mark.parametrize("game", ["saladin", "napoleonics"])
def test_mutants_are_killed(game: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.mutation", game, "--sample", str(SAMPLE), "--results", str(tmp_path)]
    done = subprocess.run(command, cwd=ENGINE.parent, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)  # the survivors
    assert done.returncode == 0


@pytest.mark.long
@pytest.mark.skipif(not IS_LONG, reason="minutes of processor time")
@pytest.mark.parametrize("game", ["saladin", "napoleonics"])
def test_those_left_out_exist_and_have_a_reason(game: str) -> None:
    """One whose line has changed has to be looked at again."""
    left_out = {key: reason for key, reason in equivalents().items() if key[0].startswith(f"{game}/")}
    known = {mutant.key for path in files(game) for mutant in mutants_of(path)}
    assert left_out.keys() - known == set()
    assert all(left_out.values())
