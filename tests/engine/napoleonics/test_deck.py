"""The command cards: how many of each, whom they order, and which have a substitute."""

from __future__ import annotations

import pytest

from engine.napoleonics.deck import COMMAND, EVERY, make_deck
from engine.napoleonics.facts import load_facts

DECK = make_deck(load_facts())
SECTION = {name: card for name, card in DECK.items() if card.kind == "section"}
TACTIC = {name: card for name, card in DECK.items() if card.kind == "tactic"}


@pytest.mark.parametrize(
    ("name", "count", "orders"),
    [
        ("scout-left", 2, (1, 0, 0)),
        ("scout-center", 2, (0, 1, 0)),
        ("scout-right", 2, (0, 0, 1)),
        ("probe-left", 4, (2, 0, 0)),
        ("probe-center", 6, (0, 2, 0)),
        ("probe-right", 4, (0, 0, 2)),
        ("attack-left", 4, (3, 0, 0)),
        ("attack-center", 6, (0, 3, 0)),
        ("attack-right", 4, (0, 0, 3)),
        ("assault-left", 2, (COMMAND, 0, 0)),
        ("assault-center", 2, (0, COMMAND, 0)),
        ("assault-right", 2, (0, 0, COMMAND)),
        ("coordinated-advance", 2, (1, 2, 1)),
        ("flank-attack", 2, (2, 0, 2)),
        ("forward", 2, (2, 2, 2)),
        ("recon-in-force", 2, (1, 1, 1)),
    ],
)
def test_section_cards(name: str, count: int, orders: tuple[int, int, int]) -> None:
    card = DECK[name]
    assert (card.count, card.orders, card.hat, card.substitute) == (count, orders, "yes", "none")
    assert card.draws == (2 if name.startswith("scout") else 1)
    assert card.mirrored() == orders[::-1]


def test_all_section_cards_are_in_that_table() -> None:
    assert len(SECTION) == 16
    assert all(card.most == 0 and not card.who and not card.effects for card in SECTION.values())


@pytest.mark.parametrize(
    ("name", "count", "hat", "most", "who", "where", "substitute"),
    [
        ("bayonet-charge", 2, "no", 4, "infantry", "anywhere", "unable"),
        ("bombard", 2, "no", 4, "artillery", "anywhere", "unable"),
        ("cavalry-charge", 3, "no", 4, "cavalry horse-artillery guard-horse-artillery", "anywhere", "unable"),
        ("counter-attack", 2, "copied", 0, "", "", "none"),
        ("elan", 1, "flags", COMMAND, "any leaders", "anywhere", "none"),
        ("fire-and-hold", 2, "no", 4, "infantry artillery", "apart", "unable"),
        ("first-strike", 2, "no", 0, "", "", "none"),
        ("force-march", 2, "no", EVERY, "infantry", "section", "unable"),
        ("cold-steel", 1, "no", EVERY, "any", "touching", "none"),
        ("leadership", 2, "yes", EVERY, "leaders", "anywhere", "unable"),
        ("la-grande-manoeuvre", 1, "yes", 4, "any leaders", "anywhere", "free"),
        ("rally", 1, "no", COMMAND, "any", "anywhere", "none"),
        ("short-supply", 1, "no", 0, "", "", "none"),
    ],
)
def test_tactic_cards(name: str, count: int, hat: str, most: int, who: str, where: str, substitute: str) -> None:
    card = DECK[name]
    assert (card.count, card.hat, card.most, card.where, card.substitute) == (count, hat, most, where, substitute)
    assert card.who == set(who.split())


def test_all_tactic_cards_are_in_that_table() -> None:
    assert len(TACTIC) == 13
    assert all(card.orders == (0, 0, 0) and card.draws == 1 for card in TACTIC.values())


@pytest.mark.parametrize(
    ("name", "effects"),
    [
        ("bayonet-charge", {"move": 2, "dice_melee": 0, "guard": 1}),
        ("bombard", {"march": 3, "dice_still": 2, "guard": 3}),
        ("cavalry-charge", {"heavy": 3, "dice": 1, "guard": 2}),
        ("elan", {"dice": 1, "shuffles": True}),
        ("fire-and-hold", {"move": 0, "dice_fire": 1}),
        ("cold-steel", {"move": 0, "dice_melee": 1, "bonus": 0}),
        ("leadership", {"dice": 1}),
        ("la-grande-manoeuvre", {"squares": False, "march": 4}),
        ("rally", {"heals": 1, "orders_healed": True}),
    ],
)
def test_what_a_card_gives(name: str, effects: dict[str, int]) -> None:
    assert DECK[name].effects == effects


def test_what_a_card_forbids() -> None:
    assert {name for name, card in DECK.items() if not card.has_fire} == {
        "bayonet-charge",
        "cold-steel",
        "la-grande-manoeuvre",
    }
    assert {name for name, card in DECK.items() if not card.has_melee} == {"fire-and-hold", "la-grande-manoeuvre"}


def test_names_of_effects_are_the_ones_explained_in_the_data() -> None:
    known = (
        "answers bonus copies dice dice_fire dice_melee dice_still guard heals heavy hex_by march mirrors move "
        "orders_healed own_battles rows sends_back shuffles squares swift"
    )
    assert {field for card in DECK.values() for field in card.effects} == set(known.split())
