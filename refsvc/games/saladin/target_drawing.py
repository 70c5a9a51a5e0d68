"""The drawing of who can hit whom: two columns of Banners and arrows between them, laid out from the data.

It is narrow, so that it can be read on a telephone without moving it. All lengths are those of the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import hypot
from typing import Any

from engine import find_game
from engine.core.cards import Aim
from refsvc.games.saladin.card_lines import Face
from refsvc.presentation.speaker import Place

WHENS = ("both", "uncommitted", "committed", "reaction")
WIDTH = 360
BOX_WIDTH, BOX_HEIGHT, STEP, TOP = 118, 44, 60, 8
ARMS_HEIGHT = 32
APART = 7  # an arrow from the left runs this far above the middle of a box, one from the right below it
HEAD, HALF_HEAD = 9.0, 4.0
MARK = 11  # size of the mark of a standing
LONGEST = 11  # letters of a name that stays on one line
ROUNDS = 20


def draw(place: Place, face: Face) -> dict[str, Any]:
    """Boxes, arrows and size of the drawing of one face."""
    left, right = columns(place, face)
    rows = max(len(left), len(right))
    boxes = {
        piece: box(place, face, piece, (x, offset(len(column), rows) + n * STEP))
        for column, x in ((left, 1), (right, WIDTH - BOX_WIDTH - 1))
        for n, piece in enumerate(column)
    }
    arrows = [arrow(boxes[piece], boxes[aim.piece], aim, crowd(face, piece, aim)) for piece, aim in face.aims]
    return {"width": WIDTH, "height": TOP + rows * STEP, "boxes": list(boxes.values()), "arrows": arrows}


def offset(count: int, rows: int) -> float:
    """Where a column begins, so that the shorter one stands in the middle."""
    return TOP + (rows - count) * STEP / 2


def columns(place: Place, face: Face) -> tuple[list[str], list[str]]:
    """The pieces of either side, those that concern each other near each other."""
    one, _ = find_game(place.game).SIDES
    left = [printed.card.piece for printed in face.cards if printed.card.side == one]
    right = [printed.card.piece for printed in face.cards if printed.card.side != one]
    # what is aimed at and has no card (the town) stands on the side of the enemy of whoever aims
    left += [aim.piece for piece, aim in face.aims if face.card_of(aim.piece) is None and piece in right]
    ties = [(piece, aim.piece) for piece, aim in face.aims]
    return settle(left, right, ties)


def settle(left: list[str], right: list[str], ties: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Both columns with neighbours, then any two, changed over as long as this makes the arrows shorter."""
    best = cost(left, right, ties)
    for _ in range(ROUNDS):
        before = best
        for column in (left, right):
            for one, other in combinations(range(len(column)), 2):
                column[one], column[other] = column[other], column[one]
                if (now := cost(left, right, ties)) < best:
                    best = now
                else:
                    column[one], column[other] = column[other], column[one]
        if best == before:
            break
    return left, right


def cost(left: Sequence[str], right: Sequence[str], ties: Sequence[tuple[str, str]]) -> float:
    """How long the arrows are, and how often they cross."""
    rows = max(len(left), len(right))
    y = {piece: offset(len(column), rows) / STEP + n for column in (left, right) for n, piece in enumerate(column)}
    ends = [(y[a], y[b]) if a in left else (y[b], y[a]) for a, b in ties]
    crossings = sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(ends, 2))
    return crossings + sum((a - b) ** 2 for a, b in ends) / 4


def box(place: Place, face: Face, piece: str, at: tuple[float, float]) -> dict[str, Any]:
    """A piece in its column."""
    printed = face.card_of(piece)
    name = place.name("banner", piece)
    first, _ = find_game(place.game).SIDES
    lines = broken(name)
    x, y = at
    return {
        "piece": piece,
        "name": name,
        "lines": [{"text": text, "y": y + BOX_HEIGHT / 2 + 4.5 + (n - (len(lines) - 1) / 2) * 14}
                  for n, text in enumerate(lines)],
        "x": x,
        "y": y,
        "width": BOX_WIDTH,
        "height": BOX_HEIGHT,
        "is_left": x < WIDTH / 2,
        "side": printed.card.side if printed else first,
        "arms_y": y + (BOX_HEIGHT - ARMS_HEIGHT) / 2,
        "path": place.link("card", printed.id) if printed else "",
        "is_new": bool(printed and printed.card.replaces),
    }  # fmt: skip


def broken(name: str) -> list[str]:
    """A name on one line or on two, as even as can be."""
    spaces = [n for n, letter in enumerate(name) if letter == " "]
    if len(name) <= LONGEST or not spaces:
        return [name]
    at = min(spaces, key=lambda n: max(n, len(name) - n - 1))
    return [name[:at], name[at + 1 :]]


def crowd(face: Face, piece: str, aim: Aim) -> float:
    """How far along its arrow a mark stands: apart from those of other arrows of the same piece."""
    own = [one.piece for shooter, one in face.aims if shooter == piece]
    return 0.2 + 0.14 * own.index(aim.piece) if len(own) > 1 else 0.2


def arrow(start: dict[str, Any], end: dict[str, Any], aim: Aim, part: float) -> dict[str, Any]:
    """A straight arrow from the edge of one box to that of another, and the mark on it."""
    shift = -APART if start["is_left"] else APART
    x1, x2 = start["x"] + BOX_WIDTH * start["is_left"], end["x"] + BOX_WIDTH * end["is_left"]
    y1, y2 = start["y"] + BOX_HEIGHT / 2 + shift, end["y"] + BOX_HEIGHT / 2 + shift
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    back_x, back_y = x2 - dx * HEAD, y2 - dy * HEAD
    head = [
        (x2, y2),
        (back_x - dy * HALF_HEAD, back_y + dx * HALF_HEAD),
        (back_x + dy * HALF_HEAD, back_y - dx * HALF_HEAD),
    ]
    return {
        "side": start["side"],
        "when": aim.when,
        "standing": aim.fact.standing.word,
        "x1": round(x1, 1),
        "y1": round(y1, 1),
        "x2": round(back_x, 1),
        "y2": round(back_y, 1),
        "head": " ".join(f"{x:.1f},{y:.1f}" for x, y in head),
        "mark_x": round(x1 + (x2 - x1) * part, 1),
        "mark_y": round(y1 + (y2 - y1) * part, 1),
        "mark_size": MARK,
    }
