"""Trees -> moves as they stand in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token, Tree

from refsvc.notation.parsing import PartError

MOST = 999  # of any number, as in engine/core/moves.py
Move = dict[str, Any]
FIELDS = {"SIDE": "side", "PIECE": "banner", "ACTION": "action", "LEAD": "action", "TARGET": "target"}


def number(token: Token) -> int:
    """A number of pieces; one with more than three digits is none."""
    digits = token.lstrip("0") or "0"
    if len(digits) > len(str(MOST)):
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


def read_move(tree: Tree[Token], sides: tuple[str, ...]) -> Move:
    """The move that a tree of the grammar stands for."""
    rule = str(tree.data)
    said, under = tokens(tree), trees(tree)
    side = {"side": str(said["SIDE"])} if "SIDE" in said else {}
    match rule:
        case "turn":
            return {"do": rule, "number": number(said["INT"]), **_paid(under)}
        case "start":
            first, *chooser = [str(token) for token in reversed(tree.children) if _is(token, "SIDE")]
            return {"do": rule, "first": first, **({"side": chooser[0]} if chooser else {})}
        case "seize" | "pass":
            return {"do": rule, **side}
        case "remove":
            return {"do": rule, **side, "banner": str(said["PIECE"])}
        case "activate" | "reaction":
            return _acts(said, under, "activate" if rule == "activate" else "react")
        case "lead":
            aim = {"banner": str(under["aim"].children[0])} if "aim" in under else {}
            return {"do": rule, **side, "action": str(said["LEAD"]), **aim}
        case "roll":
            return _roll(tree)
        case "count":
            return _count(tree)
        case "result":
            return _result(said, sides)
    return {"do": "note", "text": str(said["TEXT"])}


def _is(child: Any, kind: str) -> bool:
    return isinstance(child, Token) and child.type == kind


def _paid(under: Mapping[str, Tree[Token]]) -> Move:
    if "paid" not in under:
        return {}
    paid: dict[str, int] = {}
    for payment in under["paid"].children:
        if isinstance(payment, Tree):
            said = tokens(payment)
            put(paid, said["SIDE"], number(said["INT"]))
    return {"paid": paid}


def _acts(said: Mapping[str, Token], under: Mapping[str, Tree[Token]], do: str) -> Move:
    move: Move = {"do": do}
    for kind in ("SIDE", "PIECE", "ACTION"):
        if kind in said:
            move[FIELDS[kind]] = str(said[kind])
    if "aim" in under:
        move["target"] = str(under["aim"].children[0])
    if "status" in under:
        move["status"] = str(under["status"].children[0])
    if "spent" in under:
        move["spent"] = number(tokens(under["spent"])["INT"])
    return move


def _roll(tree: Tree[Token]) -> Move:
    dice: dict[str, Any] = {}
    losses: dict[str, int] | None = None
    gone: list[str] | None = None
    for child in tree.children:
        if not isinstance(child, Tree):
            continue
        said = tokens(child)
        if child.data == "colour":
            put(dice, said["COLOUR"], [str(face) for face in child.children if _is(face, "FACE")])
            continue
        if "INT" in said:
            losses = {} if losses is None else losses
            put(losses, said["TARGET"], number(said["INT"]))
        if "GONE" in said:
            gone = [*(gone or ()), str(said["TARGET"])]
        for kind, others in (("NOTHING", losses), ("NONE_GONE", gone)):
            if kind in said and others is not None:  # nothing was lost, and something was
                raise PartError("record.clash", said[kind].start_pos or 0, key=kind)
        losses = {} if "NOTHING" in said else losses
        gone = [] if "NONE_GONE" in said else gone
    move = {"do": "roll", "red": dice.get("red", []), "green": dice.get("green", [])}
    return move | ({} if losses is None else {"losses": losses}) | ({} if gone is None else {"gone": gone})


def _count(tree: Tree[Token]) -> Move:
    parts: dict[str, Any] = {}
    for child in tree.children:
        if isinstance(child, Tree):
            _counted(parts, child)
    order = ("turn", "orders", "losses", "banners", "leaders", "town", "horns", "fire", "shield_wall")
    return {"do": "count", **{key: parts[key] for key in order if key in parts}}


def _counted(parts: dict[str, Any], tree: Tree[Token]) -> None:
    said, under = tokens(tree), trees(tree)
    match tree.data:
        case "counted_turn":
            put(parts, said["TURN"], number(said["INT"]))
        case "pool":
            names = {"available": "available", "spent_orders": "spent"}
            pool = {key: number(tokens(under[rule])["INT"]) for rule, key in names.items() if rule in under}
            put(parts.setdefault("orders", {}), said["SIDE"], pool)
        case "losses":
            put(parts.setdefault("losses", {}), said["SIDE"], number(said["INT"]))
        case "leader":
            put(parts.setdefault("leaders", {}), said["SIDE"], str(said["CARD"]))
        case "town":
            put(parts, said["TOWN"], number(said["INT"]))
        case "mark":
            put(parts, said["MARK"], said["YES_NO"] == "true")
        case "banner":
            banner: dict[str, Any] = {"lances": number(said["INT"])} if "INT" in said else {}
            banner |= {key: str(said[key.upper()]) for key in ("status", "card") if key.upper() in said}
            if "OUT" in said:
                banner["out"] = {"true": True, "false": False}.get(said["OUT"], str(said["OUT"]))
            put(parts.setdefault("banners", {}), said["PIECE"], banner)


def _result(said: Mapping[str, Token], sides: tuple[str, ...]) -> Move:
    if "RESIGNS" in said:
        others = [side for side in sides if side != said["SIDE"]]
        return {"do": "result", "winner": others[0], "by": "resignation"}
    by = {"by": str(said["REASON"])} if "REASON" in said else {}
    return {"do": "result", "winner": str(said["SIDE"]) if "SIDE" in said else None, **by}


def as_far_as_read(seen: list[Token]) -> Move:
    """What could be told of a move before the word that could not be read."""
    move: Move = {}
    for token in seen:
        if token.type in FIELDS:
            move.setdefault(FIELDS[token.type], str(token))
    return move
