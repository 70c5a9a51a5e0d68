"""Numbers of pages within a document: it says where one belongs, the layout says which it is.

`[[page ID]]` stands for the page of an element; `[[pages ID ID …]]` for those of several, each once, the first in bold.
A document with such places is laid out until the numbers in it are those of its own pages. WeasyPrint's own counters
would not do: a page that two entries of an index stand on would be named twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

PLACE = re.compile(r"\[\[(page|pages) ([a-z0-9. -]+)\]\]")
UNKNOWN = 88  # as wide as most numbers, for the first layout


def page_of(anchor: str) -> Markup:
    """Where the page of an element is to be named."""
    return Markup(f"[[page {anchor}]]")


def pages_of(anchors: tuple[str, ...]) -> Markup:
    """Where the pages of several elements are to be named, in order and with links."""
    return Markup(f"[[pages {' '.join(anchors)}]]")


def anchors(html: str) -> frozenset[str]:
    """The elements whose pages are to be named."""
    return frozenset(anchor for _, named in PLACE.findall(html) for anchor in named.split())


def numbered(html: str, pages: Mapping[str, int]) -> str:
    """The document with the numbers of its pages; those that are not known yet are only as wide as a number."""

    def said(found: re.Match[str]) -> str:
        named = found[2].split()
        if found[1] == "page":
            return str(pages.get(named[0], UNKNOWN))
        first = pages.get(named[0], UNKNOWN)
        by_page = {pages.get(anchor, UNKNOWN): anchor for anchor in reversed(named)}
        return ", ".join(
            f'<a href="#{by_page[page]}">{f"<b>{page}</b>" if page == first else page}</a>' for page in sorted(by_page)
        )

    return PLACE.sub(said, html)
