"""The command cards: all of them by kind, with how many there are, and one with every value and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from refsvc.games.napoleonics.reference.cards import face, groups, values
from refsvc.i18n import rich_text
from refsvc.i18n.catalogue import text
from refsvc.presentation.speaker import Place
from refsvc.reference import book
from refsvc.reference import cards as deck
from refsvc.reference.cards import PrintedCard, card_link
from refsvc.reference.rules import rule_link, ruling_note
from refsvc.reference.standing import reasons
from refsvc.search.index import Document

One = TypeVar("One")


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
    printed = deck.deck(place.game)[place.item]
    at = every.index(printed)
    own = own_rules(place, printed)
    shown = face(place, printed)
    return {
        "title": shown["name"],
        "card": shown,
        "values": values(place, printed),
        "why": reasons(place, printed.card.lines[0].facts.values()),
        "rulings": [ruling_note(place, one) for one in gathered(book.rulings_by_rule(place.game), own)],
        "rules": [rule_link(place, one) for one in rules_of(place, printed)],
        "cases": [
            {"id": case, "path": place.link("case", case)}
            for case in sorted(gathered(book.cases_by_rule(place.game), own))
        ],
        "before": card_link(place, every[at - 1]) if at else None,
        "after": card_link(place, every[at + 1]) if at + 1 < len(every) else None,
    }


def own_rules(place: Place, printed: PrintedCard) -> list[str]:
    """The paragraph of a card and those after it in its chapter that are about the same card, up to the next card."""
    every = book.paragraphs(place.game)
    others = {one.card.rules[0] for one in deck.deck(place.game).values()}
    first = printed.card.rules[0]
    own, chapter = [first], every[first].chapter
    while (after := every[own[-1]].after) and after not in others and every[after].chapter == chapter:
        own.append(after)
    return own


def rules_of(place: Place, printed: PrintedCard) -> list[str]:
    """The paragraphs that explain a card: its own, those that it links to, and how to read a card of its kind."""
    own = own_rules(place, printed)
    facts = {field: fact.value for field, fact in printed.card.lines[0].facts.items()}
    linked = [rule for rule, by in book.referring(place.game).items() if own[0] in by]
    reading = {
        f"{facts['kind']}-cards": True,
        "command": "command" in facts.values(),
        "hat": facts["hat"] != "no",
        "one-unit": facts.get("substitute", "none") != "none",
    }
    found = {*linked, *(f"{place.game}.cards.{rule}" for rule, is_read in reading.items() if is_read)}
    return [*own, *(rule for rule in book.paragraphs(place.game) if rule in found and rule not in own)]


def gathered(by_rule: Mapping[str, Iterable[One]], rules: Iterable[str]) -> list[One]:
    """What belongs to any of these rules, each once."""
    found: list[One] = []
    for rule in rules:
        found += [one for one in by_rule.get(rule, ()) if one not in found]
    return found


def documents(place: Place) -> Iterator[Document]:
    """Every card: its name and its text."""
    for printed in deck.deck(place.game).values():
        said = rich_text.plain(text(printed.card.rules[0], place.language), place.game, place.language)
        name = deck.name_of(printed.card, place.game, place.language)
        names = book.other_names(f"{place.game}.name.card.{printed.card.id}", place.language)
        path = place.link("card", printed.id)
        yield Document(f"card.{place.game}.{printed.id}", "cards", name, said, path, names=names)
