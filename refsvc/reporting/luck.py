"""How lucky the dice were: what they showed, what was to be expected, and how seldom a difference like this one is.

Everything is exact, from the sides of a die; only where there are more dice than any game has, a bell curve stands in.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from statistics import NormalDist

from msgspec import Struct

from refsvc import odds

MOST_EXACT = 600  # dice; several times those of a long game


class Toll(Struct, frozen=True):
    """What the dice that fell on one side showed: how many there were, their Lances and their Order faces."""

    dice: int = 0
    lances: int = 0
    orders: int = 0

    def with_faces(self, faces: tuple[str, ...]) -> Toll:
        """With the faces of one more roll."""
        lances = sum(int(face) for face in faces if face != "order")
        return Toll(self.dice + len(faces), self.lances + lances, self.orders + faces.count("order"))


def mean_lances(sides: Mapping[str, int], dice: int) -> Fraction:
    """The Lances to be expected of so many dice."""
    return dice * odds.mean_lances(odds.thrown(sides, 1))


def mean_orders(sides: Mapping[str, int], dice: int) -> Fraction:
    """The Order faces to be expected of so many dice."""
    return dice * odds.orders_at_least(odds.thrown(sides, 1), 1)


def chance(sides: Mapping[str, int], on_enemy: Toll, on_self: Toll) -> Fraction:
    """How likely dice are as good as these for a side, or better: Lances of the enemy less its own."""
    margin = on_enemy.lances - on_self.lances
    if on_enemy.dice + on_self.dice > MOST_EXACT:
        return _by_bell(sides, on_enemy.dice, on_self.dice, margin)
    ways, offset = margins(sides, on_enemy.dice, on_self.dice)
    good = sum(ways[max(0, margin + offset) :])
    return Fraction(good, sum(ways))


def margins(sides: Mapping[str, int], for_it: int, against_it: int) -> tuple[list[int], int]:
    """In how many ways each margin comes about, the smallest first; and how far that one is below zero.

    The product of one polynomial a die, (3 + 2x + x²) for those on the enemy and its mirror image for those on the side
    itself, multiplied as one large number whose digits are the coefficients.
    """
    one = [0] * 3
    for face, count in sides.items():
        one[0 if face == "order" else int(face)] += count
    every = sum(one)
    width = ((every ** (for_it + against_it)).bit_length() + 8) // 8 * 8
    forwards = sum(count << width * lances for lances, count in enumerate(one))
    backwards = sum(count << width * lances for lances, count in enumerate(reversed(one)))
    product = forwards**for_it * backwards**against_it
    terms = 2 * (for_it + against_it) + 1
    data = product.to_bytes(terms * width // 8, "little")
    size = width // 8
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)], 2 * against_it


def _by_bell(sides: Mapping[str, int], for_it: int, against_it: int, margin: int) -> Fraction:
    one = odds.thrown(sides, 1)
    mean = odds.mean_lances(one)
    spread = sum((lances - mean) ** 2 * share for (lances, _), share in one.items())
    curve = NormalDist(float(mean * (for_it - against_it)), float(spread * (for_it + against_it)) ** 0.5)
    return Fraction(1 - curve.cdf(margin - 0.5)).limit_denominator(10**12)


def one_in(share: Fraction) -> int:
    """Of how many games one is like this, rounded as people say it: two figures at most."""
    whole = round(1 / share) if share else 10**12
    return round(whole, 2 - len(str(whole))) if whole >= 100 else whole
