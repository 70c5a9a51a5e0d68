"""The service's commands in processes of their own, and what they have started."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

PATIENCE = 120.0  # seconds: only what hangs takes longer
T = TypeVar("T")


def until(ask: Callable[[], T], patience: float = PATIENCE) -> T:
    """The first answer that is true."""
    late = monotonic() + patience
    while not (answer := ask()):
        assert monotonic() < late, "nothing came"
        sleep(0.05)
    return answer


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int) -> list[int]:
    """What a process has started and is still there."""
    found: list[int] = []
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    return found


def descendants(pid: int) -> list[int]:
    """The same, and what these have started."""
    return [each for child in children(pid) for each in (child, *descendants(child))]


def command_of(pid: int) -> str:
    """The command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def start(*arguments: str, **settings: object) -> subprocess.Popen[str]:
    """A command of the service, with settings in its environment."""
    given = {f"REFSVC_{name.upper()}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "refsvc", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **given})


def end(process: subprocess.Popen[str]) -> None:
    """Ends a process and whatever it has left behind."""
    left = descendants(process.pid)
    process.terminate()
    try:
        process.wait(PATIENCE)
    finally:
        for pid in (process.pid, *left):
            with suppress(ProcessLookupError):
                os.kill(pid, 9)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@contextmanager
def running(*arguments: str, **settings: object) -> Iterator[subprocess.Popen[str]]:
    """A command that is ended afterwards."""
    process = start(*arguments, **settings)
    try:
        yield process
    finally:
        end(process)
