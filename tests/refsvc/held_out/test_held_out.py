"""Lines and questions that were held out (README.md says how far): how many are read, and found, as they were meant.

Only totals are said, so that nobody mends a line of these sets: to see why a kind fails, write lines of that kind.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.core.record_errors import RecordError
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.records.upload import Upload
from refsvc.web.search_pages import index

HOME = Path(__file__).parent
READ = 0.85  # of all lines, a tenth of which is misspelt on purpose and has to be asked about
FIRST, AMONG_THREE, MEAN_RECIPROCAL = 0.75, 0.88, 0.82


def rows(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What stands in a set, with its language."""
    for language in LANGUAGES:
        for line in (HOME / f"{name}.{language}.jsonl").read_text("utf-8").splitlines():
            yield language, json.loads(line)


def outcome(row: dict[str, Any]) -> str:
    """Whether a line is read as it was meant, as something else, or not."""
    try:
        before, after = (moves_of(row["record_before"] + line) for line in ("", f"{row['line']}\n"))
    except RecordError:
        return "unread"
    return "exact" if is_same(after[len(before) :], row) else "other"


def moves_of(text: str) -> list[dict[str, Any]]:
    """The moves of a record, what it leaves out without a choice written out."""
    moves: list[dict[str, Any]] = json.loads(convert(read(Upload(text.encode())), "json"))["moves"]
    return moves


def is_same(moves: list[dict[str, Any]], row: dict[str, Any]) -> bool:
    """Whether these are the moves that were meant; what a line need not say is compared where both have it."""
    read, meant = merged(moves), merged(row["means"])
    return len(read) == len(meant) and all(
        one.get(key) == other.get(key)
        for one, other in zip(read, meant, strict=True)
        for key in {*one, *other} - (unsaid(other["do"], row) - (one.keys() & other.keys()))
    )


def unsaid(do: str, row: dict[str, Any]) -> set[str]:
    """The fields of a move that a line of this kind need not say."""
    fields = {"for"}
    fields |= set() if row["kind"].startswith("losses") else {"losses", "gone"}
    fields |= set() if row["kind"] == "paid" else {"spent", "status"}
    is_implied = row["game"] == "napoleonics" and do not in ("play", "deal")
    return fields | ({"side"} if is_implied or (do == "start" and row["kind"] != "start-chooser") else set())


def merged(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves without notes, and orders that follow each other as one."""
    found: list[dict[str, Any]] = []
    for move in moves:
        if move["do"] == "note" or (move["do"] == "order" and not (move.get("units") or move.get("leaders"))):
            continue
        if move["do"] == "order" and found and found[-1]["do"] == "order":
            for key in ("units", "leaders"):
                if key in move:
                    found[-1][key] = [*found[-1].get(key, []), *move[key]]
            continue
        found.append(dict(move))
    return found


def test_lines_are_read_as_they_were_meant() -> None:
    counted = Counter(outcome(row) for _, row in rows("lines"))
    print(dict(counted))
    assert counted.total() >= 450
    assert counted["other"] == 0, counted
    assert counted["exact"] >= READ * counted.total(), counted


def test_questions_find_their_answers() -> None:
    ranks = []
    for language, row in rows("questions"):
        hits = index().find(row["q"], language, row["game"], only=True).hits
        ranks.append(next((n for n, hit in enumerate(hits, 1) if hit.document.id in row["answers"]), 1000))
    shares = [sum(rank <= most for rank in ranks) / len(ranks) for most in (1, 3)]
    shares.append(sum(1 / rank for rank in ranks) / len(ranks))
    print([f"{share:.3f}" for share in shares])
    assert len(ranks) >= 180
    assert all(share >= least for share, least in zip(shares, (FIRST, AMONG_THREE, MEAN_RECIPROCAL), strict=True)), (
        shares
    )
