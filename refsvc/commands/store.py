"""The commands that keep the service going: refsvc config | work | tidy | questions | backup FILE | restore FILE."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from refsvc.commands.settings import config, settings_here
from refsvc.i18n import sentences
from refsvc.presentation.command_line import echo, fail, help_text, lang_option

if TYPE_CHECKING:
    from refsvc.store.database import Store


@contextmanager
def exit_on_store_faults(lang: str) -> Iterator[None]:
    """A database that can't be had ends the command with a sentence."""
    from sqlalchemy.exc import ArgumentError, OperationalError  # noqa: PLC0415  # other commands have no need of it

    from refsvc.jobs.queue import NeedsPostgresError  # noqa: PLC0415  # other commands have no need of it

    try:
        yield
    except NeedsPostgresError:
        fail("store.needs-postgresql", lang)
    except OperationalError as error:
        fail("store.unreachable", lang, reason=error.orig)
    except (ArgumentError, PermissionError, NotADirectoryError) as error:
        fail("store.unreachable", lang, reason=error)


@contextmanager
def open_here(lang: str) -> Iterator[Store]:
    """The store of the environment."""
    from refsvc.store.database import open_store  # noqa: PLC0415  # other commands have no need of it

    with exit_on_store_faults(lang), closing(open_store(settings_here(lang).database_url)) as store:
        yield store


@click.command(help=help_text("work"))
@click.option("--parent", type=int, hidden=True)
@lang_option
def work(parent: int | None, lang: str) -> None:
    """Does jobs until it is stopped."""
    from refsvc.workers import worker  # noqa: PLC0415  # other commands have no need of it

    with exit_on_store_faults(lang):
        worker.run(settings_here(lang), parent)


@click.command(help=help_text("tidy"))
@lang_option
def tidy(lang: str) -> None:
    """Drops what is out of date, and says how much that was."""
    from refsvc.store import retention  # noqa: PLC0415  # other commands have no need of it

    with open_here(lang) as store:
        dropped = retention.tidy(store, settings_here(lang))
    echo(sentences.say_number("store.dropped", lang, dropped.uploads))


@click.command(help=help_text("backup"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@lang_option
def backup(file: Path, lang: str) -> None:
    """Writes a back-up, over an earlier one of this name."""
    from refsvc.store import backup as backups  # noqa: PLC0415  # other commands have no need of it

    try:
        with open_here(lang) as store:
            uploads = backups.backup(store, file)
    except OSError:
        fail("store.not-written", lang, file=file)
    echo(sentences.say_number("store.saved", lang, uploads))


@click.command(help=help_text("restore"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help=help_text("force"))
@lang_option
def restore(file: Path, force: bool, lang: str) -> None:
    """Into an empty store; with --force in the place of what is there."""
    from refsvc.store import backup as backups  # noqa: PLC0415  # other commands have no need of it

    try:
        with open_here(lang) as store:
            uploads = backups.restore(store, file, is_forced=force)
    except backups.UnusableError:
        fail("store.no-backup", lang, file=file)
    except backups.NotEmptyError:
        fail("store.not-empty", lang)
    echo(sentences.say_number("store.restored", lang, uploads))


@click.command(help=help_text("questions"))
@lang_option
def questions(lang: str) -> None:
    """Lists the searches that found nothing: how often each came, in which language, its words."""
    from refsvc.store import repo  # noqa: PLC0415  # other commands have no need of it

    with open_here(lang) as store, store.read() as session:
        for one in repo.counted_questions(session):
            echo(f"{one.count:>6}  {one.language}  {one.words}")


COMMANDS = (config, work, tidy, questions, backup, restore)
