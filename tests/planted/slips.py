"""Slips of the pen in text records: a word or sign that can't be read, in one line, in any of the languages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from msgspec import structs

from engine.core.findings import Finding
from engine.core.moves import MoveBase
from refsvc.checking import as_json, check_record
from refsvc.notation.write import write_text

# `C Richard: Charge > Ala Afdal [2] | red 1 2, green 0`, with the words of any language
LINE = re.compile(
    r"(?P<side>\w) (?P<who>[^:>|,]+?)(?P<colon>\s*:) (?P<action>[^:>|,\[]+?) > (?P<target>[^:>|,\[]+?)"
    r"(?P<paid> \[\d+\])?[^|]* \| (?P<colour>\w+) (?P<face>\w+)"
)


class Slipped(NamedTuple):
    """A record with a slip: where it is, and the findings of their own with their places."""

    text: str
    line: int
    column: int
    own: list[Finding]


Slip = tuple[str, int]  # the line, and the column (from 1) at which it can't be read
Cut = Callable[[re.Match[str]], Slip]


def misspelt(part: str) -> Cut:
    """A word that no language knows in place of one."""
    return lambda line: (line.string[: line.end(part)] + "qq" + line.string[line.end(part) :], line.start(part) + 1)


def replaced(part: str, word: str) -> Cut:
    """Another word or sign in place of one."""
    return lambda line: (line.string[: line.start(part)] + word + line.string[line.end(part) :], line.start(part) + 1)


def without_colon(line: re.Match[str]) -> Slip:
    """The colon left out: what comes after the name is not expected there."""
    return line.string[: line.start("colon")] + line.string[line.end("colon") :], line.start("colon") + 2


def without_arrow(line: re.Match[str]) -> Slip:
    """The sign before the target left out: the target is not expected there."""
    return line.string[: line.end("action")] + line.string[line.start("target") - 1 :], line.end("action") + 2


SLIPS: dict[str, Cut] = {
    "name misspelt": misspelt("who"),
    "action misspelt": misspelt("action"),
    "target misspelt": misspelt("target"),
    "colour misspelt": misspelt("colour"),
    "a face that no die has": replaced("face", "7"),
    "a side that nobody plays": replaced("side", "Q"),
    "colon left out": without_colon,
    "arrow left out": without_arrow,
}


def slip(
    kind: str, game: str, scenario: str, moves: list[MoveBase], language: str, rng: random.Random
) -> Slipped | None:
    """A game written down in a language, with one slip, and what is found in it."""
    header = {"game": game, "scenario": scenario, "values": "refsvc"}
    lines = write_text(header, as_json(moves), language).split("\n")
    able = [(n, match) for n, line in enumerate(lines) if (match := LINE.match(line))]
    if not able:
        return None
    at, match = rng.choice(able)
    lines[at], column = SLIPS[kind](match)
    text = "\n".join(lines)
    checked = check_record(text.encode())
    places = checked.places(text.encode())
    own = [f for f in checked.replay.findings if f.because_of is None]
    return Slipped(lines[at], at + 1, column, [_placed(f, places) for f in own])


def _placed(finding: Finding, places: list[tuple[int, int]]) -> Finding:
    line, column = places[finding.move - 1]
    return structs.replace(finding, line=line, column=column)
