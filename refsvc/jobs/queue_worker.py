"""`refsvc work` where there is a queue: Procrastinate says which job to look at, the pool does it."""

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
from refsvc.jobs import queue, table
from refsvc.jobs.owner import owner
from refsvc.store.database import open_store
from refsvc.workers import worker
from refsvc.workers.pool import WorkerPool

log = logging.getLogger(__name__)
SWEEP = 60.0  # seconds
POLL = 5.0  # seconds between two looks into the queue, should a notice get lost


def run(settings: Settings) -> None:
    """Does jobs until it is told to stop."""
    queue.check(settings)
    store = open_store(settings.database_url)
    queue.make_tables(store, settings)
    with owner(store, settings.instance) as name:
        pool = WorkerPool(store, settings, name)
        try:
            asyncio.run(_work(pool))
        finally:
            pool.stop(worker.GRACE)
    store.close()


async def _work(pool: WorkerPool) -> None:
    database = queue.address(pool.settings)
    app = App(connector=PsycopgConnector(conninfo=database, min_size=1, max_size=pool.settings.job_processes + 3))

    @app.task(name=queue.TASK)
    def do(job: str) -> None:
        """Has a job done, unless somebody else did it; one whose process died is announced again."""
        claimed = pool.claim(job)
        if claimed is not None and not pool.do(claimed):
            queue.notify(pool.settings, job)

    stopped = Event()
    async with app.open_async():
        await _sweep(app, pool)
        working = asyncio.create_task(
            app.run_worker_async(
                concurrency=pool.settings.job_processes,
                fetch_job_polling_interval=POLL,
                delete_jobs="always",
                install_signal_handlers=False,
            )
        )
        sweeping = asyncio.create_task(_keep_sweeping(app, pool))
        tidying = Thread(target=worker.watch, args=(pool.store, pool.settings, stopped, lambda: True), daemon=True)
        tidying.start()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, working.cancel)
        try:
            await _until_stopped(working, pool)
        finally:
            sweeping.cancel()
            stopped.set()
            tidying.join()


async def _until_stopped(working: asyncio.Task[None], pool: WorkerPool) -> None:
    """Waits for the worker; once it is told to stop, jobs under way have a moment and are then handed back."""
    while not working.cancelling() and not working.done():
        await asyncio.sleep(worker.BEAT)
    if working.cancelling():
        await asyncio.to_thread(pool.stop, worker.GRACE)
    try:
        await working
    except asyncio.CancelledError:
        return


async def _keep_sweeping(app: App, pool: WorkerPool) -> None:
    last = monotonic()
    while True:
        await asyncio.sleep(max(0.0, last + SWEEP - monotonic()))
        last = monotonic()
        try:
            await _sweep(app, pool)
        except (SQLAlchemyError, PostgresError, ConnectorException):
            log.exception("the queue can't be swept")


async def _sweep(app: App, pool: WorkerPool) -> None:
    """Announces again what nobody does; forgets what a dead worker had fetched."""
    for stalled in await app.job_manager.get_stalled_jobs(task_name=queue.TASK):
        await app.job_manager.finish_job(stalled, Status.FAILED, delete_job=True)
    for job in await asyncio.to_thread(_free, pool):
        try:
            await app.configure_task(queue.TASK, queueing_lock=job).defer_async(job=job)
        except AlreadyEnqueued:
            continue


def _free(pool: WorkerPool) -> Sequence[str]:
    with pool.store.read() as session:
        return table.free(session, pool.seconds)
