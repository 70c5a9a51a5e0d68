"""The rows of jobs: put in with what they belong to, claimed by lease, finished, given up."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from refsvc.config import Settings
from refsvc.problems import Problem
from refsvc.store import repo
from refsvc.store.models import JobRow

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
MOST_ATTEMPTS = 3  # of a job whose process died under it
SPARE = 30  # seconds of a lease beyond the time that the work may take
RETRY_AFTER = 10  # seconds


def add(session: Session, kind: str, arguments: dict[str, Any], *, upload: int | None = None, total: int = 1) -> str:
    """Puts a job in, in the transaction of what it belongs to; gives its id, which is as secret as a token."""
    moment = repo.now()
    job = JobRow(
        id=repo.new_token(),
        kind=kind,
        state=WAITING,
        arguments=arguments,
        upload_id=upload,
        attempts=0,
        lease=0,
        done=0,
        total=total,
        created=moment,
        changed=moment,
    )
    session.add(job)
    return job.id


def make_room(session: Session, settings: Settings) -> None:
    """`Problem` when as many jobs wait as may."""
    waiting = session.scalar(select(func.count()).select_from(JobRow).where(JobRow.state == WAITING)) or 0
    if waiting >= settings.jobs_waiting:
        raise Problem("busy", 503, retry_after=RETRY_AFTER)


def find(session: Session, job: str) -> JobRow | None:
    """A job by its id."""
    return session.get(JobRow, job)


def of_upload(session: Session, upload: int) -> str | None:
    """The job that checks an upload and is not done."""
    asked = select(JobRow.id).where(JobRow.upload_id == upload, JobRow.kind == "check", JobRow.state != DONE)
    return session.scalars(asked).first()


def claim(session: Session, seconds: dict[str, int], job: str = "") -> JobRow | None:
    """Takes the oldest job that waits, or whose lease is over; `seconds` says how long each kind may take."""
    moment = repo.now()
    free = or_(JobRow.state == WAITING, (JobRow.state == RUNNING) & (JobRow.lease < moment))
    asked = select(JobRow).where(free, JobRow.kind.in_(seconds))
    if job:
        asked = asked.where(JobRow.id == job)
    found = session.scalars(
        asked.order_by(JobRow.created, JobRow.id).limit(1).with_for_update(skip_locked=True)
    ).first()
    if found is None:
        return None
    found.attempts += 1
    found.changed = moment
    if found.attempts > MOST_ATTEMPTS:
        found.state, found.fault = FAILED, "given-up"
        return None
    found.state, found.lease = RUNNING, moment + seconds[found.kind] + SPARE
    return found


def advance(session: Session, job: str, done: int) -> None:
    """Writes down how far a job has come."""
    session.execute(update(JobRow).where(JobRow.id == job).values(done=done, changed=repo.now()))


def finish(session: Session, job: str, result: str | None = None) -> None:
    """A job is done, in the transaction of what it made; done twice is done once."""
    values = {"state": DONE, "result": result, "done": JobRow.total, "fault": None, "changed": repo.now()}
    session.execute(update(JobRow).where(JobRow.id == job).values(values))


def fail(session: Session, job: str, fault: str) -> None:
    """A job can't be done: `job.<fault>` says why."""
    values = {"state": FAILED, "fault": fault, "changed": repo.now()}
    session.execute(update(JobRow).where(JobRow.id == job, JobRow.state != DONE).values(values))


def release(session: Session, job: str) -> None:
    """A job whose process died waits again."""
    values = {"state": WAITING, "lease": 0, "changed": repo.now()}
    session.execute(update(JobRow).where(JobRow.id == job, JobRow.state == RUNNING).values(values))
