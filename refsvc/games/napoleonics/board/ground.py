"""The ground of a drawn map: each terrain told apart by its shape, its letter and its tone. Our own signs.

Hills have a rim of strokes where the land falls, so that a range reads as one; water flows from hex to hex and off the
map; field works stand on the sides that they guard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import hypot
from typing import Any, Final

from refsvc.drawing.shapes import Shape, circle, number, path, words
from refsvc.games.napoleonics.board.hexes import (
    HALF,
    ROWS,
    SIDES,
    THIRD,
    Point,
    between,
    corner,
    middle,
    neighbour,
    outline,
    point,
    polyline,
    side_middle,
)

Ground = Mapping[str, str]  # the terrain of each hex
WATER: Final = ("river", "ford", "bridge")
HIGH: Final = ("hill", "rugged-hill")
CLEAR: Final = "clear"
STROKES: Final = ((3, 4, 5), range(1, 6), (1, 2, 3), (3, 4, 5), range(1, 6), (1, 2, 3))  # none at name and letter
TEETH: Final = (0.1, 0.3, 0.5, 0.7, 0.9)  # of field works, along a side


def ground(terrain: Ground, shown: Collection[str], letters: Mapping[str, str]) -> Iterator[Shape]:
    """All hexes that are shown with their terrain and its letter, one path for what looks the same."""
    kinds: dict[str, list[str]] = {}
    for hex_ in shown:
        kinds.setdefault(terrain[hex_], []).append(hex_)
    for kind, hexes in kinds.items():
        tone = CLEAR if kind in WATER else kind
        yield path("".join(outline(hex_) for hex_ in hexes), f"b-hex b-{tone}")
    yield from _water(terrain, shown)
    for kind, draw in SIGNS.items():
        if signs := "".join(draw(*middle(hex_)) for hex_ in kinds.get(kind, ())):
            yield path(signs, f"b-sign b-sign-{kind}")
    if rims := "".join(_rim(terrain, hex_) for hex_ in shown if terrain[hex_] in HIGH):
        yield path(rims, "b-rim")
    for hex_ in shown:
        if terrain[hex_] != CLEAR:
            x, y = middle(hex_)
            yield words(x, y + 2 * THIRD - 5, letters[terrain[hex_]], "b-letter", "middle")


def names(shown: Collection[str]) -> Iterator[Shape]:
    """The name of every hex, at its top."""
    for hex_ in shown:
        x, y = middle(hex_)
        yield words(x, y - THIRD - 2.5, hex_, "b-hexname", "middle")


def _rim(terrain: Ground, hex_: str) -> str:
    """Short strokes inward along every side beyond which the land is lower."""
    found = ""
    mid = middle(hex_)
    for side in range(6):
        beyond = neighbour(hex_, side)
        if beyond and terrain[beyond] in HIGH:
            continue
        start, end = corner(hex_, side), corner(hex_, side + 1)
        for step in STROKES[side]:
            foot = between(start, end, step / 6)
            found += polyline(between(foot, mid, 0.04), between(foot, mid, 0.19 if step % 2 else 0.13))
    return found


def _trees(x: float, y: float) -> str:
    """Four firs, at the sides so that a counter hides none of them wholly."""
    feet = ((-18, 8), (18, 8), (-9, 20), (10, 19))
    return "".join(f"M{number(x + u)} {number(y + v)}v-3h-4.5l4.5-10 4.5 10h-4.5" for u, v in feet)


def _houses(x: float, y: float) -> str:
    """Three gabled houses."""
    feet = ((-20, 4, 9), (-6, 13, 11), (11, 6, 10))
    return "".join(
        f"M{number(x + u)} {number(y + v)}v-{number(w * 0.8)}l{number(w / 2)}-{number(w * 0.6)} {number(w / 2)} "
        f"{number(w * 0.6)}v{number(w * 0.8)}z"
        for u, v, w in feet
    )


def _mill(x: float, y: float) -> str:
    """A tower with four sails, beside the middle."""
    x -= 15
    tower = f"M{number(x - 5)} {number(y + 15)}l2-15h6l2 15z"
    return tower + "".join(f"M{number(x)} {number(y - 1)}l{u} {v}" for u, v in ((9, 9), (-9, 9), (9, -9), (-9, -9)))


def _peaks(x: float, y: float) -> str:
    """Jagged rocks."""
    behind = f"M{number(x - 18)} {number(y + 9)}l7-15 5 8 6-14 7 14 4-6 6 13"
    return f"{behind}M{number(x - 8)} {number(y + 17)}l5-8 4 5 3-5 4 8"


def _pit(x: float, y: float) -> str:
    """Terraces of a quarry, open to one side."""
    return "".join(
        f"M{number(x - r)} {number(y - r * 0.35)}a{number(r)} {number(r * 0.75)} 0 1 0 {number(2 * r)} 0"
        for r in (20, 15, 10)
    )


SIGNS: Final = {
    "forest": _trees, "town": _houses, "windmill": _mill, "rugged-hill": _peaks, "sand-quarry": _pit,
}  # fmt: skip


def flow(terrain: Ground, hex_: str) -> list[Point]:
    """Where water leaves a hex: toward water beside it, or off the map where it has one way at most."""
    ways = [side for side in range(6) if terrain.get(neighbour(hex_, side), "") in WATER]
    if len(ways) < 2:
        edges = [side for side in range(6) if not neighbour(hex_, side)]
        opposite = [side for side in edges if ways and side == (ways[0] + 3) % 6]
        ways += (opposite or edges)[:1]
    mid = middle(hex_)
    return [between(mid, side_middle(hex_, side), 1 if neighbour(hex_, side) else 0.6) for side in ways]


def _bed(terrain: Ground, hex_: str) -> str:
    """The middle of the stream in a hex."""
    mid, ends = middle(hex_), flow(terrain, hex_)
    if len(ends) == 2:
        return f"M{point(ends[0])}Q{point(mid)} {point(ends[1])}"
    return "".join(f"M{point(mid)}L{point(end)}" for end in ends) or polyline(between(mid, corner(hex_, 5), 0.4), mid)


def _water(terrain: Ground, shown: Collection[str]) -> Iterator[Shape]:
    wet = [hex_ for hex_ in shown if terrain[hex_] in WATER]
    if not wet:
        return
    bed = "".join(_bed(terrain, hex_) for hex_ in wet)
    yield path(bed, "b-bank")
    yield path(bed, "b-water")
    yield path(bed, "b-current")
    if fords := "".join(_ford(terrain, hex_) for hex_ in wet if terrain[hex_] == "ford"):
        yield path(fords, "b-stones")
    if decks := "".join(_deck(terrain, hex_) for hex_ in wet if terrain[hex_] == "bridge"):
        yield path(decks, "b-deck")


def _across(terrain: Ground, hex_: str) -> Point:
    """The direction over the stream, of length 1."""
    mid, ends = middle(hex_), flow(terrain, hex_)
    end = ends[0] if ends else (mid[0] + HALF, mid[1])
    start = ends[1] if len(ends) == 2 else mid
    u, v = end[0] - start[0], end[1] - start[1]
    length = hypot(u, v) or 1
    return -v / length, u / length


def _ford(terrain: Ground, hex_: str) -> str:
    """Three rows of stepping stones over the stream."""
    (x, y), (u, v) = middle(hex_), _across(terrain, hex_)
    return "".join(
        circle(x + u * over - v * along, y + v * over + u * along, 1.8)
        for along in (-14, 0, 14)
        for over in (-8, -2.7, 2.7, 8)
    )


def _deck(terrain: Ground, hex_: str) -> str:
    """A road over the stream, with two rails that open at the ends."""
    (x, y), (u, v) = middle(hex_), _across(terrain, hex_)

    def at(over: float, along: float) -> Point:
        return x + u * over - v * along, y + v * over + u * along

    rails = [polyline(at(-24, s * 13), at(-18, s * 9), at(18, s * 9), at(24, s * 13)) for s in (-1, 1)]
    planks = [polyline(at(over, -9), at(over, 9)) for over in range(-15, 16, 6)]
    return "".join(rails + planks)


def works(placed: Collection[Any], terrain: Ground, shown: Collection[str], hexes: Sequence[str]) -> Iterator[Shape]:
    """Field works: a thick line with teeth toward the enemy, just inside each marked side; open at name and letter."""
    found = ""
    for one in placed:
        hex_ = hexes[one.hex]
        if hex_ not in shown:
            continue
        for side in range(len(SIDES)):
            if one.sides >> side & 1:
                start, end = corner(hex_, side, 5), corner(hex_, side + 1, 5)
                outer, outer_end = corner(hex_, side, -1), corner(hex_, side + 1, -1)
                teeth = TEETH if side in (1, 4) else _kept(side, 2 if side in (0, 5) or terrain[hex_] != CLEAR else 0)
                found += polyline(between(start, end, teeth[0] - 0.1), between(start, end, teeth[-1] + 0.1))
                for step in teeth:
                    tip = between(outer, outer_end, step)
                    found += polyline(between(start, end, step - 0.08), tip, between(start, end, step + 0.08))
    if found:
        yield path(found, "b-works")


def _kept(side: int, missing: int) -> Sequence[float]:
    """The teeth of a slanting side without so many at the point of the hex."""
    return TEETH[missing:] if side in (0, 3) else TEETH[: len(TEETH) - missing]


def section_lines(sections: Mapping[str, str], shown: Sequence[str]) -> Iterator[Shape]:
    """The two dotted lines: through the hexes of both sections, or between those of one and the other."""
    found = ""
    rows = range(ROWS.index(shown[0][0]), ROWS.index(shown[-1][0]) + 1)
    across = [middle(hex_)[0] for hex_ in shown]
    left, right = min(across) - HALF, max(across) + HALF
    for pair in ("Ll", "Rr"):
        for y in rows:
            at = _row(sections, y)
            x = _border(at, pair)
            if x is not None and left < x < right:
                half = THIRD - 1 if any(letter == pair[1] for _, letter in at) else THIRD + 1
                mid = (3 * y + 2) * THIRD
                found += polyline((x, mid - half), (x, mid + half))
    if found:
        yield path(found, "b-section")


def _row(sections: Mapping[str, str], y: int) -> list[tuple[float, str]]:
    return [(middle(hex_)[0], letter) for hex_, letter in sections.items() if hex_[0] == ROWS[y]]


def _border(at: list[tuple[float, str]], pair: str) -> float | None:
    if shared := [x for x, letter in at if letter == pair[1]]:
        return shared[0]
    own = [x for x, letter in at if letter == pair[0]]
    if not own:
        return None
    return max(own) + HALF if pair[0] == "L" else min(own) - HALF


def brackets(hex_: str, inset: float) -> str:
    """The outline of a hex without its points, where its name and its letter stand."""
    top, upper_right, lower_right, low, lower_left, upper_left = (corner(hex_, which, inset) for which in range(6))
    return polyline(
        between(upper_right, top, 0.5), upper_right, lower_right, between(lower_right, low, 0.25)
    ) + polyline(between(upper_left, top, 0.5), upper_left, lower_left, between(lower_left, low, 0.25))


def pennon(x: float, y: float, size: float) -> str:
    """A small flag on its staff, for an objective or a banner won."""
    wide, half = number(size * 0.75), number(size * 0.28)
    return f"M{number(x)} {number(y)}v-{number(size)}l{wide} {half}-{wide} {half}"


def arrow_off(hex_: str) -> str:
    """An arrow over the edge of the map."""
    way = next((side for side in (1, 4, 0, 2) if not neighbour(hex_, side)), 1)
    mid, edge = middle(hex_), side_middle(hex_, way)
    return polyline(between(mid, edge, 0.3), edge) + circle(*edge, 2.5)
