"""What is kept, read back: reports, records in every form, moves, files."""

from __future__ import annotations

from flask import request

from engine.core.record_errors import RecordError
from refsvc import library
from refsvc.checking import check, sarif
from refsvc.checking.check import Checked
from refsvc.checking.unreadable import Unreadable
from refsvc.i18n.problems import Problem, Told
from refsvc.records.upload import Upload, is_json
from refsvc.uploads import files
from refsvc.uploads.replay_cache import TooLong, TooSlow, patience
from refsvc.uploads.stored import StoredRecord, parts_of
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
    opened = readable(share, number)
    body = parts_of(uploads().raw_report(opened, call.language, call.query.rules or ""))
    links = answers.Links(share, opened.of).one(number)
    return Reply({**body, "rules": call.query.rules or library.rules_version(), "links": links}, headers=PRIVATE)


def readable(share: str, number: int) -> StoredRecord:
    """A record that could be read; `Problem` otherwise."""
    opened = uploads().open(share, number)
    if opened.problem is not None:
        raise Told(opened.problem)
    return opened


def replayed(share: str, number: int) -> tuple[StoredRecord, Checked]:
    """A record with its replay."""
    opened = readable(share, number)
    return opened, uploads().checked(opened)


def record(_call: Call[Query], share: str, number: int) -> Reply:
    """The record as it was uploaded; it is handed over as a file, and never shown as anything else."""
    opened = uploads().open(share, number)
    return download(opened.data, BYTES, f"record-{number}.{SUFFIX[is_json(opened.data)]}")


def download(data: bytes, media_type: str, name: str) -> Reply:
    """Bytes as a file."""
    return Reply(
        data, media_type=media_type, headers={**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'}
    )


def converted(_call: Call[Query], share: str, number: int, form: str) -> Reply:
    """The canonical form of a record."""
    opened = readable(share, number)
    return as_form(Upload(opened.data, opened.line, opened.is_line), form)


def as_form(upload: Upload, form: str) -> Reply:
    """A record in another form; `Problem` where a part of it can't be read."""
    try:
        text = check.convert(upload, form, patience())
    except RecordError as error:
        raise Unreadable(error) from None
    except TooSlow:
        raise TooLong from None
    ending = form if form == "json" else f"{form}.txt"
    return download(text.encode(), JSON if form == "json" else TEXT, f"record.{ending}")


def log(call: Call[Query], share: str, number: int) -> Reply:
    """The report as SARIF."""
    opened = readable(share, number)
    body = uploads().report(opened, call.language)
    file = opened.file or f"record-{number}.{SUFFIX[is_json(opened.data)]}"
    results = sarif.results(body, file, number - 1, call.language)
    return Reply(sarif.log(results, call.language), media_type=SARIF, headers=PRIVATE)


def listed(call: Call[Listing], share: str, number: int) -> Reply:
    """The moves of a record with their words."""
    opened, checked = replayed(share, number)
    body = moves.listed(checked, opened.data, call.language, call.query.start, call.query.most)
    return Reply(body, headers=PRIVATE)


def legal(call: Call[Query], share: str, number: int, move: int) -> Reply:
    """What would have been legal at a move."""
    _, checked = replayed(share, number)
    return Reply(moves.legal(checked, in_record(checked, move, 1), call.language), headers=PRIVATE)


def why(call: Call[Query], share: str, number: int, move: int) -> Reply:
    """The rules behind a move."""
    opened, checked = replayed(share, number)
    return Reply(moves.why(checked, opened.data, in_record(checked, move), call.language), headers=PRIVATE)


def in_record(checked: Checked, move: int, spare: int = 0) -> int:
    """The number of a move that the record has; `spare` for the one that would come next."""
    if move > len(checked.moves) + spare:
        raise Problem("no-move", 404, move=move, moves=len(checked.moves))
    return move


def summary(call: Call[Printing], share: str, number: int) -> Reply:
    """The printed summary, or the job that makes it."""
    if waiting := answers.being_checked(share, call.language):
        return waiting
    opened = readable(share, number)
    second = call.query.second
    languages = (call.language, second) if second and second != call.language else (call.language,)
    links = answers.Links(share, opened.of).one(number)
    asked = files.summary(uploads(), opened, languages, call.query.paper, links["html"], request.remote_addr or "")
    if asked.job is not None:
        return answers.of_job(asked.job, call.language, 202, links | {"job": answers.job_address(asked.job)})
    assert asked.body is not None
    return download(asked.body, PDF, f"summary-{'-'.join(languages)}.pdf")
