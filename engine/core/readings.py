"""How a line that can't be read may be meant: each way to fill in what is missing that is legal where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, islice, product
from typing import Any, TypeVar

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.json import encode

from engine.core.events import Step
from engine.core.findings import Violation
from engine.core.game import BaseGame
from engine.core.moves import CountBase, MoveBase
from engine.core.record_errors import UNREAD, Misread, Tree

S = TypeVar("S")
MOST_FILLED = 400  # ways to fill in one line that are tried
MOST_FORBIDDEN = 40  # readings of one line that break a rule
MOST_COUNTED = 10  # a number that is missing is less than this


class Reading(Struct, gc=False):
    """One way in which a line may be meant: its moves, and the step after them."""

    moves: tuple[MoveBase, ...]
    step: Step[Any]
    is_legal: bool = True


def readings(
    game: BaseGame[S], state: S, line: Misread | MoveBase, counts: Callable[[Violation], bool]
) -> tuple[list[Reading], int]:
    """The ways in which a line may be meant, the nearest first, and how many were tried.

    They are the legal moves that agree with all that was read of it. If there are none, the line breaks a rule itself:
    then they are the legal moves of the same kind and side, the forbidden ones that agree with it, and none at all.
    """
    tried = 0
    found: list[Reading] = []
    forbidden: list[Reading] = []
    meant = _meant(game, line)
    filled = islice(_filled(game, [trees for trees in meant if trees]), MOST_FILLED)
    for trees in {encode(trees): trees for trees in filled}.values():
        tried += len(trees)
        made = _made(game, state, trees, counts)
        if made is not None:
            (found if made.is_legal else forbidden).append(made)
    if found and all(meant):
        return found, tried
    options = list(game.candidates(state))
    legal = [(move, to_builtins(move)) for move in _legal(game, state, options, counts)]
    tried += len(options) + len(legal)
    for known in _looser(_read(line, meant)):
        like = [move for move, tree in legal if _agrees(tree, known)]
        if like:
            found += [Reading((move,), game.resolve(state, move)) for move in like]
            break
    return [*found, *forbidden[:MOST_FORBIDDEN], Reading((), Step(state), is_legal=False)], tried


def _legal(
    game: BaseGame[S], state: S, options: Iterable[MoveBase], counts: Callable[[Violation], bool]
) -> Iterator[MoveBase]:
    """Those of some moves that are legal; a roll with every throw of its dice."""
    for option in options:
        if _counted(game.check(state, option), counts):
            continue
        if not isinstance(option, game.ROLLS):
            yield option
            continue
        tree = to_builtins(option)
        for filled in _fill_tree(game, {key: _thrown(value) for key, value in tree.items()}):
            yield convert(filled, type(option))


def _thrown(value: Any) -> Any:
    return [UNREAD] * len(value) if isinstance(value, (list, tuple)) else value


def _read(line: Misread | MoveBase, meant: Sequence[tuple[Tree, ...]]) -> Sequence[tuple[Tree, ...]]:
    """What was read of a line in each of the ways that it may be meant; if it may be anything, the side before it."""
    if isinstance(line, Misread) and not (meant and all(meant)):
        read = line.params.get("read", {})
        return (({"side": read["side"]} if "side" in read else {},),)
    return meant


def _meant(game: BaseGame[S], line: Misread | MoveBase) -> Sequence[tuple[Tree, ...]]:
    """What was read of a line: of a move with a word that is not known, all but that."""
    if isinstance(line, Misread):
        return line.read
    tree = to_builtins(line)
    do = tree["do"]
    words = {key: game.words.get(f"{do}.{key}", game.words.get(key, ())) for key in tree}
    return (({key: _known(value, words[key]) for key, value in tree.items()},),)


def _known(value: Any, words: Sequence[str]) -> Any:
    """A part of a move; what is no word of its field is not read."""
    if isinstance(value, str):
        return value if not words or value in words else UNREAD
    if isinstance(value, (list, tuple)):
        return [_known(each, words) for each in value]
    return value


def _made(game: BaseGame[S], state: S, trees: Sequence[Tree], counts: Callable[[Violation], bool]) -> Reading | None:
    """The moves of a line made where it stands, and whether they are legal, with all that they state of themselves."""
    step, moves, is_legal = Step(state), list[MoveBase](), True
    for tree in trees:
        try:
            move = convert(tree, game.package.MOVES)
        except (ValidationError, RecursionError):
            return None
        moves.append(move)
        if not isinstance(move, CountBase):
            after = game.resolve(step.state, move)
            broken = game.check(step.state, move) + game.claims(step.state, move, after)
            if any(violation.verdict == "misread" for violation in broken):
                return None
            is_legal = is_legal and not _counted(broken, counts)
            step = after
    return Reading(tuple(moves), step, is_legal)


def _counted(broken: Iterable[Violation], counts: Callable[[Violation], bool]) -> list[Violation]:
    return [violation for violation in broken if counts(violation)]


def _looser(meant: Sequence[tuple[Tree, ...]]) -> Iterator[Tree]:
    """Less and less of what was read of the first move: who did what, then which side; nothing, if nothing was read."""
    for fields in (("do", "side", "banner", "unit", "leader", "card"), ("do", "side"), ("side",)):
        for trees in meant:
            if known := {key: trees[0][key] for key in fields if trees[0].get(key, UNREAD) != UNREAD}:
                yield known
    if not meant or not any(key in trees[0] for trees in meant for key in ("do", "side")):
        yield {}


def _agrees(option: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
    return all(key not in option or option[key] == value for key, value in known.items())


def _filled(game: BaseGame[S], meant: Sequence[tuple[Tree, ...]]) -> Iterator[tuple[Tree, ...]]:
    """Every way to fill in what is missing, those of the likeliest reading first."""
    for trees in meant:
        yield from product(*(list(islice(_fill_tree(game, tree), MOST_FILLED)) for tree in trees))


def _fill_tree(game: BaseGame[S], tree: Tree) -> Iterator[Tree]:
    """A move with words in place of those that are missing; what was counted of a piece without a name is left out."""
    tree = {key: _named(value) for key, value in tree.items()}
    do = str(tree.get("do", UNREAD))
    if do == UNREAD:
        for kind in _words(game, "", "do"):
            yield from _fill_tree(game, {**tree, "do": kind})
        return
    keys = [key for key, value in tree.items() if _is_missing(value)]
    options = [list(islice(_fill(tree[key], _words(game, do, key)), MOST_FILLED)) for key in keys]
    for values in product(*options):
        yield {**tree, **dict(zip(keys, values, strict=True))}


def _named(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: _named(each) for key, each in value.items() if key != UNREAD and not _is_missing(each)}


def _is_missing(value: Any) -> bool:
    return value == UNREAD or (isinstance(value, (list, tuple)) and any(map(_is_missing, value)))


def _fill(value: Any, words: Sequence[Any]) -> Iterator[Any]:
    """A part of a move with every word that it may hold in place of what is missing."""
    if value == UNREAD:
        yield from words
    elif isinstance(value, (list, tuple)):
        if all(each == UNREAD for each in value):  # dice: in which order they lie says nothing
            yield from map(list, combinations_with_replacement(words, len(value)))
        else:
            yield from map(list, product(*(words if each == UNREAD else (each,) for each in value)))
    else:
        yield value


def _words(game: BaseGame[S], do: str, field: str) -> Sequence[Any]:
    """The words that a field of a move may hold; of a field without words, the numbers."""
    words = game.words
    return words.get(f"{do}.{field}") or words.get(field) or tuple(range(MOST_COUNTED))
