"""Keeps a worker beside the service: started with it, started again when it dies, ended with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Event
from time import monotonic

BEAT = 0.2  # seconds between two looks
PAUSE = 1.0  # seconds until a worker that died is started again
STEADY = 10.0  # seconds after which a worker that dies was no failed start
LONGEST = 10.0  # seconds of pause, when start after start fails
STOP_SECONDS = 10.0  # seconds that a worker has to end


def start() -> int:
    """Starts the supervisor; gives its process id.

    It is a process because the service forks its workers: a thread would leave them its locks.
    """
    service = os.getpid()
    child = os.fork()
    if child:
        return child
    try:
        _supervise(service)
    finally:
        os._exit(0)


def stop(child: int) -> None:
    """Ends the supervisor and its worker."""
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)


def _supervise(service: int) -> None:
    stopped = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    pause = PAUSE
    while not stopped.is_set() and os.getppid() == service:
        began = monotonic()
        worker = subprocess.Popen([sys.executable, "-m", "refsvc", "work", "--parent", str(os.getpid())])
        while worker.poll() is None:
            if stopped.wait(BEAT) or os.getppid() != service:
                _end(worker)
                return
        if monotonic() - began > STEADY:
            pause = PAUSE
        stopped.wait(pause)
        pause = min(2 * pause, LONGEST)


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.terminate()
    try:
        worker.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
