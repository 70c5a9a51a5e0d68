"""The calibration sheet: scales on its front, a cross on its back; against the light one is read off by the other.

A scale says the value itself that is to be given to the card sheets: its middle is what was given for this sheet.
Seen through the paper, a back that is turned sideways has left and right changed, one turned head down top and bottom.
"""

from __future__ import annotations

import math
from typing import Any

from babel.numbers import format_decimal

from refsvc.i18n import sentences
from refsvc.printing import imposition
from refsvc.printing.canvas import INK, SOFT, Canvas, Translation, line_height, styled
from refsvc.printing.document_choices import Calibration

REACH = 10  # mm to each side of a scale
AWAY = 26.0  # mm from the middle of the cross to a scale
ARM = 40.0  # half a line of the cross
EDGE = 16.0  # mm from the rim to the small crosses in the corners
STEPS = ("print-{flip}", "light", "read", "again")


def calibration(choice: Calibration) -> dict[str, Any]:
    """The data of the calibration sheet: its front and its back."""
    width, height = imposition.paper_size(choice.paper)
    language = choice.languages[0]
    pages = (("front", front(choice, width, height)), ("back", back(choice, width, height)))
    return {
        "language": language,
        "title": sentences.say("calibration.title", language),
        "width": width,
        "height": height,
        "styles": styled(word for _, canvas in pages for word in canvas.words),
        "pages": [
            {
                "name": sentences.say(f"calibration.{name}", language),
                "shapes": canvas.all_shapes(),
                "words": canvas.words,
            }
            for name, canvas in pages
        ],
    }


def middle(width: float, height: float) -> tuple[float, float]:
    """Where the cross is: in the middle, since that stays in its place however the sheet is turned."""
    return width / 2, height / 2


def front(choice: Calibration, width: float, height: float) -> Canvas:
    """Scales, a line to measure, and what to do."""
    canvas = Canvas()
    x, y = middle(width, height)
    corners(canvas, width, height, 0.12)
    # what moves a back to its right is seen from the front to the left, unless the sheet was turned over its head
    is_sideways = choice.flip == "long"
    scale(canvas, (x, y - AWAY), (choice.right, 1 if is_sideways else -1), choice.languages[0], is_down=False)
    scale(canvas, (x - AWAY, y), (choice.down, -1 if is_sideways else 1), choice.languages[0], is_down=True)
    canvas.path(f"M{x - 1.5} {y}h3M{x} {y - 1.5}v3", stroke=SOFT, width=0.1)
    for n, language in enumerate(choice.languages):
        for key, box in (("right", (x + 16, y - AWAY - 7, 70)), ("down", (x - AWAY - 60, y + 14, 62))):
            said = Translation(language, sentences.say(f"calibration.{key}", language))
            place = (box[0], box[1] + n * 4, box[2])
            canvas.joined([said], place, (6.5, 9.0), "sans-bold", align="end" if key == "down" else "start")
    instructions(canvas, choice, width, y)
    return canvas


def instructions(canvas: Canvas, choice: Calibration, width: float, y: float) -> None:
    """The heading, the steps above and the line to measure below, each in its column of a language."""
    room = (width - 2 * EDGE - 8 - 8 * (len(choice.languages) - 1)) / len(choice.languages)
    for n, language in enumerate(choice.languages):
        left = EDGE + 4 + n * (room + 8)
        title = Translation(language, sentences.say("calibration.title", language))
        top = canvas.wrapped(title, (left, 26, room), 15, "display-regular", tag="h2" if n else "h1") + 2
        for number, step in enumerate(STEPS, 1):
            text = Translation(
                language, f"{number}  " + sentences.say(f"calibration.step.{step.format(flip=choice.flip)}", language)
            )
            top = canvas.wrapped(text, (left, top, room), 9.5, "sans-regular") + 1.6
        below = y + ARM + 30
        measure = Translation(language, sentences.say("calibration.measure", language))
        canvas.wrapped(measure, (left, below, room), 9.5, "sans-regular")
    x, low = width / 2 - 50, y + ARM + 24
    canvas.path(f"M{x} {low}h100M{x} {low - 2}v4M{x + 100} {low - 2}v4", stroke=INK, width=0.15)


def back(choice: Calibration, width: float, height: float) -> Canvas:
    """The cross, moved as was asked."""
    canvas = Canvas()
    x, y = middle(width, height)
    x, y = round(x + choice.right, 4), round(y + choice.down, 4)
    canvas.path(f"M{x - ARM} {y}h{2 * ARM}M{x} {y - ARM}v{2 * ARM}", stroke="#000", width=0.3)
    corners(canvas, width, height, 0.3, choice.right, choice.down)
    top = height - 40.0
    for language in choice.languages:
        moved = {
            key: str(format_decimal(getattr(choice, key), locale=language)).replace("-", "\u2212")
            for key in ("right", "down")
        }
        text = Translation(language, sentences.say("calibration.moved", language, **moved))
        top = canvas.word(text, (EDGE + 4, top, width - 2 * EDGE - 8), 9.5, align="center") + 1
    return canvas


def corners(canvas: Canvas, width: float, height: float, thick: float, right: float = 0, down: float = 0) -> None:
    """Small crosses: where they don't meet, the sheet went askew, which no moving can put right."""
    for x in (EDGE, width - EDGE):
        for y in (EDGE, height - EDGE):
            canvas.path(f"M{x + right - 5} {y + down}h10M{x + right} {y + down - 5}v10", stroke="#000", width=thick)


def scale(canvas: Canvas, at: tuple[float, float], run: tuple[float, int], language: str, *, is_down: bool) -> None:
    """Millimetres around what was given; `run` is that, and -1 where values fall to the right, or downward."""
    (x, y), (given, sense) = at, run
    ticks: dict[float, list[str]] = {}
    for half in range(math.ceil((given - REACH) * 2), math.floor((given + REACH) * 2) + 1):
        value = half / 2
        away = round(sense * (value - given), 4)
        long = 5.5 if value % 5 == 0 else 3.6 if value % 1 == 0 else 2.0
        tick = f"M{x} {y + away}h{-long}" if is_down else f"M{x + away} {y}v{-long}"
        ticks.setdefault(0.18 if value % 1 == 0 else 0.1, []).append(tick)
        if value % 5 == 0:
            label = Translation(language, f"{value:+.0f}".replace("-", "\u2212") if value else "0")
            size = 7.5
            box = (x - 14.5, y + away - line_height(size) / 2, 8) if is_down else (x + away - 4, y - 9.6, 8)
            canvas.word(label, box, size, "sans-bold", align="end" if is_down else "center")
    for width, drawn in ticks.items():
        canvas.path("".join(drawn), stroke=INK, width=width)
    line = f"M{x} {y - REACH}v{2 * REACH}" if is_down else f"M{x - REACH} {y}h{2 * REACH}"
    canvas.path(line, stroke=INK, width=0.18)
    canvas.path(f"M{x + 0.6} {y}l2.4 -1.2v2.4z" if is_down else f"M{x} {y + 0.6}l-1.2 2.4h2.4z", fill=INK)
