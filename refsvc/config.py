"""Every setting of the service: its default, and one line of meaning. The environment gives `REFSVC_<NAME>`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from refsvc import paths

LANGUAGES = ("en", "fr", "cs")
SOURCE_LANGUAGE = "en"  # that the texts are written in first
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
    threads: int = Field(default=2, ge=1, le=64)
    """How many requests each of them works on at a time; pages that are finished wait for none of them."""
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
    database: str = ""
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
    count_questions: bool = True
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


def read_settings(environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings: as given, else of the environment, else the default."""
    named = {
        name: environment[PREFIX + name.upper()]
        for name in Settings.model_fields
        if PREFIX + name.upper() in environment
    }
    return Settings.model_validate(named | {name: value for name, value in given.items() if value is not None})
