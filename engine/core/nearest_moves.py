"""The legal moves nearest to one that is not: what may have been meant in its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import convert, to_builtins
from msgspec.structs import fields

from engine.core.game import BaseGame, legal_moves
from engine.core.moves import CountBase, MoveBase

S = TypeVar("S")
MOST_INSTEAD = 5
FARTHEST = 99  # as far as a word is from none
LATER = ("to", "via")  # where somebody goes counts for less than who it is
# Whose move it is that could have been made, the nearest first.
DUE, SAME, SAME_PIECE, OWN_KIND, THEIR_KIND, OWN, THEIRS = range(7)


def nearest(game: BaseGame[S], state: S, move: MoveBase, *, is_due: bool = False) -> tuple[Any, ...]:
    """Up to five legal moves, the nearest to what was written first; none for a count, which is no move.

    Nearest is what the same piece can do: the same kind of action, then any other; then what its side can do, the same
    kind first. What the other side can do is offered only where it is about whose turn it is (`_rank`). Within each,
    what agrees in the first of the fields comes first, whatever follows. A roll keeps the faces, and what the writer
    states of a move (paid, lost) stands there as it would be right. `is_due`: what was found was due before the move.
    """
    if isinstance(move, CountBase):
        return ()
    written = to_builtins(move)
    state = game.alternatives.judged_in(state, move, is_due=is_due)
    legal = list(legal_moves(game, state))
    if all(type(option) is not type(move) for option in legal):  # a line that is no decision, such as that of a turn
        legal += _bare(game, state, move)
    is_roll = isinstance(move, game.ROLLS)
    keys = sorted(written, key=LATER.__contains__)
    options = []
    for option, rank in _ranked(game, state, move, legal, is_due=is_due):
        tree = to_builtins(option)
        shown = _as_written(tree, written) if is_roll else tree
        options.append((rank, [-_likeness(game, shown.get(key), written[key]) for key in keys], option, shown))
    options.sort(key=lambda each: each[:2])
    found = []
    is_sure = game.certainty() is None
    for _, _, option, tree in options[:MOST_INSTEAD]:
        made = convert(tree, type(option))
        stated = to_builtins(game.annotate(made, game.resolve(state, made))) if is_sure else tree
        found.append({key: value for key, value in stated.items() if key in tree or key in written})
    return tuple(found)


def _ranked(
    game: BaseGame[S], state: S, move: MoveBase, legal: Sequence[MoveBase], *, is_due: bool
) -> list[tuple[MoveBase, int]]:
    """The legal moves that can stand in place of a move, each with its rank; what was due first, if that was found.

    The other side's are among them where it is about whose turn it is: nothing but its moves is left and it was not
    this side's turn, or only that side can do what was written.
    """
    of = game.alternatives
    kind, mover, pieces = of.kind(move), of.mover(state, move), of.pieces(state, move)
    answers = {do for duty in game.duties(state) for do in duty.answers} if is_due else set()
    ranked = []
    for option in legal:
        if option.__struct_config__.tag in answers:
            ranked.append((option, DUE))
        elif of.fits(state, move, option):
            side = of.mover(state, option)
            is_theirs = mover is not None and side is not None and side != mover
            is_same = not pieces.isdisjoint(of.pieces(state, option))
            ranked.append((option, _rank(is_same=is_same, is_kind=of.kind(option) == kind, is_theirs=is_theirs)))
    ranks = {rank for _, rank in ranked}
    if ranks <= {THEIR_KIND, THEIRS} and mover not in game.to_act(state):
        return ranked
    left_out = {THEIRS} if ranks.isdisjoint((SAME, OWN_KIND)) else {THEIRS, THEIR_KIND}
    return [pair for pair in ranked if pair[1] not in left_out]


def _rank(*, is_same: bool, is_kind: bool, is_theirs: bool) -> int:
    """How near a move is by whose it is: the same piece, its side, the other one; each with the same kind first."""
    if is_same:
        return SAME if is_kind else SAME_PIECE
    if is_theirs:
        return THEIR_KIND if is_kind else THEIRS
    return OWN_KIND if is_kind else OWN


def _bare(game: BaseGame[S], state: S, move: MoveBase) -> list[MoveBase]:
    """The move without anything that may be left out, if nothing is wrong with it then."""
    bare = type(move)(**{field.name: getattr(move, field.name) for field in fields(move) if field.required})
    is_right = not game.check(state, bare) and not game.claims(state, bare, game.resolve(state, bare))
    return [bare] if is_right and not game.is_void(state, bare) else []


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
