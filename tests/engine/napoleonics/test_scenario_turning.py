"""Scenario files turned by half a circle, and two of them compared."""

from __future__ import annotations

import pytest

from engine.napoleonics.board import HEXES, NAME, TOP
from engine.napoleonics.scenario import FaultyScenarioError, differences, read_scenario, turn
from engine.napoleonics.scenario.turning import across
from tests.engine.napoleonics.maps import shipped

TRAINING = ("training-1", "training-2", "training-3")


@pytest.mark.parametrize("name", TRAINING)
def test_turned_twice_a_file_is_what_it_was(name: str) -> None:
    text = shipped(name)
    once = turn(text)
    assert once != text
    assert turn(once) == text


@pytest.mark.parametrize("name", TRAINING)
def test_everything_lies_on_the_hex_across(name: str) -> None:
    text = shipped(name)
    before, after = read_scenario(text), read_scenario(turn(text))
    assert after.top != before.top
    assert (after.first, after.armies, after.hash == before.hash) == (before.first, before.armies, False)
    assert after.letters == before.letters[::-1]
    for pieces in ("units", "leaders"):
        turned = {(HEXES - 1 - each.hex, each.nation) for each in getattr(before, pieces)}
        assert {(each.hex, each.nation) for each in getattr(after, pieces)} == turned
    assert {works.hex for works in after.works} == {HEXES - 1 - works.hex for works in before.works}
    assert after.seat_of(before.top) != TOP


def test_works_face_the_other_way() -> None:
    works = read_scenario(turn(shipped("training-3"))).works
    assert [(NAME[each.hex], each.sides) for each in works] == [
        (NAME[each.hex], each.sides) for each in read_scenario(shipped("training-3")).works
    ]  # the two of this map lie across from each other, and each faces the enemy


def test_sections_are_those_of_whoever_then_sits_there() -> None:
    rows = "\n".join(f"{row}  {'L ' * 4}{'C ' * (5 - n % 2)}{'R ' * 4}" for n, row in enumerate("ABCDEFGHI"))
    text = shipped("training-1").replace("[origin]", f'sections = """\n{rows}\n"""\n\n[origin]')
    masks = read_scenario(text).section_masks()
    turned = read_scenario(turn(text)).section_masks()
    for seat in (0, 1):
        for section in range(3):
            moved = sum(1 << (HEXES - 1 - n) for n in range(HEXES) if masks[seat][section] >> n & 1)
            assert turned[1 - seat][section] == moved


def test_the_hex_across() -> None:
    assert [across(name) for name in ("A1", "A13", "B1", "E7", "H12")] == ["I13", "I1", "H12", "E7", "B1"]


def test_words_and_comments_stay_and_a_file_with_mistakes_is_not_turned() -> None:
    text = shipped("training-1").replace('name = "Reed" }]', 'name = "B3" }]  # at B3')
    assert 'name = "B3" }]  # at B3' in turn(text)
    with pytest.raises(FaultyScenarioError):
        turn(text.replace('"B5"', '"B55"'))


def test_no_difference_but_in_words() -> None:
    one = read_scenario(shipped("training-2"))
    other = read_scenario(shipped("training-2").replace("General Hale", "General Hill").replace("Mill", "Old Mill"))
    assert list(differences(one, other)) == []


def test_every_kind_of_difference() -> None:
    one = shipped("training-3")
    changes = {
        'top = "british"': 'top = "french"',
        'first = "french"': 'first = "british"',
        "cards = 5": "cards = 6",
        "E  . . R": "E  . F R",
        '["W", "NW", "NE"]': '["NW", "NE", "E"]',
        'LT = ["G8"]': 'LT = [{ at = "G8", blocks = 3 }]',
        'name = "Carr" }': 'name = "Carr" }, "A8"',
        'hexes = ["H7"]': 'hexes = ["H8"]',
    }
    other = one
    for old, new in changes.items():
        assert old in other
        other = other.replace(old, new)
    found = [(each.what, each.place) for each in differences(read_scenario(one), read_scenario(other))]
    assert found == [
        ("top", ""), ("first", ""), ("cards", "french"), ("leader", "A8"), ("ground", "E2"), ("works", "G6"),
        ("unit", "G8"), ("rule", ""), ("rule", ""),
    ]  # fmt: skip
