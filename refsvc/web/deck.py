"""The cards of a game by the id of their page: one page for each printed card, `<scenario>-<card>`.

A Banner that fights in both battles has two cards with values of their own, so it has two pages; the two parts of the
id are those of the keys in a box file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from engine import game_module
from engine.core.cards import Aim, Card
from engine.core.rulebook import read_toml
from refsvc import library, paths
from refsvc.web.site import Place


class Dealt(Struct, frozen=True):
    """A card in its battle; `id` is that of its page."""

    id: str
    scenario: str
    card: Card

    @property
    def arms(self) -> str:
        """The coat of arms: that of the Banner, or of the Leader."""
        return f"leader-{self.card.piece}" if self.card.is_leader else self.card.piece


@cache
def devices() -> Mapping[str, Mapping[str, Any]]:
    """The coats of arms by the name of their drawing: blazon, whether it is attested, and why this one."""
    return read_toml(paths.ARMS)


@cache
def deck(game: str) -> Mapping[str, Dealt]:
    """Every card of a game."""
    found = (
        Dealt(f"{battle}-{card.id}", battle, card)
        for battle in library.in_order(game)
        for card in game_module(game).cards(library.load_scenario(game, battle))
    )
    return {dealt.id: dealt for dealt in found}


@cache
def by_rule(game: str) -> Mapping[str, tuple[Dealt, ...]]:
    """The cards that a rule explains, or explains a line of."""
    found: dict[str, dict[str, Dealt]] = {}
    for dealt in deck(game).values():
        for rule in (*dealt.card.rules, *(rule for line in dealt.card.lines for rule in line.rules)):
            found.setdefault(rule, {})[dealt.id] = dealt
    return {rule: tuple(cards.values()) for rule, cards in found.items()}


class Face(Struct, frozen=True):
    """The cards that lie on the table together: those of the set-up, or after some were replaced."""

    id: str  # `hattin`, `hattin-horns`
    scenario: str
    cards: tuple[Dealt, ...]
    is_later: bool

    def card_of(self, piece: str) -> Dealt | None:
        """The card of a piece; the town has none."""
        return next((dealt for dealt in self.cards if dealt.card.piece == piece), None)

    @property
    def aims(self) -> tuple[tuple[str, Aim], ...]:
        """Who can aim at whom."""
        return tuple((dealt.card.piece, aim) for dealt in self.cards for aim in dealt.card.targets)


@cache
def faces(game: str) -> tuple[Face, ...]:
    """The faces of every battle, in the order of play."""
    found = []
    for battle in library.in_order(game):
        banners = [d for d in deck(game).values() if d.scenario == battle and not d.card.is_leader]
        start = [d for d in banners if not d.card.replaces]
        found.append(Face(battle, battle, tuple(start), is_later=False))
        second = {d.card.replaces: d for d in banners if d.card.replaces}
        if second:
            later = tuple(second.get(d.card.id, d) for d in start)
            found.append(Face(f"{battle}-horns", battle, later, is_later=True))
    return tuple(found)


def card_link(place: Place, dealt: Dealt) -> dict[str, Any]:
    """A card to point at."""
    card = dealt.card
    return {
        "id": dealt.id,
        "path": place.link("card", dealt.id),
        "name": name_of(place, card),
        "arms": dealt.arms,
        "side": card.side,
        "note": place.text("card.second") if card.replaces else place.plural("card.lines", len(card.lines)),
        "battle": place.text(f"{place.game}.{dealt.scenario}.name"),
    }


def name_of(place: Place, card: Card) -> str:
    """The published name on a card."""
    return place.name("leader" if card.is_leader else "banner", card.piece)
