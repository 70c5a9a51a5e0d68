"""PDF -> picture of its first page, by pdfium: what a reader looks at before taking the file."""

from __future__ import annotations

import io
from threading import Lock

WIDTH, HEIGHT = 640, 900  # pixels that it fits into
COLOURS = 128
_lock = Lock()  # pdfium is made for one thread


def first_page(data: bytes) -> bytes:
    """The first page as PNG."""
    import pypdfium2  # noqa: PLC0415  # 30 ms that nobody else pays

    with _lock, pypdfium2.PdfDocument(data) as document:
        page = document[0]
        scale = min(WIDTH / page.get_width(), HEIGHT / page.get_height())
        picture = page.render(scale=scale).to_pil()
    made = io.BytesIO()
    picture.convert("RGB").quantize(COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()
