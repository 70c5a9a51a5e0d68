"""HTML -> PDF, by WeasyPrint: nothing is fetched but our own drawings, no font is used but those we ship.

The same HTML and files give the same bytes, in every process: no dates, and an identifier made from what goes in.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from refsvc import paths
from refsvc.printing import overflow, weasyprint_patches
from refsvc.printing.html import DRAWING_SCHEME
from refsvc.printing.weasyprint_patches import page_numbers

FONTS = Path(__file__).with_name("fonts.conf")
SERVED = {".svg": "image/svg+xml"}  # what a document may show besides what stands in it
FOLDERS = ("arms", "icons")
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # the date of every attached file, because dates differ from run to run
MM = 25.4 / 96  # of a CSS pixel
VARIANT = "pdf/ua-1"  # tagged, with language and title: what a screen reader needs


@contextmanager
def _only_our_fonts() -> Iterator[None]:
    """Fontconfig reads our file instead of that of the machine; only here, since other programs need theirs."""
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(FONTS)
    try:
        yield
    finally:
        if before is None:
            del os.environ["FONTCONFIG_FILE"]
        else:
            os.environ["FONTCONFIG_FILE"] = before


with _only_our_fonts():  # WeasyPrint looks for fonts when it is loaded
    from weasyprint import DEFAULT_OPTIONS, HTML, Attachment
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse
weasyprint_patches.apply()


class RefusedAddressError(RuntimeError):
    """A document asks for something that is not ours; it is not printed."""


class Attached(Struct, frozen=True):
    """A file inside a PDF."""

    name: str
    data: bytes
    description: str


class DrawingFetcher(URLFetcher):  # type: ignore[misc]  # WeasyPrint comes without types
    """Serves our own drawings by `refsvc:arms/richard.svg`, and nothing else: no file, no network, no other scheme.

    What it has refused it remembers: WeasyPrint goes on without what it can't get.
    """

    def __init__(self) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self.refused: list[str] = []

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:  # noqa: ARG002  # the name WeasyPrint uses
        """The drawing of an address; anything else is refused."""
        name = url.removeprefix(DRAWING_SCHEME)
        if not url.startswith(DRAWING_SCHEME) or name not in drawings():
            self.refused.append(url[:80])
            raise LookupError(f"not served to documents: {url[:80]}")
        path = drawings()[name]
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": SERVED[path.suffix]})


@cache
def drawings() -> dict[str, Path]:
    """The files that a document may show, by name."""
    return {
        path.relative_to(static).as_posix(): path
        for static in paths.statics()
        for folder in FOLDERS
        for path in (static / folder).glob("*")
        if path.suffix in SERVED
    }


@cache
def _fonts() -> FontConfiguration:
    """One for the whole process: each further one costs memory that never comes back."""
    with _only_our_fonts():
        return FontConfiguration()


@contextmanager
def _no_collecting() -> Iterator[None]:
    """No search for garbage while a document is made: there is none before it is done, and looking takes time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def write(
    html: str, attached: Sequence[Attached] = (), fetcher: URLFetcher | None = None, *, fixed: str | None = None
) -> bytes:
    """The PDF of a document, tagged and with bookmarks; `RefusedAddressError` if it asks for what is not ours.

    `fixed` is the name of a document whose words are all ours: if something leaves its box there, `OverfullError`.
    """
    seen = hashlib.sha256(html.encode())
    for file in attached:
        seen.update(file.name.encode() + b"\0" + file.data)
    own = DrawingFetcher()
    with _no_collecting():
        options = DEFAULT_OPTIONS | {
            "pdf_variant": VARIANT,
            "pdf_identifier": seen.hexdigest()[:32].encode(),
            "attachments": [_attachment(file) for file in attached],
        }
        document = _laid_out(html, fetcher or own, options)
        if fixed is not None:
            overflow.check(document.pages, fixed)
        made: bytes = document.write_pdf(**options)
    if own.refused:
        raise RefusedAddressError(own.refused[0])
    return made


def block_heights(html: str) -> dict[str, float]:
    """How high each element with an id is, in mm, where all of them stand on one page."""
    with _no_collecting():
        (page,) = HTML(string=html, url_fetcher=DrawingFetcher()).render(font_config=_fonts(), **DEFAULT_OPTIONS).pages
    return {name: (bottom - top) * MM for name, (_, top, _, bottom) in page.anchors.items()}


def _laid_out(html: str, fetcher: URLFetcher, options: dict[str, Any]) -> Any:
    """The pages of a document, with the numbers of those that it names."""

    def laid_out(part: str) -> Any:
        return HTML(string=part, url_fetcher=fetcher).render(font_config=_fonts(), **options)

    named = page_numbers.anchors(html)
    if not named:
        return laid_out(html)
    first, after = page_numbers.parts(html)
    digits, document = 1, None
    while document is None or len(document.pages) >= 10**digits:
        digits += 1
        document = laid_out(page_numbers.held(first, digits))
    pages = page_numbers.found_on(document.pages)
    if missing := named - pages.keys():
        raise LookupError(f"a document names the page of {min(missing)}, which is not in it")
    page_numbers.fill(document.pages, pages)
    if not after:
        return document
    last = laid_out(page_numbers.numbered(after, pages, len(document.pages) + 1))
    return document.copy([*document.pages, *last.pages])


def _attachment(file: Attached) -> Attachment:
    return Attachment(
        string=file.data,
        name=file.name,
        description=file.description,
        created=EPOCH,
        modified=EPOCH,
        relationship="Source",
    )
