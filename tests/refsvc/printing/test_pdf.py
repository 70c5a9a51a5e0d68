"""HTML -> PDF: our fonts only, every letter of the three languages, nothing fetched, the same bytes every time."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from weasyprint.urls import URLFetcher

from refsvc import paths
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import _texts
from refsvc.printing import html, pdf, svg_styles
from tests.long import IS_LONG
from tests.refsvc.printing.paper import DOCUMENTS, fonts, opened, pictures, sample, text

ALL_DOCUMENTS = sorted(DOCUMENTS)
FACES = {
    "serif": 'font-family: "Reference Serif"',
    "italic": 'font-family: "Reference Serif"; font-style: italic',
    "bold": 'font-family: "Reference Serif"; font-weight: 700',
    "sans": 'font-family: "Reference Sans"',
    "display": 'font-family: "Reference Display"',
}
ALPHABETS = "áčďéěíňóřšťúůýžàâæçèêëîïôœùûüÿ" + "áčďéěíňóřšťúůýžàâæçèêëîïôœùûüÿ".upper() + "«»„“”‚‘’…–—−→"
MISSING = "漢"  # in none of our fonts
CELL, COLUMNS, DPI = 12, 14, 144  # mm; cells in a row


def letters_of_texts() -> list[str]:
    """Every sign that the three languages are written with, whether or not a text of ours has it today."""
    said = "".join(form for language in LANGUAGES for forms in _texts(language).values() for form in forms)
    return sorted(letter for letter in {*said, *ALPHABETS} if letter.isprintable() and not letter.isspace())


def cells(letters: list[str], face: str) -> list[Image.Image]:
    """Each letter as it is printed, in a square of its own."""
    rows = "".join(f"<p>{escape(letter)}</p>" for letter in letters)
    width, height = CELL * COLUMNS + 1, CELL * (len(letters) // COLUMNS + 1)
    style = f"""@page {{ size: {width}mm {height}mm; margin: 0 }} body {{ margin: 0 }}
        p {{ float: left; width: {CELL}mm; height: {CELL}mm; margin: 0; text-align: center;
             font-size: 18pt; line-height: {CELL}mm; {FACES[face]} }}"""
    page = pictures(pdf.write(f"<html lang=en><title>x</title><style>{style}</style>{rows}"), DPI)[0]
    side = CELL / 25.4 * DPI
    places = [((n % COLUMNS) * side, n // COLUMNS * side) for n in range(len(letters))]
    return [page.crop((round(x), round(y), round(x + side), round(y + side))) for x, y in places]


def ink(picture: Image.Image) -> int:
    """How many pixels are dark."""
    return sum(picture.point(lambda value: value < 128).histogram()[1:])


@pytest.mark.parametrize("face", FACES)
def test_every_letter_of_the_three_languages_is_drawn(face: str) -> None:
    """By pixels: the text of a page with holes in it reads perfectly."""
    letters = [*letters_of_texts(), MISSING]
    drawn = cells(letters, face)
    for letter, picture in zip(letters, drawn, strict=True):
        assert ink(picture) > 0, letter
        is_box = ImageChops.difference(picture, drawn[-1]).getbbox() is None
        assert is_box == (letter == MISSING), letter


def test_accents_are_not_lost() -> None:
    plain, accented = list("reudtncceeoa"), list("řěůďťňčçéêôà")
    for letter, one, two in zip(accented, cells(plain, "serif"), cells(accented, "serif"), strict=True):
        assert ink(two) > ink(one), letter


@pytest.mark.parametrize("document", ALL_DOCUMENTS)
def test_only_our_fonts_and_all_in_the_file(document: str) -> None:
    found = fonts(sample(document))
    assert found
    assert all(name.startswith("Reference-") and is_embedded for name, is_embedded in found.items()), found


def test_a_letter_of_no_font_takes_none_of_the_machine() -> None:
    made = pdf.write("<html lang=en><title>x</title><p style='font-family: serif'>صلاح 漢字 ABC</p>")
    assert all(name.startswith("Reference-") for name in fonts(made))
    assert "漢字" in text(made)  # a box to the eye, the letter itself to whoever copies it


def test_other_programs_keep_their_fonts() -> None:
    assert os.environ.get("FONTCONFIG_FILE") != str(pdf.FONTS)


HASHES = """
import sys
from hashlib import sha256
from tests.refsvc.printing.paper import sample
for document in sys.argv[1:]:
    print(document, sha256(sample(document)).hexdigest())
"""


@pytest.mark.long
def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    here = [f"{document} {hashlib.sha256(sample(document)).hexdigest()}" for document in ALL_DOCUMENTS]
    for seed in ("1", "2") if IS_LONG else ("1",):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC{seed}", "HOME": str(tmp_path)}
        command = [sys.executable, "-c", HASHES, *ALL_DOCUMENTS]
        again = subprocess.run(
            command, check=True, capture_output=True, env=environment, cwd=Path(__file__).parents[3], text=True
        )
        assert again.stdout.splitlines() == here


def test_another_text_has_another_identifier() -> None:
    files = [opened(pdf.write(f"<html lang=en><title>x</title><p>{word}")) for word in ("one", "two", "one")]
    one, two, again = (bytes(file.trailer.ID[0]) for file in files)
    assert one == again != two


def test_a_shape_without_a_style_is_an_error() -> None:
    assert svg_styles.attributes("b-crusader")["fill"].startswith("#")
    assert svg_styles.attributes("b-sym b-crusader")["color"] == svg_styles.attributes("b-crusader")["color"]
    with pytest.raises(LookupError):
        svg_styles.attributes("b-unknown")


def test_no_document_asks_for_features_of_fonts() -> None:
    """WeasyPrint 70 never frees what it makes for them: 0.5 MiB a summary."""
    sheets = [path.read_text("utf-8") for path in paths.data("templates").rglob("*.css")]
    assert len(sheets) >= 5
    assert not any(re.search(r"font-(variant|feature)[a-z-]*\s*:", sheet) for sheet in sheets)


def test_symbols_are_all_there() -> None:
    assert len(html.symbols()) > 50
    assert all("<" in drawn for drawn in html.symbols().values())


# What a hostile page would fetch: http from the network, file from the disk.
HOSTILE = [
    '<img src="{http}/img">',
    '<img src="{file}">',
    '<link rel="stylesheet" href="{http}/css">',
    '<link rel="attachment" href="{file}">',
    '<a rel="attachment" href="{file}">x</a>',
    "<style>@import url({http}/import);</style>",
    "<style>@font-face {{ font-family: y; src: url({http}/font) }} p {{ font-family: y }}</style><p>x",
    '<p style="background: url({http}/background)">x',
    '<style>p::before {{ content: url({http}/content) }}</style><p>x',
    '<ul style="list-style-image: url({http}/list)"><li>x</ul>',
    '<object data="{http}/object"></object>',
    '<embed src="{http}/embed">',
    '<svg viewBox="0 0 9 9"><image href="{http}/svg" width="9" height="9"/></svg>',
    '<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'><image href=\'{http}/data\'/></svg>">',
    '<base href="{http}/base/"><img src="relative.png">',
    '<img src="refsvc:../cli.py">',
    '<img src="refsvc:fonts/../../cli.py">',
    '<img src="REFSVC:arms/../arms/richard.svg">',
]  # fmt: skip
HARMLESS = {15, 16, 17}  # WeasyPrint's own fetcher doesn't know our scheme


class Watcher(HTTPServer):
    """A server that remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), Answer)


class Answer(BaseHTTPRequestHandler):
    server: Watcher

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing: the list is enough."""


@pytest.fixture
def server() -> Iterator[Watcher]:
    watcher = Watcher()
    threading.Thread(target=watcher.serve_forever, daemon=True).start()
    yield watcher
    watcher.shutdown()
    watcher.server_close()


class Witness(URLFetcher):  # type: ignore[misc]  # WeasyPrint comes without types
    """WeasyPrint's own fetcher, which fetches anything, and what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def fetch(self, url: str, headers: object = None) -> object:
        self.asked.append(url)
        return super().fetch(url, headers)


@pytest.mark.parametrize("number", range(len(HOSTILE)), ids=lambda n: HOSTILE[n][:24])
def test_a_hostile_page_is_not_printed(number: int, server: Watcher, tmp_path: Path) -> None:
    """With our fetcher nothing is asked for; its twin shows that the page does ask, and that the other one would go."""
    secret = tmp_path / "secret.svg"
    secret.write_text("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 90 30'><text y='20'>secret</text></svg>")
    host = f"http://127.0.0.1:{server.server_port}"
    page = "<html lang=en><title>x</title>" + HOSTILE[number].format(http=host, file=secret.as_uri())
    with pytest.raises(pdf.RefusedAddressError):
        pdf.write(page)
    assert server.asked == []
    witness = Witness()
    made = pdf.write(page, fetcher=witness)
    assert witness.asked
    if number not in HARMLESS:
        assert server.asked or b"EmbeddedFile" in made or "secret" in text(made)


def test_our_own_drawings_are_served() -> None:
    made = pdf.write('<html lang=en><title>x</title><img alt="x" src="refsvc:arms/richard.svg" width="100">')
    assert ink(pictures(made)[0]) > 500
