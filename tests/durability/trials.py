"""The trials: many uploads at once; a service that is killed under them; jobs whose processes are killed."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import sleep

from sqlalchemy import func, select

from refsvc import printing
from refsvc.config import Settings
from refsvc.jobs import table
from refsvc.store.database import Store, open_store
from refsvc.store.models import FileRow, JobRow, RecordRow, ReportRow, UploadRow
from refsvc.uploads import acceptance, files
from refsvc.uploads.service import Receipt, UploadService
from tests.durability.trial import Acknowledged, Lost, kill, look, service, upload
from tests.refsvc.databases import database
from tests.refsvc.processes import command_of, descendants, end, start, until
from tests.refsvc.uploads.examples import game, score_sheet, take

AT_ONCE = 64
SHEETS = [(battle, languages, paper) for battle in ("arsuf", "hattin") for paper in printing.PAPERS
          for languages in (("en",), ("fr",), ("cs",), ("en", "fr"), ("cs", "en"), ("fr", "cs"))]  # fmt: skip
LONGEST = 600.0  # seconds that all jobs may take


def uploads(kind: str, times: int) -> str:
    """So many senders at once, each several times over; everything that was acknowledged is there, and nothing else."""
    with service(kind) as made, ThreadPoolExecutor(AT_ONCE) as threads:
        made.start()
        sent = list(threads.map(lambda n: upload(made.port, n), range(AT_ONCE * times)))
        kept = [one for one in sent if one is not None]
        if len(kept) != len(sent) or len({one.share for one in kept}) != len(sent):
            raise Lost(f"{len(sent) - len(kept)} uploads were not answered")
        list(threads.map(lambda one: look(made.port, one), kept))
        found = _counted(made.settings)
        records = len({record for one in kept for record in one.records})
        if found != [len(sent), records, records]:
            raise Lost(f"uploads, records, reports: {found}")
    return f"{len(sent)} uploads, {AT_ONCE} at once: all there, {records} records kept once each"


def _counted(settings: dict[str, str]) -> list[int]:
    with closing(open_store(settings["REFSVC_DATABASE"])) as store, store.read() as session:
        return [session.scalar(select(func.count()).select_from(row)) or 0 for row in (UploadRow, RecordRow, ReportRow)]


def kills(kind: str, rounds: int) -> str:
    """The service is killed under uploads, over and over; whatever it acknowledged is there when it is back."""
    chance = random.Random(7)
    numbers = count()
    kept: list[Acknowledged] = []
    unanswered = 0
    with service(kind) as made, ThreadPoolExecutor(8) as threads:
        for _ in range(rounds):
            made.start()
            stopped, before = Event(), len(kept)
            senders = [threads.submit(_send, made.port, numbers, stopped, kept) for _ in range(8)]
            until(lambda before=before: len(kept) > before)  # type: ignore[misc]  # bound
            sleep(chance.random())
            kill(made)
            stopped.set()
            unanswered += sum(sender.result() for sender in senders)
        made.start()
        list(threads.map(lambda one: look(made.port, one), kept))
        found = _counted(made.settings)[0]
    if not kept or not unanswered:
        raise Lost(f"nothing was tried: {len(kept)} answered, {unanswered} not")
    if not len(kept) <= found <= len(kept) + unanswered:
        raise Lost(f"{found} uploads, of {len(kept)} acknowledged")
    return f"{rounds} kills: {len(kept)} uploads acknowledged and all there; {unanswered} under way when it died"


def _send(port: int, numbers: Iterator[int], stopped: Event, kept: list[Acknowledged]) -> int:
    """Sends one upload after the other until the service is gone, keeps the answers; gives how many had none."""
    while not stopped.is_set():
        one = upload(port, next(numbers))
        if one is None:
            return 1
        kept.append(one)
    return 0


# jobs


def jobs(kind: str, number: int) -> str:
    """Jobs under which the worker or its processes are killed, four times; each is done, with the effect of once."""
    settings: dict[str, object] = {"jobs_waiting": 10 * number}
    if kind == "postgresql":
        settings["jobs"] = "procrastinate"
    with TemporaryDirectory(prefix="refsvc-") as folder, database(kind, Path(folder)) as url:
        settings |= {"database": url, "instance": folder}
        with closing(open_store(url)) as store:
            uploads = UploadService(store, Settings.model_validate(settings))
            if kind == "postgresql":
                uploads.queue.prepare(store)
            with _worker(settings) as worker:
                taken, asked = _put(uploads, number)
                for share in (1, 2, 3, 4):
                    until(lambda share=share: _ended(store) >= number * share // 5, LONGEST)  # type: ignore[misc]  # bound
                    until(lambda: _is_at_work(store), LONGEST)
                    _kill(worker(), is_process=share % 2 == 0)
                until(lambda: _ended(store) == number, LONGEST)
            tries = _verify(uploads, taken, asked)
    return f"{number} jobs, 4 kills: all done, {tries} of them at a second attempt; every effect once"


@contextmanager
def _worker(settings: dict[str, object]) -> Iterator[Callable[[], int]]:
    """A worker that is started again when it dies, as the service or the system does."""
    stopped = Event()
    current = [start("work", **settings)]

    def keep() -> None:
        while not stopped.wait(0.2):
            if current[0].poll() is not None:
                end(current[0])
                current[0] = start("work", **settings)

    with ThreadPoolExecutor(1) as threads:
        keeping = threads.submit(keep)
        try:
            yield lambda: current[0].pid
        finally:
            stopped.set()
            keeping.result()
            end(current[0])


def _put(uploads: UploadService, number: int) -> tuple[list[Receipt], list[files.Asked]]:
    """Checks of games of their own, and score sheets among them."""
    before, acceptance.MOST_AT_ONCE = acceptance.MOST_AT_ONCE, 0
    sheets = SHEETS[: number // 10]
    taken: list[Receipt] = []
    asked: list[files.Asked] = []
    try:
        for n in range(number - len(sheets)):
            taken.append(take(uploads, game(n)))
            if n % 9 == 0 and len(asked) < len(sheets):
                battle, languages, paper = sheets[len(asked)]
                asked.append(files.document(uploads, score_sheet(battle, languages, paper)))
    finally:
        acceptance.MOST_AT_ONCE = before
    return taken, asked


def _is_at_work(store: Store) -> bool:
    """Whether a score sheet is being printed, which takes a second; if none is left, whether anything is done.

    A job at its last attempt is left alone: killed once more it would be given up, as it should.
    """
    asked = select(JobRow).where(JobRow.state.in_((table.WAITING, table.RUNNING)))
    with store.read() as session:
        left = session.scalars(asked).all()
    running = [row for row in left if row.state == table.RUNNING]
    if any(row.attempts >= table.MOST_ATTEMPTS for row in running):
        return False
    is_printing = any(row.kind == "score-sheet" for row in running)
    return is_printing or not left or (bool(running) and all(row.kind != "score-sheet" for row in left))


def _ended(store: Store) -> int:
    with store.read() as session:
        return session.scalar(select(func.count()).where(JobRow.state.in_(("done", "failed")))) or 0


def _kill(worker: int, *, is_process: bool) -> None:
    """Kills a worker, or the processes that do its jobs."""
    processes = [pid for pid in descendants(worker) if "forkserver" in command_of(pid)][1:]
    for pid in processes if is_process and processes else [worker]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _verify(uploads: UploadService, taken: list[Receipt], asked: list[files.Asked]) -> int:
    """`Lost` unless every job is done and has made what it should; gives how many needed a second attempt."""
    with uploads.store.read() as session:
        rows = session.scalars(select(JobRow)).all()
        made = [session.scalar(select(func.count()).select_from(row)) for row in (JobRow, ReportRow, FileRow)]
    if {row.state for row in rows} != {"done"} or made != [len(taken) + len(asked), len(taken), len(asked)]:
        raise Lost(f"{made} {[(row.kind, row.state, row.fault) for row in rows if row.state != 'done']}")
    for n, one in enumerate(taken):
        opened = uploads.open(one.share)
        kept = uploads.report(opened, "en")
        if opened.data != game(n) or not kept["clean"]:
            raise Lost(f"upload {n}")
    for sheet, (battle, languages, paper) in zip(asked, SHEETS, strict=False):
        if files.read(uploads, sheet.key, None) != printing.print_score_sheet(score_sheet(battle, languages, paper)):
            raise Lost(f"sheet {battle} {languages} {paper}")
    tries = sum(row.attempts > 1 for row in rows)
    if not tries:
        raise Lost("no kill hit a job")
    return tries
