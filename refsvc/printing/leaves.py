"""Documents whose pages are drawn whole: what the template of them is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refsvc.printing.canvas import Canvas, styled


def drawn_pages(
    title: str, language: str, size: tuple[float, float], pages: Sequence[tuple[str, Canvas]]
) -> dict[str, Any]:
    """A document of such pages, each with its name; `size` is theirs in mm."""
    return {
        "language": language,
        "title": title,
        "width": size[0],
        "height": size[1],
        "styles": styled(word for _, canvas in pages for word in canvas.words),
        "pages": [{"name": name, "shapes": canvas.all_shapes(), "words": canvas.words} for name, canvas in pages],
    }
