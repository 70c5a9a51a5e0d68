"""Records that are sent: checked and kept, or only asked about."""

from __future__ import annotations

import msgspec
from flask import request
from msgspec import Raw

from engine.core.record_errors import RecordError
from refsvc.checking import check as checking
from refsvc.checking.check import Checked, Read
from refsvc.checking.unreadable import Unreadable
from refsvc.i18n.problems import Problem
from refsvc.records.unpack import Found
from refsvc.uploads import rate_limit
from refsvc.uploads.acceptance import CheckedUpload, judge_at_once, read_found
from refsvc.uploads.replay_cache import TooSlow, patience
from refsvc.uploads.stored import Row
from refsvc.web.api import answers, bodies, moves
from refsvc.web.api.call import AtMove, Call, Checking, Converting, Judging, Query, Reply
from refsvc.web.api.reports import as_form, in_record
from refsvc.web.headers import PRIVATE
from refsvc.web.upload_service import uploads


def admit() -> None:
    """Counts what brings a record, whatever it asks: each is work."""
    at = uploads()
    rate_limit.admit(at.store, at.settings, request.remote_addr or "")


def check(call: Call[Checking]) -> Reply:
    """The report on what was sent; a job if it takes too long; a problem if there is nothing to check."""
    key = bodies.key()
    admit()
    choices = bodies.choices(call.query)
    found = bodies.records()
    judged = judge_at_once(found, choices)
    if call.query.store == "no":
        if judged is None:
            raise Problem("too-long-to-wait", 413)
        return answers.of_rows(rows(judged, call.language), None)
    taken = uploads().keep(found, choices, judged, key, request.remote_addr or "")
    links = answers.Links(taken.share, taken.records, taken.delete)
    if taken.job is not None:
        return answers.of_job(taken.job, call.language, 202, links.whole(taken.job))
    return answers.of_rows(
        rows(judged, call.language) if judged else uploads().table(taken.share, call.language), links
    )


def rows(judged: list[CheckedUpload], language: str) -> list[Row]:
    """What came of records, as a table."""
    return [
        Row(
            number,
            one.entry.file,
            one.entry.problem[language] if one.entry.problem else None,
            Raw(msgspec.json.encode(one.reports[language])) if one.reports else None,
        )
        for number, one in enumerate(judged, 1)
    ]


def replayed(asked: Judging) -> tuple[Found, Checked]:
    """The one record that was sent, replayed; nothing is kept."""
    found, read = sent()
    try:
        return found, checking.check_read(read, found.upload.line, bodies.choices(asked), patience())
    except RecordError as error:
        raise Unreadable(error) from None
    except TooSlow:
        raise Problem("too-long-to-wait", 413) from None


def sent() -> tuple[Found, Read]:
    """The one record that was sent, read."""
    admit()
    found = bodies.one_record()
    try:
        read = read_found(found, patience())
    except TooSlow:
        raise Problem("too-long-to-wait", 413) from None
    if isinstance(read, RecordError):
        raise Unreadable(read)
    return found, read


def legal(call: Call[AtMove]) -> Reply:
    """What is legal at a move of a record that was sent."""
    _, checked = replayed(call.query)
    return Reply(moves.legal(checked, in_record(checked, call.query.move, 1), call.language), headers=PRIVATE)


def why(call: Call[AtMove]) -> Reply:
    """The rules behind a move of a record that was sent."""
    found, checked = replayed(call.query)
    number = in_record(checked, call.query.move)
    return Reply(moves.why(checked, found.upload.data, number, call.language), headers=PRIVATE)


def convert(call: Call[Converting]) -> Reply:
    """A record that was sent, in another form."""
    found, _ = sent()
    return as_form(found.upload, call.query.to)


def job(call: Call[Query], job: str) -> Reply:
    """How far a job has come."""
    return answers.of_job(job, call.language, 200)


def delete(_call: Call[Query], token: str) -> Reply:
    """Drops an upload."""
    uploads().delete(token)
    return Reply(b"", 204)
