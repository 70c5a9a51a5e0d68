"""The table of the documents that can be printed: what is chosen for each, and what makes it.

One line makes a document: the page, the commands, the API, the jobs and the benchmark all read this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from refsvc import library, printing
from refsvc.config import LANGUAGES
from refsvc.printing import document_choices, document_options
from refsvc.printing.document_choices import Choice


class Document(Struct, frozen=True):
    """A document: the kind of its choice, and the function from a choice to a PDF.

    One that `leads` to the site takes the address of the site with the choice.
    """

    choice: type[Choice]
    make: Callable[..., bytes]
    leads: bool = False


DOCUMENTS: Mapping[str, Document] = {
    "cards": Document(document_choices.Cards, printing.print_cards, leads=True),
    "aid": Document(document_choices.Aid, printing.print_aid),
    "rules": Document(document_choices.Booklet, printing.print_rules),
    "notation": Document(document_choices.Notation, printing.print_notation),
    "score-sheet": Document(document_choices.ScoreSheet, printing.print_score_sheet),
    "tables": Document(document_choices.Tables, printing.print_tables),
    "squares": Document(document_choices.Squares, printing.print_squares),
    "scenario": Document(document_choices.Battle, printing.print_scenario),
    "calibration": Document(document_choices.Calibration, printing.print_calibration),
}


def name_of(choice: Choice) -> str:
    """The document that a choice is for."""
    return next(name for name, document in DOCUMENTS.items() if document.choice is type(choice))


def leads(choice: Choice) -> bool:
    """Whether a document of this choice holds the address of the site."""
    return DOCUMENTS[name_of(choice)].leads and getattr(choice, "has_codes", True)


def make(choice: Choice, site: str | None = None) -> bytes:
    """The document as PDF; `site` is where the service is reached, for codes that lead there."""
    printed = DOCUMENTS[name_of(choice)].make
    return printed(choice, site) if leads(choice) else printed(choice)


def fixed() -> Iterator[Choice]:
    """The choices whose documents are made before anybody asks: the defaults, of every battle, in every language."""
    for document in DOCUMENTS.values():
        for game in document_options.games(document.choice):
            words = [field.word for field in document_options.asked(document.choice, game)]
            asked = [{"game": [game]}]
            if "scenario" in words:
                asked += [{"game": [game], "scenario": [battle]} for battle in library.in_order(game)]
            for language in LANGUAGES:
                chosen = [document_options.read(document.choice, one, language) for one in asked]
                yield from {document_options.query(choice, language): choice for choice in chosen}.values()
