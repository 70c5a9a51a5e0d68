"""What a TOML text may look like that somebody sends: `tomllib` is only given what it reads in linear time and space.

It makes a table for every part of a dotted key: a line of 16,000 parts takes seconds and a gigabyte.
"""

from __future__ import annotations

import re
from typing import Final

MOST_LINE: Final = 4_000  # characters
MOST_PARTS: Final = 8  # of a dotted key
MOST_DEPTH: Final = 12  # of lists and tables in a value
# Strings and comments, in which dots and brackets are letters. One that is never closed goes to the end of its line or
# of the text, where `tomllib` stops: so each sign is looked at once.
_TEXT: Final = re.compile(
    r"""
    \"{3} (?:\\.|[^\\\"]|\"(?!\"\"))* (?:\"{3,5}|\\?\Z) | '{3} .*? (?:'{3,5}|\Z)
    | \"(?:\\.|[^\"\\\n])*\"? | '[^'\n]*'? | \#[^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)
_BETWEEN_KEYS: Final = re.compile(r"[^.\s\w-]+")
_LETTER: Final = re.compile(r"[^\n]")


class TomlLimitError(ValueError):
    """A text that is not read: a line is too long, a key has too many parts, or brackets lie too deep."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}")
        self.line = line
        self.column = column


def check_limits(text: str) -> None:
    """Raises a `TomlLimitError` where a text goes beyond what is read; whether it is TOML is not asked."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_LINE:
            raise TomlLimitError(number, MOST_LINE + 1)
    depth = 0
    for number, line in enumerate(_TEXT.sub(_as_letters, text).split("\n"), 1):
        if line.count(".") >= MOST_PARTS and (column := _long_key(line)):
            raise TomlLimitError(number, column)
        for column, sign in enumerate(line, 1) if depth or "[" in line or "{" in line else ():
            depth += (sign in "[{") - (sign in "]}")
            if depth > MOST_DEPTH:
                raise TomlLimitError(number, column)


def _as_letters(match: re.Match[str]) -> str:
    """The same places without any sign: a string may be part of a key."""
    return _LETTER.sub("s", match[0])


def _long_key(line: str) -> int:
    """The column of a key with too many parts; 0 if there is none."""
    at = 0
    for between in (*_BETWEEN_KEYS.finditer(line), None):
        end = between.start() if between else len(line)
        if line.count(".", at, end) >= MOST_PARTS:
            return at + 1
        at = between.end() if between else end
    return 0
