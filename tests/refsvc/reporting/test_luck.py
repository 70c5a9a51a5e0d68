"""Luck against a count of every way in which the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from refsvc import library
from refsvc.games.saladin import odds
from refsvc.presentation.values import Die, Throw
from refsvc.reporting import luck
from refsvc.reporting.luck import DiceTally

FACES = odds.faces(library.numbers("saladin"))
SIX = [face for face, count in FACES.items() for _ in range(count)]
SALADIN = Die((3, 2, 1), 1)
HALF = Die((3, 3), 1)  # infantry in melee: two sides and the saber
COUNTS = [(0, 0), (1, 0), (0, 1), (2, 1), (1, 3), (3, 2)]


def lances(faces: tuple[str, ...]) -> int:
    return sum(int(face) for face in faces if face != "order")


def toll(die: Die, dice: int, taken: int) -> DiceTally:
    return DiceTally({die: dice}, taken) if dice else DiceTally({}, taken)


def test_a_die_has_six_sides() -> None:
    assert sorted(SIX) == ["0", "0", "1", "1", "2", "order"]


@pytest.mark.parametrize(("for_it", "against_it"), COUNTS)
def test_margins_are_those_of_every_throw(for_it: int, against_it: int) -> None:
    thrown = list(product(SIX, repeat=for_it + against_it))
    found = [lances(faces[:for_it]) - lances(faces[for_it:]) for faces in thrown]
    ways, offset = luck.ways_by_margin({SALADIN: for_it}, {SALADIN: against_it})
    assert sum(ways) == len(thrown) == 6 ** (for_it + against_it)
    assert ways == [found.count(at - offset) for at in range(len(ways))]
    for margin in range(-2 * against_it, 2 * for_it + 1):
        share = Fraction(sum(each >= margin for each in found), len(found))
        assert luck.chance(toll(SALADIN, for_it, margin + 2), toll(SALADIN, against_it, 2)) == share


def test_dice_of_several_kinds_are_counted_together() -> None:
    third, half = Die((4, 2), 1), HALF
    thrown = list(product((0, 0, 0, 0, 1, 1), (0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, 1)))
    found = [first + second - third_ for first, second, third_ in thrown]
    ways, offset = luck.ways_by_margin({third: 1, half: 1}, {half: 1})
    assert ways == [found.count(at - offset) for at in range(len(ways))]


def test_means_are_those_of_every_throw() -> None:
    for dice in range(4):
        thrown = list(product(SIX, repeat=dice))
        assert toll(SALADIN, dice, 0).mean == Fraction(sum(map(lances, thrown)), len(thrown))
        signs = Fraction(sum(faces.count("order") for faces in thrown), len(thrown))
        assert toll(SALADIN, dice, 0).mean_signs == signs


def test_the_bell_curve_goes_on_where_the_exact_count_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    tolls = DiceTally({SALADIN: 300, HALF: 20}, 240), DiceTally({SALADIN: 270}, 175)
    exact = float(luck.chance(*tolls))
    monkeypatch.setattr(luck, "MOST_EXACT", 100)
    assert float(luck.chance(*tolls)) == pytest.approx(exact, rel=0.05)


def test_throws_add_up() -> None:
    found = DiceTally().with_throw(Throw("french", SALADIN, 4, 3, 1)).with_throw(Throw("french", SALADIN, 1, 2, 0))
    assert found == DiceTally({SALADIN: 5}, 5, 1)
    assert found.dice == 5


@pytest.mark.parametrize(
    ("share", "games"),
    [(Fraction(1, 4), 4), (Fraction(2, 9), 4), (Fraction(1, 17), 17), (Fraction(1, 348), 350),
     (Fraction(1, 12_345), 12_000), (Fraction(0), 10**12)],
)  # fmt: skip
def test_one_game_in_so_many(share: Fraction, games: int) -> None:
    assert luck.one_in(share) == games
