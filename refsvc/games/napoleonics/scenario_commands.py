"""The commands for scenario files that people write: refsvc scenario new | check | show | turn | diff."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import click

from engine import drawn_scenarios
from engine.core.scenario import DrawnScenarios, Misplaced
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics import scenario_text as words
from refsvc.games.napoleonics.printed_battles import printed
from refsvc.i18n import sentences
from refsvc.presentation.command_line import CLEAN, FOUND, HERE, INDENT, UNREADABLE, echo, fail, lang_option, with_caret

LONGEST = 1_000_000  # bytes of a file
UNREAD = ("too-long", "line-too-long", "toml")  # kinds of mistakes after which nothing of a file is known
SLIGHT = ("unusual-banners",)  # warnings that nobody has to act on
UNPOINTED = ("missing", "unwritten")  # a line shown under them says nothing more


def _help(key: str) -> str:
    return sentences.say(f"napoleonics.draft.help.{key}", HERE)


@click.group(help=_help("main"))
def scenario() -> None:
    """Scenario files."""


@cache
def room() -> DrawnScenarios:
    """The room of the game that knows its files; other commands have no need of it."""
    return drawn_scenarios(GAME)


@scenario.command(help=_help("new"))
@click.argument("battle")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=_help("output"))
@lang_option
def new(battle: str, output: Path | None, lang: str) -> None:
    """Begins a file; one that is there is never written over."""
    known = printed(GAME)
    by_number = {str(each.number): each for each in known.values()}
    found = known.get(battle) or by_number.get(battle.lstrip("0"))
    if found is None:
        listed = [f"{each.number} {each.id}" for each in known.values()]
        fail("napoleonics.draft.no-battle", lang, word=battle, words=sentences.comma(listed, lang))
    named = words.labelled(words.in_language(found, GAME, lang), GAME, lang)
    _write(room().template(named, words.template_words(GAME, room(), lang)), output, "napoleonics.draft.written", lang)


def _write(text: str, output: Path | None, key: str, lang: str) -> None:
    """A text into a new file, which is told, or to standard output."""
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError):
        fail("napoleonics.draft.not-written", lang, file=output)
    echo(sentences.say(key, lang, file=output))


@scenario.command(help=_help("check"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@lang_option
def check(files: tuple[str, ...], lang: str) -> None:
    """0 clean, 1 mistakes or totals that differ, 2 unreadable; the worst of all files."""
    worst = CLEAN
    for file in files:
        text = _read(file, lang)
        if text is None:
            worst = UNREADABLE
            continue
        _, mistakes = room().check_scenario(text, file)
        _tell(text, file, mistakes, lang)
        worst = max(worst, _code(mistakes))
    sys.exit(worst)


@scenario.command(help=_help("show"))
@click.argument("file")
@lang_option
def show(file: str, lang: str) -> None:
    """Draws a scenario; one with mistakes can't be drawn, and they are told."""
    text = _read(file, lang)
    if text is None:
        sys.exit(UNREADABLE)
    found, mistakes = room().check_scenario(text, file)
    if found is None:
        _tell(text, file, mistakes, lang, err=True)
        sys.exit(_code(mistakes))
    drawn = room().draw(found, words.side_names(found, lang))
    above = words.heading(words.in_language(found, GAME, lang), lang)
    for line in (*above, "", *drawn, "", *words.legend(found, room(), lang)):
        echo(line)


@scenario.command(help=_help("turn"))
@click.argument("file")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=_help("output"))
@lang_option
def turn(file: str, output: Path | None, lang: str) -> None:
    """Turns a scenario file by half a circle; one with mistakes can't be, and they are told."""
    text, _ = _sound(file, lang)
    _write(room().turn(text), output, "napoleonics.draft.turned", lang)


@scenario.command(help=_help("diff"))
@click.argument("one")
@click.argument("other")
@lang_option
def diff(one: str, other: str, lang: str) -> None:
    """0 no difference, 1 some; 2 unreadable, or files with mistakes."""
    (_, first), (_, second) = _sound(one, lang), _sound(other, lang)
    found = tuple(room().differences(first, second))
    for line in words.differences(found, (one, other), room(), lang):
        echo(line)
    sys.exit(FOUND if found else CLEAN)


def _sound(file: str, lang: str) -> tuple[str, Any]:
    """The text of a file and its scenario; one that can't be read or has mistakes ends the command."""
    text = usable(file, lang)
    if text is None:
        sys.exit(UNREADABLE)
    return text, room().check_scenario(text, file)[0]


def usable(file: str, lang: str) -> str | None:
    """The text of a scenario file that can be played; what is wrong with any other is told."""
    text = _read(file, lang)
    if text is None:
        return None
    found, mistakes = room().check_scenario(text, file)
    if found is None:
        _tell(text, file, mistakes, lang, err=True)
    return text if found is not None else None


def _read(file: str, lang: str) -> str | None:
    """The text of a file; where there is none, that is told."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with Path(file).open("rb") as stream:
                data = stream.read(LONGEST + 1)
    except (OSError, ValueError):
        echo(sentences.say("napoleonics.draft.unreadable", lang, file=file), err=True)
        return None
    try:
        if len(data) <= LONGEST:
            return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    echo(sentences.say("napoleonics.draft.no-text", lang, file=file), err=True)
    return None


def _kind(mistake: Misplaced) -> str:
    return mistake.rule.rpartition(".")[2]


def _code(mistakes: Sequence[Misplaced]) -> int:
    """What a command ends with after these."""
    kinds = {_kind(mistake) for mistake in mistakes}
    if kinds & set(UNREAD):
        return UNREADABLE
    return FOUND if kinds - set(SLIGHT) else CLEAN


def _tell(text: str, file: str, mistakes: Sequence[Misplaced], lang: str, *, err: bool = False) -> None:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for mistake in mistakes:
        for line in _told(mistake, lines, lang):
            echo(line, err=err)
    warnings = sum(mistake.is_warning for mistake in mistakes)
    echo(words.counts(file, len(mistakes) - warnings, warnings, lang), err=err)


def _told(mistake: Misplaced, lines: Sequence[str], lang: str) -> Iterator[str]:
    """A mistake as compilers write it, so that editors can go there; what would fit; the letter in its line."""
    message = words.mistake(mistake, room(), lang)
    if mistake.is_warning:
        message = sentences.say("napoleonics.draft.warning", lang, message=message)
    place = click.style(mistake.place, bold=True)
    yield f"{place}: {message}"
    if fitting := words.fitting(mistake, lang):
        yield INDENT + fitting
    if _kind(mistake) not in UNPOINTED:
        yield from (INDENT + shown for shown in with_caret(lines, mistake.line, mistake.column))
