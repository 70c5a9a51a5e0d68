"""The command line: refsvc check | playout | legal."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import click

from engine import GAMES
from engine.core.chance import Seeded
from engine.core.game import legal_moves
from engine.core.playout import playout as play
from engine.core.record import FORMAT, Header, RecordError, write_record
from refsvc import __version__, checking, library, terminal
from refsvc.i18n import say
from refsvc.i18n.catalogue import LANGUAGES, SOURCE_LANGUAGE
from refsvc.records import read_records

UNREADABLE = 2


def language_here() -> str:
    """The language of the environment, if we speak it."""
    for variable in ("REFSVC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (word := os.environ.get(variable, "")[:2]) in LANGUAGES:
            return word
    return SOURCE_LANGUAGE


HERE = language_here()


def help_text(key: str) -> str:
    """A help text in the language of the environment."""
    return say.say(f"help.{key}", HERE)


lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default=HERE, help=help_text("lang"))


@click.group(help=help_text("main"), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, help=help_text("version"))
def main() -> None:
    """Entry point."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@main.command(help=help_text("check"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@lang_option
@click.option("--json", "as_json", is_flag=True, help=help_text("json"))
def check(files: tuple[str, ...], lang: str, as_json: bool) -> None:
    """0 clean, 1 findings, 2 unreadable; a bad record among many is reported and the others are still checked."""
    worst = records = findings = 0
    for file in files:
        for index, (data, error) in enumerate(_each(file)):
            code, found = _check_one(data, error, file, index, lang, as_json=as_json)
            worst, records, findings = max(worst, code), records + 1, findings + found
    if records > 1 and not as_json:
        counts = {"records": "check.records", "findings": "check.findings"}
        numbers = {"records": records, "findings": findings}
        parts = {key: say.say_number(counts[key], lang, number) for key, number in numbers.items()}
        click.echo(say.say("check.summary", lang, **parts))
    sys.exit(worst)


def _each(file: str) -> Any:
    """(data, error) for each record of a file."""
    try:
        for data in read_records(file):
            yield data, None
    except RecordError as error:
        yield b"", error


def _check_one(
    data: bytes, error: RecordError | None, file: str, index: int, lang: str, *, as_json: bool
) -> tuple[int, int]:
    """Print one report; (exit code, number of findings)."""
    try:
        if error is not None:
            raise error
        checked = checking.check_record(data)
    except RecordError as fault:
        if as_json:
            _print_json(
                {"format": checking.REPORT, "file": file, "index": index, "error": checking.problem(fault, lang)}
            )
        else:
            _print_lines(terminal.show_error(fault, file, lang))
        return UNREADABLE, 0
    if as_json:
        report = checking.report(checked, data, lang)
        _print_json({"format": report.pop("format"), "file": file, "index": index, **report})
    else:
        _print_lines(terminal.show(checked, data, file, lang))
    found = len(checked.replay.findings)
    return int(found > 0), found


def _print_json(tree: dict[str, Any]) -> None:
    click.echo(json.dumps(tree, ensure_ascii=False))


def _print_lines(lines: Any) -> None:
    for line in lines:
        click.echo(line)


def _fail(key: str, **params: Any) -> None:
    click.echo(say.say(f"error.{key}", HERE, **params), err=True)
    sys.exit(UNREADABLE)


@main.command(help=help_text("playout"))
@click.argument("game")
@click.argument("scenario")
@click.option("--seed", type=int, default=1, show_default=True, help=help_text("seed"))
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help=help_text("games"))
def playout(game: str, scenario: str, seed: int, games: int) -> None:
    """Random legal games, one JSON record a line."""
    if game not in GAMES:
        _fail("no-game", word=game, words=", ".join(GAMES))
    if scenario not in library.scenario_ids(game):
        _fail("no-scenario", word=scenario, words=", ".join(library.scenario_ids(game)))
    header = Header(format=FORMAT, game=game, scenario=scenario, values="refsvc")
    table = library.open_game(header)
    for number in range(seed, seed + games):
        click.echo(write_record(header, play(table, Seeded(number))))


@main.command(help=help_text("legal"))
@click.argument("file")
@click.option("--move", type=click.IntRange(min=1), required=True, help=help_text("move"))
@lang_option
def legal(file: str, move: int, lang: str) -> None:
    """The legal moves before a move, as JSON; the move after the last is the one that would come next."""
    data, error = next(iter(_each(file)))
    try:
        if error is not None:
            raise error
        checked = checking.check_record(data)
    except RecordError as fault:
        _print_lines(terminal.show_error(fault, file, lang))
        sys.exit(UNREADABLE)
    if move > len(checked.moves) + 1:
        _fail("no-move", move=move, moves=len(checked.moves))
    state = checked.replay.steps[move - 1].state
    click.echo(json.dumps(checking.as_json(legal_moves(checked.game, state)), ensure_ascii=False))
