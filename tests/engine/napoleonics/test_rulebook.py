"""The rules as a text: links, symbols and placeholders lead somewhere; every card, terrain and unit is explained."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import engine.napoleonics
from engine.core.facts import names_below
from engine.core.rulebook import LINK, TOKEN, Rule, load_rulebook
from engine.napoleonics.facts import load_facts
from engine.napoleonics.numbers import numbers

BOOK = load_rulebook(Path(engine.napoleonics.__file__).parent)
OWN = {rule.id: rule for rule in BOOK.rules.values() if rule.id.startswith("napoleonics.")}
CHAPTERS = (
    "game", "components", "board", "units", "setup", "turn", "command", "section-cards", "tactic-cards", "order",
    "move", "leader", "combat", "dice", "ranged", "sight", "melee", "strike", "retire", "square", "back", "advance",
    "combined", "retreat", "terrain", "victory", "scenario", "records",
)  # fmt: skip


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?= [A-Z\[{]|$)", text))


def fields(text: str) -> list[str]:
    return [field for _, field, _, _ in string.Formatter().parse(text) if field]


def test_the_chapters_in_reading_order() -> None:
    assert tuple(chapter.id for chapter in BOOK.chapters) == CHAPTERS
    assert all(rule.startswith(("napoleonics.", "record.")) for rule in BOOK.rules)


def is_short(rule: Rule) -> bool:
    return (
        1 <= len(rule.title.split()) <= 7
        and not rule.title.endswith(".")
        and set(rule.place) <= {"cs"}  # the only edition at hand
        and len(rule.text.split()) <= 110
        and sentences(rule.text) <= 6
    )


def test_a_paragraph_is_short() -> None:
    assert [rule.id for rule in OWN.values() if not is_short(rule)] == []


def test_links_symbols_and_numbers_exist() -> None:
    known = numbers(()).keys()
    for rule in OWN.values():
        assert {target for _, target in LINK.findall(rule.text)} <= OWN.keys() - {rule.id}, rule.id
        assert set(TOKEN.findall(rule.text)) <= BOOK.symbols.keys(), rule.id
        assert not re.search(r"[\[\]]", TOKEN.sub("", LINK.sub("", rule.text)) + rule.title + rule.refusal), rule.id
        assert set(fields(rule.text)) <= known, rule.id


def test_a_refusal_is_one_sentence() -> None:
    for rule in OWN.values():
        for refusal in filter(None, (rule.refusal, *rule.refusals.values())):
            assert refusal.endswith("."), rule.id
            assert sentences(refusal) == 1, rule.id
            assert len(fields(refusal)) == len(set(fields(refusal))), rule.id


@pytest.mark.parametrize(("part", "chapter"), [("cards", "cards"), ("terrain", "terrain"), ("kinds", "units")])
def test_everything_in_the_data_is_explained(part: str, chapter: str) -> None:
    assert {f"napoleonics.{chapter}.{name}" for name in names_below(load_facts(), part)} <= OWN.keys()


def test_numbers_are_those_of_the_data() -> None:
    known = numbers(())
    assert (known["board_rows"], known["board_long"], known["board_short"], known["board_hexes"]) == (9, 13, 12, 113)
    assert known["cards_attack_left_count"] == 4
    assert known["kinds_militia_retreat"] == 3
    assert known["terrain_town_into_melee_cavalry"] == 3  # taken, so without a sign
    cards = sum(number for name, number in known.items() if re.fullmatch(r"cards_\w+_count", name))
    assert cards == known["box_cards_section"] + known["box_cards_tactic"] == 70


def test_no_assumed_value_can_be_quoted() -> None:
    known = numbers(())
    assert "units_portuguese_light_cavalry_blocks" not in known
    assert "artillery_foot_still_3_2" not in known
    assert known["artillery_horse_still_3_3"] == 1


def test_rulings_lead_to_rules_and_their_options_are_sound() -> None:
    for ruling in BOOK.rulings.values():
        assert set(ruling.rules) <= OWN.keys()
        assert ruling.rules
        assert bool(ruling.fixed) != ruling.is_open
        if ruling.is_open:
            assert ruling.recommended in ruling.options
            assert set(ruling.editions) <= {"2010", "cs"}
            assert set(ruling.editions.values()) <= ruling.options.keys()


def test_every_question_of_the_sources_has_its_ruling() -> None:
    counts = {kind: sum(key.startswith(kind) for key in BOOK.rulings) for kind in "DFAV"}
    assert counts == {"D": 32, "F": 15, "A": 58, "V": 1}


def test_the_czech_edition_takes_its_text_at_its_word() -> None:
    literal, first = (BOOK.chosen(edition, {}) for edition in ("cs", "2010"))
    assert {key for key, option in literal.items() if option != first[key]} == {
        "D01", "D02", "D05", "D06", "D09", "D10", "D11", "D15", "D16", "D32", "A07",
    }  # fmt: skip
    assert first == BOOK.chosen("recommended", {})
