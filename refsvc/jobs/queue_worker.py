"""`refsvc work` where there is a queue: Procrastinate says which job to look at, the crew does it."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Sequence
from threading import Event, Thread
from time import monotonic

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Status
from psycopg import Error as PostgresError
from sqlalchemy.exc import SQLAlchemyError

from refsvc.config import Settings
from refsvc.jobs import queue, runner, table
from refsvc.jobs.crew import Crew
from refsvc.jobs.owner import owner
from refsvc.store.engine import open_store

log = logging.getLogger(__name__)
SWEEP = 60.0  # seconds
POLL = 5.0  # seconds between two looks into the queue, should a notice get lost


def run(settings: Settings) -> None:
    """Does jobs until it is told to stop."""
    queue.check(settings)
    store = open_store(settings.database_url)
    queue.make_tables(store, settings)
    with owner(store, settings.instance) as name:
        crew = Crew(store, settings, name)
        try:
            asyncio.run(_work(crew))
        finally:
            crew.stop(runner.GRACE)
    store.close()


async def _work(crew: Crew) -> None:
    database = queue.address(crew.settings)
    app = App(connector=PsycopgConnector(conninfo=database, min_size=1, max_size=crew.settings.job_processes + 3))

    @app.task(name=queue.TASK)
    def do(job: str) -> None:
        """Has a job done, unless somebody else did it; one whose process died is announced again."""
        claimed = crew.claim(job)
        if claimed is not None and not crew.do(claimed):
            queue.announce(crew.settings, job)

    stopped = Event()
    async with app.open_async():
        await _sweep(app, crew)
        working = asyncio.create_task(
            app.run_worker_async(
                concurrency=crew.settings.job_processes,
                fetch_job_polling_interval=POLL,
                delete_jobs="always",
                install_signal_handlers=False,
            )
        )
        sweeping = asyncio.create_task(_keep_sweeping(app, crew))
        tidying = Thread(target=runner.watch, args=(crew.store, crew.settings, stopped, lambda: True), daemon=True)
        tidying.start()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, working.cancel)
        try:
            await _until_stopped(working, crew)
        finally:
            sweeping.cancel()
            stopped.set()
            tidying.join()


async def _until_stopped(working: asyncio.Task[None], crew: Crew) -> None:
    """Waits for the worker; once it is told to stop, jobs under way have a moment and are then handed back."""
    while not working.cancelling() and not working.done():
        await asyncio.sleep(runner.BEAT)
    if working.cancelling():
        await asyncio.to_thread(crew.stop, runner.GRACE)
    try:
        await working
    except asyncio.CancelledError:
        return


async def _keep_sweeping(app: App, crew: Crew) -> None:
    last = monotonic()
    while True:
        await asyncio.sleep(max(0.0, last + SWEEP - monotonic()))
        last = monotonic()
        try:
            await _sweep(app, crew)
        except (SQLAlchemyError, PostgresError, ConnectorException):
            log.exception("the queue can't be swept")


async def _sweep(app: App, crew: Crew) -> None:
    """Announces again what nobody does; forgets what a dead worker had fetched."""
    for stalled in await app.job_manager.get_stalled_jobs(task_name=queue.TASK):
        await app.job_manager.finish_job(stalled, Status.FAILED, delete_job=True)
    for job in await asyncio.to_thread(_free, crew):
        try:
            await app.configure_task(queue.TASK, queueing_lock=job).defer_async(job=job)
        except AlreadyEnqueued:
            continue


def _free(crew: Crew) -> Sequence[str]:
    with crew.store.read() as session:
        return table.free(session, crew.seconds)
