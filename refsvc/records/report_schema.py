"""The shape of a report (`refsvc-report/1`), as outsiders may rely on it: strict, nothing beside what is named.

`report` and `problem` of `refsvc.checking.report` give plain dictionaries; this says what they hold. `read_report`
checks one, and `SHAPE.json_schema()` is the same as a JSON Schema.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    PositiveInt,
    StringConstraints,
    Tag,
    TypeAdapter,
    model_validator,
)

from engine.core.findings import Verdict
from engine.core.nearest_moves import MOST_INSTEAD

RuleId = Annotated[str, StringConstraints(pattern=r"^[a-z]+(\.[a-z0-9-]+){1,2}$")]
RulingId = Annotated[str, StringConstraints(pattern=r"^[A-Z]+-?[0-9]+$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Pointer = Annotated[str, StringConstraints(pattern=r"^(/[^/]*)*$")]  # a JSON Pointer; "" is the whole record
Sentence = Annotated[str, StringConstraints(min_length=1)]


class Shape(BaseModel):
    """Strict, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class Placed(Shape):
    """Something that is said of one move: its number, and where it stands in the file if that is known."""

    move: PositiveInt
    line: PositiveInt | None
    column: PositiveInt | None

    @model_validator(mode="after")
    def _is_placed_whole(self) -> Self:
        if (self.line is None) != (self.column is None):
            raise ValueError("a line without a column, or the other way round")
        return self


class MoveShape(BaseModel):
    """A move as it stands in a record; its other fields belong to the game."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)

    do: Slug


class ReadingShape(Shape):
    """One way to read what is not sure: the option or value (null: any other), and whether it makes a mistake."""

    value: JsonValue
    mistake: bool
    message: Sentence


class DoubtShape(Shape):
    """What a doubtful finding depends on: an open ruling or a value of the game, by its id or key, or a line that can't
    be read, by the finding on it; the value of a reading is then a move."""

    about: Sentence
    standing: Literal["open", "inferred", "assumed", "unread"]
    message: Sentence
    readings: list[ReadingShape] = Field(min_length=1)


class FindingShape(Placed):
    """One finding."""

    id: PositiveInt
    path: Pointer
    verdict: Verdict
    rule: RuleId
    also: list[RuleId]
    params: dict[str, JsonValue]
    message: Sentence
    basis: Literal["printed", "inferred", "assumed"]
    rulings: list[RulingId]
    because_of: PositiveInt | None
    seen: PositiveInt | None  # the later move that shows what was due in this one
    instead: list[MoveShape] = Field(max_length=MOST_INSTEAD)
    doubts: list[DoubtShape]

    @model_validator(mode="after")
    def _says_what_it_rests_on(self) -> Self:
        if self.basis != "printed" and self.verdict not in ("doubtful", "misread"):
            raise ValueError("what is printed nowhere makes a finding doubtful at most")
        if bool(self.doubts) != (self.verdict == "doubtful"):
            raise ValueError("doubtful is what depends on something")
        if self.rule in self.also:
            raise ValueError("a rule named twice")
        if self.seen is not None and self.seen <= self.move:
            raise ValueError("seen before it was due")
        return self


class NoteShape(Placed):
    """Something said without a verdict."""

    about: Sentence
    standing: Literal["assumed"]
    rule: RuleId
    message: Sentence


class RecordShape(Shape):
    """Which record it is about."""

    game: Slug
    scenario: Slug
    edition: Slug
    players: dict[Slug, str] = {}  # by side, as far as they are named; reports of earlier versions have none
    moves: PositiveInt
    scenario_hash: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None  # where they are drawn


class OutcomeShape(Shape):
    """How the game ended; `winner` is null for a draw."""

    winner: Slug | None
    rule: RuleId


class ReportHead(Shape):
    """What both forms share; `file` and `index` where the record came from a file."""

    format: Literal["refsvc-report/1"]
    file: str | None = None
    index: int | None = Field(default=None, ge=0)


class ReportShape(ReportHead):
    """The report on a record that could be read."""

    record: RecordShape
    clean: bool
    findings: list[FindingShape]
    notes: list[NoteShape]
    outcome: OutcomeShape | None
    state: dict[str, JsonValue]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.clean == bool(self.findings):
            raise ValueError("clean means without a finding")
        if [finding.id for finding in self.findings] != list(range(1, len(self.findings) + 1)):
            raise ValueError("ids count from 1")
        if any(finding.because_of is not None and finding.because_of >= finding.id for finding in self.findings):
            raise ValueError("a finding follows from an earlier one")
        found = [finding.seen or finding.move for finding in self.findings]
        if max([*found, *(note.move for note in self.notes)], default=1) > self.record.moves:
            raise ValueError("a move that the record does not have")
        if found != sorted(found):
            raise ValueError("findings stand in the order of the moves that show them")
        return self


class MistakeShape(Shape):
    """One mistake in the scenario file that a record brings; lines of a text record count from its beginning."""

    rule: RuleId
    line: PositiveInt
    column: PositiveInt
    message: Sentence


class ProblemShape(Shape):
    """Why there is no answer, in the shape of RFC 9457: what and where it is, as far as that is known."""

    type: Annotated[str, StringConstraints(pattern=r"^urn:refsvc:")]
    title: Sentence
    status: int = Field(ge=400, le=599)
    detail: Sentence
    rule: RuleId | None = None
    path: Pointer | None = None
    line: PositiveInt | None = None
    column: PositiveInt | None = None
    expected: list[str] | None = None
    mistakes: list[MistakeShape] | None = None  # of a scenario file
    parameter: str | None = None  # of a request


class UnreadableShape(ProblemShape):
    """Why there is nothing to check in a record."""

    rule: RuleId
    path: Pointer


class RefusedShape(ReportHead):
    """The form for a record that can't be read."""

    error: UnreadableShape


def _form(tree: Any) -> str:
    return "refused" if isinstance(tree, dict) and "error" in tree else "report"


AnyReport = Annotated[
    Annotated[ReportShape, Tag("report")] | Annotated[RefusedShape, Tag("refused")], Discriminator(_form)
]
SHAPE: TypeAdapter[ReportShape | RefusedShape] = TypeAdapter(AnyReport)


def read_report(data: str | bytes) -> ReportShape | RefusedShape:
    """A report read back from JSON; `ValidationError` where it has another shape."""
    return SHAPE.validate_json(data)
