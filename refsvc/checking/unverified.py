"""What could not be judged, and why: what the page, the PDF and the command line say of it first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine import find_game
from engine.core.findings import Note
from refsvc import library
from refsvc.checking.read import Record
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import text
from refsvc.notation.words import punctuate

MOST_VALUES = 6  # that are named; there may be one for each line of each card


def unverified(record: Record, notes: Sequence[Note], language: str) -> dict[str, Any] | None:
    """What stays open in a record, in sentences; None where everything could be judged.

    `sentences`: what holds for the whole record, how many points could not be verified, on which unknown values they
    rest, and the way to close it; `form` is the title of the form for these values, empty where there is none to fill;
    `points` are the notes on values one by one: move and message.
    """
    if not notes:
        return None
    game = record.header.game
    points = [note for note in notes if note.about not in sentences.HEADERS]
    said = [sentences.note(note, game, language) for note in notes if note not in points]
    form = _form(record, language) if points else ""
    return {
        "sentences": [*said, *(_reasons(record, points, form, language) if points else ())],
        "form": form,
        "points": [{"move": note.move, "message": sentences.note(note, game, language)} for note in points],
    }


def _reasons(record: Record, points: Sequence[Note], form: str, language: str) -> Iterator[str]:
    values = list(dict.fromkeys(sentences.fact_name(note.about, record.header.game, language) for note in points))
    named = values[:MOST_VALUES] + ["…"] * (len(values) > MOST_VALUES)
    way = "values" if not form else "more" if record.header.box else "box"
    yield sentences.say_number("report.unverified.points", language, len(points))
    yield sentences.say("report.unverified.values", language, values=sentences.semicolon(named, language))
    yield sentences.say(f"report.unverified.way.{way}", language, line=_line(record, language), form=form)


def _line(record: Record, language: str) -> str:
    """What a record holds that was played with the cards of this service, in the form that this one has."""
    if not record.is_text:
        return '"values": "refsvc"'
    header, values = (text(f"notation.{key}", language).split(" | ")[0] for key in ("header.values", "values.refsvc"))
    return f"{header}{punctuate(language)} {values}"


def _form(record: Record, language: str) -> str:
    """The title of the form for the values of a box; empty where a game has no such values."""
    game = record.header.game
    if not find_game(game).box_fields(library.scenario_of(record.header)):
        return ""
    return sentences.say("box.title", language, game=sentences.say(f"{game}.name", language))
