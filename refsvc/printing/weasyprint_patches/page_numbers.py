"""Numbers of pages within a document: it says where one belongs, the layout says which it is.

`[[page ID]]` stands for the page of an element. The document is laid out once, with a number that is as wide as any;
then the right ones are put in their places, and the rest of their lines moves up to those that are narrower. What comes
after `AFTER` is laid out when all pages before are known, because there a list of pages may be of any length:
`[[pages ID ID …]]` names those of several elements, each once, the first in bold. WeasyPrint's own counters would lay
out nearly every page twice, and name a page twice that two entries of an index stand on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

PLACE = re.compile(r"\[\[(page|pages) ([a-z0-9. -]+)\]\]")
MARK = "data-page"
WIDEST = "0"  # a digit; in our fonts all are as wide
AFTER = "<!-- after -->"
RIGHT = ("right", "end")


def page_of(anchor: str) -> Markup:
    """Where the page of an element is to be named."""
    return Markup(f"[[page {anchor}]]")


def pages_of(anchors: tuple[str, ...]) -> Markup:
    """Where the pages of several elements are to be named, in order and with links."""
    return Markup(f"[[pages {' '.join(anchors)}]]")


def parts(html: str) -> tuple[str, str]:
    """The document up to `AFTER`, and another one of what comes then; empty if there is nothing."""
    first, mark, last = html.partition(AFTER)
    opening = html[: html.index(">", html.index("<body")) + 1] if mark else ""
    return (f"{first}</body></html>", opening + last) if mark else (html, "")


def anchors(html: str) -> frozenset[str]:
    """The elements whose pages are to be named."""
    return frozenset(anchor for _, named in PLACE.findall(html) for anchor in named.split())


def held(html: str, digits: int) -> str:
    """The document with room for a number of so many digits wherever a page is to be named."""
    return PLACE.sub(lambda found: f'<span {MARK}="{found[2]}">{WIDEST * digits}</span>', html)


def numbered(html: str, pages: Mapping[str, int], first: int) -> str:
    """A document that begins on the page `first`, with the numbers of pages before it."""

    def said(found: re.Match[str]) -> str:
        named = found[2].split()
        if found[1] == "page":
            return str(pages[named[0]])
        by_page = {pages[anchor]: anchor for anchor in reversed(named)}
        return ", ".join(
            f'<a href="#{by_page[page]}">{f"<b>{page}</b>" if page == pages[named[0]] else page}</a>'
            for page in sorted(by_page)
        )

    start = f"<style>@page :first {{ counter-reset: page {first} }}</style></head>"
    return PLACE.sub(said, html).replace("</head>", start, 1)


def found_on(pages: Sequence[Any]) -> dict[str, int]:
    """The page of every element with an id; of one that goes over the end of a page, where it begins."""
    found: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        found |= dict.fromkeys(page.anchors.keys() - found.keys(), number)
    return found


def fill(pages: Sequence[Any], numbers: Mapping[str, int]) -> None:
    """Puts the numbers where room was held for them, on pages that WeasyPrint has laid out."""
    for page in pages:
        for line in _lines(page._page_box):
            gained = _shrunk(line, numbers)
            if gained and line.style["text_align_all"] in RIGHT:
                for child in line.children:
                    child.translate(gained, 0)


def _lines(box: Any) -> Iterator[Any]:
    """Every line in which room was held, the innermost ones: those within a box of a line have their own."""
    for child in getattr(box, "children", ()):
        yield from _lines(getattr(child, "_box", child))
    if type(box).__name__ == "LineBox":
        yield box


def _shrunk(box: Any, numbers: Mapping[str, int]) -> float:
    """How much narrower the line, or the part of it, has become; what follows a number moves up to it."""
    if type(box).__name__ == "TextBox":
        anchor = box.element.get(MARK) if box.element is not None else None
        return _rewritten(box, str(numbers[anchor])) if anchor else 0.0
    gained = 0.0
    for child in box.children if type(box).__name__ in ("LineBox", "InlineBox") else ():
        child.translate(-gained, 0)
        gained += _shrunk(child, numbers)
    if type(box).__name__ == "InlineBox":
        box.width -= gained
    return gained


def _rewritten(box: Any, number: str) -> float:
    """How much narrower a text has become by saying something else."""
    from weasyprint.text.line_break import split_first_line  # noqa: PLC0415  # only after our fonts are known

    before = box.width
    layout, _, _, width, *_ = split_first_line(number, box.style, None, None, 0)
    box.text, box.width, box.pango_layout = number, width, layout
    return float(before - width)
