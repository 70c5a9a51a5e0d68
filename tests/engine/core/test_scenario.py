"""Scenario files: what is wrong in one is said with its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.scenario import ScenarioError
from engine.saladin import GAME
from refsvc import paths

GOOD = (paths.data("scenarios") / "saladin" / "arsuf.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD.replace('id = "arsuf"', 'id = "acre"'), "acre"),
        (GOOD.replace("year = 1191", 'year = "long ago"'), "year"),
        (GOOD.replace("year = 1191", "yaer = 1191"), "yaer"),
        (GOOD.replace('tie = "crusader"', ""), "tie"),
    ],
)
def test_a_faulty_file_is_refused(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "arsuf.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match=f"arsuf.toml.*{fault}"):
        GAME.load_scenario(path)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "arsuf.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert GAME.load_scenario(path).orders.crusader == 11
