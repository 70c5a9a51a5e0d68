"""What stays together on a line: symbols with the signs around them, words with a hyphen, numbers with their words."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from refsvc.config import LANGUAGES
from refsvc.i18n import rich_text
from refsvc.i18n.catalogue import text
from refsvc.reference import book

DRAWN = Markup("<svg></svg>")


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "A Lance ([lance]).", f'A Lance <span class="nowrap">({DRAWN}).</span>'),
        ("en", "[lance] [order], then", f'{DRAWN} <span class="nowrap">{DRAWN},</span> then'),
        ("fr", "[lance]\u00a0: la lance", f'<span class="nowrap">{DRAWN}\u00a0:</span> la lance'),
        ("fr", "Y a-t-il un <b>", 'Y <span class="nowrap">a-t-il</span> un &lt;b&gt;'),
        ("fr", "Grande-Bretagne", "Grande-Bretagne"),
        ("cs", "Je-li <b>", '<span class="nowrap">Je-li</span> &lt;b&gt;'),
        ("cs", "**al-Afdal**", '<strong><span class="nowrap">al-Afdal</span></strong>'),
        ("fr", "c’est-à-dire", "c’est-à-dire"),
        ("fr", "fût-ce de loin", '<span class="nowrap">fût-ce</span> de loin'),
        ("en", "[lance]\u00a0Lance\u00a0<2, then", f'<span class="nowrap">{DRAWN}\u00a0Lance\u00a0&lt;2,</span> then'),
        ("en", "left 1, right flank 2. Copies: 4.", "left\u00a01, right flank\u00a02. Copies:\u00a04."),
        ("en", "dice 4, 3, 2 of these", "dice\u00a04, 3, 2\u00a0of these"),
        ("fr", "au tir 0\u00a0; depuis", "au tir\u00a00\u00a0; depuis"),
    ],
)
def test_what_no_line_may_break(language: str, text: str, expected: str) -> None:
    assert (
        rich_text.html(text, "saladin", language, lambda _scheme, rest: rest, lambda _token, _name: DRAWN) == expected
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_the_rules_is_known(language: str) -> None:
    """No paragraph shows a name in braces instead of its number."""
    for rule in book.paragraphs("saladin"):
        assert "{" not in rich_text.plain(text(rule, language), "saladin", language), rule
