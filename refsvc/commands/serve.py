"""`refsvc serve`: the service on granian."""

from __future__ import annotations

import os
import resource
import socket
from collections.abc import Callable
from contextlib import closing
from time import sleep

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from refsvc.config import Settings
from refsvc.jobs.queue import open_queue
from refsvc.store.database import open_store
from refsvc.workers import supervisor

TRIED = 20  # ports, when none was asked for
MOST_CONNECTIONS = 8192  # of a process; whoever comes then waits until one is closed
SPARE_FILES = 256  # besides connections
CLOSING_SECONDS = 2  # seconds until a stopped service closes connections that a browser keeps open


class PortTakenError(OSError):
    """No port could be had."""


def free_port(settings: Settings, *, is_asked_for: bool) -> int:
    """The port to listen on: the one asked for, else the first free one from the default on."""
    for port in range(settings.port, settings.port + (1 if is_asked_for else TRIED)):
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((settings.host, port))
            except OSError:
                continue
            return port
    raise PortTakenError


def serve(settings: Settings, port: int, ready: Callable[[], None]) -> None:
    """Answers until it is stopped; `ready` is called once it does."""
    _allow_many_files()
    server = Granian(
        "refsvc.web.rsgi:open_app",
        factory=True,
        address=settings.host,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,  # connections that begin as HTTP/2 and say no more would never be closed
        http1_settings=HTTP1Settings(header_read_timeout=settings.head_seconds * 1000),
        backlog=MOST_CONNECTIONS,
        backpressure=MOST_CONNECTIONS,
        workers=settings.workers,
        websockets=False,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=CLOSING_SECONDS,
    )
    supervising = _prepare(settings)
    _when_answering(settings, port, ready)
    try:
        server.serve()
    finally:
        if supervising is not None:
            supervisor.stop(supervising)


def _allow_many_files() -> None:
    """Raises the limit of open files, as far as the system lets it: a connection is one, many a shell gives 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SPARE_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _prepare(settings: Settings) -> int | None:
    """Makes the tables, so that the workers find them; starts who does slow work, if that is our business."""
    queue = open_queue(settings)
    with closing(open_store(settings.database_url)) as store:
        queue.prepare(store)
    return supervisor.start() if settings.jobs == "embedded" else None


def _when_answering(settings: Settings, port: int, ready: Callable[[], None]) -> None:
    """Calls `ready` as soon as a connection is taken: the workers listen a moment after they are started.

    In a process of its own, because the workers are forked from this one, and a thread would leave them its locks.
    """
    service = os.getpid()
    if os.fork():
        return
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    while os.getppid() == service:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            sleep(0.05)
        else:
            ready()
            break
    os._exit(0)


def address(settings: Settings, port: int) -> str:
    """The address for a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"http://{host}:{port}/"
