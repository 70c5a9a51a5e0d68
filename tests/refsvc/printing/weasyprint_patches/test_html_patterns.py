"""The patterns of the HTML reader are compiled once each."""

from __future__ import annotations

from refsvc.printing import pdf
from refsvc.printing.weasyprint_patches import html_patterns


def test_patterns_are_kept_and_fit() -> None:
    patterns = html_patterns.Patterns()
    outside, within = patterns[frozenset("&<"), False], patterns[frozenset("ab"), True]
    assert outside.match("plain <b>").group() == "plain "  # type: ignore[union-attr]  # it matches
    assert within.match("abba!").group() == "abba"  # type: ignore[union-attr]  # it matches
    assert patterns[frozenset("&<"), False] is outside


def test_the_reader_uses_them() -> None:
    from tinyhtml5 import inputstream  # noqa: PLC0415  # comes with WeasyPrint

    html_patterns.keep_patterns()
    kept = inputstream.characters_until_regex
    pdf.write("<!DOCTYPE html><html lang=en><title>x</title><body><p class='a'>&amp; b</p>")
    many = len(kept)
    pdf.write("<!DOCTYPE html><html lang=en><title>y</title><body><p class='c'>&lt; d</p>")
    assert isinstance(kept, html_patterns.Patterns)
    assert len(kept) == many > 0
