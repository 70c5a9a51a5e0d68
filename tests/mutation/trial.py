"""Tries mutants: for each a forked process, in which the tests that run its line are run until one fails.

The runners of mutmut and of cosmic-ray collect all tests anew for each mutant, which takes seconds, and write it into a
file; here pytest collects them once, and a mutant costs a fork and a few tests. Which tests run a line is measured once
before, in a process of its own.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from engine import find_games
from tests.mutation.mutants import ENGINE, Mutant
from tests.mutation.swapping import swap_in

KILLED, SURVIVED, UNTESTED = "killed", "survived", "untested"
TESTS = Path(__file__).parents[1]
ENDLESS = 10  # seconds of processor time and ten times what a test takes else, after which it does not end any more
MEMORY = 4 << 30  # bytes that a mutant may take


class Verdict(NamedTuple):
    """What became of a mutant: `by` is the test that noticed it, "" for one that broke down or never ended."""

    mutant: Mutant
    outcome: str
    by: str = ""


class Lines(NamedTuple):
    """Which tests run which line, and how long each takes: by number of the test."""

    tests: dict[str, dict[int, list[int]]]  # file below engine/, line
    seconds: list[float]

    def tests_of(self, mutant: Mutant) -> list[int]:
        """Those that run its line, or for what is done on import any line of the file."""
        lines = self.tests.get(mutant.file, {})
        found = set(lines.get(mutant.number, ())) if mutant.function else {n for some in lines.values() for n in some}
        return sorted(found, key=lambda n: self.seconds[n])


def run_trials(game: str, mutants: Iterable[Mutant], jobs: int, tell: Callable[[Verdict], None]) -> None:
    """Tries all of them with the tests of the engine, so many at once, and tells of each as it is known."""
    others = [f"not {key}" for key in find_games() if key != game]
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow and not long"]
    folders = [str(TESTS / "engine" / game), str(TESTS / "contract")]
    code = pytest.main([*options, "-k", " and ".join(others), *folders], plugins=[_Trials(mutants, jobs, tell)])
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"the tests fail without any mutant: {code!r}")


class _Trials:
    """Stands in place of pytest's own loop over the tests."""

    def __init__(self, mutants: Iterable[Mutant], jobs: int, tell: Callable[[Verdict], None]) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.tell = tell
        self.last: dict[tuple[str, str], int] = {}  # the test that killed a mutant of this function before

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = session.items
        lines = measure(items)
        running: dict[int, tuple[Mutant, list[int], Path]] = {}
        with tempfile.TemporaryDirectory() as folder:
            for number, mutant in enumerate(self.mutants):
                tests = lines.tests_of(mutant)
                if not tests:
                    self.tell(Verdict(mutant, UNTESTED))
                    continue
                first = self.last.get((mutant.file, mutant.function))
                if first in tests:
                    tests = [first, *(n for n in tests if n != first)]
                report = Path(folder, str(number))
                child = os.fork()
                if not child:
                    _try(mutant, [(n, items[n], lines.seconds[n]) for n in tests], report)
                running[child] = mutant, tests, report
                while len(running) >= self.jobs:
                    self._wait(running, items)
            while running:
                self._wait(running, items)
        return True

    def _wait(self, running: dict[int, tuple[Mutant, list[int], Path]], items: list[pytest.Item]) -> None:
        child, status = os.wait()
        mutant, _, report = running.pop(child)
        if status == 0:
            self.tell(Verdict(mutant, SURVIVED))
        elif report.exists():
            number = int(report.read_text())
            self.last[mutant.file, mutant.function] = number
            self.tell(Verdict(mutant, KILLED, items[number].nodeid))
        else:
            self.tell(Verdict(mutant, KILLED))


def measure(items: list[pytest.Item]) -> Lines:
    """Runs all tests once, in a process of its own, so that nothing that they keep is there for the mutants."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "lines.json")
        child = os.fork()
        if not child:
            _leave_after(lambda: told.write_text(json.dumps(_measured(items))))
        _, status = os.waitpid(child, 0)
        if status:
            raise RuntimeError("the tests fail without any mutant")
        tests, seconds = json.loads(told.read_text())
    return Lines({file: {int(n): found for n, found in lines.items()} for file, lines in tests.items()}, seconds)


def _measured(items: list[pytest.Item]) -> tuple[dict[str, dict[int, list[int]]], list[float]]:
    coverage = Coverage(data_file=None, include=[f"{ENGINE}/*/rules/*"], config_file=False)
    seconds = []
    coverage.start()
    for number, item in enumerate(items):
        coverage.switch_context(str(number))
        began = time.process_time()
        if not _passes(item, items[number + 1 : number + 2]):
            print(f"{item.nodeid} fails", file=sys.stderr)
            raise RuntimeError(item.nodeid)
        seconds.append(time.process_time() - began)
    coverage.stop()
    data = coverage.get_data()
    tests: dict[str, dict[int, list[int]]] = {}
    for path in data.measured_files():
        by_line = data.contexts_by_lineno(path)
        tests[Path(path).relative_to(ENGINE).as_posix()] = {
            line: [int(name) for name in names if name] for line, names in by_line.items()
        }
    return tests, seconds


def _try(mutant: Mutant, tests: list[tuple[int, pytest.Item, float]], report: Path) -> None:
    """Ends the process: with 0 if no test fails; the number of the one that does is written down."""

    def trial() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        swap_in(mutant)
        following = [[item] for _, item, _ in tests[1:]] + [[]]
        for (number, item, seconds), after in zip(tests, following, strict=True):
            signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS + 10 * seconds)  # nobody handles it: the process ends
            if not _passes(item, after):
                report.write_text(str(number))
                raise SystemExit(1)

    _leave_after(trial)


def _leave_after(work: Callable[[], object]) -> None:
    """Does it and ends the process without anything that pytest does at its end; quietly."""
    code = 1
    try:
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            work()
        code = 0
    finally:
        os._exit(code)


def _passes(item: pytest.Item, after: list[pytest.Item]) -> bool:
    """Whether a test passes; what it shares with the one after is kept."""
    reports = runtestprotocol(item, log=False, nextitem=after[0] if after else None)
    return not any(report.failed for report in reports)
