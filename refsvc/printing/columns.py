"""Blocks in columns: each as high as it was measured, in order, and the columns as even as can be."""

from __future__ import annotations

from collections.abc import Sequence

STEP = 0.5  # mm


def fill(
    heights: Sequence[float],
    rooms: Sequence[float],
    starting: frozenset[int] = frozenset(),
    barred: frozenset[tuple[int, int]] = frozenset(),
) -> list[int] | None:
    """The column of each block; None if they do not fit.

    `rooms` are the heights of the columns; all are filled to the same part of their height, the smallest that will do.
    The blocks of `starting` begin a column, or what they begin would look like the end of something else. A block and a
    column that are `barred` do not go together: the block is not the first one there.
    """
    most = max(rooms)
    low = most / 4
    while low <= most:
        found = _filled(heights, [room * low / most for room in rooms], starting, barred)
        if found is not None:
            return found
        low += STEP
    return _filled(heights, rooms, starting, barred)


def _filled(
    heights: Sequence[float], rooms: Sequence[float], starting: frozenset[int], barred: frozenset[tuple[int, int]]
) -> list[int] | None:
    column, left, placed = 0, rooms[0], []
    for number, height in enumerate(heights):
        is_start = number in starting and left < rooms[column]
        while height > left or is_start:
            is_start = False
            column += 1
            if column == len(rooms):
                return None
            left = rooms[column]
        if left == rooms[column] and (number, column) in barred:
            return None
        left -= height
        placed.append(column)
    return placed
