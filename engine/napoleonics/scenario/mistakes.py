"""What is wrong in a scenario file: ids and places, no words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from engine.core.scenario import ScenarioError


class Mistake(Struct, frozen=True):
    """One thing in a file that doesn't fit: `rule` says what, `params` the letter or word and what would fit there.

    A warning is worth a look, but the scenario holds: a count that a page publishes may itself be wrong.
    """

    rule: str
    file: str
    line: int
    column: int
    params: dict[str, Any]
    is_warning: bool = False

    @property
    def place(self) -> str:
        """As compilers write it, so that editors can go there."""
        return f"{self.file}:{self.line}:{self.column}"


class FaultyScenarioError(ScenarioError):
    """A scenario that can't be read, with everything that is wrong in it, in the order of the file."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(f"{mistake.place}: {mistake.rule} {mistake.params}" for mistake in self.mistakes))
