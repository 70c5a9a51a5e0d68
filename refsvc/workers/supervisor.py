"""Keeps a runner beside the service: started with it, started again when it dies, ended with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Event
from time import monotonic

BEAT = 0.2  # seconds between two looks
PAUSE = 1.0  # seconds until a runner that died is started again
STEADY = 10.0  # seconds after which a runner that dies was no failed start
LONGEST = 10.0  # seconds of pause, when start after start fails
PATIENCE = 10.0  # seconds that a runner has to end


def start() -> int:
    """Starts the keeper; gives the process.

    It is a process because the service forks its workers: a thread would leave them its locks.
    """
    service = os.getpid()
    child = os.fork()
    if child:
        return child
    try:
        _keep(service)
    finally:
        os._exit(0)


def stop(child: int) -> None:
    """Ends the keeper and its runner."""
    os.kill(child, signal.SIGTERM)
    os.waitpid(child, 0)


def _keep(service: int) -> None:
    stopped = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    pause = PAUSE
    while not stopped.is_set() and os.getppid() == service:
        began = monotonic()
        runner = subprocess.Popen([sys.executable, "-m", "refsvc", "work", "--parent", str(os.getpid())])
        while runner.poll() is None:
            if stopped.wait(BEAT) or os.getppid() != service:
                _end(runner)
                return
        if monotonic() - began > STEADY:
            pause = PAUSE
        stopped.wait(pause)
        pause = min(2 * pause, LONGEST)


def _end(runner: subprocess.Popen[bytes]) -> None:
    runner.terminate()
    try:
        runner.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        runner.kill()
        runner.wait()
