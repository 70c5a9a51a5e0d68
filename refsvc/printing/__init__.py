"""Printed documents: data (`contexts`, `sheets`) -> HTML (`html`) -> PDF (`pdf`).

Plain functions with arguments that can be sent to another process. WeasyPrint takes a second to load: that happens when
the first document is printed, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from engine.core.record_errors import RecordError
from refsvc.config import LANGUAGES
from refsvc.presentation import registry
from refsvc.printing import document_choices
from refsvc.records.choices import NONE, Choices
from refsvc.records.upload import Upload

PAPERS: tuple[document_choices.Paper, ...] = ("a4", "letter")
MOST_LANGUAGES = 2
LONGEST_ADDRESS = 500
MOST_MOVES = 20_000  # of a record that can be printed: judging more takes longer than a PDF may


class AddressError(ValueError):
    """What was given is no address that a QR code can lead to."""


def print_summary(
    upload: Upload,
    *,
    choices: Choices = NONE,
    languages: Sequence[str] = ("en",),
    paper: str = PAPERS[0],
    address: str | None = None,
) -> bytes:
    """The summary of a record as PDF, with the record attached; `RecordError` where it can't be read or is too long.

    Two languages stand side by side. `address` is where the report is read; without one there is no QR code.
    """
    from refsvc.checking.check import check  # noqa: PLC0415  # nobody else pays for loading these
    from refsvc.checking.read import read  # noqa: PLC0415  # nor for these
    from refsvc.printing import html, pdf, summary_sheet  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(languages, paper)
    _must_lead(address)
    record = read(upload, choices)
    if len(record.moves) > MOST_MOVES:
        raise RecordError("record.too-many-moves", "/moves", moves=len(record.moves), most=MOST_MOVES)
    context = summary_sheet.summary(record, check(record), languages, address)
    file = context["record"]
    attached = pdf.Attached(file["name"], upload.data, file["description"])
    return pdf.write(html.render("summary", paper, context), [attached])


def print_cards(choice: document_choices.Cards, address: str | None = None) -> bytes:
    """Card sheets as PDF; `LookupError` for a card that there is not.

    `address` is where the site is, for the QR codes: one on the back of each card leads to its page.
    """
    from refsvc.printing import card_sheets, html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    _must_lead(address)
    context = card_sheets.card_sheets(choice, address)
    return pdf.write(html.render("cards", choice.paper, context), fixed="cards")


def print_calibration(choice: document_choices.Calibration) -> bytes:
    """The sheet that tells by how much a printer's backs are off, as PDF: a front and a back."""
    from refsvc.printing import calibration, html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    context = calibration.calibration(choice)
    return pdf.write(html.render("calibration", choice.paper, context), fixed="calibration")


def print_score_sheet(choice: document_choices.ScoreSheet) -> bytes:
    """The blank score sheet of a battle as PDF: one sheet, two pages; a key of the notation in each language."""
    from refsvc.printing import html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    context = registry.of(choice.game).score_sheet(choice.scenario, choice.languages, choice.paper)
    return pdf.write(html.render("score-sheet", choice.paper, context))


def _must_lead(address: str | None) -> None:
    if address is not None and (len(address) > LONGEST_ADDRESS or not address.startswith(("https://", "http://"))):
        raise AddressError(address[:LONGEST_ADDRESS])


def print_rules(choice: document_choices.Booklet) -> bytes:
    """The rules booklet as PDF: contents, every chapter, an index in each language."""
    from refsvc.printing import booklet, html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    context = booklet.booklet(choice.game, choice.languages, choice.paper)
    return pdf.write(html.render("rules", choice.paper, context), fixed="rules")


def print_aid(choice: document_choices.Aid) -> bytes:
    """The player aid as PDF, in the largest letters in which it fits; two languages side by side."""
    from refsvc.printing import aids, html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper, document_choices.AidPaper)
    context = aids.player_aid(
        choice, lambda data: pdf.block_heights(html.render("aid", choice.paper, {**data, "panels": None}))
    )
    return pdf.write(html.render("aid", choice.paper, context), fixed="aid")


def print_notation(choice: document_choices.Notation) -> bytes:
    """The reference sheet of the notation as PDF: a page for each language."""
    from refsvc.printing import html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    context = registry.of(choice.game).notation_sheet(choice.scenario, choice.languages)
    return pdf.write(html.render("notation", choice.paper, context), fixed="notation")


def print_tables(choice: document_choices.Tables) -> bytes:
    """The cards of the nations and the chart of the terrain as PDF, on as few sheets as they can be read on."""
    from refsvc.printing import html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    return pdf.write(
        html.render(f"{choice.game}/pdf/tables", choice.paper, registry.of(choice.game).sheet_data(choice)),
        fixed="tables",
    )


def print_squares(choice: document_choices.Squares) -> bytes:
    """The tracks for squares as PDF: a page for each side."""
    from refsvc.printing import html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    return pdf.write(
        html.render(f"{choice.game}/pdf/squares", choice.paper, registry.of(choice.game).sheet_data(choice)),
        fixed="squares",
    )


def print_scenario(choice: document_choices.Battle) -> bytes:
    """The sheet of a battle as PDF."""
    from refsvc.printing import html, pdf  # noqa: PLC0415  # WeasyPrint takes a second or two

    _must_fit(choice.languages, choice.paper)
    return pdf.write(
        html.render(f"{choice.game}/pdf/scenario", choice.paper, registry.of(choice.game).sheet_data(choice)),
        fixed="scenario",
    )


def _must_fit(languages: Sequence[str], paper: str, papers: Any = document_choices.Paper) -> None:
    is_said = 1 <= len(set(languages)) == len(languages) <= MOST_LANGUAGES and set(languages) <= set(LANGUAGES)
    if not is_said or paper not in get_args(papers):
        raise ValueError(f"no such document: {languages}, {paper}")
