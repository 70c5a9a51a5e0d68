"""What WeasyPrint does without each patch. One that fails says that its patch can go."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pikepdf
import pytest

from refsvc.printing import pdf, weasyprint_patches
from refsvc.printing.weasyprint_patches import page_numbers, svg_paths
from tests.refsvc.printing.paper import opened

HEAD = "<!DOCTYPE html><html lang=en><title>x</title>"
ARMS = '<img src="refsvc:arms/richard.svg" alt="Richard">'


def calls(work: Callable[[], object]) -> int:
    """How many functions of Python a piece of work calls."""
    counted = 0

    def count(_frame: Any, event: str, _given: Any) -> None:
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


def languages(made: bytes) -> set[str]:
    file = opened(made)
    return {str(tag.Lang) for tag in file.objects if isinstance(tag, pikepdf.Dictionary) and "/Lang" in tag}


def drawn(page: str) -> int:
    """How long the operators of a document are."""
    file = opened(pdf.write(page))
    return sum(len(each.Contents.read_bytes()) for each in file.pages)


def test_fixed_upstream_tag_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the document says its language."""
    from weasyprint.pdf import tags  # noqa: PLC0415  # after our fonts

    page = f"{HEAD}<body><p lang=fr>bonjour</p>"
    assert "fr" in languages(pdf.write(page))
    monkeypatch.setattr(tags, "_build_box_tree", tags._build_box_tree.otherwise)
    assert "fr" not in languages(pdf.write(page))


def test_fixed_upstream_svg_reuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing that is shown twice is in the file twice."""
    from weasyprint.images import SVGImage  # noqa: PLC0415  # after our fonts

    once, twice = f"{HEAD}<body>{ARMS}", f"{HEAD}<body>{ARMS}{ARMS}"
    monkeypatch.setattr(SVGImage, "draw", SVGImage.draw.otherwise)
    assert drawn(twice) > 1.8 * drawn(once)


def test_fixed_upstream_svg_paths() -> None:
    """A path is read with more calls than it has steps."""
    from weasyprint import svg  # noqa: PLC0415  # after our fonts

    steps = 100
    d = "M0 0" + "l1 1" * steps
    node = SimpleNamespace(get=lambda *_: d, vertices=[])
    drawing = SimpleNamespace(stream=pdf_stream(), point=lambda x, y, _: (float(x), float(y)))
    assert calls(lambda: svg.TAGS["path"].otherwise(drawing, node, 12.0)) > steps
    svg_paths.operators.cache_clear()
    svg_paths.operators(d)
    assert calls(lambda: svg_paths.operators(d)) < 3


def pdf_stream() -> Any:
    from weasyprint.pdf.stream import pydyf  # noqa: PLC0415  # after our fonts

    return pydyf.Stream()


def test_fixed_upstream_html_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern is put away under itself, and never found again under its characters."""
    from tinyhtml5 import inputstream  # noqa: PLC0415  # comes with WeasyPrint

    kept: dict[tuple[object, bool], object] = {}
    monkeypatch.setattr(inputstream, "characters_until_regex", kept)
    pdf.write(f"{HEAD}<body><p class=a>b &amp; c")
    assert kept
    assert not any(isinstance(characters, frozenset) for characters, _ in kept)


def test_fixed_upstream_page_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that name later ones are laid out twice."""
    from weasyprint.layout import page as layout  # noqa: PLC0415  # after our fonts

    laid_out: list[int] = []
    remake = layout.remake_page

    def counted(index: int, *given: Any) -> Any:
        laid_out.append(index)
        return remake(index, *given)

    monkeypatch.setattr(layout, "remake_page", counted)
    breaks = "".join(f"<h1 id=a{n} style='break-before: page'>x" for n in range(4))
    own = "<style>a::after { content: target-counter(attr(href), page) }</style>"
    pdf.write(f"{HEAD}{own}<body>{''.join(f'<a href=#a{n}>y</a>' for n in range(4))}{breaks}")
    assert len(laid_out) > 5
    laid_out.clear()
    pdf.write(f"{HEAD}<body>{''.join(str(page_numbers.page_of(f'a{n}')) for n in range(4))}{breaks}")
    assert len(laid_out) == 5


def test_another_version_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    from weasyprint import svg  # noqa: PLC0415  # after our fonts

    theirs = svg.TAGS["path"].otherwise
    monkeypatch.setitem(svg.TAGS, "path", theirs)
    monkeypatch.setattr(weasyprint_patches, "version", lambda _: "71.0")
    weasyprint_patches.apply()
    assert svg.TAGS["path"] is theirs
    assert "71.0" in caplog.text
    monkeypatch.undo()
    weasyprint_patches.apply()
    assert svg.TAGS["path"] is not theirs
