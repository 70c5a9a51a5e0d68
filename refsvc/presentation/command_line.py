"""What the commands share: the language of the environment, help texts in it, and the option that overrides it."""

from __future__ import annotations

import os

import click

from refsvc.config import LANGUAGES, SOURCE_LANGUAGE
from refsvc.i18n import sentences


def language_here() -> str:
    """The language of the environment, if we speak it."""
    for variable in ("REFSVC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (word := os.environ.get(variable, "")[:2]) in LANGUAGES:
            return word
    return SOURCE_LANGUAGE


HERE = language_here()


def help_text(key: str) -> str:
    """A help text in the language of the environment."""
    return sentences.say(f"help.{key}", HERE)


lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default=HERE, help=help_text("lang"))
