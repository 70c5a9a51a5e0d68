"""Slips of the pen in text records of Saladin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refsvc.notation.words import Lexicon
from tests.planted.slips import Cut, Pen, Slip, cut_out, misspelt, replaced

# `C Richard: Charge > Ala Afdal [2] | red 1 2, green 0`, with the words of any language
LINE = re.compile(
    r"(?P<side>\w) (?P<who>[^:>|,]+?)(?P<colon>\s*:) (?P<action>[^:>|,\[]+?)(?P<arrow> >) (?P<target>[^:>|,\[]+?)"
    r"(?= \[|,| \|)[^|]* \| (?P<colour>\w+) (?P<face>\w+)"
)


def on(cut: Cut) -> Pen:
    """A slip in a line of an activation."""

    def pen(line: str, _words: Lexicon) -> Iterator[Slip]:
        if match := LINE.match(line):
            yield cut(match)

    return pen


def left_out(part: str) -> Cut:
    """A sign left out: what comes after it is not expected there."""
    return lambda match: cut_out(match, part, column=match.start(part) + 2)


PENS: dict[str, Pen] = {
    "name misspelt": on(misspelt("who")),
    "action misspelt": on(misspelt("action")),
    "target misspelt": on(misspelt("target")),
    "colour misspelt": on(misspelt("colour")),
    "a face that no die has": on(replaced("face", "7")),
    "a side that nobody plays": on(replaced("side", "Q")),
}
