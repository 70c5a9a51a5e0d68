"""The legal moves nearest to one that is not: what may have been meant in its place."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import convert, to_builtins
from msgspec.structs import fields

from engine.core.game import BaseGame, legal_moves
from engine.core.moves import CountBase, MoveBase

S = TypeVar("S")
MOST_INSTEAD = 5
FARTHEST = 99  # as far as a word is from none
LATER = ("to", "via")  # where somebody goes counts for less than who it is


def nearest(game: BaseGame[S], state: S, move: MoveBase) -> tuple[Any, ...]:
    """Up to five legal moves, the nearest to what was written first; none for a count, which is no move.

    Nearest is what agrees with it in the first of its fields, whatever follows: the kind, the side, who acts, how, on
    whom. A roll keeps the faces, and what the writer states of a move (paid, lost) stands there as it would be right.
    """
    if isinstance(move, CountBase):
        return ()
    written = to_builtins(move)
    legal = list(legal_moves(game, state))
    if all(type(option) is not type(move) for option in legal):  # a line that is no decision, such as that of a turn
        legal += _bare(game, state, move)
    is_roll = isinstance(move, game.ROLLS)
    trees = [to_builtins(option) for option in legal]
    options = [(o, _as_written(tree, written) if is_roll else tree) for o, tree in zip(legal, trees, strict=True)]
    keys = sorted(written, key=LATER.__contains__)
    options.sort(key=lambda pair: [_likeness(game, pair[1].get(key), written[key]) for key in keys], reverse=True)
    found = []
    is_sure = game.certainty() is None
    for option, tree in options[:MOST_INSTEAD]:
        made = convert(tree, type(option))
        stated = to_builtins(game.annotate(made, game.resolve(state, made))) if is_sure else tree
        found.append({key: value for key, value in stated.items() if key in tree or key in written})
    return tuple(found)


def _bare(game: BaseGame[S], state: S, move: MoveBase) -> list[MoveBase]:
    """The move without anything that may be left out, if nothing is wrong with it then."""
    bare = type(move)(**{field.name: getattr(move, field.name) for field in fields(move) if field.required})
    is_right = not game.check(state, bare) and not game.claims(state, bare, game.resolve(state, bare))
    return [bare] if is_right else []


def _likeness(game: BaseGame[S], word: Any, written: Any) -> int:
    """2 for the same word, 1 for one that shares a part with it (`uncontrolled-charge`), less for places far off."""
    if word == written:
        return 2
    if isinstance(word, (list, tuple)) and isinstance(written, (list, tuple)):
        return int(any(each in written for each in word))
    if not isinstance(word, str) or not isinstance(written, str):
        return -FARTHEST
    return int(not set(word.split("-")).isdisjoint(written.split("-"))) - game.distance(word, written)


def _as_written(option: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """A template with what was written in place of its items, as far as there is any: the faces of dice."""
    if option["do"] != written["do"]:
        return option
    return {
        key: (*written[key], *value[len(written[key]) :])[: len(value)]
        if isinstance(value, (list, tuple)) and isinstance(written.get(key), (list, tuple))
        else value
        for key, value in option.items()
    }
