"""The command cards: all of them by kind, with how many there are, and one with every value and its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refsvc import deck, inline
from refsvc.i18n.catalogue import text
from refsvc.reference import book
from refsvc.reference.napoleonics.cards import face, groups, values
from refsvc.reference.rules import rule_link, ruling_note
from refsvc.reference.standing import reasons
from refsvc.search import Document
from refsvc.web.cardlink import card_link
from refsvc.web.site import Place

READING = ("cards.section-cards", "cards.tactic-cards", "cards.command", "cards.hat", "cards.one-unit")


def cards(place: Place) -> dict[str, Any]:
    """The section cards and the tactic cards."""
    found = groups(place)
    return {
        "title": place.text("cards.title", game=place.text(f"{place.game}.name")),
        "ways": [(group["id"], group["name"]) for group in found],
        "groups": found,
        "total": sum(group["copies"] for group in found),
        "hat": rule_link(place, f"{place.game}.cards.hat"),
        "standings": dict.fromkeys(card["copies"]["mark"]["standing"] for group in found for card in group["cards"]),
    }


def card(place: Place) -> dict[str, Any]:
    """One card: its text, every value with its reason, what the editions make of it, and its rules."""
    every = list(deck.deck(place.game).values())
    dealt = deck.deck(place.game)[place.item]
    at = every.index(dealt)
    rule = dealt.card.rules[0]
    shown = face(place, dealt)
    return {
        "title": shown["name"],
        "card": shown,
        "values": values(place, dealt),
        "why": reasons(place, dealt.card.lines[0].facts.values()),
        "rulings": [ruling_note(place, one) for one in book.rulings_by_rule(place.game).get(rule, ())],
        "rules": [rule_link(place, one) for one in rules_of(place, rule)],
        "cases": [
            {"id": case, "path": place.link("case", case)} for case in book.cases_by_rule(place.game).get(rule, ())
        ],
        "before": card_link(place, every[at - 1]) if at else None,
        "after": card_link(place, every[at + 1]) if at + 1 < len(every) else None,
    }


def rules_of(place: Place, rule: str) -> list[str]:
    """The paragraphs that explain a card: its own, those about the same card, and how to read all of them."""
    own = [one for one in book.paragraphs(place.game) if one == rule or one.startswith(f"{rule}-")]
    return list(dict.fromkeys([*own, *(f"{place.game}.{one}" for one in READING)]))


def documents(place: Place) -> Iterator[Document]:
    """Every card: its name and its text."""
    for dealt in deck.deck(place.game).values():
        said = inline.plain(text(dealt.card.rules[0], place.language), place.game, place.language)
        name = deck.name_of(dealt.card, place.language)
        yield Document(f"card.{place.game}.{dealt.id}", "cards", name, said, place.link("card", dealt.id))
