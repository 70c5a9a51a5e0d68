"""The rules of records that every game raises alike: words that it does not know, and turns out of place."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.findings import Violation, broken

MOST_SHOWN = 80  # characters of a word that is not known


def unknown_word(field: str, word: str, expected: Iterable[str]) -> Violation:
    """A word that this field of a move cannot hold, and those that it can."""
    return broken("record.word", "misread", field=field, word=word[:MOST_SHOWN], expected=list(expected))


def wrong_turn(number: int, turn: int, reads: tuple[str, ...]) -> Violation:
    """`Turn n` where no turn n begins."""
    return broken("record.turn", "impossible", number=number, turn=turn, reads=reads)


def missing_part(key: str) -> Violation:
    """A part without which the move says nothing."""
    return broken("record.missing", "misread", key=key)
