"""Plain paths become the operators that WeasyPrint itself would write; others are left to it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from refsvc.printing import pdf
from refsvc.printing.weasyprint_patches import svg_paths

SYMBOL = "M1 2l3 0v-1.5h-3zm.5 .25c0 1 1 2 2 2H9V4L1 1C1 2 3 4 5 6z"
NUMBER = re.compile(r"-?[\d.]+")


class Recorder:
    """The stream that a path is drawn on, and the node that it is of, as far as WeasyPrint's own reader asks."""

    def __init__(self, d: str) -> None:
        from weasyprint.pdf.stream import pydyf  # noqa: PLC0415  # after our fonts

        self.stream = pydyf.Stream()
        self.vertices: list[Any] = []
        self.d = d

    def get(self, _name: str, _default: str = "") -> str:
        return self.d

    def point(self, x: str, y: str, _font_size: float) -> tuple[float, float]:
        return float(x), float(y)


def theirs(d: str) -> list[tuple[list[float], str]]:
    assert pdf.FONTS.exists()  # the room is loaded, so the patch is in place
    from weasyprint import svg  # noqa: PLC0415  # after our fonts

    recorder = Recorder(d)
    svg.TAGS["path"].otherwise(recorder, recorder, 12.0)
    return read(b"\n".join(recorder.stream.stream))[1:]  # it begins with a step to 0 0, which draws nothing


def read(operators: bytes) -> list[tuple[list[float], str]]:
    lines = operators.decode().split("\n")
    return [([round(float(n), 4) for n in NUMBER.findall(line)], line[-1]) for line in lines]


@pytest.mark.parametrize("d", [SYMBOL, "M0 .5h7M8 .5h2M0 1.5h1", "M10 10l5 5M1 1L2 2", "M3 3h1zm1 1h2v2z"])
def test_a_plain_path_is_what_weasyprint_draws(d: str) -> None:
    written = svg_paths.operators(d)
    assert written is not None
    assert read(written) == theirs(d)


@pytest.mark.parametrize(
    "d", ["M1 1a2 2 0 0 1 4 0z", "M1,2L3,4", "M1 2 3 4", "l1 2", "M1mm 2", "M1-2", "M1e3 2", "M1 2.3.4"]
)
def test_anything_else_is_left_to_weasyprint(d: str) -> None:
    assert not svg_paths.operators(d)


def test_a_document_is_drawn_by_it_once_over() -> None:
    from weasyprint import svg  # noqa: PLC0415  # after our fonts

    before = svg.TAGS["path"]
    svg_paths.read_at_once()
    assert svg.TAGS["path"] is before
    svg_paths.operators.cache_clear()
    drawing = f'<svg viewBox="0 0 9 9"><path d="{SYMBOL}"/><path fill="none" stroke="#000" d="{SYMBOL}"/></svg>'
    pdf.write(f"<!DOCTYPE html><html lang=en><title>x</title><body>{drawing}")
    assert svg_paths.operators.cache_info()[:2] == (1, 1)
