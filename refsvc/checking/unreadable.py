"""A record that can't be read, as a problem to answer with."""

from __future__ import annotations

from typing import Any

from engine.core.record_errors import RecordError
from refsvc.checking.report import problem
from refsvc.i18n.problems import Problem

TOO_MUCH = ("record.too-large", "record.too-many-moves")


class Unreadable(Problem):
    """What is wrong with a record that can't be read, and where."""

    def __init__(self, error: RecordError) -> None:
        super().__init__(error.rule, 413 if error.rule in TOO_MUCH else 422)
        self.error = error

    def to_dict(self, language: str) -> dict[str, Any]:
        """The problem with its rule and place."""
        return problem(self.error, language) | {"status": self.status}
