"""The queue for many machines: Procrastinate, in the PostgreSQL of the store.

The row of a job stays the truth; the queue only says which one to look at. What it forgets, or what died with a
machine, is announced again by a sweep.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from functools import cache
from typing import Any

from sqlalchemy import make_url, text

from refsvc.config import Settings
from refsvc.store.database import LOCK, Store

log = logging.getLogger(__name__)
TASK = "refsvc.job"
FILE = 1  # the priority of files: checks, which take longer, have 0


class NeedsPostgresError(ValueError):
    """The queue lives in PostgreSQL only."""


def check(settings: Settings) -> None:
    """`NeedsPostgresError` if the settings ask for a queue where there can be none."""
    if settings.jobs == "procrastinate" and not is_possible(settings):
        raise NeedsPostgresError


def is_possible(settings: Settings) -> bool:
    """Whether the database can hold the queue."""
    return make_url(settings.database_url).get_backend_name() == "postgresql"


def address(settings: Settings) -> str:
    """The database, as psycopg names it."""
    url = make_url(settings.database_url).set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def notify(settings: Settings, job: str | None, priority: int = 0) -> None:
    """Tells the workers of a job that was put in; the runner beside the service looks by itself."""
    if job is None or settings.jobs == "embedded":
        return
    try:
        defer(_app(address(settings), os.getpid()), job, priority)
    except Exception as error:  # whatever it was: the job is kept, and the sweep announces it within a minute
        log.warning("job %s was not announced: %r", job[:6], error.__cause__ or error)


def defer(app: Any, job: str, priority: int = 0) -> None:
    """Announces a job, unless that was done and nobody has looked yet."""
    from procrastinate.exceptions import AlreadyEnqueued  # noqa: PLC0415  # only where there is a queue

    with suppress(AlreadyEnqueued):
        app.configure_task(TASK, queueing_lock=job, priority=priority).defer(job=job)


@cache
def _app(database: str, _process: int) -> Any:
    """What announces, one for each process: connections are not shared."""
    from procrastinate import App, SyncPsycopgConnector  # noqa: PLC0415  # only where there is a queue

    app = App(connector=SyncPsycopgConnector(conninfo=database, min_size=0, max_size=2))
    app.open()
    return app


def make_tables(store: Store, settings: Settings) -> None:
    """Makes the tables of the queue, once; of several that start at once, one does it and the others wait."""
    from procrastinate.schema import SchemaManager  # noqa: PLC0415  # only where there is a queue

    check(settings)
    with store.engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        if connection.scalar(text("SELECT to_regclass('procrastinate_jobs')")) is None:
            driver: Any = connection.connection.driver_connection
            driver.execute(SchemaManager.get_schema())
