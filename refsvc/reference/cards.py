"""The cards of a game by the id of their page: one page for each printed card, `<scenario>-<card>`.

A Banner that fights in both battles has two cards with values of their own, so it has two pages; the two parts of the
id are those of the keys in a box file. The site and the printed cards tell a card by what stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from engine import find_game
from engine.core.cards import Card
from engine.core.facts import Fact
from refsvc import library
from refsvc.i18n import sentences
from refsvc.presentation.speaker import Speaker


class PrintedCard(Struct, frozen=True):
    """A card in its battle, or in the deck that all battles share (`scenario` is empty); `id` is that of its page."""

    id: str
    scenario: str
    card: Card

    @property
    def copies(self) -> int:
        """How many of it the box has."""
        counts = [line.facts["count"].value for line in self.card.lines if "count" in line.facts]
        return int(counts[0]) if counts else 1

    @property
    def group(self) -> str:
        """The heading that a card is listed under: its battle, or its kind in a deck that all battles share."""
        return self.scenario or str(self.card.lines[0].facts["kind"].value)

    @property
    def arms(self) -> str:
        """The coat of arms: that of the Banner, or of the Leader."""
        return f"leader-{self.card.piece}" if self.card.is_leader else self.card.piece


@cache
def deck(game: str) -> Mapping[str, PrintedCard]:
    """Every card of a game; those of no side are the same in every battle."""
    found = (
        PrintedCard(f"{battle}-{card.id}", battle, card) if card.side else PrintedCard(card.id, "", card)
        for battle in library.in_order(game)
        for card in find_game(game).cards(library.load_scenario(game, battle))
    )
    return {printed.id: printed for printed in found}


@cache
def cards_by_rule(game: str) -> Mapping[str, tuple[PrintedCard, ...]]:
    """The cards that a rule explains, or explains a line of."""
    found: dict[str, dict[str, PrintedCard]] = {}
    for printed in deck(game).values():
        for rule in (*printed.card.rules, *(rule for line in printed.card.lines for rule in line.rules)):
            found.setdefault(rule, {})[printed.id] = printed
    return {rule: tuple(cards.values()) for rule, cards in found.items()}


def weakest(facts: Iterable[Fact]) -> Fact:
    """The least sure of some values."""
    return max(facts, key=lambda fact: fact.standing)


def name_of(card: Card, game: str, language: str) -> str:
    """The published name on a card."""
    return sentences.name("leader" if card.is_leader else "banner" if card.side else "card", card.piece, game, language)


def card_link(place: Speaker, printed: PrintedCard) -> dict[str, Any]:
    """A card to point at; one of a deck that all battles share has no arms, and says how many there are of it."""
    card = printed.card
    hats = [line.facts["hat"].value for line in card.lines if "hat" in line.facts]
    if card.side:
        note = place.text("card.second") if card.replaces else place.plural("card.lines", len(card.lines))
    else:
        note = place.plural("card.copies", printed.copies)
    return {
        "id": printed.id,
        "path": place.link("card", printed.id),
        "name": name_of(card, place.game, place.language),
        "arms": printed.arms if card.side else "",
        "side": card.side,
        "kind": "" if card.side else printed.group,
        "icon": "hat" if any(hat != "no" for hat in hats) else "cards",
        "note": note,
        "battle": place.text(f"{place.game}.{printed.group}.name")
        if card.side
        else place.name("card-kind", printed.group),
    }


def capital(word: str) -> str:
    """A word at the head of something."""
    return word[:1].upper() + word[1:]
