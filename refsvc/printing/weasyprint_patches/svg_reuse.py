"""Drawings that a document shows again are drawn once: WeasyPrint 70 would write their paths anew each time.

The arms of a Banner stand on its card and on every card that can aim at it: drawing was nearly half of a card sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from refsvc.printing.html import DRAWING_SCHEME

AROUND = 2  # of the unit of the page: room for a line along the edge, half of which lies outside


def draw_once() -> None:
    """From now on a drawing of ours becomes an object of the PDF. Idempotent."""
    from weasyprint.images import SVGImage  # noqa: PLC0415  # only after our fonts are known

    if not hasattr(SVGImage.draw, "otherwise"):
        SVGImage.draw = _reusing(SVGImage.draw)


def _reusing(draw: Callable[..., None]) -> Callable[..., None]:
    """What draws a picture: the first time into an object, and then that object."""

    def reusing(image: Any, stream: Any, width: float, height: float, style: Any) -> None:
        if not str(image._base_url).startswith(DRAWING_SCHEME):  # it stands in the page, so it stands there once
            draw(image, stream, width, height, style)
            return
        known: dict[tuple[int, float, float], str] = image.__dict__.setdefault("drawn", {})
        key = id(stream._resources), width, height
        if key not in known:
            group = stream.add_group(-AROUND, -AROUND, width + 2 * AROUND, height + 2 * AROUND)
            del group.extra["Group"]  # it is drawn as it would be without: nothing shines through it by itself
            draw(image, group, width, height, style)
            known[key] = group.id
        stream.draw_x_object(known[key])

    reusing.otherwise = draw  # type: ignore[attr-defined]  # the mark that it is done
    return reusing
