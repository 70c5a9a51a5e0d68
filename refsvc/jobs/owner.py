"""Who takes jobs: runners bear names that outlive them, so that the next one knows what a dead one had taken."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from refsvc.jobs import table
from refsvc.store import repo
from refsvc.store.database import Store

FILE = "runner-{}.lock"


@contextmanager
def owner(store: Store, instance: Path) -> Iterator[str]:
    """The name under which jobs are taken.

    Names stand in files of the folder, and whoever has locked a file bears its name: the system takes the lock from a
    process that dies. So what is still taken under a name that nobody bears waits again.
    """
    instance.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        own = None
        number = 0
        while own is None or (instance / FILE.format(number + 1)).exists():
            number += 1
            file = (instance / FILE.format(number)).open("a+")
            if not _lock(file):
                file.close()
                continue
            name = _name(file)
            with store.write() as session:
                table.release_all(session, name)
            if own is None:
                own = name
                stack.enter_context(file)
            else:
                file.close()
        yield own


def _lock(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _name(file: IO[str]) -> str:
    """The name in a file; a new one gets its own."""
    file.seek(0)
    name = file.read().strip()
    if not name:
        name = repo.new_token()
        file.write(name)
        file.flush()
    return name
