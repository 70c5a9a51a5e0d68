"""A move in words: the sentence that its game has for it, one of those for the moves of every game, or plain JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from refsvc.config import SOURCE_LANGUAGE
from refsvc.i18n.catalogue import has_text, text
from refsvc.i18n.sentences import NAMES, comma, count_text, faces, name, say, semicolon

Tree = Mapping[str, Any]


def move_text(tree: Tree, game: str, language: str, /, *, kind: str = "", **said: Any) -> str:
    """A move in words: by `<game>.moves.<kind>`, with these parts `said` otherwise than by their names.

    Parts that a move may lack are put after it by `<game>.moves.more.<do>.<part>`. Whose it is stands in front, where
    the sentence does not say.
    """
    do = str(tree["do"])
    if not has_text(key := f"{game}.moves.{kind or do}", SOURCE_LANGUAGE):
        return _of_every_game(tree, game, language) or json.dumps(tree, ensure_ascii=False)
    sentence = text(key, language) + "".join(more(tree, game, language))
    params = {part: part_text(part, value, game, language) for part, value in tree.items() if part != "do"} | said
    whole = sentence.format(**params)
    says_whose = "side" not in tree or "{side}" in sentence
    return whole if says_whose else say("move.sided", language, side=params["side"], move=whole)


def more(tree: Tree, game: str, language: str) -> list[str]:
    """What is put after the sentence of a move, in the order of the record."""
    keys = (f"{game}.moves.more.{tree['do']}.{part}" for part in tree)
    return [text(key, language) for key in keys if has_text(key, language)]


def part_text(part: str, value: Any, game: str, language: str) -> Any:
    """A part of a move in words: a name, the faces of dice, or several."""
    if part == "faces":
        return faces(value, game, language) or text("value.none", language)
    if isinstance(value, (list, tuple)):
        return comma([str(part_text(part, each, game, language)) for each in value], language)
    if not isinstance(value, str):
        return value
    return next((found for kind in NAMES.get(part, ()) if (found := name(kind, value, game, language)) != value), value)


def _of_every_game(tree: Tree, game: str, language: str) -> str:
    """A move that every game has, in words; empty for any other."""
    match tree["do"]:
        case "turn":
            said = say("move.turn", language, number=tree["number"])
            return _paid(said, tree["paid"], game, language) if "paid" in tree else said
        case "count":
            parts = [say("move.count-part", language, what=count_text("what", what, game, language),
                         n=count_text("counted", n, game, language)) for what, n in _leaves(tree)]  # fmt: skip
            return say("move.count-of" if parts else "move.count", language, parts=semicolon(parts, language))
        case "result":
            winner = name("side", tree["winner"] or "draw", game, language)
            if not tree.get("by"):
                return say("move.result", language, winner=winner)
            by = text(f"notation.by.{tree['by']}", language).split(" | ")[0]
            return say("move.result-by", language, winner=winner, by=by)
        case "note":
            return text("move.note", language)
    return ""


def _paid(said: str, paid: Mapping[str, int], game: str, language: str) -> str:
    """A move with what each side says it paid for it."""
    shares = [say("move.share", language, side=name("side", side, game, language), n=n) for side, n in paid.items()]
    return say("move.paid", language, move=said, paid=comma(shares, language))


def _leaves(tree: Tree, *at: str) -> Iterator[tuple[str, Any]]:
    """Every value of a count with what it is of (`units.D5.blocks`)."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, *at, key)
        elif at:
            yield ".".join((*at, key)), value
