"""A move of a record in words, and what stands around its dice where they are drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.game import BaseGame
from refsvc.config import SOURCE_LANGUAGE
from refsvc.i18n.catalogue import has_text, text
from refsvc.i18n.sentences import NAMES, comma, count_text, faces, name, say, semicolon

SINGLE = {"cards": "card"}  # a list, and what each of it is
OWNED = ("activate", "react", "lead", "start")  # moves whose piece says whose they are


def move(tree: Mapping[str, Any], game: BaseGame[Any], language: str, *, with_faces: bool = False) -> str:
    """A move of a record in words, those of its game if it has some; a roll shows its dice or faces."""
    do = str(tree["do"])
    params = {key: _said(key, value, language) for key, value in tree.items() if key != "do"}
    if has_text(own := f"{game.KEY}.moves.{do}", SOURCE_LANGUAGE):
        if "faces" in tree:
            params["faces"] = faces(tree["faces"], language)
        return say(own, language, **params)
    if not any(has_text(f"move.{do}{kind}", SOURCE_LANGUAGE) for kind in ("", "-dice")):
        return json.dumps(tree, ensure_ascii=False)
    key = f"move.{do}"
    match do:
        case "activate" if "target" in tree:
            key = "move.activate-target"
        case "start":
            params["first"] = name("side", tree["first"], language)
        case "lead":
            params["leader"] = name("leader", game.leaders[tree["side"]], language)
            params["line"] = name("line", tree["action"], language)
            key = "move.lead-banner" if "banner" in tree else key
        case "result":
            params["winner"] = name("side", tree["winner"] or "draw", language)
            if tree.get("by"):
                params["by"] = text(f"notation.by.{tree['by']}", language).split(" | ")[0]
                key = "move.result-by"
        case "count":
            parts = [say("move.count-part", language, what=count_text("what", what, language),
                         n=count_text("counted", value, language)) for what, value in _leaves(tree)]  # fmt: skip
            params["parts"] = semicolon(parts, language)
            key = "move.count-of" if parts else key
        case "roll" if "red" in tree:
            shown = ({colour: faces(tree[colour], language) for colour in ("red", "green")} if with_faces
                     else {colour: len(tree[colour]) for colour in ("red", "green")})  # fmt: skip
            params |= shown
            key = "move.faces" if with_faces else key
        case _:
            key = _kind_of_move(tree, params, language, with_faces=with_faces)
    said = text(key, language)
    more = [text(each, language) for field in tree if has_text(each := f"move.more.{do}.{field}", language)]
    is_owned = "side" not in tree or do in OWNED or "{side}" in said
    whole = (said + "".join(more)).format(**params)
    whole = whole if is_owned else say("move.sided", language, side=params["side"], move=whole)
    return _with_claims(whole, tree, language)


def _leaves(tree: Mapping[str, Any], *at: str) -> Iterator[tuple[str, Any]]:
    """Every value of a count with what it is of (`units.D5.blocks`)."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, *at, key)
        elif at:
            yield ".".join((*at, key)), value


def roll(tree: Mapping[str, Any], language: str) -> tuple[str, str]:
    """What stands before and after the dice of a roll where they are drawn: what for and whose, if that is said."""
    said = text("case.check" if tree["do"] == "check-leader" else "case.dice", language)
    params = {key: _said(key, value, language) for key, value in tree.items()}
    more = [text(each, language) for field in tree if has_text(each := f"move.more.{tree['do']}.{field}", language)]
    if "side" in tree:
        more.append(text("move.more.roll.by", language).replace("{by}", "{side}"))
    return said, "".join(more).format(**params)


def _kind_of_move(tree: Mapping[str, Any], params: dict[str, Any], language: str, *, with_faces: bool) -> str:
    """Which sentence a move has by the parts that it has; its way and its dice are made ready for it."""
    do = str(tree["do"])
    if "to" in tree:
        params["way"] = " → ".join(_said("to", each, language) for each in (*tree.get("via", ()), tree["to"]))
    if "faces" in tree:
        params |= {"n": len(tree["faces"]), "faces": faces(tree["faces"], language) or text("value.none", language)}
        return f"move.{do}-{'faces' if with_faces else 'dice'}"
    if do == "move" and "leader" in tree:
        return "move.move-leader"
    if do == "order" and not tree.get("units") and not tree.get("leaders"):
        return "move.order-nobody"
    return f"move.{do}"


def _said(key: str, value: Any, language: str) -> Any:
    """A part of a move in words: a name, or several."""
    if isinstance(value, (list, tuple)):
        return comma([_said(SINGLE.get(key, key), each, language) for each in value], language)
    if value is None:
        return text("move.unseen", language)
    if not isinstance(value, str):
        return value
    if has_text(f"move.at.{value}", language):
        return text(f"move.at.{value}", language)
    return next((found for kind in NAMES.get(key, ()) if (found := name(kind, value, language)) != value), value)


def _with_claims(said: str, tree: Mapping[str, Any], language: str) -> str:
    """A move in words with what it states of itself: what was paid, by whom, and what was lost."""
    if "spent" in tree:
        return say("move.paid", language, move=said, paid=tree["spent"])
    if "paid" in tree:
        paid = [say("move.share", language, side=name("side", side, language), n=n) for side, n in tree["paid"].items()]
        return say("move.paid", language, move=said, paid=comma(paid, language))
    if "losses" not in tree and "gone" not in tree:
        return said
    lost = [
        say("move.loss", language, banner=name("banner", banner, language), n=n)
        for banner, n in tree.get("losses", {}).items()
    ]
    lost += [say("move.gone", language, banner=name("banner", banner, language)) for banner in tree.get("gone", ())]
    return say("move.lost", language, move=said, lost=comma(lost or [text("move.no-loss", language)], language))
