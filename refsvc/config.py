"""Every setting of the service: its default, and one line of meaning. The environment gives `REFSVC_<NAME>`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from refsvc import paths

LANGUAGES = ("en", "fr", "cs")
SOURCE_LANGUAGE = "en"  # that the texts are written in first
PREFIX = "REFSVC_"
NOT_SETTINGS = ("REFSVC_LANG", "REFSVC_LONG")  # of the command line, of the tests
PASSWORD = re.compile(r"(?<=:)[^:@/]*(?=@)")  # of a database URL


class Settings(BaseModel):
    """How the service runs."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 for every one that the machine has."""
    port: int = Field(default=8000, ge=1, le=65535)
    """The port to listen on; if it is taken and was not asked for, the next free one of twenty."""
    workers: int = Field(default=2, ge=1, le=64)
    """How many processes answer."""
    threads: int = Field(default=2, ge=1, le=64)
    """How many requests each of them works on at a time; pages that are finished wait for none of them."""
    head_seconds: int = Field(default=5, ge=1)
    """Seconds that a connection may stay silent, and a sender may take for the head of a request."""
    body_seconds: int = Field(default=30, ge=1)
    """Seconds that a sender may take for a whole request."""
    language: str = Field(default=SOURCE_LANGUAGE, pattern=f"^({'|'.join(LANGUAGES)})$")
    """The language of a reader whose browser asks for none that we speak."""
    address: str = Field(default="", pattern=r"^(https?://[A-Za-z0-9.\[\]:-]+/?)?$")
    """Where the service is reached from outside (https://…); empty for what a request says."""
    hosts: str = Field(default="", pattern=r"^[A-Za-z0-9.,-]*$")
    """Further host names that it answers to, with commas; numbers, localhost and that of `address` always."""
    proxies: int = Field(default=0, ge=0, le=5)
    """How many proxies stand before it: as many addresses in X-Forwarded-For are believed."""
    instance: Path = Field(default_factory=paths.instance)
    """The folder of what it writes."""
    database: str = Field(default="", pattern=r"^(sqlite:///.*|postgresql(\+psycopg)?://.*)?$")
    """The URL of the database, sqlite:/// or postgresql://; empty for SQLite in the folder."""
    jobs: Literal["embedded", "procrastinate"] = "embedded"
    """Who does slow work: a process beside the service, or `refsvc work` on any machine by a queue in PostgreSQL."""
    job_processes: int = Field(default=2, ge=1, le=64)
    """How many slow things are done at once."""
    job_seconds: int = Field(default=300, ge=1)
    """Seconds that the check of a long record may take."""
    pdf_seconds: int = Field(default=10, ge=1)
    """Seconds that the PDF of a record may take to make."""
    document_seconds: int = Field(default=60, ge=1)
    """Seconds that the PDF of a document of our own words may take: the rules in two languages take longest."""
    job_megabytes: int = Field(default=1024, ge=256)
    """Megabytes of memory that a process that does slow work may use."""
    jobs_waiting: int = Field(default=20, ge=1)
    """How many jobs may wait; whoever comes then is asked to come back."""
    jobs_waiting_each: int = Field(default=5, ge=1)
    """How many jobs of one address may wait."""
    uploads_a_minute: int = Field(default=20, ge=0)
    """How many uploads one address may make in a minute; 0 for any number."""
    uploads_a_day: int = Field(default=200, ge=0)
    """How many uploads one address may make in a day."""
    kept_days: int = Field(default=90, ge=1)
    """Days that an upload is kept after it was last looked at."""
    count_questions: Literal["yes", "no"] = "yes"
    """Whether searches that found nothing are counted for `refsvc questions`: their words, nothing of who asked."""
    files_megabytes: int = Field(default=500, ge=1)
    """How much room printed files may take in the database; the one not asked for the longest goes first."""

    @property
    def site(self) -> str | None:
        """Where the service is reached from outside, without a slash at the end; None if nobody has said."""
        return self.address.rstrip("/") or None

    @property
    def database_url(self) -> str:
        """The database, as SQLAlchemy names it."""
        return self.database or f"sqlite:///{self.instance.resolve() / 'refsvc.sqlite'}"


class SettingError(ValueError):
    """A value that a setting can't have: its name in the environment, the value without a password, what is allowed.

    `kind` is `number` (with `low` and `high`, None where there is no end), `choice` (with `words`), or the name of a
    setting whose value has a form of its own.
    """

    def __init__(self, name: str, value: object, kind: str, **allowed: Any) -> None:
        super().__init__(f"{name}={value}")
        self.name = name
        self.value = value
        self.kind = kind
        self.allowed = allowed


def environment_name(name: str) -> str:
    """What a setting is called in the environment."""
    return PREFIX + name.upper()


def read_settings(environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings: as given, else of the environment, else the default; `SettingError` for a value that can't be."""
    named = {
        name: environment[environment_name(name)]
        for name in Settings.model_fields
        if environment_name(name) in environment
    }
    chosen = named | {name: value for name, value in given.items() if value is not None}
    try:
        return Settings.model_validate(chosen)
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
    raise _setting_error(name, chosen[name])


def unknown_names(environment: Iterable[str]) -> dict[str, str]:
    """Names in the environment that look like settings and are none, each with the nearest one, or ""."""
    known = [environment_name(name) for name in Settings.model_fields]
    unknown = sorted(name for name in environment if name.startswith(PREFIX) and name not in (*known, *NOT_SETTINGS))
    return {name: next(iter(difflib.get_close_matches(name, known, 1)), "") for name in unknown}


def without_password(value: object) -> str:
    """A value as it may be shown."""
    return PASSWORD.sub("***", str(value))


def _setting_error(name: str, value: object) -> SettingError:
    field = Settings.model_fields[name]
    bounds = {key: getattr(each, key) for each in field.metadata for key in ("ge", "le") if hasattr(each, key)}
    about = (environment_name(name), without_password(value))
    if field.annotation is int:
        return SettingError(*about, "number", low=bounds.get("ge"), high=bounds.get("le"))
    words = LANGUAGES if name == "language" else get_args(field.annotation)
    return SettingError(*about, "choice", words=words) if words else SettingError(*about, name)
