"""Records that are sent: checked and kept, or only asked about."""

from __future__ import annotations

from contextlib import AbstractContextManager

import msgspec
from flask import request
from msgspec import Raw

from engine.core.replay import replay_to
from refsvc.checking import conversion, line_readings
from refsvc.checking.check import check as replay
from refsvc.checking.deadline import Deadline, sender_deadline
from refsvc.checking.read import Record, read_strictly
from refsvc.checking.unreadable import within
from refsvc.i18n.problems import Problem
from refsvc.records.choices import NONE, Choices
from refsvc.uploads import rate_limit
from refsvc.uploads.acceptance import CheckedUpload, judge_at_once
from refsvc.uploads.stored import Row
from refsvc.web.api import answers, bodies, moves
from refsvc.web.api.call import AtMove, Call, Checking, Converting, Query, Reply
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
    sent = bodies.records()
    judged = judge_at_once(sent, choices)
    if call.query.store == "no":
        if judged is None:
            raise Problem("too-long-to-wait", 413)
        return answers.of_rows(rows(judged, call.language), None)
    taken = uploads().keep(sent, choices, judged, key, request.remote_addr or "")
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


def waiting() -> AbstractContextManager[Deadline]:
    """How long the sender waits."""
    return within(sender_deadline(), Problem("too-long-to-wait", 413))


def read_sent(choices: Choices, deadline: Deadline) -> Record:
    """The one record that was sent, read; nothing is kept."""
    return read_strictly(bodies.one_record(), choices, deadline)


def legal(call: Call[AtMove]) -> Reply:
    """What is legal at a move of a record that was sent."""
    admit()
    number = call.query.move
    with waiting() as deadline:
        record = read_sent(bodies.choices(call.query), deadline)
        in_record(record, number, 1)
        state = replay_to(record.game, record.moves, number, record.header.position, deadline)
    return Reply(moves.legal(record.game, state, number, call.language), headers=PRIVATE)


def why(call: Call[AtMove]) -> Reply:
    """The rules behind a move of a record that was sent."""
    admit()
    with waiting() as deadline:
        record = read_sent(bodies.choices(call.query), deadline)
        played = replay(record, deadline)
    return Reply(moves.why(record, played, in_record(record, call.query.move), call.language), headers=PRIVATE)


def read_lines(call: Call[Query]) -> Reply:
    """How each line of a text is read; nothing of it is judged or kept."""
    at = uploads()
    rate_limit.admit_reading(at.store, at.settings, request.remote_addr or "")
    with waiting() as deadline:
        return Reply(line_readings.read_lines(bodies.one_record(), call.language, deadline), headers=PRIVATE)


def convert(call: Call[Converting]) -> Reply:
    """A record that was sent, in another form."""
    admit()
    with waiting() as deadline:
        return as_form(conversion.convert(read_sent(NONE, deadline), call.query.to, deadline).encode(), call.query.to)


def job(call: Call[Query], job: str) -> Reply:
    """How far a job has come."""
    return answers.of_job(job, call.language, 200)


def delete(_call: Call[Query], token: str) -> Reply:
    """Drops an upload."""
    uploads().delete(token)
    return Reply(b"", 204)
