"""Printed documents read back: as pictures, as text, as structure."""

from __future__ import annotations

import io
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pikepdf
from PIL import Image

from engine import GAMES
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library, paths
from refsvc.config import LANGUAGES
from refsvc.printing import document_registry, print_summary
from refsvc.printing.document_choices import Choice
from refsvc.records.upload import Upload
from tests.long import IS_LONG
from tests.refsvc.kept import kept

SAMPLES = paths.PACKAGE / "games" / "saladin" / "samples"
# what the sample of each document is printed from
DOCUMENTS = {path.parent.name: path for path in paths.data("templates").rglob("sample.toml")}
MISTAKES = (SAMPLES / "saladin-arsuf-mistakes.en.txt").read_bytes()
MISTAKES_OF = {  # by game
    "saladin": MISTAKES,
    "napoleonics": (
        SAMPLES.parents[1] / "napoleonics" / "samples" / "napoleonics-training-3-mistakes.en.txt"
    ).read_bytes(),
}
ADDRESS = "https://refsvc.example/check/0123456789abcdef"
ONE_OR_TWO: list[tuple[str, ...]] = [(one,) for one in LANGUAGES] + [
    (one, two) for one in LANGUAGES for two in LANGUAGES if one != two
]
FEW: list[tuple[str, ...]] = [*ONE_OR_TWO[: len(LANGUAGES)], ("fr", "cs")]
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm
POINT = 25.4 / 72
WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')
LEADING, OVER = 0.4, 1.0  # lines may share so much of their height; words touch by so many pt


def in_turn(*turns: Iterable[str]) -> list[tuple[Any, ...]]:
    """One or two languages with every combination of the rest in the long run; else FEW with one of them, in turn."""
    combinations = list(product(*turns))
    if IS_LONG:
        return [(languages, *rest) for languages in ONE_OR_TWO for rest in combinations]
    return [(languages, *combinations[at % len(combinations)]) for at, languages in enumerate(FEW)]


def printed(choice: Choice, site: str | None = None) -> bytes:
    """The document of a choice."""
    key = f"{msgspec.json.encode(choice, order='sorted').decode()} {site}"
    return kept(key, lambda: document_registry.make(choice, site))


@cache
def sample(document: str) -> bytes:
    """A document as its own sample says."""
    told = tomllib.loads(DOCUMENTS[document].read_text("utf-8"))
    if document == "summary":
        return print_summary(Upload((SAMPLES / told.pop("record")).read_bytes()), **told)
    return printed(msgspec.convert(told, document_registry.DOCUMENTS[document].choice), ADDRESS)


def summary(languages: tuple[str, ...] = ("en",), paper: str = "a4", game: str = "saladin") -> bytes:
    """The summary of the sample with mistakes."""
    return kept(
        f"summary {languages} {paper} {game}",
        lambda: print_summary(Upload(MISTAKES_OF[game]), languages=languages, paper=paper, address=ADDRESS),
    )


def whole_game(scenario: str, seed: int = 1) -> bytes:
    """A random legal game from the set-up to its end, as JSON."""
    game = next(game for game in GAMES if scenario in library.scenario_ids(game))
    header = Header(format=FORMAT, game=game, scenario=scenario, values="refsvc")
    return write_record(header, playout(library.open_game(header), Seeded(seed), is_annotated=True))


def opened(data: bytes) -> pikepdf.Pdf:
    """The structure of a document."""
    return pikepdf.open(io.BytesIO(data))


@lru_cache(maxsize=32)
def read_by(tool: str, data: bytes, *options: str) -> bytes:
    """What a tool of poppler says of a document."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        command = [tool, *options, file.name, *(["-"] if tool == "pdftotext" else [])]
        return subprocess.run(command, check=True, capture_output=True).stdout


def text(data: bytes) -> str:
    """The words of a document, every space a plain one."""
    return re.sub(r"\s+", " ", read_by("pdftotext", data).decode())


def pages(data: bytes, *options: str) -> list[str]:
    """The words of a document page by page, as they are read."""
    return read_by("pdftotext", data, *options).decode().split("\f")[:-1]


def overlapping(data: bytes) -> list[tuple[str, str]]:
    """Words that stand over others on their page."""
    found = []
    for page in read_by("pdftotext", data, "-bbox").decode().split("<page ")[1:]:
        words = [(*map(float, word[:4]), word[4]) for word in WORD.findall(page)]
        words.sort(key=lambda word: word[1])
        for at, (left, top, right, bottom, said) in enumerate(words):
            for other in words[at + 1 :]:
                if other[1] >= bottom - LEADING * (bottom - top):
                    break
                if min(right, other[2]) - max(left, other[0]) > OVER:
                    found.append((said, other[4]))
    return found


def fonts(data: bytes) -> dict[str, bool]:
    """The fonts of a document, without the mark of a subset, and whether each is in the file."""
    rows = [row.split() for row in read_by("pdffonts", data).decode().splitlines()[2:]]
    return {row[0].partition("+")[2] or row[0]: row[-5] == "yes" for row in rows}


def pictures(data: bytes, dpi: int = 100) -> list[Image.Image]:
    """Every page as a grey picture."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "it.pdf"
        file.write_bytes(data)
        command = ["pdftoppm", "-r", str(dpi), "-gray", "-png", str(file), str(Path(folder) / "page")]
        subprocess.run(command, check=True)
        found = sorted(Path(folder).glob("page-*.png"))
        return [Image.open(io.BytesIO(path.read_bytes())).convert("L") for path in found]


def tags(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every element of the structure, in reading order."""

    def below(element: Any) -> Iterator[Any]:
        yield element
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield from below(kid)

    for top in pdf.Root.StructTreeRoot.K:
        yield from below(top)


def bookmarks(pdf: pikepdf.Pdf) -> list[tuple[int, str]]:
    """The bookmarks with their depth."""

    def below(items: Any, depth: int) -> Iterator[tuple[int, str]]:
        for item in items:
            yield depth, item.title
            yield from below(item.children, depth + 1)

    with pdf.open_outline() as outline:
        return list(below(outline.root, 1))
