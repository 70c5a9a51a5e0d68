"""Every document of every game that has it: on its paper, in its languages, no word over another or over the edge.

The guard of overflows stands in the printing itself: what does not fit is never made.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import fields, replace

from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.printing import document_choices, document_options, document_registry
from tests.long import IS_LONG
from tests.refsvc.printing.geometry import words
from tests.refsvc.printing.paper import ONE_OR_TWO, POINT, opened, overlapping, printed, tags

MADE = [
    (name, game)
    for name, document in document_registry.DOCUMENTS.items()
    for game in document_options.games(document.choice)
    if IS_LONG or game != "saladin"  # its documents have tests of their own
]
ROOMY = ("rules",)  # a book takes its time: one language is enough here
SHEETS = {"a4": (210, 297), "letter": (216, 279), "a3": (297, 420)}  # mm
TOUCHING = 0.06  # of the words of a document may touch others: letters in a map, marks of tables


def asked(name: str, game: str, languages: tuple[str, ...]) -> document_choices.Choice:
    """A document as it is by default, of the last battle of its game where it needs one."""
    kind = document_registry.DOCUMENTS[name].choice
    values: dict[str, Any] = {"game": game, "languages": languages}
    if any(field.kind == "scenario" and field.default is None for field in document_options.fields(kind)):
        values["scenario"] = library.in_order(game)[-1]
    return kind(**values)


def sheet(page: Any) -> tuple[int, int]:
    """How wide and how high a page is, in mm."""
    return round(float(page.mediabox[2]) * POINT), round(float(page.mediabox[3]) * POINT)


def some(name: str) -> list[tuple[str, ...]]:
    """One language and one pair, others for each document; all of them under --long."""
    at = list(document_registry.DOCUMENTS).index(name)
    pairs = ONE_OR_TWO[len(LANGUAGES) :]
    few: list[tuple[str, ...]] = [(LANGUAGES[at % len(LANGUAGES)],), pairs[at % len(pairs)]]
    return ONE_OR_TWO if IS_LONG else few[: 1 if name in ROOMY else 2]


@pytest.mark.parametrize(
    ("name", "game", "languages"),
    [(name, game, languages) for name, game in MADE for languages in some(name)],
    ids=str,
)
def test_a_document_is_whole(name: str, game: str, languages: tuple[str, ...]) -> None:
    made = printed(asked(name, game, languages), "https://refsvc.example")
    pdf = opened(made)
    sizes = {sheet(page) for page in pdf.pages}
    assert sizes <= {SHEETS["a4"], SHEETS["a4"][::-1]}
    assert str(pdf.Root.Lang) == languages[0]
    spoken = {str(tag.Lang) for tag in tags(pdf) if "/Lang" in tag}
    assert set(languages[1:]) <= spoken
    ((wide, high),) = sizes
    said = words(made)
    assert said
    assert [word for word in said if not (0 < word.x < wide and 0 < word.y < high)] == []
    assert len(overlapping(made)) <= TOUCHING * len(said)


def papers(name: str) -> list[str]:
    """What a document may be printed on besides A4."""
    kind = document_registry.DOCUMENTS[name].choice
    return [paper for field in fields(kind) if field.name == "paper" for paper in get_args(field.type)[1:]]


@pytest.mark.parametrize(
    ("name", "game", "languages", "paper"),
    [
        (name, game, languages, paper)
        for name, game in MADE
        for languages in (some(name)[:1] if IS_LONG and name in ROOMY else some(name) if IS_LONG else some(name)[1:])
        for paper in papers(name)
    ],
    ids=str,
)
def test_a_document_fits_on_every_paper(name: str, game: str, languages: tuple[str, ...], paper: str) -> None:
    choice: Any = asked(name, game, languages)
    pdf = opened(printed(replace(choice, paper=paper), "https://refsvc.example"))
    assert {sheet(page) for page in pdf.pages} <= {SHEETS[paper], SHEETS[paper][::-1]}


@pytest.mark.parametrize("name", ["tables", "squares", "scenario"])
def test_what_only_some_games_have_is_asked_of_no_other(name: str) -> None:
    assert document_options.games(document_registry.DOCUMENTS[name].choice) == ("napoleonics",)
