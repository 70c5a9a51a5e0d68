"""Letters as people type them: case, accents, typographic apostrophes, dashes and spaces make no difference."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from msgspec import Struct

SAME = {
    **dict.fromkeys("‘’ʼ`´", "'"),
    **dict.fromkeys("‐‑‒–—−", "-"),
    "œ": "oe",
    "æ": "ae",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "\u00ad": "",  # a soft hyphen
    "\u200b": "",  # a space of no width
    "\ufeff": "",
}
WORD = re.compile(r"[^\W_]+")
PILE = re.compile(r"([^\w\s\x00-\x7f]{31,})")  # marks piled up as no language does; Unicode calls 30 enough


def composed(text: str) -> str:
    """The text in NFC; piles of marks stay as they are, because sorting them takes the square of their height."""
    if text.isascii():
        return text
    parts = PILE.split(text)
    return "".join(part if at % 2 else unicodedata.normalize("NFC", part) for at, part in enumerate(parts))


@lru_cache(4096)
def _fold_character(character: str) -> str:
    if unicodedata.category(character) == "Zs" or character == "\t":
        return " "
    letters = unicodedata.normalize("NFD", character.casefold())
    return "".join(SAME.get(c, c) for c in letters if unicodedata.category(c) != "Mn")


def fold(text: str) -> str:
    """The text without case, accents and typography; each character by itself."""
    return text.lower() if text.isascii() else "".join(map(_fold_character, text))


def spelling(text: str) -> str:
    """The words of a name as they are compared: folded, one space between them, nothing else."""
    return " ".join(WORD.findall(fold(text)))


class Folded(Struct, frozen=True):
    """A line, its folded form, and for every folded character (and the end) its place in the line, from 0."""

    line: str
    text: str
    places: range | list[int]


def fold_line(line: str) -> Folded:
    """A line (NFC) folded, with the way back to its columns."""
    if line.isascii():
        return Folded(line, line.replace("\t", " ").lower(), range(len(line) + 1))
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(line):
        for letter in _fold_character(character):
            letters.append(letter)
            places.append(place)
    return Folded(line, "".join(letters), [*places, len(line)])
