"""The shapes of the answers: strict, nothing beside what is named. Reports are those of `report_shape.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, PositiveInt, StringConstraints

from refsvc.records.report_schema import (
    FindingShape,
    MoveShape,
    ProblemShape,
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
    """The report on one record, and the version of the rules that judged it; without links if it is not kept."""

    rules: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")] | None = None

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


class SaidMove(Shape):
    """A move and its words; one that could not be read is null."""

    move: MoveShape | None
    words: Sentence


class ListedMove(SaidMove):
    """A move at its place in the record and in the file, and the ids of the findings on it."""

    number: PositiveInt
    line: PositiveInt
    column: PositiveInt
    findings: list[PositiveInt]


class Moves(Shape):
    """A stretch of the moves of a record."""

    total: PositiveInt
    moves: list[ListedMove]


class Legal(Shape):
    """What is legal at a move of a record; a roll stands there once, with as many dice as are due."""

    number: PositiveInt
    legal: list[SaidMove]


class Offer(Shape):
    """What may stand in a line, from a column on, in place of what is written there."""

    column: PositiveInt
    instead_of: Sentence
    text: Sentence


class ReadPart(Shape):
    """A part of a line: its move in words, or why it can't be read; a line of the header has no move either."""

    column: PositiveInt
    move: MoveShape | None = None
    words: Sentence
    rule: RuleId | None = None
    offers: list[Offer] | None = None


class ReadLine(Shape):
    """What was read of a line, part by part."""

    line: PositiveInt
    parts: list[ReadPart] = Field(min_length=1)


class Reading(Shape):
    """How each line of a text is read; while its header can't be, that is the fault, and there are no lines."""

    format: Literal["refsvc-reading/1"]
    game: Slug | None = None
    scenario: str | None = None
    lines: list[ReadLine]
    summary: str
    fault: ProblemShape | None


class Term(Shape):
    """One term of a sum, or one thing that a move does, with its rule."""

    what: Slug
    amount: int
    rule: RuleId
    params: dict[str, JsonValue]
    message: Sentence


class Account(Shape):
    """Where a number comes from, term by term."""

    of: Slug
    who: Sentence
    total: int
    message: Sentence
    terms: list[Term] = Field(min_length=1)


class NamedRule(Shape):
    """A rule, and where it stands in the printed editions."""

    id: RuleId
    title: Sentence
    text: str
    place: dict[str, str]


class DueShape(Shape):
    """Something that was due before a move: its rule with its title, and the side that it is up to, or `dice`."""

    rule: RuleId
    by: Slug
    title: Sentence


class Why(SaidMove):
    """The rules behind a move: what was found on it; price and dice term by term; what it does if nothing was found.

    `due` is what was due before it, as far as no finding says so.
    """

    number: PositiveInt
    clean: bool
    findings: list[FindingShape]
    accounts: list[Account]
    done: list[Term]
    due: list[DueShape]
    rules: list[NamedRule]


class Named(Shape):
    """An id and its published name."""

    id: Slug
    name: Sentence


class Game(Named):
    """A game: its sides, its battles, the editions that a record may be judged by."""

    sides: list[Named]
    scenarios: list[Named]
    editions: list[Slug]
    rules: str


class Games(Shape):
    """The games of this service."""

    games: list[Game]


class Rule(NamedRule):
    """A rule at its place in the rulebook; `stale` where the English has changed since it was translated."""

    number: Sentence
    chapter: Named
    checkable: bool
    stale: bool
    rulings: list[RulingId]
    referring: list[RuleId]
    cases: list[str]


class Rules(Shape):
    """The rulebook of a game, in reading order."""

    game: Slug
    rules: list[Rule]


class Fact(Shape):
    """A value, how sure it is, and the codes of the sources that it comes from."""

    value: JsonValue
    standing: Literal["printed", "inferred", "assumed"]
    sources: list[str]


class Line(Shape):
    """A line of a card."""

    id: Slug
    action: Slug
    name: Sentence
    reaction: bool
    facts: dict[str, Fact]
    rules: list[RuleId]


class Aim(Shape):
    """A piece that another can aim at, or be hit by."""

    piece: Slug
    when: Slug
    standing: Literal["printed", "inferred", "assumed"]


class Card(Named):
    """A card of a battle and side, or of a deck that all share; `replaces` is the one that lies there before it."""

    scenario: Slug | None
    card: Slug
    piece: Slug
    side: Slug | None
    leader: bool
    replaces: Slug | None
    facts: dict[str, Fact]
    lines: list[Line]
    targets: list[Aim]
    threats: list[Aim]
    rules: list[RuleId]


class Cards(Shape):
    """The cards of a game."""

    game: Slug
    cards: list[Card]


class Entry(Shape):
    """A term of the game in every language, and what it means in one."""

    id: Slug
    words: dict[Language, Sentence]
    definition: Sentence | None
    rules: list[RuleId]


class Glossary(Shape):
    """The terms of a game."""

    game: Slug
    terms: list[Entry]


class Result(Shape):
    """What answers a question; the ids of rules and rulings are those of the reports."""

    id: str
    kind: Slug
    game: Slug | None
    title: Sentence
    url: str
    snippet: str


class Results(Shape):
    """What answers a question, best first; `instead` is the question as it was likely meant, if it was misspelt."""

    results: list[Result]
    instead: Sentence | None


class Scenario(Named):
    """A battle: what it was, and its special rules."""

    year: int
    summary: Sentence
    history: Sentence
    rules: list[RuleId]


class Scenarios(Shape):
    """The battles of a game, in the order of history."""

    game: Slug
    scenarios: list[Scenario]


class Option(Shape):
    """One way to settle a question."""

    id: Slug
    text: Sentence


class Ruling(Shape):
    """A question that the editions answer differently or leave open; without options, how it is settled here."""

    id: RulingId
    question: Sentence
    options: list[Option]
    recommended: Slug | None
    editions: dict[Slug, Slug]
    fixed: Sentence | None
    reason: Sentence | None
    rules: list[RuleId]


class Rulings(Shape):
    """The rulings of a game."""

    game: Slug
    rulings: list[Ruling]
