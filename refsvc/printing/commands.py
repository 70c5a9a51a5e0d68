"""The commands that print: refsvc pdf summary FILE | score-sheet GAME SCENARIO."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

import click

from engine import GAMES
from engine.core.record import RecordError
from refsvc import library, printing, terminal
from refsvc.batch import UNREADABLE
from refsvc.i18n import say
from refsvc.i18n.catalogue import LANGUAGES
from refsvc.options import HERE
from refsvc.records import read_records


def _help(key: str) -> str:
    return say.say(f"pdf.help.{key}", HERE)


class Languages(click.ParamType[tuple[str, ...]]):
    """One language, or two with a comma between them."""

    name = "LANG[,LANG]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The languages in the order given."""
        if isinstance(value, tuple):
            return value
        words = tuple(value.split(","))
        if len(set(words)) != len(words) or len(words) > printing.MOST_LANGUAGES or set(words) - set(LANGUAGES):
            self.fail(say.say("pdf.languages", HERE, words=", ".join(LANGUAGES)), param, ctx)
        return words


lang_option = click.option("--lang", "languages", type=Languages(), default=HERE, help=_help("lang"))
paper_option = click.option(
    "--paper", type=click.Choice(printing.PAPERS), default=printing.PAPERS[0], show_default=True, help=_help("paper")
)
output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="OUT.pdf", help=_help("output")
)


@click.group(help=_help("main"))
def pdf() -> None:
    """Printed documents."""


@pdf.command(help=_help("summary"))
@click.argument("file")
@lang_option
@paper_option
@click.option("--address", metavar="URL", help=_help("address"))
@output_option
def summary(file: str, languages: tuple[str, ...], paper: str, address: str | None, output: Path) -> None:
    """The summary of the first record of a file."""
    upload = None
    try:
        upload = next(read_records(file))
        made = printing.print_summary(
            upload.data, line=upload.line, is_line=upload.is_line, languages=languages, paper=paper, address=address
        )
    except RecordError as fault:
        for line in terminal.show_error(fault, file, languages[0], upload):
            click.echo(line, err=True)
        sys.exit(UNREADABLE)
    except printing.AddressError:
        _fail("pdf.no-address", languages[0], address=address)
    _write(made, output, languages[0])


@pdf.command(name="score-sheet", help=_help("score-sheet"))
@click.argument("game")
@click.argument("scenario")
@lang_option
@paper_option
@output_option
def score_sheet(game: str, scenario: str, languages: tuple[str, ...], paper: str, output: Path) -> None:
    """The blank score sheet of a battle."""
    if game not in GAMES:
        _fail("error.no-game", languages[0], word=game, words=", ".join(GAMES))
    if scenario not in library.scenario_ids(game):
        _fail("error.no-scenario", languages[0], word=scenario, words=", ".join(library.scenario_ids(game)))
    _write(printing.print_score_sheet(game, scenario, languages, paper), output, languages[0])


def _write(made: bytes, output: Path, language: str) -> None:
    try:
        output.write_bytes(made)
    except OSError:
        _fail("pdf.not-written", language, file=output)


def _fail(key: str, language: str, **params: Any) -> NoReturn:
    click.echo(say.say(key, language, **params), err=True)
    sys.exit(UNREADABLE)
