"""What is kept, read back: reports, records in every form, moves, files."""

from __future__ import annotations

from flask import request

from refsvc import library
from refsvc.checking import sarif
from refsvc.checking.read import Record
from refsvc.i18n.problems import Problem
from refsvc.uploads import files
from refsvc.uploads.replay_cache import canonical
from refsvc.uploads.stored import parts_of
from refsvc.web.api import answers, moves
from refsvc.web.api.call import JSON, Call, Listing, Printing, Query, Reply, Versioned
from refsvc.web.headers import PRIVATE
from refsvc.web.upload_service import uploads

SARIF, PDF, BYTES = "application/sarif+json", "application/pdf", "application/octet-stream"
TEXT = "text/plain; charset=utf-8"
FORMS = (JSON, TEXT)  # of a record
SUFFIX = {True: "json", False: "txt"}


def upload(call: Call[Query], share: str) -> Reply:
    """What came of an upload: the report on its record, or the reports on each; a job while it is checked."""
    if waiting := answers.being_checked(share, call.language):
        return waiting
    rows = uploads().table(share, call.language)
    return answers.of_rows(rows, answers.Links(share, len(rows)))


def report(call: Call[Versioned], share: str, number: int) -> Reply:
    """The report on one record, by today's rules or an earlier version."""
    if waiting := answers.being_checked(share, call.language):
        return waiting
    opened = uploads().open_readable(share, number)
    body = parts_of(uploads().raw_report(opened, call.language, call.query.rules or ""))
    links = answers.Links(share, opened.of).one(number)
    return Reply({**body, "rules": call.query.rules or library.rules_version(), "links": links}, headers=PRIVATE)


def record(_call: Call[Query], share: str, number: int) -> Reply:
    """The record as it was uploaded; it is handed over as a file, and never shown as anything else."""
    opened = uploads().open(share, number)
    return download(opened.data, BYTES, f"record-{number}.{SUFFIX[opened.sent.is_json]}")


def download(data: bytes, media_type: str, name: str) -> Reply:
    """Bytes as a file."""
    return Reply(
        data, media_type=media_type, headers={**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'}
    )


def converted(_call: Call[Query], share: str, number: int, form: str) -> Reply:
    """The canonical form of a record."""
    return as_form(canonical(uploads().open_readable(share, number), form), form)


def as_form(body: bytes, form: str) -> Reply:
    """The canonical form of a record as a file."""
    ending = form if form == "json" else f"{form}.txt"
    return download(body, JSON if form == "json" else TEXT, f"record.{ending}")


def log(call: Call[Query], share: str, number: int) -> Reply:
    """The report as SARIF."""
    opened = uploads().open_readable(share, number)
    body = uploads().report(opened, call.language)
    file = opened.file or f"record-{number}.{SUFFIX[opened.sent.is_json]}"
    results = sarif.results(body, file, number - 1, call.language)
    return Reply(sarif.log(results, call.language), media_type=SARIF, headers=PRIVATE)


def listed(call: Call[Listing], share: str, number: int) -> Reply:
    """The moves of a record with their words."""
    replayed = uploads().replays.replay(uploads().open_readable(share, number))
    return Reply(moves.listed(*replayed, call.language, call.query.start, call.query.most), headers=PRIVATE)


def legal(call: Call[Query], share: str, number: int, move: int) -> Reply:
    """What would have been legal at a move."""
    record, state = uploads().replays.position(uploads().open_readable(share, number), move)
    return Reply(moves.legal(record.game, state, in_record(record, move, 1), call.language), headers=PRIVATE)


def why(call: Call[Query], share: str, number: int, move: int) -> Reply:
    """The rules behind a move."""
    record, played = uploads().replays.replay(uploads().open_readable(share, number))
    return Reply(moves.why(record, played, in_record(record, move), call.language), headers=PRIVATE)


def in_record(record: Record, move: int, spare: int = 0) -> int:
    """The number of a move that the record has; `spare` for the one that would come next."""
    if move > len(record.moves) + spare:
        raise Problem("no-move", 404, move=move, moves=len(record.moves))
    return move


def summary(call: Call[Printing], share: str, number: int) -> Reply:
    """The printed summary, or the job that makes it."""
    if waiting := answers.being_checked(share, call.language):
        return waiting
    opened = uploads().open_readable(share, number)
    second = call.query.second
    languages = (call.language, second) if second and second != call.language else (call.language,)
    links = answers.Links(share, opened.of).one(number)
    asked = files.summary(uploads(), opened, languages, call.query.paper, links["html"], request.remote_addr or "")
    if asked.job is not None:
        return answers.of_job(asked.job, call.language, 202, links | {"job": answers.job_address(asked.job)})
    assert asked.body is not None
    return download(asked.body, PDF, f"summary-{'-'.join(languages)}.pdf")
