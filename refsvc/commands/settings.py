"""The settings of the environment for commands, and `refsvc config`, which shows them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from refsvc.i18n import sentences
from refsvc.i18n.catalogue import text
from refsvc.presentation.command_line import echo, fail, help_text, lang_option

if TYPE_CHECKING:
    from refsvc.config import Settings


def settings_here(lang: str, **given: Any) -> Settings:
    """The settings: as given, else of the environment.

    A value that can't be ends the command with a sentence; a name that is none is only said.
    """
    from refsvc.config import SettingError, read_settings, unknown_names  # noqa: PLC0415  # loads pydantic

    for name, near in unknown_names(os.environ).items():
        key = "setting.unknown-near" if near else "setting.unknown"
        echo(sentences.say(key, lang, name=name, near=near), err=True)
    try:
        return read_settings(os.environ, **given)
    except SettingError as error:
        allowed = dict(error.allowed)
        kind = "number-least" if error.kind == "number" and allowed["high"] is None else error.kind
        if "words" in allowed:
            allowed["words"] = ", ".join(allowed["words"])
        fail(f"setting.{kind}", lang, name=error.name, value=error.value, **allowed)


@click.command(help=help_text("config"))
@lang_option
def config(lang: str) -> None:
    """A line a setting: name, value, where it comes from."""
    from refsvc.config import environment_name, without_password  # noqa: PLC0415  # loads pydantic

    settings = settings_here(lang)
    rows = []
    for name in type(settings).model_fields:
        source = "environment" if environment_name(name) in os.environ else "default"
        value = without_password(getattr(settings, name))
        rows.append((environment_name(name), value, text(f"setting.source.{source}", lang)))
    names, values = (max(len(row[n]) for row in rows) for n in (0, 1))
    for name, value, source in rows:
        echo(f"{name:{names}}  {value:{values}}  {source}")
