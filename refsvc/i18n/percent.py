"""Chances as a language writes them, to a tenth of a percent; half a tenth is one more."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from babel.numbers import format_decimal, format_percent


def percent(chance: Fraction, language: str) -> str:
    """A chance with its sign, for a sentence or a list."""
    share = Decimal(int(chance * 1000 + Fraction(1, 2))) / 1000
    return str(format_percent(share, "0.0%" if language == "en" else "0.0 %", locale=language))


def percent_number(chance: Fraction, language: str) -> str:
    """A chance without its sign, for a column that has it in its head; a dash where there is none."""
    exact = Decimal(chance.numerator * 100) / chance.denominator
    rounded = exact.quantize(Decimal("0.1"), ROUND_HALF_UP)
    return str(format_decimal(rounded, "0.0", locale=language)) if chance else "–"
