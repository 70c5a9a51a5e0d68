"""The rows of jobs: put in with what they belong to, claimed by lease, finished, given up.

A claim is the job's id and the number of its attempt: whoever lost a job to somebody else writes nothing any more.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, and_, case, exists, func, or_, select, update
from sqlalchemy.orm import Session

from refsvc.config import Settings
from refsvc.i18n.problems import Problem
from refsvc.store import repo
from refsvc.store.models import JobRow

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
GIVEN_UP = "given-up"
MOST_ATTEMPTS = 3  # of a job whose process died under it
LEASE = 30  # seconds; whoever does the job renews it three times as often
RETRY_AFTER = 10  # seconds
FAILED_SECONDS = 60  # during which a file that could not be made is not tried again: whoever waits is told why
CHECK = "check"


class LostError(Exception):
    """The job was taken from us: its lease was over, or it is gone."""


def add(
    session: Session,
    kind: str,
    arguments: dict[str, Any],
    *,
    upload: int | None = None,
    total: int = 1,
    result: str | None = None,
    who: bytes | None = None,
) -> str:
    """Puts a job in, in the transaction of what it belongs to; gives its id, which is as secret as a token."""
    moment = repo.now()
    job = JobRow(
        id=repo.new_token(),
        kind=kind,
        state=WAITING,
        arguments=arguments,
        upload_id=upload,
        result=result,
        who=who,
        attempts=0,
        lease=0,
        done=0,
        total=total,
        created=moment,
        changed=moment,
    )
    session.add(job)
    return job.id


def make_room(session: Session, settings: Settings, who: bytes | None = None) -> None:
    """`Problem` when as many jobs wait as may, in all or of somebody."""
    waiting = select(func.count()).select_from(JobRow).where(JobRow.state == WAITING)
    if (session.scalar(waiting) or 0) >= settings.jobs_waiting:
        raise Problem("busy", 503, retry_after=RETRY_AFTER)
    if who is not None and (session.scalar(waiting.where(JobRow.who == who)) or 0) >= settings.jobs_waiting_each:
        raise Problem("busy-with-yours", 503, retry_after=RETRY_AFTER, most=settings.jobs_waiting_each)


def find(session: Session, job: str) -> JobRow | None:
    """A job by its id."""
    return session.get(JobRow, job)


def of_upload(session: Session, upload: int) -> str | None:
    """The job that checks an upload and is not done."""
    asked = select(JobRow.id).where(JobRow.upload_id == upload, JobRow.kind == CHECK, JobRow.state != DONE)
    return session.scalars(asked).first()


def unfinished_for(session: Session, result: str) -> str | None:
    """The job that is to make a file; one that has just failed to is not begun again at once."""
    asked = select(JobRow.id).where(JobRow.result == result, JobRow.state.in_((WAITING, RUNNING)))
    failed = select(JobRow.id).where(
        JobRow.result == result, JobRow.state == FAILED, JobRow.changed > repo.now() - FAILED_SECONDS
    )
    return session.scalars(asked).one_or_none() or session.scalars(failed).first()


# claiming


def _is_free() -> ColumnElement[bool]:
    """Whether a job can be taken: it waits, or its lease is over."""
    return or_(JobRow.state == WAITING, and_(JobRow.state == RUNNING, JobRow.lease < repo.now()))


def has_free(session: Session, kinds: Collection[str]) -> bool:
    """Whether any job can be taken."""
    return session.scalar(select(exists().where(_is_free(), JobRow.kind.in_(kinds)))) or False


def _in_order() -> tuple[ColumnElement[Any], ...]:
    """Files before checks, which take longer; one that has failed somebody after others; then the oldest first."""
    is_check = case((JobRow.kind == CHECK, 1), else_=0)
    return is_check, JobRow.attempts.expression, JobRow.created.expression, JobRow.id.expression


def claim(session: Session, kinds: Collection[str]) -> JobRow | None:
    """Takes the first job of these kinds that is free, for the time of a lease."""
    _release(session, _is_free() & (JobRow.state == RUNNING))
    asked = select(JobRow).where(JobRow.state == WAITING, JobRow.kind.in_(kinds)).order_by(*_in_order()).limit(1)
    found = session.scalars(asked.with_for_update(skip_locked=True)).first()
    if found is None:
        return None
    moment = repo.now()
    found.attempts += 1
    found.state, found.changed, found.lease = RUNNING, moment, moment + LEASE
    return found


def _release(session: Session, which: ColumnElement[bool]) -> None:
    """Jobs wait again; one that was tried as often as any may be is given up."""
    is_last = JobRow.attempts >= MOST_ATTEMPTS
    values = {
        "state": case((is_last, FAILED), else_=WAITING),
        "fault": case((is_last, GIVEN_UP), else_=None),
        "lease": 0,
        "changed": repo.now(),
    }
    session.execute(update(JobRow).where(which).values(values).execution_options(synchronize_session=False))


def release(session: Session, job: str, attempt: int) -> None:
    """A job whose process died waits again, or is given up."""
    _release(session, _is_ours(job, attempt))


def hand_back(session: Session, job: str, attempt: int) -> None:
    """A job that was begun and stopped through no fault of its own waits as if it had not been begun."""
    values = {"state": WAITING, "lease": 0, "attempts": attempt - 1, "changed": repo.now()}
    session.execute(update(JobRow).where(_is_ours(job, attempt)).values(values))


# doing


def _is_ours(job: str, attempt: int) -> ColumnElement[bool]:
    return and_(JobRow.id == job, JobRow.state == RUNNING, JobRow.attempts == attempt)


def _write(session: Session, job: str, attempt: int, values: dict[str, Any]) -> None:
    asked = update(JobRow).where(_is_ours(job, attempt)).values({**values, "changed": repo.now()})
    written: CursorResult[Any] = session.execute(asked)  # type: ignore[assignment]  # an UPDATE gives a cursor
    if not written.rowcount:
        raise LostError(job)


def renew(session: Session, job: str, attempt: int) -> None:
    """Starts the lease of a job anew; `LostError` if it is somebody else's by now."""
    _write(session, job, attempt, {"lease": repo.now() + LEASE})


def advance(session: Session, job: str, attempt: int, done: int) -> None:
    """Writes down how far a job has come; `LostError` if it is somebody else's by now."""
    _write(session, job, attempt, {"done": done})


def finish(session: Session, job: str, attempt: int) -> None:
    """A job is done, in the transaction of what it made; what it was asked with is forgotten."""
    _write(session, job, attempt, {"state": DONE, "done": JobRow.total, "fault": None, "arguments": {}})


def fail(session: Session, job: str, attempt: int, fault: str) -> None:
    """A job can't be done: `job.<fault>` says why."""
    values = {"state": FAILED, "fault": fault, "arguments": {}, "changed": repo.now()}
    session.execute(update(JobRow).where(_is_ours(job, attempt)).values(values))
