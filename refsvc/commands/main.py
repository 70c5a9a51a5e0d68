"""The command line: refsvc check | why | legal | convert | playout | scenario | pdf | serve | work and others."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import click
from msgspec import to_builtins

from engine import GAMES
from engine.core.chance import Seeded
from engine.core.game import legal_moves
from engine.core.playout import playout as play_out
from engine.core.record import FORMAT, Header, write_record
from engine.core.record_errors import RecordError
from engine.core.replay import replay_to
from refsvc import library
from refsvc.checking import check as checking
from refsvc.checking import sarif
from refsvc.checking.conversion import convert as canonical
from refsvc.checking.read import Record, read
from refsvc.commands import batch, terminal
from refsvc.commands import explain as why
from refsvc.commands.settings import settings_here
from refsvc.commands.store import COMMANDS, exit_on_store_faults
from refsvc.config import LANGUAGES
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.presentation.command_line import (
    HERE,
    UNREADABLE,
    check_names,
    echo,
    fail,
    help_text,
    json_line,
    lang_option,
)
from refsvc.records import box_file as boxes
from refsvc.records.upload import Upload, read_records
from refsvc.version import __version__

WAYS = ("sensible", "blind")  # of playing a game out
SHOWN = ("hidden", "open")  # cards of its hands


@cache
def heavy_commands() -> dict[str, click.Command]:
    """Commands that load more than a check needs, by name: those of print and of single games."""
    from refsvc.commands.pdf import pdf  # noqa: PLC0415  # other commands have no need of it

    commands = (pdf, *(own for game in GAMES for own in registry.of(game).commands()))
    return {str(command.name): command for command in commands}


class Commands(click.Group):
    """The commands of `refsvc`; heavy ones are loaded when a name is asked for that is none of the others."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        return super().get_command(ctx, cmd_name) or heavy_commands().get(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted([*super().list_commands(ctx), *heavy_commands()])


@click.group(cls=Commands, help=help_text("main"), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, help=help_text("version"))
@click.pass_context
def main(context: click.Context) -> None:
    """Entry point; colour only on a terminal, and not where NO_COLOR asks for none."""
    if os.environ.get("NO_COLOR"):
        context.color = False
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


scenario_option = click.option("--scenario", "scenario_file", metavar="FILE", help=help_text("scenario"))


@main.command(help=help_text("check"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@lang_option
@click.option("--json", "as_json", is_flag=True, help=help_text("json"))
@click.option("--sarif", "as_sarif", is_flag=True, help=help_text("sarif"))
@click.option("--jobs", type=click.IntRange(min=0), default=1, show_default=True, help=help_text("jobs"))
@click.option("--box", "box_file", type=click.Path(path_type=Path), metavar="FILE", help=help_text("box"))
@scenario_option
def check(  # one for each option
    files: tuple[str, ...], lang: str, as_json: bool, as_sarif: bool, jobs: int, box_file: Path | None,
    scenario_file: str | None,
) -> None:  # fmt: skip
    """0 clean, 1 findings, 2 unreadable; a bad record among many is reported and the others are still checked."""
    if as_json and as_sarif:
        raise click.UsageError(sentences.say("error.one-form", lang))
    form: batch.Form = "json" if as_json else "sarif" if as_sarif else "text"
    worst = records = own = following = unread = 0
    results: list[dict[str, Any]] = []
    progress = terminal.Progress(files, lang)
    box = _box(box_file, lang) if box_file else None
    own_scenario = _scenario(scenario_file, lang)
    for done in batch.check_all(files, lang, form, jobs, box, own_scenario):
        progress.clear()
        _print_lines(done.lines)
        results += done.results
        worst, records, unread = max(worst, done.code), records + 1, unread + (done.code == UNREADABLE)
        own, following = own + done.own, following + done.following
        progress.show(done.file)
    progress.clear()
    if as_sarif:
        echo(json_line(sarif.log(results, lang)))
    elif records > 1 and not as_json:
        echo(sentences.summary(records, own, following, unread, lang))
    sys.exit(worst)


def _box(file: Path, lang: str) -> boxes.Box:
    """A box file; one that can't be used ends the command."""
    try:
        with file.open("rb") as stream:
            return boxes.read_box(stream.read(boxes.LONGEST + 1))
    except OSError:
        fault = sentences.refusal("record.file", {}, "", lang)
    except boxes.BoxFileError as error:
        fault = error.reason(lang)
    echo(f"{file}: {fault}", err=True)
    sys.exit(UNREADABLE)


def _scenario(file: str | None, lang: str) -> str | None:
    """The text of a scenario file that can be used; for any other the command ends with its faults."""
    text = None if file is None else registry.of(library.default_drawn_game()).usable_scenario(file, lang)
    if file is not None and text is None:
        sys.exit(UNREADABLE)
    return text


def _print_lines(lines: Iterable[str], *, err: bool = False) -> None:
    for line in lines:
        echo(line, err=err)


def _fail(key: str, lang: str, **params: Any) -> NoReturn:
    fail(f"error.{key}", lang, **params)


@main.command(help=help_text("playout"))
@click.argument("game")
@click.argument("scenario")
@click.option("--seed", type=int, default=1, show_default=True, help=help_text("seed"))
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help=help_text("games"))
@click.option("--play", type=click.Choice(WAYS), default=WAYS[0], show_default=True, help=help_text("play"))
@click.option("--cards", type=click.Choice(SHOWN), default=SHOWN[0], show_default=True, help=help_text("cards"))
@click.option("--text", "text", type=click.Choice(LANGUAGES), help=help_text("text"))
def playout(game: str, scenario: str, seed: int, games: int, play: str, cards: str, text: str | None) -> None:
    """Legal games by seed, one JSON record a line, or one as text."""
    if text is not None and games > 1:
        _fail("one-text", HERE)
    check_names(game, scenario, HERE)
    header = library.with_hash(Header(format=FORMAT, game=game, scenario=scenario, values="refsvc"))
    table = library.open_game(header)
    for number in range(seed, seed + games):
        deck = Seeded(f"deck {number}")
        player = table.sensible_player(deck, is_open=cards == "open") if play == "sensible" else None
        record = write_record(header, play_out(table, Seeded(number), player=player))
        click.echo(record if text is None else canonical(read(Upload(record)), text), nl=text is None)


@main.command(help=help_text("legal"))
@click.argument("file")
@click.option("--move", type=click.IntRange(min=1), required=True, help=help_text("move"))
@scenario_option
@lang_option
def legal(file: str, move: int, scenario_file: str | None, lang: str) -> None:
    """The legal moves before a move, as JSON; the move after the last is the one that would come next."""
    record = _first(file, lang, scenario_file, move, spare=1)
    state = replay_to(record.game, record.moves, move, record.header.position)
    found = [to_builtins(option) for option in legal_moves(record.game, state)]
    echo(json_line(found))


@main.command(name="why", help=help_text("why"))
@click.argument("file")
@click.option("--move", type=click.IntRange(min=1), required=True, help=help_text("move"))
@scenario_option
@lang_option
def explain(file: str, move: int, scenario_file: str | None, lang: str) -> None:
    """Costs and dice term by term, or every rule that forbids the move."""
    record = _first(file, lang, scenario_file, move)
    played = checking.check(record)
    _print_lines(why.show(record, played, move, lang))
    sys.exit(int(any(finding.move == move for finding in played.findings)))


def _first(file: str, lang: str, scenario_file: str | None, move: int, spare: int = 0) -> Record:
    """The first record of a file, which has a move of this number; one that can't be read ends the command.

    `spare` is 1 where the move may be the one that would come next.
    """
    upload = Upload(b"", file=file)
    own = _scenario(scenario_file, lang)
    try:
        upload = next(read_records(file))
        record = read(upload, scenario=own)
        record.game.setup(record.header.position)  # one that can't be is refused here, whichever move is asked about
    except RecordError as fault:
        _print_lines(terminal.show_error(fault, lang, upload))
        sys.exit(UNREADABLE)
    if move > len(record.moves) + spare:
        _fail("no-move", lang, move=move, moves=len(record.moves))
    return record


@main.command(help=help_text("serve"))
@click.option("--host", help=help_text("host"))
@click.option("--port", type=click.IntRange(1, 65535), help=help_text("port"))
@click.option("--workers", type=click.IntRange(1, 64), help=help_text("workers"))
@lang_option
def serve(host: str | None, port: int | None, workers: int | None, lang: str) -> None:
    """Runs until it is stopped; says where."""
    from refsvc.commands import serve as serving  # noqa: PLC0415  # the server is loaded where it is started

    settings = settings_here(lang, host=host, port=port, workers=workers)
    try:
        found = serving.free_port(settings, is_asked_for=port is not None or "REFSVC_PORT" in os.environ)
    except serving.PortTakenError:
        fail("serve.taken", lang, port=settings.port, host=settings.host)
    line = sentences.say("serve.ready", lang, address=serving.address(settings, found))
    with exit_on_store_faults(lang):
        serving.serve(settings, found, lambda: echo(line))


@main.command(help=help_text("export"))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@lang_option
def export(folder: Path, lang: str) -> None:
    """Into a new or empty folder, or over an earlier export."""
    from refsvc.web import static_export  # noqa: PLC0415  # other commands have no need of it

    try:
        echo(sentences.say_number("serve.exported", lang, static_export.export(folder)))
    except static_export.NotEmptyError:
        fail("serve.not-empty", lang, folder=folder)


@main.command(help=help_text("convert"))
@click.argument("file")
@click.option("--to", "form", type=click.Choice(["json", *LANGUAGES]), required=True, help=help_text("to"))
@scenario_option
@lang_option
def convert(file: str, form: str, scenario_file: str | None, lang: str) -> None:
    """The canonical form of a record; of a file of many, each, as JSON."""
    worst = 0
    own = _scenario(scenario_file, lang)
    uploads: list[Upload] = []
    try:
        uploads = list(read_records(file))
    except RecordError as fault:
        _print_lines(terminal.show_error(fault, lang, Upload(b"", file=file)), err=True)
        sys.exit(UNREADABLE)
    if form != "json" and len(uploads) > 1:
        _fail("one-text", lang)
    for upload in uploads:
        try:
            click.echo(canonical(read(upload, scenario=own), form), nl=form == "json")
        except RecordError as fault:
            _print_lines(terminal.show_error(fault, lang, upload), err=True)
            worst = UNREADABLE
    sys.exit(worst)


for command in COMMANDS:
    main.add_command(command)
