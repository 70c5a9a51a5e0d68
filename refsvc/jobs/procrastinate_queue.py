"""The queue for many machines: Procrastinate, in the PostgreSQL of the store.

Its messages only wake a worker, which then takes whatever row comes first. A periodic sweep does the same: so what a
lost message or a dead machine has left is found when its lease is over.
"""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import suppress
from functools import cache
from typing import Any

from procrastinate import App, JobContext, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.jobs import Status
from procrastinate.schema import SchemaManager
from sqlalchemy import make_url, text

from refsvc.config import Settings
from refsvc.jobs.queue import GRACE, Do
from refsvc.store.database import LOCK, Store

log = logging.getLogger(__name__)
TASK = "refsvc.job"
SWEEP = "* * * * * */10"  # every 10 seconds
CONNECTIONS = 3  # of a worker besides one for each job: to listen, to fetch, to say that it lives


class ProcrastinateQueue:
    """Wakes workers through the database."""

    def __init__(self, settings: Settings) -> None:
        url = make_url(settings.database_url).set(drivername="postgresql")  # as psycopg names it
        self._database = url.render_as_string(hide_password=False)
        self._processes = settings.job_processes

    def prepare(self, store: Store) -> None:
        """Makes the tables of Procrastinate; of several that start at once, one does it and the others wait."""
        with store.engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            if connection.scalar(text("SELECT to_regclass('procrastinate_jobs')")) is None:
                driver: Any = connection.connection.driver_connection
                driver.execute(SchemaManager.get_schema())

    def notify(self, job: str) -> None:
        """Wakes a worker, unless that was done for this job and nobody has looked yet."""
        try:
            with suppress(AlreadyEnqueued):
                _sender(self._database, os.getpid()).configure_task(TASK, queueing_lock=job).defer(job=job)
        except Exception as error:  # whatever it was: the row is kept, and a sweep finds it
            log.warning("no worker was told of job %s: %r", job[:6], error.__cause__ or error)

    def run(self, do: Do) -> None:
        """Has jobs done until SIGTERM or SIGINT; what is under way then may end within the grace."""
        asyncio.run(self._work(do))

    async def _work(self, do: Do) -> None:
        connector = PsycopgConnector(conninfo=self._database, min_size=1, max_size=self._processes + CONNECTIONS)
        app = App(connector=connector)

        @app.periodic(cron=SWEEP, queueing_lock="sweep")
        @app.task(name=TASK, pass_context=True)
        def look(context: JobContext, timestamp: int = 0, job: str = "") -> None:  # noqa: ARG001  # they name the message
            """Does jobs as long as there are any."""
            while do(context.should_abort):
                pass

        async with app.open_async():
            for stalled in await app.job_manager.get_stalled_jobs(task_name=TASK):  # messages that a dead worker had
                await app.job_manager.finish_job(stalled, Status.FAILED, delete_job=True)
            await app.run_worker_async(
                concurrency=self._processes, delete_jobs="always", shutdown_graceful_timeout=GRACE
            )


@cache
def _sender(database: str, _process: int) -> App:
    """What sends messages, one for each process: connections are not shared."""
    app = App(connector=SyncPsycopgConnector(conninfo=database, min_size=0, max_size=2))
    app.open()
    return app
