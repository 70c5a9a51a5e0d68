"""The tracks for squares, a page for each side: slots in which a card lies, and the markers to cut out. In mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import find_game
from refsvc import library
from refsvc.games.napoleonics import GAME
from refsvc.i18n import rich_text, sentences
from refsvc.i18n.catalogue import text
from refsvc.printing import text_width
from refsvc.printing.canvas import SOFT, Canvas, Translation, distinct, drawn_pages, line_height
from refsvc.printing.document_choices import Squares
from refsvc.printing.imposition import paper_size
from refsvc.reference.cards import capital

SLOT = (64.0, 89.0)  # a card of 63 × 88 lies in it
GAP = 3.0  # between slots
TOP = 27.0  # of the slots
MARKER, APART = 20.0, 4.0  # a marker, and what is left between two to cut
TONES = {"french": "#27477f", "british": "#94271f"}
WASHES = {"french": "#e8edf5", "british": "#f7e7e3"}
RULES = ("form", "hand", "cost", "first", "one-die", "bounce", "dissolve")  # what is asked at the table
LARGEST, LEAST, STEP = 9.0, 6.5, 0.25  # points of the text
AFTER = 1.2  # below a rule
CHAPTER = "square"
Paragraph = tuple[Translation, str, str]  # a text, its font, its tag
Row = list[list[Paragraph]]  # columns beside each other


def tracks(choice: Squares) -> dict[str, Any]:
    """What the sheets show."""
    wide, tall = reversed(paper_size(choice.paper))
    first = choice.languages[0]
    title = sentences.say("napoleonics.tracks.title", first, game=sentences.say(f"{choice.game}.name", first))
    pages = [
        (sentences.name("side", side, GAME, first), page(choice, side, (wide, tall)))
        for side in find_game(choice.game).SIDES
    ]
    return drawn_pages(title, first, (wide, tall), pages)


def page(choice: Squares, side: str, size: tuple[float, float]) -> Canvas:
    """The track of a side: heading, slots, markers, what to know."""
    canvas = Canvas(is_thin=choice.saves_ink)
    count = library.numbers(choice.game)["box_squares_side"]
    left = (size[0] - count * SLOT[0] - (count - 1) * GAP) / 2
    heading(canvas, choice, side, (left, 11.0, size[0] - 2 * left))
    for number in range(1, count + 1):
        slot(canvas, choice, side, number, left + (number - 1) * (SLOT[0] + GAP))
    low = TOP + SLOT[1] + 9.0
    for number in range(1, count + 1):
        at = divmod(number - 1, 2)
        marker(canvas, choice, side, number, (left + at[1] * (MARKER + APART), low + at[0] * (MARKER + APART)))
    under = low + 2 * (MARKER + APART) - APART + 1.6
    for language in choice.languages:
        below = Translation(language, sentences.say("napoleonics.tracks.cut", language))
        under = canvas.wrapped(below, (left, under, 2 * MARKER + APART), 7.0, "sans-italic", colour=SOFT) + 1.2
    room = left + 2 * (MARKER + APART) + 5.0
    reminder(canvas, choice, (room, low - 1.0, size[0] - left - room), size[1] - 7.0)
    return canvas


def heading(canvas: Canvas, choice: Squares, side: str, box: tuple[float, float, float]) -> None:
    """What the sheet is, in each language, and whose."""
    named = [
        Translation(
            each,
            f"{text(f'{choice.game}.chapter.{CHAPTER}', each)} – {capital(sentences.name('side', side, GAME, each))}",
        )
        for each in choice.languages
    ]
    tone = TONES[side]
    size = 20.0 if len(named) == 1 else 15.0
    canvas.joined(distinct(named), box, (9.0, size), "display-regular", tag="h1", colour=tone)
    canvas.rule(box[0], TOP - 4.5, box[2], 0.6, tone)


def slot(canvas: Canvas, choice: Squares, side: str, number: int, x: float) -> None:
    """The place of a card: its number, large and pale, and small in the corner that a card leaves to be seen."""
    box = (x, TOP, *SLOT)
    if choice.saves_ink:
        canvas.rect(box, stroke=TONES[side], width=0.3)
    else:
        canvas.rect(box, fill=WASHES[side], stroke=TONES[side], width=0.5)
    size = 90.0
    word = Translation(choice.languages[0], str(number))
    middle = TOP + SLOT[1] / 2 - line_height(size, "display-regular") / 2
    pale = "#b9b1a0" if choice.saves_ink else TONES[side]
    canvas.word(word, (x, middle, SLOT[0]), size, "display-regular", tag="h2", align="center", colour=pale)


def marker(canvas: Canvas, choice: Squares, side: str, number: int, at: tuple[float, float]) -> None:
    """A marker for the hex: a square within a square, with its number; dashed where it is cut."""
    x, y = at
    canvas.path(f"M{x} {y}h{MARKER}v{MARKER}h{-MARKER}z", stroke=SOFT, width=0.15, dash="1.2 .8")
    inner = (x + 2.0, y + 2.0, MARKER - 4.0, MARKER - 4.0)
    if choice.saves_ink:
        canvas.rect(inner, stroke=TONES[side], width=0.8)
    else:
        canvas.rect(inner, fill=WASHES[side], stroke=TONES[side], width=1.2)
    size = 26.0
    box = (x, y + MARKER / 2 - line_height(size, "display-regular") / 2, MARKER)
    word = Translation(choice.languages[0], str(number))
    canvas.word(word, box, size, "display-regular", align="center", colour=TONES[side])


def reminder(canvas: Canvas, choice: Squares, box: tuple[float, float, float], bottom: float) -> None:
    """The rules of squares in as large letters as there is room for: one language in two columns, or one in each."""
    left, top, width = box
    half = (width - 6.0) / 2
    size = LARGEST
    while size > LEAST and sum(_heights(_rows(choice, half, size), half, size)) > bottom - top:
        size -= STEP
    rows = _rows(choice, half, size)
    y = top
    for row, tall in zip(rows, _heights(rows, half, size), strict=True):
        for n, paragraphs in enumerate(row):
            at = y
            for said, face, tag in paragraphs:
                at = canvas.wrapped(said, (left + n * (half + 6.0), at, half), size, face, tag=tag)
                at += 0.0 if tag == "h3" else AFTER
        y += tall


def _rows(choice: Squares, width: float, size: float) -> list[Row]:
    """What stands beside each other: a rule in two languages, or the two halves of all of them in one."""
    every, *others = (_told(choice.game, language) for language in choice.languages)
    ends = range(0, len(every) + 1, 2)  # a heading stays with its text
    if others:
        return [[told[at : at + 2] for told in (every, *others)] for at in ends[:-1]]
    at = min(ends, key=lambda end: max(_height(every[:end], width, size), _height(every[end:], width, size)))
    return [[every[:at], every[at:]]]


def _heights(rows: Sequence[Row], width: float, size: float) -> list[float]:
    return [max(_height(paragraphs, width, size) for paragraphs in row) for row in rows]


def _told(game: str, language: str) -> list[Paragraph]:
    found: list[Paragraph] = []
    for rule in (f"{game}.{CHAPTER}.{name}" for name in RULES):
        found.append((Translation(language, text(f"{rule}#title", language)), "sans-bold", "h3"))
        found.append(
            (Translation(language, rich_text.plain(text(rule, language), game, language)), "sans-regular", "p")
        )
    return found


def _height(column: list[Paragraph], width: float, size: float) -> float:
    return sum(
        line_height(size) * len(text_width.wrap(said.text, face, size, width)) + (0.0 if tag == "h3" else AFTER)
        for said, face, tag in column
    )
