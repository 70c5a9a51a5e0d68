"""The statistics of a game: pieces over time, luck against expectation, findings on a time line.

Each is a dict: `id`, `title`, `sentence` that says in plain words what it shows, `drawing` (a chart, or None where
there is nothing to draw) and the `table` behind it: `columns` of headings, `rows` of plain strings, the first cell of
each a heading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from babel.numbers import format_decimal
from msgspec import Struct

from engine.core.record_errors import Misread
from refsvc.drawing.charts import Bar, Course, Curve, Drawing, Lane, bars, curves, time_line
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.presentation.values import Figures
from refsvc.reporting import luck
from refsvc.reporting.luck import DiceTally
from refsvc.reporting.subject import Subject

Statistic = dict[str, Any]
MOST_POINTS = 400  # of one line; a line of a longer record is drawn through moves at equal distances
MOST_ROWS = 60
VERDICTS = ("illegal", "impossible", "omitted", "misread", "doubtful")
UNUSUAL = Fraction(1, 4)
SELDOM = 1_000_000


class Page(Struct, frozen=True):
    """What every statistic of one record needs."""

    subject: Subject
    figures: Figures
    turns: list[tuple[int, int]]  # (move, turn), in order

    @property
    def moves(self) -> int:
        """The number of the last move."""
        return len(self.subject.steps) - 1

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order of the game."""
        return self.subject.game.SIDES

    def text(self, key: str, **params: Any) -> str:
        """A text of the statistics."""
        return self.subject.text(f"account.{key}", **params)

    def side(self, side: str) -> str:
        """The name of a side."""
        return self.subject.name("side", side)

    def side_in_sentence(self, side: str) -> str:
        """The name of a side as it stands within a sentence, with its article."""
        return self.text(f"the.{side}")

    def course(self) -> Course:
        """The axis of moves and turns."""
        return Course(self.moves, self.turns, self.text("chart.turn"))

    def decimal(self, value: float | Fraction) -> str:
        """A number with one decimal, as the language writes it."""
        rounded = round(float(value), 1) + 0.0  # no minus before a zero
        return str(format_decimal(rounded, "0.0", locale=self.subject.language)).replace("-", "−")


def statistics(subject: Subject) -> list[Statistic]:
    """All statistics of a record, in the order in which they are shown."""
    page = Page(subject, registry.of(subject.game.KEY).figures(), subject.borders)
    return [*_pieces(page), *_luck(page), _findings(page)]


def _statistic(id_: str, title: str, sentence: str, drawing: Drawing | None, table: tuple[Any, Any]) -> Statistic:
    columns, rows = table
    return {
        "id": id_,
        "title": title,
        "sentence": sentence,
        "drawing": drawing,
        "table": {"columns": list(columns), "rows": [list(row) for row in rows]},
    }


def thinned(number: int, most: int) -> list[int]:
    """The numbers from 0 up to `number`, or so many of them at equal distances, with the first and the last."""
    if number < most:
        return list(range(number + 1))
    return sorted({number * each // (most - 1) for each in range(most)})


# pieces over time


def _pieces(page: Page) -> Iterator[Statistic]:
    """Each measure of the game over time, a line for each side."""
    game, steps = page.subject.game, page.subject.steps

    def measured(move: int) -> dict[str, dict[str, int]]:
        return page.figures.measures(game, game.view(steps[move].state))

    moves = thinned(page.moves, MOST_POINTS)
    values = {move: measured(move) for move in moves}
    ends = [move - 1 for move, _ in page.turns[1:]] + [page.moves]
    rows = {end: measured(end) for end in (ends[at] for at in thinned(len(ends) - 1, MOST_ROWS))}
    for measure in page.figures.names:
        lines = [
            Curve(
                side,
                page.side(side),
                [(move, values[move][measure][side]) for move in moves],
                str(values[moves[-1]][measure][side]),
            )
            for side in page.sides
        ]
        title = page.text(f"{measure}.title")
        parts = [
            page.text("chart.from-to", side=page.side_in_sentence(side), start=line.points[0][1], end=line.end)
            for side, line in zip(page.sides, lines, strict=True)
        ]
        sentence = page.text(f"{measure}.sentence", parts=sentences.comma(parts, page.subject.language))
        shown = _changes(moves, lines) if len(moves) == page.moves + 1 else []
        by_move = 0 < len(shown) <= MOST_ROWS
        told = {move: values[move] for move in shown} if by_move else {0: values[0]} | rows
        columns = [page.text("chart.after-move"), page.text("chart.turn"), *(line.name for line in lines)]
        table = ([str(move), str(turn), *(str(told[move][measure][side]) for side in page.sides)]
                 for move, turn in _in_turns(page, sorted(told)))  # fmt: skip
        yield _statistic(measure, title, sentence, curves(title, lines, page.course()), (columns, table))


def _changes(moves: Sequence[int], lines: Sequence[Curve]) -> list[int]:
    """The moves after which a line differs from before, with the set-up and the end."""
    changed = [
        move
        for at, move in enumerate(moves[1:], 1)
        if any(line.points[at][1] != line.points[at - 1][1] for line in lines)
    ]
    return sorted({0, *changed, moves[-1]})


def _in_turns(page: Page, moves: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each of these moves, which are in order, with its turn."""
    at = 0
    for move in moves:
        while at + 1 < len(page.turns) and page.turns[at + 1][0] <= move:
            at += 1
        yield move, page.turns[at][1]


# luck


def _luck(page: Page) -> Iterator[Statistic]:
    """What the dice took from each side against what was to be expected: in all, and as the game went."""
    if not page.figures.luck[0]:
        return
    game = page.subject.game
    first, second = page.sides
    tolls = {first: DiceTally(), second: DiceTally()}
    course: list[tuple[int, DiceTally, DiceTally]] = [(0, DiceTally(), DiceTally())]
    for number, move in enumerate(page.subject.moves, 1):
        if not isinstance(move, Misread) and isinstance(move, game.ROLLS):
            for throw in page.figures.dice(page.subject, number):
                tolls[throw.side] = tolls[throw.side].with_throw(throw)
            course.append((number, tolls[first], tolls[second]))
    yield _luck_in_all(page, tolls)
    yield _luck_over_time(page, course)


def _luck_in_all(page: Page, tolls: dict[str, DiceTally]) -> Statistic:
    title = page.text("luck.title")
    taken, signs = page.figures.luck
    rows: list[Bar] = []
    for what, is_sign in ((taken, False), (signs, True)):
        for side, toll in tolls.items():
            name = page.text(f"luck.{what}", side=page.side(side), dice=toll.dice)
            actual, expected = (toll.signs, toll.mean_signs) if is_sign else (toll.taken, toll.mean)
            rows.append(Bar(side, name, actual, float(expected), str(actual), page.decimal(expected)))
    columns = [page.text("luck.what"), page.text("luck.rolled"), page.text("luck.expected")]
    table = [[row.name, row.actual_words, row.expected_words] for row in rows]
    drawing = bars(title, rows, columns[1], columns[2]) if any(toll.dice for toll in tolls.values()) else None
    return _statistic("luck", title, _how_lucky(page, tolls), drawing, (columns, table))


def _how_lucky(page: Page, tolls: dict[str, DiceTally]) -> str:
    """Whom the dice favoured, and how seldom they favour somebody as much."""
    if not any(toll.dice for toll in tolls.values()):
        return page.text("luck.none")
    first, second = page.sides
    surplus = {side: toll.taken - toll.mean for side, toll in tolls.items()}
    margin = surplus[second] - surplus[first]  # in favour of the first side: what fell on the second
    if not margin:
        return page.text("luck.even")
    lucky, other = (first, second) if margin > 0 else (second, first)
    share = luck.chance(tolls[other], tolls[lucky])
    name = sentences.as_word("lucky", lucky, page.subject.game.KEY, page.subject.language)
    params = {"lucky": name, "margin": page.decimal(abs(margin))}
    if share >= UNUSUAL:
        return page.text("luck.usual", **params)
    games = luck.one_in(share)
    if games >= SELDOM:
        return page.text("luck.seldom", **params)
    number = str(format_decimal(games, locale=page.subject.language))
    return page.text("luck.rare", number=number, **params)


def _luck_over_time(page: Page, course: list[tuple[int, DiceTally, DiceTally]]) -> Statistic:
    """How far what was taken from the enemy was above or below what was to be expected, roll by roll."""
    title = page.text("course.title")
    shown = [course[at] for at in thinned(len(course) - 1, MOST_POINTS)]
    first, second = page.sides

    def surplus(toll: DiceTally) -> float:
        return float(toll.taken - toll.mean)

    points = {
        first: [(move, surplus(on_second)) for move, _, on_second in shown],
        second: [(move, surplus(on_first)) for move, on_first, _ in shown],
    }
    lines = [Curve(side, page.side(side), of, page.decimal(of[-1][1])) for side, of in points.items()]
    drawing = curves(title, lines, page.course()) if len(course) > 1 else None
    columns = [page.text("chart.after-move"), page.text("chart.turn")]
    columns += [page.text(f"course.{what}", side=page.side(side)) for side in page.sides for what in ("rolled", "mean")]
    told = [course[at] for at in thinned(len(course) - 1, MOST_ROWS)] if len(course) > 1 else []
    rows = [
        [str(move), str(turn), str(on_second.taken), page.decimal(on_second.mean),
         str(on_first.taken), page.decimal(on_first.mean)]
        for (_, on_first, on_second), (move, turn) in zip(told, _in_turns(page, [at for at, *_ in told]), strict=True)
    ]  # fmt: skip
    sentence = page.text("course.sentence") if len(course) > 1 else page.text("luck.none")
    return _statistic("course", title, sentence, drawing, (columns, rows))


# findings


def _findings(page: Page) -> Statistic:
    """Where the findings stand, a lane for each verdict; a table of them, or if they are many of how many in a turn."""
    findings, language = page.subject.findings, page.subject.language
    title = page.text("findings.title")
    if not findings:
        return _statistic("findings", title, page.text("findings.none"), None, ((), ()))
    found: dict[str, tuple[list[int], list[int]]] = {verdict: ([], []) for verdict in VERDICTS}
    for each in findings:
        found[each.verdict][each.because_of is not None].append(each.move)
    lanes = [
        Lane(verdict, sentences.say(f"verdict.{verdict}", language), strong, weak)
        for verdict, (strong, weak) in found.items()
        if strong or weak
    ]
    own = sum(len(lane.strong) for lane in lanes)
    sentence = page.text("findings.sentence", found=sentences.finding_counts(own, len(findings) - own, language))
    if own < len(findings):
        sentence += " " + page.text("findings.bars")
    table = _each_finding(page) if len(findings) <= MOST_ROWS else _by_turn(page, lanes)
    return _statistic("findings", title, sentence, time_line(title, lanes, page.course()), table)


def _each_finding(page: Page) -> tuple[list[str], list[list[str]]]:
    language = page.subject.language
    findings = sorted(page.subject.findings, key=lambda each: (each.move, each.id))
    columns = [page.text(f"findings.{word}") for word in ("number", "move", "turn", "verdict", "about")]
    rows = [
        [str(each.id), str(each.move), str(turn), sentences.say(f"verdict.{each.verdict}", language),
         sentences.refusal(each.rule, each.params, page.subject.game.KEY, language)]
        for each, (_, turn) in zip(findings, _in_turns(page, [each.move for each in findings]), strict=True)
    ]  # fmt: skip
    return columns, rows


def _by_turn(page: Page, lanes: Sequence[Lane]) -> tuple[list[str], list[list[str]]]:
    counts: dict[int, dict[str, int]] = {}
    for lane in lanes:
        for _, turn in _in_turns(page, sorted([*lane.strong, *lane.weak])):
            of_turn = counts.setdefault(turn, {})
            of_turn[lane.kind] = of_turn.get(lane.kind, 0) + 1
    numbers = sorted(counts)
    shown = [numbers[at] for at in thinned(len(numbers) - 1, MOST_ROWS)]
    rows = [[str(turn), *(str(counts[turn].get(lane.kind, 0)) for lane in lanes)] for turn in shown]
    return [page.text("chart.turn"), *(lane.name for lane in lanes)], rows
