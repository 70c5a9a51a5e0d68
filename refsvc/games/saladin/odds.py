"""Exact odds of the combat dice: what a throw of several takes away, as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

Odds = dict[tuple[int, int], Fraction]  # (Lances, Orders) -> chance; the chances sum to 1


def faces(numbers: Mapping[str, int]) -> dict[str, int]:
    """How many sides of a die show what, from the numbers of a game (`faces_0`, `faces_order`)."""
    return {key.removeprefix("faces_"): n for key, n in numbers.items() if key.startswith("faces_")}


def thrown(sides: Mapping[str, int], dice: int) -> Odds:
    """The chance of every outcome of so many dice."""
    found: Odds = {(0, 0): Fraction(1)}
    every = sum(sides.values())
    for _ in range(dice):
        following: Odds = {}
        for (lances, orders), chance in found.items():
            for face, count in sides.items():
                outcome = (lances, orders + 1) if face == "order" else (lances + int(face), orders)
                following[outcome] = following.get(outcome, Fraction(0)) + chance * Fraction(count, every)
        found = following
    return found


def lances_at_least(odds: Odds, number: int) -> Fraction:
    """The chance of eliminating so many Lances or more."""
    return sum((chance for (lances, _), chance in odds.items() if lances >= number), Fraction(0))


def orders_at_least(odds: Odds, number: int) -> Fraction:
    """The chance of so many Order faces or more."""
    return sum((chance for (_, orders), chance in odds.items() if orders >= number), Fraction(0))


def mean_lances(odds: Odds) -> Fraction:
    """How many Lances fall on average."""
    return sum((lances * chance for (lances, _), chance in odds.items()), Fraction(0))
