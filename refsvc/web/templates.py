"""The templates, and the drawings among them that text is set with."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from refsvc import paths
from refsvc.i18n import rich_text
from refsvc.web import assets


@cache
def environment() -> Environment:
    """The templates of the site; a name that is not given is an error, never an empty place."""
    return Environment(
        loader=FileSystemLoader(paths.templates("html")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _macros() -> Any:
    return environment().get_template("parts/symbols.html").make_module({"static": assets.static_root()})


@cache
def symbol(token: str, name: str) -> Markup:
    """A symbol as `parts/symbols.html` draws it, with its spoken name."""
    return Markup(_macros().symbol(rich_text.drawing(token), name))
