"""What became of mutants, kept in a file for the next run; and those that no test can notice, with the reason."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.core.rulebook import read_toml
from tests.mutation.mutants import ENGINE, Mutant
from tests.mutation.trial import KILLED, Verdict

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
Key = tuple[str, str, str, str, int]


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that does what the rules do, or whose difference is nobody's business: `reason` says why."""

    file: str
    function: str
    line: str
    change: str
    reason: str
    nth: int = 0

    @property
    def key(self) -> Key:
        return self.file, self.function, self.line, self.change, self.nth


def equivalents(path: Path = EQUIVALENT) -> dict[Key, str]:
    """The reason of each mutant that is left out."""
    entries = msgspec.convert(read_toml(path).get("mutant", []), list[Equivalent])
    return {entry.key: entry.reason for entry in entries}


class Results:
    """Verdicts by mutant, a line each. A killed one stays so while its file is the same; others are tried again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._killed: dict[Key, str] = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            entry = json.loads(line)
            if entry["outcome"] == KILLED:
                self._killed[_key(entry)] = entry["hash"]

    def is_killed(self, mutant: Mutant) -> bool:
        """Whether a run before has killed it."""
        return self._killed.get(mutant.key) == _hash(mutant.file)

    def add(self, verdict: Verdict) -> None:
        """Written down at once: a run may be stopped at any time."""
        names = ("file", "function", "line", "change", "nth")
        entry: dict[str, Any] = dict(zip(names, verdict.mutant.key, strict=True))
        entry |= {"outcome": verdict.outcome, "by": verdict.by, "hash": _hash(verdict.mutant.file)}
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(entry, ensure_ascii=False) + "\n")


def survivors_toml(survivors: Iterable[Mutant]) -> str:
    """Survivors in the form of `equivalent.toml`, the reason to be filled in."""
    return "\n".join(_entry(mutant) for mutant in sorted(survivors, key=lambda mutant: (mutant.file, mutant.number)))


def _entry(mutant: Mutant) -> str:
    def lines() -> Iterator[str]:
        yield "[[mutant]]"
        for name in ("file", "function", "line", "change"):
            yield f"{name} = {json.dumps(getattr(mutant, name), ensure_ascii=False)}"
        if mutant.nth:
            yield f"nth = {mutant.nth}"
        yield 'reason = ""\n'

    return "\n".join(lines())


def _key(entry: dict[str, Any]) -> Key:
    return entry["file"], entry["function"], entry["line"], entry["change"], entry["nth"]


def _hash(file: str) -> str:
    return hashlib.sha256((ENGINE / file).read_bytes()).hexdigest()[:16]
