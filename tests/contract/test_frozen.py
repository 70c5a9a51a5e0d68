"""Verdicts change only together with `engine.VERDICTS`, which is part of the version of the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from tests.contract.frozen import reports

FROZEN = reports.frozen()
RECORDS = reports.records()


def test_the_number_is_the_one_of_the_frozen_reports() -> None:
    assert FROZEN["verdicts"] == engine.VERDICTS, reports.REFREEZE
    assert FROZEN["reports"].keys() == RECORDS.keys(), "run `python -m tests.contract.frozen`"


@pytest.mark.parametrize("name", FROZEN["reports"])
def test_verdicts_are_those_of_their_number(name: str) -> None:
    assert reports.findings(RECORDS[name]) == FROZEN["reports"][name], reports.RAISE


def test_changed_verdicts_are_frozen_under_another_number_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "saladin-arsuf-mistakes"
    monkeypatch.setattr(reports, "records", lambda: {name: RECORDS[name]})
    monkeypatch.setattr(reports, "REPORTS", tmp_path / "reports.json")
    other = {"verdicts": engine.VERDICTS, "reports": {name: [[1, "illegal", "saladin.activation.pass"]]}}
    reports.REPORTS.write_text(json.dumps(other), "utf-8")
    assert reports.freeze() == 1
    assert reports.frozen() == other
    monkeypatch.setattr(engine, "VERDICTS", engine.VERDICTS + 1)
    assert reports.freeze() == 0
    assert reports.frozen() == {"verdicts": engine.VERDICTS, "reports": {name: FROZEN["reports"][name]}}
