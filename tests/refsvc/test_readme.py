"""The README tells the truth: its example runs, its paths exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

TOP = Path(__file__).parents[2]


def test_the_example_of_a_refused_move() -> None:
    results = doctest.testfile(str(TOP / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_every_folder_of_the_map_exists() -> None:
    readme = (TOP / "README.md").read_text("utf-8")
    rooms = re.findall(r"^\| `([^`]+/)`", readme, re.MULTILINE)
    assert len(rooms) > 8
    assert [room for room in rooms if not (TOP / room).is_dir()] == []


def test_the_commands_stand_at_the_top() -> None:
    lines = (TOP / "README.md").read_text("utf-8").splitlines()
    assert lines[3].startswith("./run")
    assert lines[4].startswith("./test")
