"""The shapes of the answers: strict, nothing beside what is named. Reports are those of `report_shape.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, PositiveInt, StringConstraints

from refsvc.report_shape import (
    FindingShape,
    MoveShape,
    RefusedShape,
    ReportShape,
    RuleId,
    RulingId,
    Sentence,
    Shape,
    Slug,
)
from refsvc.web.api.call import Language

Address = Annotated[str, StringConstraints(pattern=r"^https?://[^/]+/")]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]


class Links(Shape):
    """Where what is kept can be read, printed and deleted; the way to delete it is told once, to the sender."""

    html: Address
    pdf: Address | None = None
    report: Address
    delete: Address | None = None
    job: Address | None = None


class Report(ReportShape):
    """The report on one record; without links if it is not kept."""

    links: Links | None = None


class Refused(RefusedShape):
    """What is wrong with one record of several."""

    links: Links | None = None


class Reports(Shape):
    """The reports on several records, in their order."""

    format: Literal["refsvc-reports/1"]
    reports: list[Report | Refused] = Field(min_length=1)
    links: Links | None = None


class Fault(Shape):
    """Why a job was not done."""

    code: Slug
    message: Sentence


class Job(Shape):
    """Slow work: how far it has come; what it makes is at the address that was asked for."""

    format: Literal["refsvc-job/1"]
    id: Token
    kind: Slug
    state: Literal["waiting", "running", "done", "failed"]
    done: int = Field(ge=0)
    total: PositiveInt
    fault: Fault | None
    links: Links | None = None
