"""Answers about what is kept, in the shapes of the API."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import request

from refsvc.i18n import sentences
from refsvc.i18n.problems import Problem
from refsvc.jobs.table import RUNNING, WAITING
from refsvc.uploads import files
from refsvc.uploads.stored import Row
from refsvc.web import language_choice
from refsvc.web.api.call import V1, Reply
from refsvc.web.headers import PRIVATE
from refsvc.web.upload_service import uploads

REPORT, REPORTS, JOB = "refsvc-report/1", "refsvc-reports/1", "refsvc-job/1"
LOOK_AGAIN = 2  # seconds after which a job is worth asking about


def origin() -> str:
    """Where the service is reached from outside."""
    return language_choice.site(request)


class Links:
    """The addresses of an upload; `delete` is known only to who has just sent it."""

    def __init__(self, share: str, records: int, delete: str = "") -> None:
        self.share = share
        self.records = records
        self.delete = delete
        self.top = origin()

    def whole(self, job: str = "") -> dict[str, str]:
        """The links of an upload as a whole, and of the job that checks it."""
        found = {"html": f"{self.top}/check/{self.share}", "report": f"{self.top}{V1}/reports/{self.share}"}
        if job:
            found["job"] = job_address(job)
        return found | self._delete()

    def one(self, number: int) -> dict[str, str]:
        """The links of one record."""
        page = self.share if self.records == 1 else f"{self.share}/{number}"
        report = f"{self.top}{V1}/reports/{self.share}/{number}"
        found = {"html": f"{self.top}/check/{page}", "pdf": f"{report}/summary.pdf", "report": report}
        return found | (self._delete() if self.records == 1 else {})

    def _delete(self) -> dict[str, str]:
        return {"delete": f"{self.top}{V1}/uploads/{self.delete}"} if self.delete else {}


def job_address(job: str) -> str:
    """Where to ask about a job."""
    return f"{origin()}{V1}/jobs/{job}"


def of_rows(rows: list[Row], links: Links | None) -> Reply:
    """The report on one record, or the list of reports on several."""
    bodies = []
    for row in rows:
        body: dict[str, Any] = {**row.parts} if row.raw_report is not None else {"format": REPORT, "error": row.problem}
        if len(rows) > 1:
            body = {"format": REPORT, "file": row.file, "index": row.number - 1, **body}
        bodies.append(body | {"links": links.one(row.number)} if links else body)
    if len(bodies) == 1:
        return Reply(bodies[0], headers=PRIVATE)
    whole: dict[str, Any] = {"format": REPORTS, "reports": bodies}
    return Reply(whole | {"links": links.whole()} if links else whole, headers=PRIVATE)


def of_job(job: str, language: str, status: int, links: dict[str, str] | None = None) -> Reply:
    """How far a job has come; with 202, where and when to ask again."""
    row = files.job_status(uploads(), job)
    if row is None:
        raise Problem("not-found", 404)
    body: dict[str, Any] = {
        "format": JOB,
        "id": job,
        "kind": row.kind,
        "state": row.state,
        "done": row.done,
        "total": row.total,
        "fault": {"code": row.fault, "message": sentences.say(f"job.{row.fault}", language)} if row.fault else None,
    }
    if links:
        body["links"] = links
    headers = dict(PRIVATE)
    if row.state in (WAITING, RUNNING):
        headers["Retry-After"] = str(LOOK_AGAIN)
    if status == HTTPStatus.ACCEPTED:
        headers["Location"] = job_address(job)
    return Reply(body, status, headers=headers)


def being_checked(share: str, language: str) -> Reply | None:
    """The job that an upload waits for; None if it is checked, `Problem` if that can't be done."""
    job = uploads().job_of(share)
    if job is None:
        return None
    row = files.job_status(uploads(), job)
    if row is not None and row.fault:
        raise Problem("unfinished", 503, reason=sentences.say(f"job.{row.fault}", language))
    return of_job(job, language, HTTPStatus.ACCEPTED)
