"""Every setting of the service: its default, and one line of meaning. The environment gives `REFSVC_<NAME>`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from refsvc.i18n.catalogue import LANGUAGES, SOURCE_LANGUAGE

PREFIX = "REFSVC_"


class Settings(BaseModel):
    """How the service runs."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 for every one that the machine has."""
    port: int = Field(default=8000, ge=1, le=65535)
    """The port to listen on; if it is taken and was not asked for, the next free one of twenty."""
    workers: int = Field(default=2, ge=1, le=64)
    """How many processes answer."""
    threads: int = Field(default=1, ge=1, le=64)
    """How many threads each of them has; a second one costs a third of the speed, because they wait for each other."""
    language: str = Field(default=SOURCE_LANGUAGE, pattern=f"^({'|'.join(LANGUAGES)})$")
    """The language of a reader whose browser asks for none that we speak."""


def read_settings(environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings: as given, else of the environment, else the default."""
    named = {
        name: environment[PREFIX + name.upper()]
        for name in Settings.model_fields
        if PREFIX + name.upper() in environment
    }
    return Settings.model_validate(named | {name: value for name, value in given.items() if value is not None})
