"""How lucky the dice were: what they showed, what was to be expected, and how seldom a difference like this one is.

A die is told by what its sides bring, so that dice of several kinds can fall in one game: those of Saladin take up to
two Lances, those of Napoleonics hit or miss as the target and the weapon are. Everything is exact, from the sides of a
die; only where there are more dice than any game has, a bell curve stands in.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from statistics import NormalDist

from msgspec import Struct

from refsvc.presentation.values import Die, Throw

MOST_EXACT = 600  # dice; several times those of a long game


class DiceTally(Struct, frozen=True):
    """What the dice that fell on one side showed: how many of each kind there were, what they took, their signs."""

    kinds: Mapping[Die, int] = {}
    taken: int = 0
    signs: int = 0

    def with_throw(self, throw: Throw) -> DiceTally:
        """This tally with one more throw."""
        kinds = {**self.kinds, throw.die: self.kinds.get(throw.die, 0) + throw.dice}
        return DiceTally(kinds, self.taken + throw.taken, self.signs + throw.signs)

    @property
    def dice(self) -> int:
        """The number of dice."""
        return sum(self.kinds.values())

    @property
    def mean(self) -> Fraction:
        """The pieces that so many dice take on average."""
        return sum((die.mean * dice for die, dice in self.kinds.items()), Fraction(0))

    @property
    def mean_signs(self) -> Fraction:
        """The signs that so many dice show on average."""
        return sum((die.mean_signs * dice for die, dice in self.kinds.items()), Fraction(0))


def chance(on_enemy: DiceTally, on_self: DiceTally) -> Fraction:
    """How likely dice are as good as these for a side, or better: pieces of the enemy less its own."""
    margin = on_enemy.taken - on_self.taken
    if on_enemy.dice + on_self.dice > MOST_EXACT:
        return _by_bell(on_enemy, on_self, margin)
    ways, offset = ways_by_margin(on_enemy.kinds, on_self.kinds)
    good = sum(ways[max(0, margin + offset) :])
    return Fraction(good, sum(ways))


def ways_by_margin(for_it: Mapping[Die, int], against_it: Mapping[Die, int]) -> tuple[list[int], int]:
    """In how many ways each margin comes about, the smallest first; and how far that one is below zero.

    The product of one polynomial a die, (3 + 2x + x²) for those on the enemy and its mirror image for those on the side
    itself, multiplied as one large number whose digits are the coefficients.
    """
    every = 1
    for kinds in (for_it, against_it):
        for die, dice in kinds.items():
            every *= sum(die.sides) ** dice
    width = (every.bit_length() + 8) // 8 * 8
    product, terms, offset = 1, 1, 0
    for kinds, is_against in ((for_it, False), (against_it, True)):
        for die, dice in kinds.items():
            sides = reversed(die.sides) if is_against else die.sides
            product *= sum(count << width * taken for taken, count in enumerate(sides)) ** dice
            terms += (len(die.sides) - 1) * dice
            offset += (len(die.sides) - 1) * dice if is_against else 0
    size = width // 8
    data = product.to_bytes(terms * size, "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)], offset


def _by_bell(on_enemy: DiceTally, on_self: DiceTally, margin: int) -> Fraction:
    kinds = (*on_enemy.kinds.items(), *on_self.kinds.items())
    spread = sum((die.spread * dice for die, dice in kinds), Fraction(0))
    curve = NormalDist(float(on_enemy.mean - on_self.mean), float(spread) ** 0.5)
    return Fraction(1 - curve.cdf(margin - 0.5)).limit_denominator(10**12)


def one_in(share: Fraction) -> int:
    """Of how many games one is like this, rounded as people say it: two figures at most."""
    whole = round(1 / share) if share else 10**12
    return round(whole, 2 - len(str(whole))) if whole >= 100 else whole
