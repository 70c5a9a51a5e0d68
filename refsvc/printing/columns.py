"""Blocks in columns: each as high as it was measured, in order, and the columns as even as can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

LATER = 1e-4  # room that is free is a little worse the earlier it comes
Found = tuple[float, list[int]]  # how uneven columns are, and where each begins among the blocks


def fill(
    heights: Sequence[float],
    rooms: Sequence[float],
    starting: frozenset[int] = frozenset(),
    barred: frozenset[tuple[int, int]] = frozenset(),
    abreast: int = 1,
) -> list[int] | None:
    """The column of each block; None if they do not fit.

    `rooms` are the heights of the columns; what is left free is spread over them as evenly as can be.
    The blocks of `starting` begin a column, or what they begin would look like the end of something else. A block and a
    column that are `barred` do not go together: the block is not the first one there. Of so many columns `abreast` none
    is left empty before one that is not.
    """
    begins = list(accumulate(heights, initial=0.0))
    # By how many blocks stand in the columns so far, and whether the last column is empty.
    best: dict[tuple[int, bool], Found] = {(0, False): (0.0, [])}
    for column, room in enumerate(rooms):
        found: dict[tuple[int, bool], Found] = {}
        for (first, was_empty), (uneven, at) in best.items():
            is_closed = was_empty and column % abreast != 0
            for last in range(first, len(heights) + 1):
                high = begins[last] - begins[first]
                if high > max(room, 0.0) or not starting.isdisjoint(range(first + 1, last)):
                    break
                if last > first and (is_closed or (first, column) in barred):
                    break
                free = max(room, 0.0) - high
                cost = uneven + free * free + LATER * free * (len(rooms) - column)
                state = last, last == first
                if state not in found or cost < found[state][0]:
                    found[state] = cost, [*at, first]
        best = found
    ended = [found for (count, _), found in best.items() if count == len(heights)]
    if not ended:
        return None
    bounds = [*min(ended)[1], len(heights)]
    return [column for column, (first, last) in enumerate(pairwise(bounds)) for _ in range(first, last)]
