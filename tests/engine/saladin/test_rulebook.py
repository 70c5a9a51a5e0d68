"""The rules as a text: links, symbols and placeholders lead somewhere; every Action is explained; the glossary too."""

from __future__ import annotations

import re
import string
from pathlib import Path

from engine.core.facts import Standing
from engine.core.rulebook import LINK, TOKEN, Rule
from engine.saladin import GAME
from engine.saladin.rules.dice import FACES
from engine.saladin.table import ACTIONS, LEADER_LINES, load_facts

TOP = Path(__file__).parents[3]
BATTLES = [GAME.load_scenario(path) for path in sorted((TOP / "scenarios/saladin").glob("*.toml"))]
RULES = GAME.rulebook().rules
CHAPTERS = (
    "game", "components", "setup", "terms", "turn", "activation", "actions", "special", "victory", "hattin", "arsuf",
    "symbols", "records",
)  # fmt: skip
# Actions that a paragraph of another name explains.
ELSEWHERE = {
    "arsuf": "saladin.arsuf.shot",
    "block-charge": "saladin.arsuf.block-charge",
    "feed-fire": "saladin.hattin.fire-lit",
    "feint": "saladin.hattin.feint",
    "ignite": "saladin.hattin.fire-out",
    "reinforce": "saladin.reinforce.receiver",
    "sacrifice": "saladin.arsuf.sacrifice",
    "shield-wall": "saladin.shield-wall.die",
}
LEADERS = {
    "recover-order": "saladin.leader.recover",
    "restore-lance": "saladin.leader.restore",
    "charge-bonus": "saladin.arsuf.bonus",
    "horns": "saladin.hattin.horns",
    "true-cross": "saladin.hattin.true-cross",
    "seize": "saladin.initiative.seize",
}


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?= [A-Z\[{]|$)", text))


def test_the_chapters_in_reading_order() -> None:
    assert tuple(chapter.id for chapter in GAME.rulebook().chapters) == CHAPTERS
    assert [rule.id for chapter in GAME.rulebook().chapters for rule in chapter.rules].count("saladin.game.aim") == 1
    assert {rule.id for chapter in GAME.rulebook().chapters for rule in chapter.rules} == RULES.keys()


def is_short(rule: Rule) -> bool:
    return len(rule.text.split()) <= 110 and (sentences(rule.text) <= 6 or rule.id.startswith("saladin.symbols."))


def test_a_paragraph_is_short_and_has_its_place() -> None:
    rules = RULES.values()
    assert [rule.id for rule in rules if not 1 <= len(rule.title.split()) <= 7 or rule.title.endswith(".")] == []
    own = [rule for rule in rules if rule.id.startswith("saladin.")]
    assert [rule.id for rule in own if set(rule.place) != {"en", "fr", "cs"}] == []
    assert [rule.id for rule in own if not is_short(rule)] == []


def test_links_and_symbols_exist() -> None:
    symbols = GAME.rulebook().symbols
    for rule in RULES.values():
        assert {target for _, target in LINK.findall(rule.text)} <= RULES.keys() - {rule.id}, rule.id
        assert set(TOKEN.findall(rule.text)) <= symbols.keys(), rule.id
        assert not {words for words, _ in LINK.findall(rule.text)} & symbols.keys(), f"{rule.id}: a token or words?"
        bare = TOKEN.sub("", LINK.sub("", rule.text)) + rule.title + rule.refusal
        assert not re.search(r"[\[\]]", bare), f"{rule.id}: a bracket that is neither"


def test_every_number_of_a_text_is_known() -> None:
    known = GAME.numbers(BATTLES).keys()
    texts = [(rule.id, field) for rule in RULES.values() for _, field, _, _ in string.Formatter().parse(rule.text)]
    assert [found for found in texts if found[1] and found[1] not in known] == []


def test_symbols_are_tokens_and_all_are_used() -> None:
    used = {token for rule in RULES.values() for token in TOKEN.findall(rule.text)}
    assert used == GAME.rulebook().symbols.keys()
    assert all(TOKEN.fullmatch(f"[{token}]") for token in GAME.rulebook().symbols)
    assert {f"die:{face}" for face in FACES} <= GAME.rulebook().symbols.keys()


def test_every_action_is_explained() -> None:
    for action in ACTIONS:
        assert ELSEWHERE.get(action, f"saladin.actions.{action}") in RULES
    assert LEADERS.keys() == set(LEADER_LINES)
    assert set(LEADERS.values()) <= RULES.keys()


def test_special_rules_of_a_battle_are_read_in_the_order_of_its_chapter() -> None:
    for battle in BATTLES:
        own = [rule for rule in RULES if rule.startswith(f"saladin.{battle.id}.")]
        own.remove(f"saladin.{battle.id}.background")
        assert [rule for rule in battle.special if rule in own] == own
        assert set(battle.special) - set(own) == {"saladin.reinforce.receiver", "saladin.shield-wall.die"}
        assert len(set(battle.special)) == len(battle.special)


def test_histories_are_short() -> None:
    for battle in BATTLES:
        assert 3 <= sentences(battle.history) <= 6
        assert sentences(battle.summary) == 1
        assert str(battle.year) in battle.history


def test_the_glossary_leads_to_rules() -> None:
    terms = GAME.rulebook().glossary
    assert len({term.id for term in terms}) == len(terms)
    for term in terms:
        assert term.rules
        assert set(term.rules) <= RULES.keys()
        assert sentences(term.definition) == 1
        assert not re.search(r"[\[\]{}]", term.term + term.definition)


def test_numbers_are_those_of_the_data() -> None:
    known = GAME.numbers(BATTLES)
    assert (known["hattin_crusader"], known["hattin_ayyubid"]) == (12, 12)
    assert (known["arsuf_crusader"], known["arsuf_ayyubid"]) == (11, 12)
    assert (known["cost_charge"], known["cost_flee"], known["cost_block_charge"]) == (2, 0, 2)
    assert known["arsuf_ala_afdal_withdraw_cost"] == 3
    assert "cost_withdraw" not in known  # two prices
    assert known["faces_0"] + known["faces_1"] + known["faces_2"] + known["faces_order"] == known["die_sides"]
    cards = known["box_cards_hattin_banner"] + known["box_cards_arsuf_banner"]
    assert known["box_cards_banner"] == 2 * cards


def test_no_assumed_value_can_be_quoted() -> None:
    facts = load_facts("arsuf")
    assert facts["banners.richard.lances"].standing == Standing.ASSUMED
    assert "arsuf_richard_lances" not in GAME.numbers(BATTLES)
    assert "arsuf_richard_charge_red" not in GAME.numbers(BATTLES)
    assert GAME.numbers(BATTLES)["arsuf_arsuf_town_lances"] == 2
