"""The table of the documents that can be printed: what is chosen for each, and what makes it.

One line makes a document: the page, the commands, the API, the jobs and the benchmark all read this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from refsvc import library, printing
from refsvc.i18n.catalogue import LANGUAGES
from refsvc.printing import choosing, documents
from refsvc.printing.documents import Choice


class Document(Struct, frozen=True):
    """A document: the kind of its choice, and the function from a choice to a PDF.

    One that `leads` to the site takes the address of the site with the choice.
    """

    choice: type[Choice]
    make: Callable[..., bytes]
    leads: bool = False


DOCUMENTS: Mapping[str, Document] = {
    "cards": Document(documents.Cards, printing.print_cards, leads=True),
    "aid": Document(documents.Aid, printing.print_aid),
    "rules": Document(documents.Booklet, printing.print_rules),
    "notation": Document(documents.Notation, printing.print_notation),
    "score-sheet": Document(documents.ScoreSheet, printing.print_score_sheet),
    "tables": Document(documents.Tables, printing.print_tables),
    "squares": Document(documents.Squares, printing.print_squares),
    "scenario": Document(documents.Battle, printing.print_scenario),
    "calibration": Document(documents.Calibration, printing.print_calibration),
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
        for game in choosing.games(document.choice):
            words = [field.word for field in choosing.asked(document.choice, game)]
            asked = [{"game": [game]}]
            if "scenario" in words:
                asked += [{"game": [game], "scenario": [battle]} for battle in library.in_order(game)]
            for language in LANGUAGES:
                chosen = [choosing.read(document.choice, one, language) for one in asked]
                yield from {choosing.query(choice, language): choice for choice in chosen}.values()
