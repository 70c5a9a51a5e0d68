"""Long records, and how much work something is: function calls counted, not seconds."""

from __future__ import annotations

import cProfile
from collections.abc import Callable
from functools import cache

from refsvc.reporting.subject import Subject
from tests.refsvc.checking.test_linear import RECORDS
from tests.refsvc.reporting.records import about


def calls_of(task: Callable[[], object]) -> int:
    """How many functions are called, those of libraries included."""
    profile = cProfile.Profile()
    profile.runcall(task)
    return sum(entry.callcount for entry in profile.getstats())


@cache
def long_record(name: str, size: int) -> Subject:
    """A record of so many moves, checked once; what is counted must not be kept in it."""
    return about(RECORDS[name](size))


def calls_for(task: Callable[[Subject], object], name: str, sizes: tuple[int, ...]) -> list[int]:
    """How many functions are called for records of these sizes, after one of the same kind."""

    def fresh(size: int) -> Subject:
        known = long_record(name, size)
        return Subject(known.record, known.replay, known.language)

    task(fresh(sizes[0]))
    subjects = [fresh(size) for size in sizes]
    return [calls_of(lambda subject=subject: task(subject)) for subject in subjects]  # type: ignore[misc]
