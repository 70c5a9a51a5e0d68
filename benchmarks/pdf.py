"""The summary PDF: WeasyPrint, warm, beside headless Chromium, cold, printing the same HTML in alternated rounds.

.venv/bin/python -m benchmarks.pdf                 # ratio of times; at most 0.7
.venv/bin/python -m benchmarks.pdf --many 300      # so many PDFs in one process: memory before and after
"""

from __future__ import annotations

import argparse
import ctypes
import io
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pikepdf
from msgspec import Struct

from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library, paths
from refsvc.checking import check_record
from refsvc.printing import contexts, html, pdf, print_summary

AIM = 0.7
CHILD_SUBREAPER = 36  # of prctl(2)
MOST_GROWTH = 0.05  # MiB a PDF, beyond which memory is not flat
WARM = 20  # PDFs before memory counts: fonts, catalogues and caches are loaded by then
CHROMIUM = (
    "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions",
    "--disable-background-networking", "--no-first-run", "--no-pdf-header-footer",
)  # fmt: skip


class Timed(Struct, frozen=True):
    """A PDF and what it took, in ms."""

    cpu: float
    wall: float
    made: bytes


def record(seed: int) -> bytes:
    """A whole game with a few mistakes: a roll is missing, too much was paid, a pass is missing."""
    header = Header(format=FORMAT, game="saladin", scenario="hattin", values="refsvc")
    moves = playout(library.open_game(header), Seeded(seed), is_annotated=True)
    kinds = [type(move).__name__ for move in moves]
    for kind in ("Roll", "Pass", "Activate"):
        at = len(kinds) // 3 + kinds[len(kinds) // 3 :].index(kind)
        del moves[at], kinds[at]
    return write_record(header, moves)


def weasyprint(page: str) -> Timed:
    """HTML -> PDF as the service does it, in this process."""
    cpu, wall = time.process_time(), time.perf_counter()
    made = pdf.write(page)
    return Timed((time.process_time() - cpu) * 1e3, (time.perf_counter() - wall) * 1e3, made)


def chromium(page: str, folder: Path) -> Timed:
    """The same HTML with our drawings as files and our fonts, by a Chromium that starts anew."""
    source, target = folder / "page.html", folder / "page.pdf"
    static = (paths.PACKAGE / "static").as_uri()
    source.write_text(page.replace(f'"{html.SHELF}', f'"{static}/'), "utf-8")
    command = [*CHROMIUM, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={target}", source.as_uri()]
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {**os.environ, "FONTCONFIG_FILE": str(pdf.FONTS)}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    wall = time.perf_counter() - wall
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Timed(cpu * 1e3, wall * 1e3, target.read_bytes())


def side_by_side(rounds: int, languages: tuple[str, ...]) -> int:
    """Prints both times and their ratio; 1 if it is above the aim."""
    data = record(7)
    page = html.render("summary", "a4", contexts.summary(check_record(data), data, languages, None))
    weasyprint(page)
    ctypes.CDLL(None).prctl(CHILD_SUBREAPER, 1, 0, 0, 0)  # Chromium leaves processes behind: their time counts too
    with tempfile.TemporaryDirectory() as name:
        peers: dict[str, Callable[[], Timed]] = {
            "weasyprint": lambda: weasyprint(page),
            "chromium": lambda: chromium(page, Path(name)),
        }
        times: dict[str, list[Timed]] = {peer: [] for peer in peers}
        for _ in range(rounds):
            for peer, printed in peers.items():
                times[peer].append(printed())
    for peer, found in times.items():
        pages = len(pikepdf.open(io.BytesIO(found[0].made)).pages)
        cpu, wall = statistics.median(each.cpu for each in found), statistics.median(each.wall for each in found)
        print(f"{peer:11s} {cpu:7.0f} ms CPU {wall:7.0f} ms wall  {pages} pages")
    pairs = list(zip(times["weasyprint"], times["chromium"], strict=True))
    cpu, wall = statistics.median(a.cpu / b.cpu for a, b in pairs), statistics.median(a.wall / b.wall for a, b in pairs)
    print(f"weasyprint / chromium = {cpu:.2f} (CPU), {wall:.2f} (wall); CPU at most {AIM}")
    return int(cpu > AIM)


def resident() -> float:
    """MiB of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def many(number: int) -> int:
    """Prints so many different PDFs in one process and says what that does to its memory; 1 if it grows."""
    records = [record(seed) for seed in range(1, 6)]

    def printed(at: int) -> None:
        print_summary(records[at % len(records)], languages=(("en",), ("fr",), ("cs",), ("fr", "cs"))[at % 4])

    for at in range(WARM):
        printed(at)
    before = resident()
    for at in range(number):
        printed(at)
    after = resident()
    grown = (after - before) / number
    print(
        f"{number} PDFs: {before:.0f} MiB before, {after:.0f} MiB after, {grown:.3f} MiB a PDF; at most {MOST_GROWTH}"
    )
    return int(grown > MOST_GROWTH)


def main() -> int:
    """Reads the options and runs what they ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--languages", default="en")
    parser.add_argument("--many", type=int)
    options = parser.parse_args()
    if options.many:
        return many(options.many)
    if not shutil.which("chromium"):
        sys.exit("chromium is missing")
    return side_by_side(options.rounds, tuple(options.languages.split(",")))


if __name__ == "__main__":
    sys.exit(main())
