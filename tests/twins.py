"""Cases in which nothing is found, beside those that break the same rules."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.cases import Case


def without_twin(cases: Collection[Case]) -> list[str]:
    """The cases in which nothing is found, if no other breaks one of their rules."""
    broken = {rule for case in cases for rule in (*case.against, *(found.rule for found in case.expect.findings))}
    return [case.id for case in cases if not case.expect.findings and broken.isdisjoint(case.rules)]
