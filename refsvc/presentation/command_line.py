"""What the commands share: exit codes, the language of the environment and its option, lines that are safe to print."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import click

from engine import GAMES
from engine.core.record import UNSEEN
from refsvc import library
from refsvc.config import LANGUAGES, SOURCE_LANGUAGE
from refsvc.i18n import sentences

CLEAN, FOUND, UNREADABLE = 0, 1, 2  # exit codes: nothing to say, findings, nothing that could be read
MOST_SHOWN = 100  # characters of a line with a caret
THIN = "\u202f"  # the space that French is printed with
INDENT = "     "
OWN_STYLE = r"\x1b\[(?:0|1|3[1-6])m"  # colours and bold, as click writes them
UNSAFE = re.compile(f"(?P<style>{OWN_STYLE})|(?P<sign>{UNSEEN.pattern})")


def language_here() -> str:
    """The language of the environment, if we speak it."""
    for variable in ("REFSVC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (word := os.environ.get(variable, "")[:2]) in LANGUAGES:
            return word
    return SOURCE_LANGUAGE


HERE = language_here()


def plain_spaces(line: str) -> str:
    """A line without the thin spaces of print: a console whose font lacks them would show boxes."""
    return line.replace(THIN, "\u00a0")


def help_text(key: str) -> str:
    """A help text in the language of the environment."""
    return plain_spaces(sentences.say(f"help.{key}", HERE))


lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default=HERE, help=help_text("lang"))


def fail(key: str, lang: str, **params: Any) -> NoReturn:
    """Ends the command with a sentence on standard error."""
    echo(sentences.say(key, lang, **params), err=True)
    sys.exit(UNREADABLE)


def echo(line: str, *, err: bool = False) -> None:
    """Prints one line, in which nothing that came from outside can steer the terminal.

    Control characters and marks that turn the direction of writing become �; our colours stay.
    """
    click.echo(UNSAFE.sub(lambda sign: sign["style"] or "\ufffd", plain_spaces(line)), err=err)


def json_line(tree: Any) -> str:
    """One line of JSON, in which the same characters are escapes, and thin spaces too, so that they are kept."""
    line = UNSEEN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(tree, ensure_ascii=False))
    return line.replace(THIN, "\\u202f")


def check_names(game: str, scenario: str, lang: str) -> None:
    """Ends with the list of games or battles if it is none of those; without a scenario only the game is asked."""
    if game not in GAMES:
        fail("error.no-game", lang, word=game, words=", ".join(GAMES))
    if scenario and scenario not in library.scenario_ids(game):
        fail("error.no-scenario", lang, word=scenario, words=", ".join(library.scenario_ids(game)))


def with_caret(lines: Sequence[str], line: int, column: int) -> Iterator[str]:
    """A line with a caret under a column, both from 1; of a long line only what stands around it."""
    if not 1 <= line <= len(lines):
        return
    start = max(0, column - 1 - MOST_SHOWN // 2) if len(lines[line - 1]) > MOST_SHOWN else 0
    shown = UNSEEN.sub(" ", lines[line - 1][start : start + MOST_SHOWN])
    yield ("…" if start else "") + shown.rstrip()
    yield " " * (column - 1 - start + bool(start)) + "^"
