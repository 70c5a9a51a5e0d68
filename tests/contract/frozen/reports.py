"""What was found in some records, frozen: the samples of each game, and random games with up to nine planted mistakes.

The games are kept with their moves (`records.jsonl`), so that a change of random play or of the planting does not touch
them. `reports.json` holds, for each record, move, verdict and rule of every finding, and for one that only follows from
another the number of that one; and the `engine.VERDICTS` that they were made under.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import engine
from refsvc.checking.check import check
from refsvc.checking.read import read
from refsvc.paths import PACKAGE
from refsvc.records.upload import Upload

HERE = Path(__file__).parent
REPORTS = HERE / "reports.json"
RAISE = "Verdicts have changed: raise engine.VERDICTS, then run `python -m tests.contract.frozen`."
REFREEZE = "engine.VERDICTS was raised: run `python -m tests.contract.frozen`."


def records() -> dict[str, bytes]:
    """The records by name."""
    found = {path.stem: path.read_bytes() for path in sorted(PACKAGE.glob("games/*/samples/*.json"))}
    for line in (HERE / "records.jsonl").read_text("utf-8").splitlines():
        found[json.loads(line)["event"]] = line.encode()
    return found


def findings(record: bytes) -> list[list[Any]]:
    """Move, verdict and rule of everything found in a record; a fourth value says what it follows from."""
    return [
        [each.move, each.verdict, each.rule, *([] if each.because_of is None else [each.because_of])]
        for each in check(read(Upload(record))).findings
    ]


def frozen() -> dict[str, Any]:
    """`verdicts`, the number, and `reports`, the findings of each record by its name."""
    found: dict[str, Any] = json.loads(REPORTS.read_text("utf-8"))
    return found


def freeze() -> int:
    """Writes the reports of today; 1 if their number has to be raised first."""
    today = {name: findings(record) for name, record in records().items()}
    before = frozen() if REPORTS.exists() else {"verdicts": None, "reports": {}}
    has_changed = any(today.get(name) != found for name, found in before["reports"].items())
    if has_changed and before["verdicts"] == engine.VERDICTS:
        print(RAISE, file=sys.stderr)
        return 1
    parts = [f"{json.dumps(name)}: [\n{_lines(found)}]" for name, found in today.items()]
    lines = ",\n".join(parts)
    REPORTS.write_text(f'{{"verdicts": {engine.VERDICTS}, "reports": {{\n{lines}\n}}}}\n', "utf-8")
    return 0


def _lines(found: list[list[Any]]) -> str:
    return ",\n".join(json.dumps(each) for each in found)
