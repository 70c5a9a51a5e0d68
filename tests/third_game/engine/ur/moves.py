"""The moves of the game: a roll of the four dice, and one step of a piece."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.core.moves import CountBase, MoveBase, Note, Result, Small

DICE = 4
Face = Literal["marked", "blank"]
BLANK: Face = "blank"
Faces = Annotated[tuple[Face, ...], msgspec.Meta(max_length=DICE)]


class Roll(MoveBase, frozen=True, tag="roll"):
    """The dice of a side, each with a marked corner up or none."""

    side: str
    faces: Faces


class Advance(MoveBase, frozen=True, tag="advance"):
    """A piece goes on by what was rolled: from its square, or from 0, off the board."""

    side: str
    start: Small


class Count(CountBase, frozen=True, tag="count"):
    """What was counted on the table."""

    home: Annotated[dict[str, Small], msgspec.Meta(max_length=DICE)] | None = None


Move = Roll | Advance | Count | Result | Note
