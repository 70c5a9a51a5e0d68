"""The commands that print: refsvc pdf summary FILE | <document> GAME [SCENARIO] | all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from engine.core.record_errors import RecordError
from refsvc import printing
from refsvc.commands import terminal
from refsvc.commands.settings import settings_here
from refsvc.commands.store import open_here
from refsvc.config import LANGUAGES
from refsvc.i18n import sentences
from refsvc.i18n.problems import Problem
from refsvc.presentation.command_line import HERE, UNREADABLE, check_names, echo, fail
from refsvc.printing import document_options, document_registry
from refsvc.printing.document_choices import Choice
from refsvc.printing.document_options import Field
from refsvc.records.upload import Upload, read_records


def _help(key: str) -> str:
    return sentences.say(f"pdf.help.{key}", HERE)


class Languages(click.ParamType[tuple[str, ...]]):
    """One language, or two with a comma between them."""

    name = "LANG[,LANG]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The languages in the order given."""
        if isinstance(value, tuple):
            return value
        words = tuple(value.split(","))
        if len(set(words)) != len(words) or len(words) > printing.MOST_LANGUAGES or set(words) - set(LANGUAGES):
            self.fail(sentences.say("pdf.languages", HERE, words=", ".join(LANGUAGES)), param, ctx)
        return words


LANG = click.Option(["--lang", "languages"], type=Languages(), default=HERE, help=_help("lang"))
OUTPUT = click.Option(
    ["-o", "--output"], type=click.Path(path_type=Path), required=True, metavar="OUT.pdf", help=_help("output")
)
PAPER = click.Option(
    ["--paper"], type=click.Choice(printing.PAPERS), default=printing.PAPERS[0], show_default=True, help=_help("paper")
)


@click.group(help=_help("main"))
def pdf() -> None:
    """Printed documents."""


def summary(file: str, languages: tuple[str, ...], paper: str, address: str | None, output: Path) -> None:
    """The summary of the first record of a file."""
    upload = Upload(b"", file=file)
    try:
        upload = next(read_records(file))
        made = printing.print_summary(upload, languages=languages, paper=paper, address=address)
    except RecordError as fault:
        for line in terminal.show_error(fault, languages[0], upload):
            echo(line, err=True)
        sys.exit(UNREADABLE)
    except printing.AddressError:
        fail("pdf.no-address", languages[0], address=address)
    _write(made, output, languages[0])


pdf.add_command(
    click.Command(
        "summary",
        callback=summary,
        help=_help("summary"),
        params=[
            click.Argument(["file"]),
            LANG,
            PAPER,
            click.Option(["--address"], metavar="URL", help=_help("address")),
            OUTPUT,
        ],
    )
)


def _command(name: str, kind: type[Choice]) -> click.Command:
    """The command of a document: its options are what can be chosen for it."""

    def run(output: Path, languages: tuple[str, ...], address: str | None = None, **words: Any) -> None:
        said = {word.replace("_", "-"): [_word(value)] for word, value in words.items() if value is not None}
        check_names(said["game"][0], said.get("scenario", [""])[0], languages[0])
        _check_arguments(kind, said)
        lang, second = (*languages, "")[:2]
        try:
            choice = document_options.read(
                kind, {**said, document_options.LANGUAGE: [lang], document_options.SECOND: [second]}, lang
            )
        except Problem as problem:
            echo(problem.to_dict(lang)["detail"], err=True)
            sys.exit(UNREADABLE)
        try:
            made = document_registry.make(choice, address)
        except printing.AddressError:
            fail("pdf.no-address", lang, address=address)
        _write(made, output, lang)

    fields = document_options.fields(kind)
    options = [_option(field) for field in fields if field.kind not in ("game", "scenario", "language", "second")]
    arguments = [_argument(kind, field) for field in fields if field.kind in ("game", "scenario")]
    if document_registry.DOCUMENTS[name].leads:
        options.append(click.Option(["--address"], metavar="URL", help=_help("site")))
    text = sentences.say(f"printing.document.{name}.text", HERE)
    return click.Command(name, callback=run, help=text, params=[*arguments, LANG, *options, OUTPUT])


def _argument(kind: type[Choice], field: Field) -> click.Argument:
    """The argument of a field; it may be left out if a game has nothing to choose there."""
    is_asked = all(field in document_options.asked(kind, game) for game in document_options.games(kind))
    return click.Argument([field.word], required=is_asked and field.default is None)


def _check_arguments(kind: type[Choice], said: dict[str, list[str]]) -> None:
    """Ends with the argument that is missing for this game."""
    for field in document_options.asked(kind, said["game"][0]):
        if field.kind == "scenario" and field.default is None and field.word not in said:
            raise click.MissingParameter(param_type="argument", param_hint=f"'{field.word.upper()}'")


def _option(field: Field) -> click.Option:
    """The option of a field."""
    text = sentences.say(f"printing.help.{field.word}", HERE)
    match field.kind:
        case "flag":
            return click.Option([f"--{field.word}/--no-{field.word}"], default=None, help=text)
        case "option":
            return click.Option([f"--{field.word}"], type=click.Choice(field.options), help=text)
        case "number":
            return click.Option([f"--{field.word}"], metavar="MM", help=text)
        case "parts":
            return click.Option([f"--{field.word}"], metavar="ID,…", help=text)
    return click.Option([f"--{field.word}"], metavar="ID[:N],…", help=text)


def _word(value: Any) -> str:
    return {True: document_options.YES, False: document_options.NO}[value] if isinstance(value, bool) else str(value)


for _name, _document in document_registry.DOCUMENTS.items():
    pdf.add_command(_command(_name, _document.choice))


@pdf.command(name="all", help=_help("all"))
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FOLDER", help=_help("folder"))
def all_documents(output: Path | None) -> None:
    """Every document that is made before anybody asks: into a folder, or into the store of the service."""
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for choice in document_registry.fixed():
            name = document_options.file_name(choice, document_registry.name_of(choice))
            _write(document_registry.make(choice, settings_here(HERE).site), output / name, HERE)
            echo(name)
        return
    from refsvc.uploads import files  # noqa: PLC0415  # only here is a store needed
    from refsvc.uploads.service import UploadService  # noqa: PLC0415  # only here is a store needed

    with open_here(HERE) as store:
        for choice in files.make_fixed(UploadService(store, settings_here(HERE))):
            echo(document_options.file_name(choice, document_registry.name_of(choice)))


def _write(made: bytes, output: Path, language: str) -> None:
    try:
        output.write_bytes(made)
    except OSError:
        fail("pdf.not-written", language, file=output)
