"""Pages of the service beside the same bytes from nginx, and the search beside tantivy; alternated in one run.

    python benchmarks/web.py [--rounds 5] [--seconds 2] [--path en/saladin/rules/] [--workers 1] [--only pages|search]

Pages: `refsvc serve` and nginx, with as many workers each, give the page and its 304 to wrk (Debian: nginx, wrk). The
page goes out compressed, as a browser asks for it; nginx has the compressed file ready and sends the same headers. Two
ratios: requests a second, and requests for a second of the server's CPU time, which other work on the machine disturbs
less. Search: `Index.find` and tantivy over the same folded documents, CPU time for a question. Ours looks
through three languages, tries stems and slips, and gives documents of the reader's language; tantivy looks for the
words in the same three.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import NamedTuple

import tantivy

from refsvc.commands.serve import free_port
from refsvc.config import LANGUAGES, Settings
from refsvc.i18n.folding import spelling
from refsvc.search.index import MOST_HITS
from refsvc.web import search_pages
from refsvc.web.headers import SECURITY

CONNECTIONS = 16
PATIENCE = 30.0  # seconds until a server has to have started
AIMS = {"page": 0.5, "304": 0.4, "search": 3.0}
NGINX = """
worker_processes {workers}; daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{ }}
http {{
  types {{ text/html html; application/pdf pdf; }} charset utf-8; access_log off; sendfile on; tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10; gzip_static on; gzip_vary on; {headers}
  client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
  uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
  server {{ listen 127.0.0.1:{port} backlog=1024; root {folder}; }}
}}
"""
QUESTIONS = ("pass", "can I pass", "pasovat", "utok", "réaction", "cost of a charge", "lance", "korouhev", "when does")


class Server(NamedTuple):
    """A running server: its process, the address of the page, and the tag of the page there."""

    process: subprocess.Popen[bytes]
    address: str
    tag: str
    length: int


def get(address: str) -> HTTPResponse:
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    answer: HTTPResponse = urllib.request.urlopen(request, timeout=10)
    return answer


@contextmanager
def started(command: Sequence[str], address: str, folder: str) -> Iterator[Server]:
    """A server, once it answers; it is stopped afterwards, and leaves nothing outside the folder."""
    environment = {**os.environ, "REFSVC_INSTANCE": folder}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = get(address)
                break
            except OSError:
                if time.monotonic() > end:
                    sys.exit(f"did not start: {' '.join(command)}")
                time.sleep(0.1)
        yield Server(process, address, answer.headers["ETag"], len(answer.read()))
    finally:
        process.terminate()
        process.wait(20)


def processes(parent: int) -> list[int]:
    """A process and all below it."""
    found = [parent]
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += processes(int(child))
    return found


def cpu_seconds(server: Server) -> float:
    """What a server has used so far, user and system."""
    ticks = 0
    for process in processes(server.process.pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / 100


def load(server: Server, seconds: int, *, is_known: bool) -> tuple[float, float]:
    """Requests a second, and requests for a second of CPU time."""
    headers = ["-H", "Accept-Encoding: gzip"]
    if is_known:
        headers += ["-H", f"If-None-Match: {server.tag}"]
    before = cpu_seconds(server)
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", *headers, server.address]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    used = cpu_seconds(server) - before
    rate, number = re.search(r"Requests/sec:\s+([\d.]+)", printed), re.search(r"(\d+) requests in", printed)
    if rate is None or number is None or "Non-2xx" in printed:
        sys.exit(printed)
    return float(rate[1]), int(number[1]) / used


def alternated(rounds: int, *work: Callable[[], tuple[float, ...]]) -> list[list[tuple[float, ...]]]:
    """Every piece of work once a round, in turn from either end, so that drift hits all."""
    found: list[list[tuple[float, ...]]] = [[] for _ in work]
    for number in range(rounds):
        for which in range(len(work)) if number % 2 == 0 else reversed(range(len(work))):
            found[which].append(work[which]())
    return found


def told(name: str, unit: str, ours: Sequence[float], peer: Sequence[float]) -> float:
    """Prints the medians and their ratio, which it gives back."""
    ratios = sorted(a / b for a, b in zip(ours, peer, strict=True))
    ratio = statistics.median(ratios)
    print(
        f"{name:34} {statistics.median(ours):9.0f} {unit}  peer {statistics.median(peer):9.0f}"
        f"  ratio {ratio:.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})",
        flush=True,
    )
    return ratio


def nginx_command(folder: Path, workers: int, port: int) -> list[str]:
    folder.chmod(0o755)  # its workers run as another user
    headers = " ".join(f'add_header {name} "{value}";' for name, value in SECURITY)
    config = NGINX.format(workers=workers, folder=folder, port=port, headers=headers)
    (folder / "nginx.conf").write_text(config)
    return [shutil.which("nginx") or "/usr/sbin/nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def pages(options: argparse.Namespace) -> None:
    """The page, and its 304."""
    port = free_port(Settings(port=18_100), is_asked_for=False)
    command = [sys.executable, "-m", "refsvc", "serve", "--port", str(port), "--workers", str(options.workers)]
    address = f"http://127.0.0.1:{port}/{options.path}"
    with tempfile.TemporaryDirectory() as name, started(command, address, name) as ours:
        folder = Path(name)
        (folder / "page.html").write_bytes(urllib.request.urlopen(ours.address).read())
        (folder / "page.html.gz").write_bytes(get(ours.address).read())
        peer_port = free_port(Settings(port=port + 100), is_asked_for=False)
        peer_command = nginx_command(folder, options.workers, peer_port)
        with started(peer_command, f"http://127.0.0.1:{peer_port}/page.html", name) as peer:
            if ours.length != peer.length:
                sys.exit(f"not the same bytes: {ours.length}, {peer.length}")
            print(f"/{options.path}: {ours.length} bytes compressed; {options.workers} workers each")
            for aim, is_known in (("page", False), ("304", True)):
                mine, theirs = alternated(
                    options.rounds,
                    lambda is_known=is_known: load(ours, options.seconds, is_known=is_known),  # type: ignore[misc]
                    lambda is_known=is_known: load(peer, options.seconds, is_known=is_known),  # type: ignore[misc]
                )
                for which, unit in enumerate(("requests a second", "requests a CPU second")):
                    told(f"{aim} (aim {AIMS[aim]})", unit, [m[which] for m in mine], [t[which] for t in theirs])


def tantivy_search() -> Callable[[str], list[str]]:
    """The same documents, one index a language, and a search in all of them."""
    searchers = []
    for documents in search_pages.index().documents.values():
        builder = tantivy.SchemaBuilder()
        for field in ("id", "title", "text", "names"):
            builder.add_text_field(field, stored=field == "id", tokenizer_name="raw" if field == "id" else "default")
        index = tantivy.Index(builder.build())
        writer = index.writer(heap_size=50_000_000, num_threads=1)
        for d in documents.values():
            words = {"title": spelling(d.title), "text": spelling(d.text), "names": spelling(d.id)}
            writer.add_document(tantivy.Document(id=d.id, **words))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        searchers.append((index, index.searcher()))

    def find(question: str) -> list[str]:
        found: dict[str, None] = {}
        for index, searcher in searchers:
            query, _ = index.parse_query_lenient(
                spelling(question), ["title", "text", "names"], field_boosts={"title": 8.0, "names": 3.0}
            )
            for _, address in searcher.search(query, MOST_HITS).hits:
                found[searcher.doc(address)["id"][0]] = None
        return list(found)[:MOST_HITS]

    return find


def questions(number: int) -> list[tuple[str, str]]:
    """(question, language): what people type, and words of titles."""
    rng = random.Random(7)
    asked = [(question, rng.choice(LANGUAGES)) for question in QUESTIONS]
    while len(asked) < number:
        language = rng.choice(LANGUAGES)
        title = rng.choice(list(search_pages.index().documents[language].values())).title.split()
        asked.append((" ".join(rng.sample(title, min(len(title), rng.randint(1, 3)))), language))
    return asked


def microseconds(work: Callable[[], object], units: int) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return (time.process_time() - start) / units * 1e6


def search(options: argparse.Namespace) -> None:
    """A question."""
    asked, find, index = questions(200), tantivy_search(), search_pages.index()

    def ours() -> tuple[float, ...]:
        return (microseconds(lambda: [index.find(*one) for one in asked], len(asked)),)

    def peer() -> tuple[float, ...]:
        return (microseconds(lambda: [find(question) for question, _ in asked], len(asked)),)

    ours(), peer()
    mine, theirs = alternated(options.rounds, ours, peer)
    told(f"search (aim at most {AIMS['search']})", "µs a question", [m[0] for m in mine], [t[0] for t in theirs])


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--path", default="en/saladin/rules/")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", choices=("pages", "search"))
    options = parser.parse_args()
    missing = [tool for tool in ("nginx", "wrk") if not shutil.which(tool, path="/usr/sbin:/usr/bin:/usr/local/bin")]
    if options.only != "search":
        if missing:
            sys.exit(f"missing: {' '.join(missing)}; as root: apt-get install -y --no-install-recommends nginx wrk")
        pages(options)
    if options.only != "pages":
        search(options)


if __name__ == "__main__":
    main()
