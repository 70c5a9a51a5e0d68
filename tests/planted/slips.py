"""Slips of the pen in text records: a word or sign that can't be read, in one line, in any of the languages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec import structs, to_builtins

from engine.core.findings import Finding
from engine.core.moves import MoveBase
from refsvc.checking.read import read
from refsvc.notation.words import Lexicon, game_words
from refsvc.notation.write import write_text
from refsvc.records.upload import Upload
from tests.replayed import replayed

MOST_TRIED = 5  # lines of a game


class Slip(NamedTuple):
    """A line with a slip, the column (from 1) of the word that can't be read, and the word it was."""

    line: str
    column: int
    word: str = ""  # that is to be among the nearest ones; empty: any or none


class Slipped(NamedTuple):
    """A record with a slip: where it is, the word it was, and the findings of their own with their places."""

    slip: Slip
    line: int
    own: list[Finding]

    @property
    def is_right(self) -> bool:
        """Whether it was found, once, at its place, with the right word beside it and nothing guessed.

        Of a name of several words the beginning may have been read.
        """
        name, start = self.slip.word, self.slip.column
        return any(
            f.verdict == "misread"
            and f.column is not None
            and (
                f.column == start
                if not name
                else name[f.column - start :].lower() in map(str.lower, f.params.get("nearest", ()))
            )
            for f in self.here
        )

    @property
    def here(self) -> list[Finding]:
        """What was found in its line."""
        return [f for f in self.own if f.line == self.line]


Pen = Callable[[str, Lexicon], Iterator[Slip]]  # every slip of one kind that a line has a place for
Cut = Callable[[re.Match[str]], Slip]


def cut_out(match: re.Match[str], part: str, put: str = "", column: int | None = None, word: str = "") -> Slip:
    """The line with a part of it written otherwise."""
    line, start = match.string, match.start(part)
    return Slip(line[:start] + put + line[match.end(part) :], start + 1 if column is None else column, word)


def misspelt(part: str) -> Cut:
    """A word that no language knows in place of one."""
    return lambda match: cut_out(match, part, match[part] + "qq", word=match[part])


def replaced(part: str, word: str) -> Cut:
    """Another word or sign in place of one."""
    return lambda match: cut_out(match, part, word)


def slip(
    pens: Mapping[str, Pen],
    kind: str,
    header: Mapping[str, str],
    moves: list[MoveBase],
    language: str,
    rng: random.Random,
) -> Slipped | None:
    """A game written down in a language, with one slip, and what is found in it."""
    lines = write_text(header, to_builtins(moves), language).split("\n")
    words = game_words(header["game"], header["scenario"], language)
    start = lines.index("") + 1  # after the header
    able = [(n, made) for n, line in enumerate(lines[start:], start) for made in pens[kind](line, words)]
    for at, made in rng.sample(able, min(MOST_TRIED, len(able))):
        text = "\n".join([*lines[:at], made.line, *lines[at + 1 :]])
        if not is_read_as("\n".join(lines), text):
            break
    else:
        return None
    record, played = replayed(text.encode())
    places = record.places
    own = [f for f in played.findings if f.because_of is None]
    return Slipped(made, at + 1, [_placed(f, places) for f in own])


def is_read_as(right: str, slipped: str) -> bool:
    """Whether a text with a slip is read as the one without it: then it is another way to write the same."""
    return read(Upload(slipped.encode())).moves == read(Upload(right.encode())).moves


def _placed(finding: Finding, places: list[tuple[int, int]]) -> Finding:
    line, column = places[finding.move - 1]
    return structs.replace(finding, line=line, column=column)
