"""Which dice may have been meant by a roll that has the wrong number of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from engine.saladin.moves import Face, Roll
from engine.saladin.state import Pending

FACES: tuple[Face, ...] = ("0", "1", "2", "order")
MOST_AMISS = 2  # dice too many or too few; beyond that nobody knows
Dice = tuple[Face, ...]


def likely_dice(move: Roll, pending: Pending) -> Iterator[tuple[Dice, Dice]]:
    """Red and green dice in the number that was due: as written but for one too many or few, or the other way round."""
    if pending.red < 0 or pending.green < 0:
        return
    for red, green in ((move.red, move.green), (move.green, move.red)):
        if abs(len(red) - pending.red) + abs(len(green) - pending.green) <= MOST_AMISS:
            yield from product(_with_number(red, pending.red), _with_number(green, pending.green))


def _with_number(faces: Dice, number: int) -> list[Dice]:
    """The faces with some left out, or others added, to come to a number; in no order that matters."""
    if len(faces) >= number:
        return sorted({tuple(sorted(kept)) for kept in combinations(faces, number)})
    return [(*faces, *more) for more in combinations_with_replacement(FACES, number - len(faces))]
