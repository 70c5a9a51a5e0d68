"""Every move of one piece or one card that the words of a game can form around a position, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, get_args

from msgspec.structs import fields

from engine.core.game import BaseGame
from engine.core.moves import CountBase, MoveBase, Note, Result, Turn

S = TypeVar("S")
STATED = (CountBase, Turn, Result, Note)  # what is said of a game, not done in it
WHERE_TO = ("to", "via")  # chosen last: how far it may be rests on who goes there


def formed_moves(game: BaseGame[S], state: S) -> Iterator[MoveBase]:
    """All of them, kind by kind, each field that may be left out also left out; no dice, which nobody chooses."""
    for kind in get_args(game.package.MOVES) or (game.package.MOVES,):
        if not issubclass(kind, (*STATED, *game.ROLLS)):
            yield from _formed(game, state, kind)


def _formed(game: BaseGame[S], state: S, kind: type[MoveBase]) -> Iterator[MoveBase]:
    partly: list[dict[str, Any]] = [{}]
    for field in sorted(fields(kind), key=lambda field: field.name in WHERE_TO):
        name = f"{kind.__struct_config__.tag}.{field.encode_name}"
        left_out = () if field.required else (field.default,)
        partly = [
            {**chosen, field.name: word}
            for chosen in partly
            for word in dict.fromkeys((*left_out, *game.words_near(state, name, chosen)))
        ]
    for chosen in partly:
        yield kind(**chosen)
