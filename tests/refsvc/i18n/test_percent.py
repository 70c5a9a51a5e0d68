"""Chances in percent."""

from __future__ import annotations

from fractions import Fraction

from refsvc.i18n.percent import percent, percent_number


def test_chances_are_rounded_as_people_round() -> None:
    assert [percent(Fraction(n, 16), "en") for n in (1, 5, 11)] == ["6.3%", "31.3%", "68.8%"]
    assert [percent_number(Fraction(n, 16), "fr") for n in (0, 5, 11)] == ["–", "31,3", "68,8"]
