"""PDF -> picture of its first page, by pdfium: what a reader looks at before taking the file."""

from __future__ import annotations

import io
from threading import Lock

WIDTH, HEIGHT = 640, 900  # pixels that it fits into
COLOURS = 128
EDGE = "#8a7f6a"
_lock = Lock()  # pdfium is made for one thread


def first_page(data: bytes) -> bytes:
    """The first page as PNG, with a thin edge: it may lie on a page as white as itself."""
    import pypdfium2  # noqa: PLC0415  # 30 ms that nobody else pays
    from PIL import ImageOps  # noqa: PLC0415  # the same

    with _lock, pypdfium2.PdfDocument(data) as document:
        page = document[0]
        scale = min(WIDTH / page.get_width(), HEIGHT / page.get_height())
        picture = page.render(scale=scale).to_pil()
    made = io.BytesIO()
    ImageOps.expand(picture.convert("RGB"), 1, EDGE).quantize(COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()
