"""A line as people type it -> the same line in the signs of the notation, each letter in its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

ODD = re.compile(r"[()\[\]\"«»‹›„“”→➔➜➝⟶⇒>;/=*•·‣▪●◦]|[^\W\d_]0|\d\s?[xX]|[xX]\d|\+|^\s*(?:[-–—]|\d+\))|(?i:x)[a-i]\d")
Change = str | Callable[[re.Match[str]], str]


def _kept(sign: str) -> Callable[[re.Match[str]], str]:
    """A sign in place of others, with blanks where it is shorter."""
    return lambda match: sign + " " * (len(match.group()) - len(sign))


def _shifted(match: re.Match[str]) -> str:
    """A hex without the zeros before its number."""
    return " " * len(match.group(2)) + match.group(1)


CHANGES: tuple[tuple[re.Pattern[str], Change], ...] = (
    (re.compile(r"^(\s*)(?:[-–—*•·‣▪●◦]|\d+\))(?=\s)"), lambda match: " " * len(match.group())),
    (re.compile(r"[•·‣▪●◦]"), " "),
    (re.compile(r"[-–—=]{1,2}>|[→➔➜➝⟶⇒]"), _kept("-")),
    (re.compile(r"[\[\]\"«»‹›„“”]"), " "),
    (re.compile(r"\((?=\s*[A-Ia-i][0-9])"), " "),
    (re.compile(r"(?<![^\W_])([A-Ia-i][0-9]{1,2}\s*)\)"), lambda match: f"{match.group(1)} "),
    (re.compile(r";"), ","),
    (re.compile(r"(?<!/)/(?!/)"), " "),
    (re.compile(r"="), ":"),
    (re.compile(r"(?<=[0-9])(\s*)[xX*](?=\s*[A-Ia-i][0-9])"), lambda match: f"{match.group(1)}×"),
    (re.compile(r"(?<=[^\W_])(\s+)[xX*](?=[0-9](?![^\W_]))"), lambda match: f"{match.group(1)}×"),
    (re.compile(r"(?<=[\s,:|][0-9])(\s?)[xX*×](?=\s*[^\W\d_](?![0-9]))"), lambda match: f"{match.group(1)} "),
    (re.compile(r"(?<=:)(\s*)[-–—>]+(?=\s)"), lambda match: " " * len(match.group())),
    (re.compile(r":(\s*)[-–—]\s*$"), lambda match: " " * len(match.group())),
    (re.compile(r"(?<![^\W_])([A-Ia-i])(0+)(?=[1-9][0-9]?(?![^\W_]))"), _shifted),
    (re.compile(r"(?<=[^\W\d_])\s*\+\s*(?=[^\W\d_](?![0-9]))"), lambda match: " " * len(match.group())),
)


def plain(line: str) -> str:
    """The line with arrows, quotes, bullets and the like as the notation has them; it is as long as it was."""
    if not ODD.search(line):
        return line
    for pattern, change in CHANGES:
        line = pattern.sub(change, line)
    return line


def named(line: str, names: re.Pattern[str] | None, word: str) -> str:
    """The line with a word for the name of a leader, where a hex follows."""
    if names is None:
        return line
    return names.sub(lambda match: word.ljust(len(match.group())), line)


def names_of(leaders: Any) -> re.Pattern[str] | None:
    """What finds the names of these leaders before a hex; none is as short as the word that is put for it."""
    known = sorted({re.escape(name) for name in leaders if len(name) >= len("ldr")}, key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(known)})(?=:?\s+[A-Ia-i][0-9])", re.IGNORECASE) if known else None
