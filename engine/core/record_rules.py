"""The rules of records that every game raises alike: unknown words, turns out of place, counts that differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.core.findings import Violation, broken

MOST_SHOWN = 80  # characters of a word that is not known


def unknown_word(field: str, word: str, expected: Iterable[str]) -> Violation:
    """A word that this field of a move cannot hold, and those that it can."""
    shown = word[:MOST_SHOWN]
    return broken("record.word", "misread", field=field, word=shown, expected=list(expected), part=f"/{field}")


def wrong_turn(number: int, turn: int, reads: tuple[str, ...]) -> Violation:
    """`Turn n` where no turn n begins."""
    return broken("record.turn", "impossible", number=number, turn=turn, reads=reads)


def missing_part(key: str) -> Violation:
    """A part without which the move says nothing."""
    return broken("record.missing", "misread", key=key)


def miscounted(what: str, counted: Any, known: Any, reads: tuple[str, ...]) -> Violation:
    """A part of a count that is not as it was computed; `what` is its path in the view."""
    part = f"/{what.replace('.', '/')}"
    return broken("record.count", "impossible", what=what, counted=counted, known=known, reads=reads, part=part)
