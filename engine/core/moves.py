"""Moves that every game has. A move is a flat JSON object, told apart by `do`; unknown keys are refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec

MOST_LISTED = 99  # things that one move names: more than any table has
MOST_TEXT = 4_000  # characters of a comment, as of a line of text
Small = Annotated[int, msgspec.Meta(ge=0, le=999)]  # a number of pieces: bounded, so that no sum runs away
Few = msgspec.Meta(max_length=MOST_LISTED)  # of a list or a table in a move


class MoveBase(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """One thing a player says at the table, or one roll. Frozen; equal moves compare equal."""


class Turn(MoveBase, frozen=True, tag="turn"):
    """`Turn 2` begins; `paid` is what each side says it paid for it."""

    number: Small
    paid: Annotated[dict[str, Small], Few] | None = None


class Result(MoveBase, frozen=True, tag="result"):
    """The claimed end; `winner` is a side, or null for a draw."""

    winner: str | None
    by: Literal["resignation", "time", "agreement"] | None = None


class Note(MoveBase, frozen=True, tag="note"):
    """A comment."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_TEXT)]


class CountBase(MoveBase, frozen=True):
    """What the players counted on the table; each game lists the parts of its own visible state."""


def move_names(kinds: Iterable[type[Any]]) -> frozenset[str]:
    """The `do` of each of these moves."""
    return frozenset(str(kind.__struct_config__.tag) for kind in kinds)
