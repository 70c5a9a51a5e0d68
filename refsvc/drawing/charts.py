"""Charts as plain shapes, as `refsvc.drawing.boards` draws positions: curves, bars, and a time line of marks.

A chart is a drawing: `width` and `height` in its own units, `title`, and `groups` of shapes that `parts/chart.html`
sets. The two sides are told apart by the line (whole or dashed), by the marker (round or pointed) and by words; colours
are left to the style.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from refsvc.drawing.shapes import Shape, box, circle, group, path, width_of, words
from refsvc.drawing.shapes import number as shortest

Drawing = dict[str, Any]
Point = tuple[int, float]

WIDTH = 344
LEFT, RIGHT = 30.0, 304.0  # the ends of the plot; the numbers of the axis and those at the end stand outside
TOP, HIGH = 30.0, 150.0  # of the plot, below the legend
SMALL = 11.0  # size of letters, as the style has it
LEAST_TURN = 13.0  # what the number of a turn needs below the axis
MOST_TURNS, MOST_MARKERS = 24, 16
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000)
MOST_TICKS = 5
LANE, NAMES = 22.0, 96.0  # height of a lane of the time line, and the least room for its name
BAR, ROW = 11.0, 52.0


class Curve(Struct, frozen=True):
    """One line: whose it is, its name, its values at moves, in order, and the last of them in words."""

    side: str
    name: str
    points: Sequence[Point]
    end: str


class Course(Struct, frozen=True):
    """What all lines share: moves from 0 to `moves`, and where each turn begins (move, number)."""

    moves: int
    turns: Sequence[tuple[int, int]]
    turn_word: str


class Bar(Struct, frozen=True):
    """A name, what was, what was to be expected; the last two also in words."""

    side: str
    name: str
    actual: float
    expected: float
    actual_words: str
    expected_words: str


class Lane(Struct, frozen=True):
    """The marks of one kind on a time line; `weak` ones only follow from others."""

    kind: str
    name: str
    strong: Sequence[int]
    weak: Sequence[int]


def compact(value: float) -> str:
    """A coordinate, short; rounded first, so that few of them are remembered."""
    return shortest(round(value, 1) + 0.0)


def curves(title: str, lines: Sequence[Curve], course: Course) -> Drawing:
    """Steps over time: a value holds until it changes."""
    values = [value for line in lines for _, value in line.points]
    low, high, ticks = _scale(min([0.0, *values]), max([1.0, *values]))

    def x(move: int) -> float:
        return LEFT + (RIGHT - LEFT) * move / max(1, course.moves)

    def y(value: float) -> float:
        return TOP + HIGH * (high - value) / (high - low)

    shapes = [*_legend(lines), *_turns(course, x, TOP, TOP + HIGH, 2), *_axis(ticks, y)]
    ends = _apart([y(line.points[-1][1]) for line in lines])
    for which, (line, end) in enumerate(zip(lines, ends, strict=True)):
        shapes += _line(which, line, course, x, y)
        shapes.append(words(RIGHT + 5, end + 4, line.end, "c-num"))
    return _drawing(title, TOP + HIGH + 20, shapes)


def _drawing(title: str, height: float, shapes: Iterable[Shape]) -> Drawing:
    return {"width": WIDTH, "height": compact(height), "title": title, "groups": [group("", *shapes)]}


def _scale(low: float, high: float) -> tuple[float, float, list[int]]:
    """The ends of an axis and the numbers on it, few and round."""
    step = next((each for each in STEPS if (high - low) / each <= MOST_TICKS), STEPS[-1])
    first, last = int(low // step), -int(-high // step)
    return float(first * step), float(last * step), [each * step for each in range(first, last + 1)]


def _axis(ticks: Sequence[int], y: Any) -> Iterable[Shape]:
    """Numbers at the left with a thin line each; that of zero is stronger."""
    thin = "".join(f"M{compact(LEFT)} {compact(y(tick))}H{compact(RIGHT)}" for tick in ticks if tick)
    if thin:
        yield path(thin, "c-grid")
    yield path(f"M{compact(LEFT)} {compact(y(0))}H{compact(RIGHT)}", "c-axis")
    for tick in ticks:
        yield words(LEFT - 5, y(tick) + 4, str(tick).replace("-", "−"), "c-small", "end")


def _turns(course: Course, x: Any, top: float, bottom: float, word_at: float) -> Iterable[Shape]:
    """A dotted line where a turn begins, its number below; where turns are many, only some are shown."""
    every = max(1, -(-len(course.turns) // MOST_TURNS))
    shown = course.turns[::every]
    starts = [x(move) for move, _ in shown]
    lines = "".join(f"M{compact(at)} {compact(top)}V{compact(bottom)}" for at in starts[1:])
    if lines:
        yield path(lines, "c-turn")
    yield words(word_at, bottom + 15, course.turn_word, "c-small")
    free = word_at + width_of(course.turn_word, SMALL) + 4
    for (_, turn), start, end in zip(shown, starts, [*starts[1:], x(course.moves)], strict=True):
        middle, half = (start + end) / 2, width_of(str(turn), SMALL) / 2
        if end - start >= LEAST_TURN and middle - half >= free:
            yield words(round(middle, 1), bottom + 15, str(turn), "c-small", "middle")
            free = middle + half + 2


def _line(which: int, line: Curve, course: Course, x: Any, y: Any) -> Iterable[Shape]:
    """The steps of a line, and a marker at its ends and where turns begin."""
    first, value = line.points[0]
    data = [f"M{compact(x(first))} {compact(y(value))}"]
    for move, new in line.points[1:]:
        if new != value:
            data.append(f"H{compact(x(move))}V{compact(y(new))}")
            value = new
    last = line.points[-1][0]
    data.append(f"H{compact(x(last))}")
    yield path("".join(data), f"c-line c-{'dashed' if which else 'whole'} c-{line.side}")
    every = max(1, -(-len(course.turns) // MOST_MARKERS))
    wanted = sorted({*(move for move, _ in course.turns[::every]), last})
    shown = "".join(_marker(which, x(move), y(value)) for move, value in _values(line.points, wanted))
    yield path(shown, f"c-marker c-{line.side}")


def _values(points: Sequence[Point], wanted: Sequence[int]) -> Iterable[Point]:
    """The value of a line at each of these moves, which are in order."""
    at = 0
    for move in wanted:
        while at + 1 < len(points) and points[at + 1][0] <= move:
            at += 1
        yield move, points[at][1]


def _marker(which: int, x: float, y: float, size: float = 3.6) -> str:
    """Round for the first side, a lozenge for the second."""
    if not which:
        return circle(round(x, 1), round(y, 1), size)
    r = compact(size + 1)
    return f"M{compact(x)} {compact(y - size - 1)}l{r} {r}-{r} {r}-{r}-{r}z"


def _legend(lines: Sequence[Curve]) -> Iterable[Shape]:
    x = LEFT
    for which, line in enumerate(lines):
        yield path(f"M{compact(x)} 12h26", f"c-line c-{'dashed' if which else 'whole'} c-{line.side}")
        yield path(_marker(which, x + 13, 12), f"c-marker c-{line.side}")
        yield words(x + 32, 16, line.name, "c-name")
        x += 32 + width_of(line.name, SMALL) * 1.1 + 24


def _apart(heights: list[float]) -> list[float]:
    """Where numbers at the ends of two lines stand without covering each other."""
    if len(heights) == 2 and abs(heights[0] - heights[1]) < SMALL + 1:
        middle, sign = sum(heights) / 2, 1 if heights[0] > heights[1] else -1
        return [middle + sign * (SMALL + 1) / 2, middle - sign * (SMALL + 1) / 2]
    return heights


def bars(title: str, rows: Sequence[Bar], actual_word: str, expected_word: str) -> Drawing:
    """Two bars for each row: a full one for what was, an empty one for what was to be expected."""
    most = max([1.0, *(max(row.actual, row.expected) for row in rows)])
    room = WIDTH - 8 - 44
    shapes = [
        path(box(4, 6, 14, BAR), "c-bar"),
        words(23, 16, actual_word, "c-name"),
    ]
    second = 23 + width_of(actual_word, SMALL) * 1.1 + 20
    shapes += [path(box(round(second), 6, 14, BAR), "c-frame"), words(round(second) + 19, 16, expected_word, "c-name")]
    y = 28.0
    for row in rows:
        shapes.append(words(4, y + 10, row.name, "c-small"))
        for at, value, said, style in (
            (y + 15, row.actual, row.actual_words, f"c-bar c-{row.side}"),
            (y + 15 + BAR + 1, row.expected, row.expected_words, f"c-frame c-{row.side}"),
        ):
            long = room * value / most
            if value:
                shapes.append(path(box(4, round(at, 1), round(long, 1), BAR - 1), style))
            shapes.append(words(round(4 + long + 5, 1), at + 9, said, "c-num"))
        y += ROW
    return _drawing(title, y, shapes)


def time_line(title: str, lanes: Sequence[Lane], course: Course) -> Drawing:
    """A lane for each kind, its marks where they stand; each kind has a shape of its own."""
    bottom = 8 + LANE * len(lanes)
    left = max([NAMES, *(round(30 + 1.08 * width_of(lane.name, SMALL)) for lane in lanes)])

    def x(move: int) -> float:
        return left + (WIDTH - 8 - left) * move / max(1, course.moves)

    shapes = [path(f"M{compact(left)} 6V{compact(bottom)}", "c-axis"), *_turns(course, x, 6, bottom, 20)]
    for number, lane in enumerate(lanes):
        y = 8 + LANE * number + LANE / 2
        shapes += [
            path(f"M{compact(left)} {compact(y)}H{WIDTH - 4}", "c-grid"),
            path(mark(lane.kind, 8, y), "c-mark"),
            words(20, y + 4, lane.name, "c-small"),
        ]
        weak, strong = ({round(x(move)) for move in moves} for moves in (lane.weak, lane.strong))
        if weak - strong:
            shapes.append(path("".join(f"M{at} {compact(y - 5)}v10" for at in sorted(weak - strong)), "c-weak"))
        if strong:
            shapes.append(path("".join(mark(lane.kind, at, y) for at in sorted(strong)), "c-mark"))
    return _drawing(title, bottom + 20, shapes)


def mark(kind: str, x: float, y: float) -> str:
    """The outline of the sign of a verdict: octagon, lozenge, ring, sheet or triangle, 11 units high."""
    at = f"M{compact(x)} {compact(y)}"
    match kind:
        case "illegal":
            return f"{at}m-2.3-5.5h4.6l3.2 3.2v4.6l-3.2 3.2h-4.6l-3.2-3.2v-4.6z"
        case "impossible":
            return f"{at}m0-6l6 6-6 6-6-6z"
        case "omitted":
            return circle(round(x, 1), round(y, 1), 5) + circle(round(x, 1), round(y, 1), 1.6)
        case "misread":
            return f"{at}m-4-5.5h5.5l2.5 2.5v8.5l-2-1.500-2 1.500-2-1.500-2 1.500z"
    return f"{at}m0-5.5l6 10.500h-12z"
