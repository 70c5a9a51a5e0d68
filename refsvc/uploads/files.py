"""Printed files as they are asked for: out of the store, or made by a job, one for each file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version as version_of
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from refsvc import library, paths
from refsvc.config import LANGUAGES
from refsvc.i18n.problems import Problem
from refsvc.jobs import table as jobs
from refsvc.printing import MOST_LANGUAGES, PAPERS, document_options, document_registry
from refsvc.printing.document_choices import Choice
from refsvc.store import repo
from refsvc.uploads import encryption, rate_limit
from refsvc.uploads.service import UploadService
from refsvc.uploads.stored import StoredRecord

SUMMARY = "summary"
TRIES = 3  # when somebody else asks for the same at the same moment
PRINTED = (".py", ".toml", ".po", ".html", ".css", ".svg", ".conf", ".otf", ".ttf", ".woff2")


class Asked(Struct, frozen=True):
    """A file that was asked for: its bytes, or the job that makes it."""

    key: str
    body: bytes | None
    job: str | None


class Status(Struct, frozen=True):
    """How a job stands: waiting, running, done or failed; `job.<fault>` says why it failed."""

    kind: str
    state: str
    done: int
    total: int
    fault: str | None


def summary(
    uploads: UploadService,
    opened: StoredRecord,
    languages: tuple[str, ...],
    paper: str,
    address: str | None,
    sender: str = "",
) -> Asked:
    """The summary of a record; with an address it has a QR code to it. `sender` is the address of who asks."""
    _check(languages, paper)
    if opened.problem is not None:
        raise Problem("not-found", 404)
    asked = {
        "record": opened.record,
        "line": opened.line,
        "is_line": opened.is_line,
        "choices": opened.choices.canonical(),
        "rules": library.rules_version(),
        "languages": languages,
        "paper": paper,
        "address": address,
        "version": version(),
    }
    return _ask(uploads, SUMMARY, asked, sender, opened.upload)


def document(uploads: UploadService, choice: Choice, site: str | None = None, sender: str = "") -> Asked:
    """A document of the table; `site` is where the service is reached, for codes that lead there."""
    return _ask(uploads, document_registry.name_of(choice), _words(choice, site), sender)


def find_document(uploads: UploadService, choice: Choice, site: str | None = None) -> bytes | None:
    """The same, if it was made; no job is begun."""
    return read(uploads, _key(document_registry.name_of(choice), _words(choice, site)), None)


def make_fixed(uploads: UploadService) -> Iterator[Choice]:
    """Makes the documents that are made before anybody asks, those that are not there yet; gives each as it is done."""
    for choice in document_registry.fixed():
        if find_document(uploads, choice, uploads.settings.site) is None:
            make_document(uploads, choice, uploads.settings.site)
            yield choice


def make_document(uploads: UploadService, choice: Choice, site: str | None) -> bytes:
    """Makes a document here and now, and keeps it."""
    made = document_registry.make(choice, site)
    with uploads.store.write() as session:
        repo.add_file(session, _key(document_registry.name_of(choice), _words(choice, site)), made, None)
    return made


def _words(choice: Choice, site: str | None) -> dict[str, Any]:
    """What a document is made from: the words of its choice, all of them said, and the rules that it tells of."""
    return {
        "words": document_options.words_of(choice, ""),
        "site": site if document_registry.leads(choice) else None,
        "rules": library.rules_version(),
        "version": version(),
    }


def job_status(uploads: UploadService, job: str) -> Status | None:
    """How a job stands; None if there is no such job."""
    with uploads.store.read() as session:
        row = jobs.find(session, job)
    return None if row is None else Status(row.kind, row.state, row.done, row.total, row.fault)


def _check(languages: tuple[str, ...], paper: str) -> None:
    is_known = set(languages) <= set(LANGUAGES) and len(set(languages)) == len(languages)
    if not is_known or not 1 <= len(languages) <= MOST_LANGUAGES:
        raise Problem("choice", 422, name="lang", value=",".join(languages)[:80])
    if paper not in PAPERS:
        raise Problem("choice", 422, name="paper", value=paper[:80])


def _key(kind: str, asked: dict[str, Any]) -> str:
    return hashlib.sha256(msgspec.json.encode([kind, asked], order="sorted")).hexdigest()


def _ask(uploads: UploadService, kind: str, asked: dict[str, Any], sender: str, upload: int | None = None) -> Asked:
    """The file out of the store; else the job that makes it, which is begun if there is none."""
    key = _key(kind, asked)
    if found := read(uploads, key, asked.get("address")):
        return Asked(key, found, None)
    for attempt in range(TRIES):
        try:
            job = _begin(uploads, kind, asked, key, sender, upload)
        except IntegrityError:  # somebody has just begun it
            if attempt == TRIES - 1:
                raise
        else:
            return Asked(key, None, job) if job else Asked(key, read(uploads, key, asked.get("address")), None)
    raise AssertionError


def _begin(
    uploads: UploadService, kind: str, asked: dict[str, Any], key: str, sender: str, upload: int | None
) -> str | None:
    """The job that makes a file, or None if it has been made meanwhile."""
    with uploads.store.write() as session:
        if repo.find_file(session, key) is not None:
            return None
        if known := jobs.unfinished_for(session, key):
            return known
        who = rate_limit.address_hmac(session, sender) if sender else None
        jobs.make_room(session, uploads.settings, who)
        job = jobs.add(session, kind, asked, upload=upload, result=key, who=who)
    uploads.queue.notify(job)
    return job


def read(uploads: UploadService, key: str, address: str | None) -> bytes | None:
    """A file out of the store; it counts as looked at. One that can't be decrypted is dropped, and made anew."""
    with uploads.store.read() as session:
        found = repo.find_file(session, key)
    if found is None:
        return None
    if repo.is_seen_long_ago(found):
        with uploads.store.write() as session:
            repo.mark_file_seen(session, key)
    try:
        return encryption.decrypt_file(found.body, key, address)
    except encryption.UndecryptableError:
        with uploads.store.write() as session:
            repo.drop_file(session, key)
        return None


@cache
def version() -> str:
    """A name for everything that a file is made by: words, drawings, templates, the sources of service and engine."""
    seen = hashlib.sha256(version_of("weasyprint").encode())
    for room in (*paths.packages(), paths.data("templates"), *paths.rooms("translations")):
        for path in sorted(room.rglob("*")):
            if path.suffix in PRINTED and "_data" not in path.relative_to(room).parts:
                seen.update(path.relative_to(room).as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()[:12]
