"""The reference cards of the nations and the terrain chart, drawn on as few sheets as they can be read on. In mm.

Two languages share one table: numbers stand once, words twice. Letters are as large as the number of sheets allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

from engine.core.facts import Standing
from refsvc.games.napoleonics.print import terrain_charts, unit_cards
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.printing import text_width
from refsvc.printing.canvas import DOT, SOFT, Canvas, Translation, drawn_pages, line_height
from refsvc.printing.document_choices import Tables
from refsvc.printing.grids import LEAST, MARK, PAD
from refsvc.printing.imposition import paper_size
from refsvc.printing.parts import Part
from refsvc.printing.print_speaker import PrintSpeaker

SIZES = tuple(size / 4 for size in range(40, round(LEAST * 4) - 1, -1))  # points of the names
PADS = (PAD, 0.6, 0.4)  # above and below what is in a row
EDGE, FOOT, GAP = 9.0, 4.5, 6.0  # around what is printed, for the line at the foot, between two tables
MAKERS: Mapping[str, Callable[..., Part]] = {
    "terrain": terrain_charts.chart
}  # a part that is none of these is a nation


def tables(choice: Tables) -> dict[str, Any]:
    """What the sheets show."""
    wide, tall = paper_size(choice.paper)
    pages = packed(choice, wide - 2 * EDGE, tall - 2 * EDGE - FOOT)
    first = choice.languages[0]
    game = sentences.say(f"{choice.game}.name", first)
    made = []
    for number, parts in enumerate(pages, 1):
        canvas = Canvas(is_thin=choice.saves_ink)
        y = EDGE
        for part in parts:
            y = part.draw(canvas, EDGE, y) + GAP
        foot(canvas, choice, (EDGE, tall - EDGE - line_height(LEAST), wide - 2 * EDGE))
        made.append((f"{number}/{len(pages)}", canvas))
    return drawn_pages(sentences.say("napoleonics.tables.title", first, game=game), first, (wide, tall), made)


def packed(choice: Tables, width: float, height: float) -> list[list[Part]]:
    """The parts of each sheet: on as few sheets as the smallest letters need, and then in the largest that fit.

    Larger letters are worth more than room between the rows.
    """
    names = choice.parts or registry.of(choice.game).document_parts()
    fewest = _filled([part.padded(PADS[-1]) for part in _made(choice, names, width, SIZES[-1])], height)
    for size in SIZES:
        made = _made(choice, names, width, size)
        if any(part.is_cramped for part in made):
            continue
        for pad in PADS:
            parts = [part.padded(pad) for part in made]
            pages = _filled(parts, height)
            if len(pages) <= len(fewest) and max(part.height() for part in parts) <= height:
                return pages
    return fewest


def _made(choice: Tables, names: Sequence[str], width: float, size: float) -> list[Part]:
    speakers = [PrintSpeaker(choice.game, language) for language in choice.languages]
    makers = (MAKERS.get(name, unit_cards.card) for name in names)
    return [make(speakers, name, width, size, choice) for make, name in zip(makers, names, strict=True)]


def _filled(parts: Sequence[Part], height: float) -> list[list[Part]]:
    """Parts on as few sheets as can be: in their order, unless another one saves a sheet."""
    tall = [part.height() for part in parts]
    fewest = min((_sheets(order, tall, height) for order in permutations(range(len(parts)))), key=len)
    return [[parts[number] for number in sheet] for sheet in fewest]


def _sheets(order: Sequence[int], tall: Sequence[float], height: float) -> list[list[int]]:
    """The numbers of the parts of each sheet; one that is higher than a sheet has it alone, and the guard speaks."""
    sheets: list[list[int]] = [[]]
    left = height
    for number in order:
        need = tall[number] + (GAP if sheets[-1] else 0.0)
        if sheets[-1] and need > left:
            sheets.append([])
            left, need = height, tall[number]
        sheets[-1].append(number)
        left -= need
    return sheets


def foot(canvas: Canvas, choice: Tables, box: tuple[float, float, float]) -> None:
    """The name of the game, and what the marks mean."""
    x, y, width = box
    first = choice.languages[0]
    canvas.word(Translation(first, sentences.say(f"{choice.game}.name", first)), (x, y, width / 4), LEAST, colour=SOFT)
    if not choice.has_standing:
        return
    end = x + width
    for standing in (Standing.ASSUMED, Standing.INFERRED):
        names = dict.fromkeys(sentences.say(f"standing.{standing.word}", each) for each in choice.languages)
        words = DOT.join(names)
        wide = text_width.width(words, "sans-regular", LEAST) + 0.3
        end -= wide
        canvas.word(Translation(first, words), (end, y, wide), LEAST, colour=SOFT)
        end -= MARK + 0.5
        canvas.symbol(f"standing-{standing.word}", end, y + 0.45, MARK, SOFT)
        end -= 3.0
