"""Trees -> moves as they stand in JSON: what every game needs for it, and the moves that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token, Tree

from engine.core.record_errors import UNREAD
from refsvc.notation.parsing import PartError

MOST = 999  # of any number, as in engine/core/moves.py
Move = dict[str, Any]


def number(token: Token) -> int:
    """A number of pieces; one with more than three digits is none."""
    digits = token.lstrip("0") or "0"
    if token == UNREAD or len(digits) > len(str(MOST)):
        raise PartError("record.type", token.start_pos or 0, expected=["small-number"])
    return int(digits)


def tokens(tree: Tree[Token]) -> dict[str, Token]:
    """The tokens right under a tree by kind; no rule that this is asked of has two of a kind."""
    return {child.type: child for child in tree.children if isinstance(child, Token)}


def trees(tree: Tree[Token]) -> dict[str, Tree[Token]]:
    """The trees right under a tree by rule, the last of each."""
    return {str(child.data): child for child in tree.children if isinstance(child, Tree)}


def put(where: dict[str, Any], token: Token, value: Any) -> None:
    """A part of a move by its name; a name that stands there twice can't be meant."""
    if str(token) in where:
        raise PartError("record.clash", token.start_pos or 0, key=str(token))
    where[str(token)] = value


def shared_move(tree: Tree[Token], sides: tuple[str, ...]) -> Move | None:
    """A turn, a result or a note, if it is one."""
    said = tokens(tree)
    match tree.data:
        case "turn":
            return {"do": "turn", "number": number(said["INT"]), **_paid(trees(tree))}
        case "result":
            return _result(said, sides)
        case "note":
            return {"do": "note", "text": str(said["TEXT"])}
    return None


def _paid(under: Mapping[str, Tree[Token]]) -> Move:
    if "paid" not in under:
        return {}
    paid: dict[str, int] = {}
    for payment in under["paid"].children:
        if isinstance(payment, Tree):
            said = tokens(payment)
            put(paid, said["SIDE"], number(said["INT"]))
    return {"paid": paid}


def _result(said: Mapping[str, Token], sides: tuple[str, ...]) -> Move:
    if "RESIGNS" in said:
        others = [side for side in sides if side != said["SIDE"]]
        return {"do": "result", "winner": others[0], "by": "resignation"}
    by = {"by": str(said["REASON"])} if "REASON" in said else {}
    return {"do": "result", "winner": str(said["SIDE"]) if "SIDE" in said else None, **by}
