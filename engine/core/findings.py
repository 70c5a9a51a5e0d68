"""What a check says (`Violation`) and what a reader of a record is told (`Finding`, `Note`)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Verdict = Literal["misread", "illegal", "omitted", "impossible", "doubtful"]
Params = dict[str, Any]


class Violation(Struct, frozen=True):
    """One rule that a move breaks. No words: ids and numbers only.

    `reads` names what the judgment rests on (data keys, or `state.…` for what was computed in play); `rulings` the
    rulings it rests on; `duty` marks something that was due before the move and is not the move's own fault; `families`
    name the ways in which its game puts such a mistake right; `part` is where in the move it stands, as a JSON Pointer,
    and `with_part` that of another fault of which this one is only the other side.
    """

    rule: str
    verdict: Verdict
    params: Params
    reads: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    duty: bool = False
    families: tuple[str, ...] = ()
    part: str = ""
    with_part: str = ""


def broken(
    rule: str,
    verdict: Verdict = "illegal",
    *,
    reads: tuple[str, ...] = (),
    rulings: tuple[str, ...] = (),
    duty: bool = False,
    families: tuple[str, ...] = (),
    part: str = "",
    **params: Any,
) -> Violation:
    """A violation of `rule`, the parameters of its sentence as keywords."""
    return Violation(rule, verdict, params, reads, rulings, duty, families, part)


class Finding(Struct, frozen=True, omit_defaults=False):
    """One finding of a report; `message` is put in by the room that makes words."""

    id: int
    move: int
    verdict: Verdict
    rule: str
    also: tuple[str, ...]
    params: Params
    basis: str
    reads: tuple[str, ...]
    doubted: tuple[str, ...]  # the values printed nowhere that it depends on, where it does
    rulings: tuple[str, ...]
    because_of: int | None
    instead: tuple[Any, ...]
    path: str
    seen: int | None = None  # the later move that showed it
    if_read: tuple[Any, ...] = ()  # of the line that could not be read: with these readings nothing is wrong
    line: int | None = None
    column: int | None = None


class Note(Struct, frozen=True):
    """Something said without a verdict: a value that can't be verified, and what the record showed instead."""

    move: int
    about: str
    standing: str
    rule: str
    params: Params
