"""Printed documents: data (`contexts`, `sheets`) -> HTML (`html`) -> PDF (`pdf`).

Plain functions with arguments that can be sent to another process; WeasyPrint is loaded when the first one runs.
"""

from __future__ import annotations

from collections.abc import Sequence


def print_score_sheet(game: str, scenario: str, languages: Sequence[str], paper: str = "a4") -> bytes:
    """The blank score sheet of a battle as PDF: one sheet, two pages; a key of the notation in each language."""
    from refsvc.printing import html, pdf, sheets  # noqa: PLC0415  # WeasyPrint takes a second to load

    return pdf.write(html.render("score-sheet", paper, sheets.score_sheet(game, scenario, languages, paper)))
