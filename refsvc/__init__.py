"""The service: checks records of tabletop wargames and says what it found in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import extend_path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

__path__ = extend_path(__path__, __name__)  # a folder `refsvc` elsewhere on the path brings what its games show


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The web application; `config` holds settings of `refsvc.config` that differ from the environment and defaults."""
    from refsvc.web.app import make  # noqa: PLC0415  # the command line has no need of Flask

    return make(config or {})
