"""Trees -> moves as they stand in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token, Tree

from engine.core.record_errors import UNREAD
from refsvc.games.saladin.notation.words import SYNTAX
from refsvc.notation.moves import Move, number, put, shared_move, tokens, trees
from refsvc.notation.parsing import PartError

COUNTED_LEADS = ("charge-bonus", "recover-order", "restore-lance", UNREAD)  # of one die, Order or Lance: may say so


def read_move(tree: Tree[Token], sides: tuple[str, ...]) -> Move:
    """The move that a tree of the grammar stands for."""
    if (shared := shared_move(tree, sides)) is not None:
        return shared
    rule = str(tree.data)
    said, under = tokens(tree), trees(tree)
    if rule == "begun":
        turn = under.get("turn")
        return read_move(turn, sides) if turn else {"do": "turn", "number": number(said["NAMED_TURN"])}
    side = {"side": str(said["SIDE"])} if "SIDE" in said else {}
    match rule:
        case "ended":
            return _ended(tree, said, sides)
        case "start":
            first, *chooser = [str(token) for token in reversed(tree.children) if is_kind(token, "SIDE")]
            chooser = chooser or ([first] if "CHOOSES" in said else [])
            return {"do": rule, "first": first, **({"side": chooser[0]} if chooser else {})}
        case "seize" | "pass":
            return {"do": rule, **side}
        case "remove":
            return {"do": rule, **side, "banner": str(said["PIECE"])}
        case "activate" | "reaction" | "bracketed":
            return _acts(said, under, "react" if rule != "activate" or "answered" in under else "activate")
        case "lead":
            if "LEAD" not in said:
                return {"do": rule, **side, **_given(said, under)}
            aim = {"banner": target(under["aim"])} if "aim" in under else {}
            if "INT" in said and (number(said["INT"]) != 1 or said["LEAD"] not in COUNTED_LEADS):
                raise PartError("record.type", said["INT"].start_pos or 0, expected=["lead"])
            noun = {"ORDERS": "recover-order", "LANCES": "restore-lance"}  # it decides what a verb of both means
            action = next((noun[kind] for kind in noun if kind in said and said["LEAD"] in noun.values()), said["LEAD"])
            return {"do": rule, **side, "action": str(action), **aim}
        case "roll":
            return _roll(tree)
    return _count(tree)


def _ended(tree: Tree[Token], said: Mapping[str, Token], sides: tuple[str, ...]) -> Move:
    """A result that is said without the word, or by who lost."""
    named = [str(token) for token in tree.children if is_kind(token, "SIDE")]
    winner = named[0] if named else None
    if "DEFEATED" in said or "RESIGNS" in said:
        first = "DEFEATED" in said or said["RESIGNS"] is not tree.children[-1]
        lost = named[0 if first else -1]
        winner = next(side for side in sides if side != lost)
        if len(named) > 1 and winner not in named:
            raise PartError("record.clash", 0, key=lost)
    by = "resignation" if "RESIGNS" in said else str(said["REASON"]) if "REASON" in said else None
    return {"do": "result", "winner": winner, **({"by": by} if by else {})}


def is_kind(child: Any, kind: str) -> bool:
    """Whether a child of a tree is a token of a kind."""
    return isinstance(child, Token) and child.type == kind


def _acts(said: Mapping[str, Token], under: Mapping[str, Tree[Token]], do: str) -> Move:
    move: Move = {"do": do}
    for kind in ("SIDE", "PIECE", "ACTION"):
        if kind in said:
            move[SYNTAX.fields[kind]] = str(said[kind])
    if "WILDLY" in said:
        if move["action"] not in ("charge", "uncontrolled-charge"):
            raise PartError("record.type", said["WILDLY"].start_pos or 0, expected=["line-end"])
        move["action"] = "uncontrolled-charge"
    if "aim" in under and do == "activate":
        move["target"] = target(under["aim"])
    if "status" in under:
        move["status"] = str(under["status"].children[0])
    for rule in {"spent", "prepaid"} & under.keys():
        move["spent"] = paid(under[rule])
    return move


def paid(spent: Tree[Token]) -> int:
    """So many Orders that an action was said to cost."""
    said = tokens(spent)
    return number(said["INT"] if "INT" in said else said["NUMBER"])


def _given(said: Mapping[str, Token], under: Mapping[str, Tree[Token]]) -> Move:
    """An Order that a leader takes back, or a Lance that he gives: always one."""
    given = under.get("given")
    words = said if given is None else tokens(given)
    for kind in ("INT", "NUMBER"):
        if kind in words and number(words[kind]) != 1:
            raise PartError("record.type", words[kind].start_pos or 0, expected=["lead"])
    if given is None:
        return {"action": "recover-order"}
    to = str(words["PIECE"]) if "PIECE" in words else target(trees(given)["aim"])
    return {"action": "restore-lance", "banner": to}


def target(aim: Tree[Token]) -> str:
    return str(tokens(aim)["TARGET"])


def _roll(tree: Tree[Token]) -> Move:
    dice: dict[str, Any] = {}
    losses: dict[str, int] | None = None
    gone: list[str] | None = None
    for child in tree.children:
        if not isinstance(child, Tree):
            continue
        said = tokens(child)
        if child.data == "colour":
            faces = [str(face) for face in child.children if is_kind(face, "FACE")]
            dice.setdefault(str(said["COLOUR"]), []).extend(faces)
            continue
        lost = said.get("INT", said.get("NUMBER"))
        if lost or "LOSES_ONE" in said:
            losses = {} if losses is None else losses
            put(losses, said["TARGET"], number(lost) if lost else 1)
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
