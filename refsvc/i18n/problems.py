"""Why a request can't be answered: one exception, which pages, the API and jobs tell in their own way (RFC 9457)."""

from __future__ import annotations

from typing import Any

from engine.core.record_errors import RecordError
from refsvc.checking import check
from refsvc.i18n import sentences
from refsvc.records.box_file import BoxFileError

TOO_MUCH = ("record.too-large", "record.too-many-moves")


class Problem(Exception):  # noqa: N818  # it is what the standard calls a problem
    """A kind of problem with its HTTP status; its sentences are `problem.<kind>.title` and `.detail`."""

    def __init__(self, kind: str, status: int, *, retry_after: int | None = None, **params: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.status = status
        self.retry_after = retry_after
        self.params = params

    def told(self, language: str) -> dict[str, Any]:
        """The problem in the shape of RFC 9457."""
        return {
            "type": f"urn:refsvc:{self.kind}",
            "title": sentences.say(f"problem.{self.kind}.title", language),
            "status": self.status,
            "detail": sentences.say(f"problem.{self.kind}.detail", language, **self.params),
        }


class Unreadable(Problem):
    """A record that can't be read: what is wrong with it, and where."""

    def __init__(self, error: RecordError) -> None:
        super().__init__(error.rule, 413 if error.rule in TOO_MUCH else 422)
        self.error = error

    def told(self, language: str) -> dict[str, Any]:
        """The problem with its rule and place."""
        return check.problem(self.error, language) | {"status": self.status}


class UnusableBox(Problem):
    """A box file that can't be used: why."""

    def __init__(self, error: BoxFileError) -> None:
        super().__init__("box", 422)
        self.error = error

    def told(self, language: str) -> dict[str, Any]:
        """The problem with its reason."""
        kind, params = self.error.kind, self.error.params
        if kind == "value":
            self.params["reason"] = sentences.refusal("record.box-value", params, language)
        else:
            self.params["reason"] = sentences.say(f"box.{kind}", language, **params)
        return super().told(language)


class Told(Problem):
    """A problem that was told before, in every language."""

    def __init__(self, problem: dict[str, dict[str, Any]]) -> None:
        first = next(iter(problem.values()))
        super().__init__(first["rule"], first["status"])
        self.problem = problem

    def told(self, language: str) -> dict[str, Any]:
        """As it was told."""
        return self.problem[language]
