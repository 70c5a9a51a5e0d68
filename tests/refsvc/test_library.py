"""The version of the rules: a name for what judges, and for nothing beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from refsvc import library


def test_another_game_of_a_name_that_is_taken_is_no_part_of_the_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    version = library.rules_version()
    (tmp_path / "saladin").mkdir()
    (tmp_path / "saladin" / "rulebook.toml").write_text("", "utf-8")
    monkeypatch.setattr(engine, "__path__", [*engine.__path__, str(tmp_path)])
    assert library.rules_version.__wrapped__() == version
