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
) -> list[int] | None:
    """The column of each block; None if they do not fit.

    `rooms` are the heights of the columns; what is left free is spread over them as evenly as can be.
    The blocks of `starting` begin a column, or what they begin would look like the end of something else. A block and a
    column that are `barred` do not go together: the block is not the first one there.
    """
    begins = list(accumulate(heights, initial=0.0))
    best: dict[int, Found] = {0: (0.0, [])}  # by how many blocks stand in the columns so far
    for column, room in enumerate(rooms):
        found: dict[int, Found] = {}
        for first, (uneven, at) in best.items():
            for last in range(first, len(heights) + 1):
                high = begins[last] - begins[first]
                if high > max(room, 0.0) or not starting.isdisjoint(range(first + 1, last)):
                    break
                if last > first and (first, column) in barred:
                    break
                free = max(room, 0.0) - high
                cost = uneven + free * free + LATER * free * (len(rooms) - column)
                if last not in found or cost < found[last][0]:
                    found[last] = cost, [*at, first]
        best = found
    if len(heights) not in best:
        return None
    bounds = [*best[len(heights)][1], len(heights)]
    return [column for column, (first, last) in enumerate(pairwise(bounds)) for _ in range(first, last)]
