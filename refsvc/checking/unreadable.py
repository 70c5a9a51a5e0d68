"""A record that can't be read, as a problem to answer with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.core.record_errors import RecordError
from refsvc.checking.deadline import Deadline, DeadlineExceeded
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


@contextmanager
def unreadable_as_problem() -> Iterator[None]:
    """A record that can't be read is a `Problem` here."""
    try:
        yield
    except RecordError as error:
        raise Unreadable(error) from None


@contextmanager
def within(deadline: Deadline, too_long: Problem) -> Iterator[Deadline]:
    """The deadline of whoever waits for a record; what takes longer, or can't be read, is a `Problem`."""
    try:
        with unreadable_as_problem():
            yield deadline
    except DeadlineExceeded:
        raise too_long from None
