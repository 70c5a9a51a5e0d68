"""Records that are sent: checked and kept, or only asked about."""

from __future__ import annotations

from flask import request

from refsvc import limits
from refsvc.desk import Judged, Row, judge_at_once
from refsvc.problems import Problem, Told
from refsvc.web.api import answers, bodies
from refsvc.web.api.call import Call, Checking, Query, Reply
from refsvc.web.desks import desk


def admit() -> None:
    """Counts what brings a record, whatever it asks: each is work."""
    at = desk()
    limits.admit(at.store, at.settings, request.remote_addr or "")


def check(call: Call[Checking]) -> Reply:
    """The report on what was sent; a job if it takes too long; a problem if there is nothing to check."""
    key = bodies.key()
    admit()
    choices = bodies.choices(call.query)
    found = bodies.records()
    judged = judge_at_once(found, choices)
    if judged is not None and len(judged) == 1 and judged[0].entry.problem is not None:
        raise Told(judged[0].entry.problem)
    if call.query.store == "no":
        if judged is None:
            raise Problem("too-long-to-wait", 413)
        return answers.of_rows(rows(judged, call.language), None)
    taken = desk().keep(found, choices, judged, key)
    links = answers.Links(taken.share, taken.records, taken.delete)
    if taken.job is not None:
        return answers.of_job(taken.job, call.language, 202, links.whole(taken.job))
    return answers.of_rows(rows(judged, call.language) if judged else desk().table(taken.share, call.language), links)


def rows(judged: list[Judged], language: str) -> list[Row]:
    """What came of records, as a table."""
    return [
        Row(
            number,
            one.entry.file,
            one.entry.problem[language] if one.entry.problem else None,
            one.reports[language] if one.reports else None,
        )
        for number, one in enumerate(judged, 1)
    ]


def job(call: Call[Query], job: str) -> Reply:
    """How far a job has come."""
    return answers.of_job(job, call.language, 200)


def delete(_call: Call[Query], token: str) -> Reply:
    """Drops an upload."""
    desk().delete(token)
    return Reply(b"", 204)
