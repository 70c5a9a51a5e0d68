"""Trees -> moves as they stand in JSON, each with its place. Keys stand in the order of engine/napoleonics/moves.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from refsvc.notation.moves import Move, number, put, tokens, trees
from refsvc.notation.parsing import PartError

Placed = tuple[Move, int]
MOST_DICE = 30  # of one face that are counted
SLOTS = ("1", "2", "3", "4")  # of the track for squares
# What dice may stand behind.
ROLLED = ("first_strike", "square", "retire", "battle_back", "fire", "melee", "bonus")
DICE = ("faces", "no_faces")
PLAYED = ("said_play", "said_kind", "said_play_dice")  # cards as people write them, with the orders behind them
WITH_SECTION = ("force-march", "counter-attack")


class UnsureError(PartError):
    """A word that is a card's and not a battle back: it is not taken for one, but that is offered."""

    def __init__(self, token: Token) -> None:
        super().__init__("record.word", token.start_pos or 0)
        self.end = token.end_pos or 0
        self.fitting = (("BACK", "back"),)


def read_moves(tree: Tree[Token]) -> Iterator[Placed]:
    """The moves of a part: mostly one, two where the dice stand right behind the word they belong to."""
    side: Move = {}
    first = next(child for child in tree.children if isinstance(child, Tree))
    for child in tree.children:
        if isinstance(child, Token):
            side = {"side": str(child)} if child.type == "SIDE" else side
        else:
            yield from _done(child, side, _place(tree) if child is first else _place(child))


def _done(tree: Tree[Token], side: Move, at: int) -> Iterator[Placed]:
    """A move, and the dice right behind it."""
    if tree.data == "said_unsure":
        raise UnsureError(tokens(tree)["UNSURE"])
    move = _deed(tree)
    yield ({"do": "draw", **side, **move} if move["do"] == "draw" else {**move, **side}), at
    for dice in tree.children:
        if isinstance(dice, Tree) and dice.data in DICE and tree.data in ROLLED:
            yield {"do": "roll", "faces": _faces(dice), **side}, _place(dice)


def read_played(tree: Tree[Token]) -> Iterator[Placed]:
    """A card as people write it: with orders or dice behind it, and maybe without its side, which is None then."""
    said = tokens(tree)
    modes: dict[str, str] = {}
    card = str(said["CARD"]) if "CARD" in said else f"{said['KIND']}-{said['SECTION']}"
    for mode in tree.children:
        if isinstance(mode, Tree) and mode.data in ("section", "one_unit", "copied"):
            if mode.data in modes:
                raise PartError("record.clash", _place(mode))
            modes[str(mode.data)] = _mode(mode, card)
    move: Move = {"do": "play", "side": str(said["SIDE"]) if "SIDE" in said else None, "card": card}
    move |= {"section": modes["section"]} if "section" in modes else {}
    move |= {"use": "one-unit"} if "one_unit" in modes else {}
    yield move | ({"as": modes["copied"]} if "copied" in modes else {}), _place(tree)
    for child in tree.children:
        if isinstance(child, Tree) and child.data in DICE:
            yield {"do": "roll", "faces": _faces(child)}, _place(child)
        elif isinstance(child, Tree) and child.data not in modes:
            yield from _done(child, {}, _place(child))


def _mode(tree: Tree[Token], card: str) -> str:
    """How a card is played; only one is played in a section that is said."""
    said = tokens(tree)
    if "INT" in said:
        _is_number(said["INT"], "1")
    if "SECTION" in said and card not in WITH_SECTION:
        raise PartError("record.type", _place(tree), found=str(said["SECTION"]), expected=["line-end"])
    return str(tree.children[-1])


def read_head(tree: Tree[Token]) -> Move:
    """A card that is played, a hand, or a count."""
    said = tokens(tree)
    match tree.data:
        case "deal":
            return {"do": "deal", "side": str(said["SIDE"]), "cards": _cards(tree)}
        case "play":
            return _play(tree, said)
    return _count(tree)


def _place(tree: Tree[Token]) -> int:
    """Where the first word of a tree stands; one without words is a sign, which nothing asks for."""
    return next((token.start_pos or 0 for token in tree.scan_values(lambda value: isinstance(value, Token))), 0)


def _all(tree: Tree[Token], kind: str) -> list[str]:
    return [str(child) for child in tree.children if isinstance(child, Token) and child.type == kind]


def _play(tree: Tree[Token], said: dict[str, Token]) -> Move:
    modes: dict[str, Token] = {}
    for mode in tree.children:
        if isinstance(mode, Tree):
            token = mode.children[-1]
            assert isinstance(token, Token)
            if mode.data in modes:  # two sections can't be meant
                raise PartError("record.clash", _place(mode))
            modes[str(mode.data)] = token
    move: Move = {"do": "play", "side": str(said["SIDE"]), "card": str(said["CARD"])}
    move |= {"section": str(modes["section"])} if "section" in modes else {}
    move |= {"use": "one-unit"} if "one_unit" in modes else {}
    return move | ({"as": str(modes["copied"])} if "copied" in modes else {})


def _deed(tree: Tree[Token]) -> Move:
    do = str(tree.data).replace("_", "-")
    said, hexes = tokens(tree), _all(tree, "HEX")
    match do:
        case "order" | "bare":
            return {"do": "order", **_ordered(tree), **({"bare": True} if do == "bare" else {})}
        case "detach":
            return {"do": do, "leader": hexes[0]}
        case "dissolve":
            return {"do": do, "unit": hexes[0], **_seen_card(said)}
        case "rally":
            return {"do": do, "units": _rallied(tree)}
        case "short-supply":
            way = trees(tree).get("way")
            return {"do": do, "unit": hexes[0], "to": _way(way)[0] if way else [*hexes, "off"][1]}
        case "move":
            way = trees(tree)["way"]
            to, via = _way(way)
            return {"do": do, "to": to, "leader" if "LEADER" in said else "unit": hexes[0], **via}
        case "fire":
            return {"do": do, "unit": hexes[0], "target": hexes[1]}
        case "melee":
            return {"do": do, "unit": hexes[0], "target": hexes[1], **_joined(tree)}
        case "bonus":
            return {"do": do, "target": hexes[0], **_joined(tree)}
        case "breakthrough":
            return {"do": do, "to": "off" if "OFF" in said else hexes[-1]}
        case "square":
            return {"do": do, **_seen_card(said), **_slot(said)}
        case "discard":
            return {"do": do, "card": str(said["CARD"])}
        case "ignore-flags":
            return {"do": do, "count": number(said["INT"]) if "INT" in said else int("IGNORES_ONE" in said)}
        case "draw":
            return {"do": do, **_drawn(tree, said)}
        case "no-roll":
            return {"do": "roll", "faces": []}
        case "blocked":
            return {"do": "retreat", "to": "", "lost": _counted_in(tree, "lost")}
        case "take-ground":
            last = tree.children[-1]
            return {"do": do, **({"at": hexes[-1]} if isinstance(last, Token) and last.type == "HEX" else {})}
    return {"do": do, **_rolled(tree, hexes), **_gone_to(tree)}


def _rolled(tree: Tree[Token], hexes: list[str]) -> Move:
    """The dice of a roll or of a leader’s check, whose they are and what for."""
    under = trees(tree)
    if tree.data not in ("roll", "check_leader"):
        return {}
    by = {"by": hexes[0]} if hexes and tree.data == "roll" else {}
    purpose = {"for": str(under["purpose"].children[0])} if "purpose" in under else {}
    return {"faces": _faces(under.get("faces") or under["no_faces"]), **by, **purpose}


def _gone_to(tree: Tree[Token]) -> Move:
    """Where somebody retires or retreats to, and what was lost on the way."""
    under = trees(tree)
    if "path" not in under:
        return {}
    to, via = _way(under["path"])
    lost = {"lost": _counted_in(tree, "lost")} if "lost" in under else {}
    return {"to": to, **via, **lost}


def _way(tree: Tree[Token]) -> tuple[str, Move]:
    """The last place of a way, and those between; one by way of which it leads may be said behind it."""
    places: list[str] = []
    passed: list[str] = []
    is_passed = False
    for child in tree.children:
        if isinstance(child, Token) and child.type in ("HEX", "OFF"):
            (passed if is_passed else places).append(str(child) if child.type == "HEX" else "off")
        is_passed = isinstance(child, Token) and child.type == "VIA"
    if not places:
        raise PartError("record.type", _place(tree), found=passed[-1], expected=["hex"])
    *between, last = places
    between += passed
    return last, {"via": between} if between else {}


def _ordered(tree: Tree[Token]) -> Move:
    under = trees(tree)
    if "units" in under:  # a leader may be put behind the units
        under = {**trees(under["units"]), **under}
    return {name: _all(under[name], "HEX") for name in ("units", "leaders") if name in under}


def _joined(tree: Tree[Token]) -> Move:
    under = trees(tree)
    return {"join": _all(under["joined"], "HEX")} if "joined" in under else {}


def _faces(tree: Tree[Token]) -> list[str]:
    if tree.data == "no_faces":
        _is_number(tokens(tree)["INT"], "0")
    faces: list[str] = []
    for child in tree.children:
        if isinstance(child, Tree):
            faces += _many(child)
        elif child.type in ("FACES", "FACE"):
            faces += child.split()
    return faces


def _counted_in(tree: Tree[Token], name: str) -> int:
    """The number in a branch, in figures or in words."""
    said = tokens(trees(tree)[name])
    return number(next(said[kind] for kind in ("INT", "MANY", "TWICE") if kind in said))


def _rallied(tree: Tree[Token]) -> list[str]:
    """The hexes of units that regain blocks, once for each block."""
    units = _all(tree, "HEX") * (_counted_in(tree, "blocks") if "blocks" in trees(tree) else 1)
    for child in tree.children:
        if isinstance(child, Tree) and child.data == "rallied":
            units += _rallied(child)
    if len(units) > MOST_DICE:
        raise PartError("record.type", _place(tree), found=str(len(units)), expected=["number"])
    return units


def _many(tree: Tree[Token]) -> list[str]:
    """Dice that were counted: a number and one face."""
    said = tokens(tree)  # the number in figures or in words
    how_many, face = (said[kind[0] if kind[0] in said else kind[1]] for kind in (("INT", "MANY"), ("FACE", "FACES")))
    if " " in face or number(how_many) > MOST_DICE:
        raise PartError("record.type", how_many.start_pos or 0, found=str(how_many)[:3], expected=["face"])
    return [str(face)] * number(how_many)


def _is_number(token: Token, meant: str) -> None:
    """No other number can be meant."""
    if (token.lstrip("0") or "0") != meant:
        raise PartError("record.type", token.start_pos or 0, found=str(token)[:3], expected=[meant])


def _drawn(tree: Tree[Token], said: dict[str, Token]) -> Move:
    """The cards that were drawn, if they are named; without a name it is one."""
    if "INT" in said:
        _is_number(said["INT"], "1")
    is_named = any(isinstance(child, Tree) or child.type in ("CARD", "NOTHING") for child in tree.children)
    return {"cards": _cards(tree)} if is_named else {}


def _seen_card(said: dict[str, Token]) -> Move:
    return {"card": str(said["CARD"])} if "CARD" in said else {}


def _slot(said: dict[str, Token]) -> Move:
    if "INT" not in said:
        return {}
    if said["INT"] not in SLOTS:
        raise PartError("record.type", said["INT"].start_pos or 0, found=str(said["INT"])[:3], expected=list(SLOTS))
    return {"slot": int(said["INT"])}


def _cards(tree: Tree[Token]) -> list[str | None]:
    """Cards in their order; one that nobody saw is None."""
    cards: list[str | None] = []
    for child in tree.children:
        if isinstance(child, Tree):
            cards.append(None)
        elif child.type == "CARD":
            cards.append(str(child))
    return cards


def _count(tree: Tree[Token]) -> Move:
    parts: dict[str, Any] = {}
    for child in tree.children:
        if isinstance(child, Tree):
            _counted(parts, child)
    order = ("turn", "units", "leaders", "banners", "hands", "squares")
    return {"do": "count", **{key: parts[key] for key in order if key in parts}}


def _counted(parts: dict[str, Any], tree: Tree[Token]) -> None:
    said = tokens(tree)
    match tree.data:
        case "counted_turn":
            put(parts, said["TURN"], number(said["INT"]))
        case "counted_leaders":
            put(parts.setdefault("leaders", {}), said["SIDE"], _all(tree, "HEX"))
        case "tally":
            put(parts.setdefault(str(said["TALLY"]), {}), said["SIDE"], number(said["INT"]))
        case _:
            put(parts.setdefault("units", {}), said["HEX"], None if "EMPTY" in said else _unit(tree, said))


def _unit(tree: Tree[Token], said: dict[str, Token]) -> Move:
    flags: dict[str, bool] = {}
    for flag in tree.children:
        if isinstance(flag, Tree):
            token = flag.children[0]
            assert isinstance(token, Token)
            name = token.removeprefix("no-")
            if name in flags:
                raise PartError("record.clash", token.start_pos or 0, key=name)
            flags[name] = name == token
    blocks = {"blocks": number(said["INT"])} if "INT" in said else {}
    return {**blocks, **{name: flags[name] for name in ("square", "leader") if name in flags}}
