"""What can be chosen for each document: one home for the page, the commands and the API.

A choice is a plain value; equal choices give the same document. `choosing` reads it from an address, `press` prints it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Paper = Literal["a4", "letter"]
AidPaper = Literal["a4", "letter", "a3"]
Size = Literal["63x88", "70x120"]
Flip = Literal["long", "short"]
Pair = Literal["stacked", "sides"]  # two languages on each side of a card, or one language a side
Fold = Literal["pages", "folded"]  # two pages, or one sheet folded in the middle
Millimetres = Annotated[float, Meta(ge=-10, le=10)]
Bleed = Annotated[float, Meta(ge=0, le=3)]
Copies = Annotated[int, Meta(ge=0, le=20)]
Languages = Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]


class Choice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="document"):
    """What every document is asked by."""

    game: str
    languages: Languages


class Cards(Choice, frozen=True, tag="cards"):
    """Card sheets; all cards of a game, of one battle, or single ones with the number of copies."""

    scenario: str = ""
    paper: Paper = "a4"
    size: Size = "63x88"
    pair: Pair = "stacked"
    cards: dict[str, Copies] = {}  # by the id of a card's page; empty for one of each
    saves_ink: bool = False
    has_crop_marks: bool = True
    bleed: Bleed = 0
    has_backs: bool = True
    flip: Flip = "long"  # the edge over which the printer turns the sheet
    turns_backs: bool = False  # by 180 degrees
    right: Millimetres = 0  # how far a printer's back is to be moved, seen from the back: what the calibration says
    down: Millimetres = 0
    has_standing: bool = True
    has_codes: bool = True


class Calibration(Choice, frozen=True, tag="calibration"):
    """A sheet that tells by how much a printer's backs are off."""

    paper: Paper = "a4"
    flip: Flip = "long"
    right: Millimetres = 0
    down: Millimetres = 0


class Aid(Choice, frozen=True, tag="aid"):
    """The player aid; of one battle, or of all."""

    scenario: str = ""
    paper: AidPaper = "a4"
    fold: Fold = "pages"
    saves_ink: bool = False


class Booklet(Choice, frozen=True, tag="rules"):
    """The full rules."""

    paper: Paper = "a4"


class Notation(Choice, frozen=True, tag="notation"):
    """How a record is written, on one sheet."""

    scenario: str
    paper: Paper = "a4"


class ScoreSheet(Choice, frozen=True, tag="score-sheet"):
    """The blank score sheet of a battle."""

    scenario: str
    paper: Paper = "a4"


class Tables(Choice, frozen=True, tag="tables"):
    """The cards of the nations and the chart of the terrain, as many as there is room for on each sheet."""

    parts: tuple[str, ...] = ()  # of those that the game has; empty for all
    paper: Paper = "a4"
    saves_ink: bool = False
    has_standing: bool = True


class Squares(Choice, frozen=True, tag="squares"):
    """The track of each side for its squares, with the markers to cut out."""

    paper: Paper = "a4"
    saves_ink: bool = False


class Battle(Choice, frozen=True, tag="scenario"):
    """The sheet of a battle: the map with its units, the armies, the special rules."""

    scenario: str
    paper: Paper = "a4"


def tag_of(kind: type[Choice]) -> str:
    """The name of the document that a kind of choice is for."""
    return str(kind.__struct_config__.tag)
