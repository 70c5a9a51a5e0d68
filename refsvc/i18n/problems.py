"""Why a request can't be answered: one exception, which pages, the API and jobs tell in their own way (RFC 9457)."""

from __future__ import annotations

from typing import Any

from refsvc.i18n import sentences


class Problem(Exception):  # noqa: N818  # it is what the standard calls a problem
    """A kind of problem with its HTTP status; its sentences are `problem.<kind>.title` and `.detail`."""

    def __init__(self, kind: str, status: int, *, retry_after: int | None = None, **params: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.status = status
        self.retry_after = retry_after
        self.params = params

    def to_dict(self, language: str) -> dict[str, Any]:
        """The problem in the shape of RFC 9457."""
        return {
            "type": f"urn:refsvc:{self.kind}",
            "title": sentences.say(f"problem.{self.kind}.title", language),
            "status": self.status,
            "detail": sentences.say(f"problem.{self.kind}.detail", language, **self.params),
        }


class StoredProblem(Problem):
    """A problem as it was answered before and kept, in every language."""

    def __init__(self, problem: dict[str, dict[str, Any]]) -> None:
        first = next(iter(problem.values()))
        super().__init__(first["rule"], first["status"])
        self.problem = problem

    def to_dict(self, language: str) -> dict[str, Any]:
        """The problem as it was kept."""
        return self.problem[language]
