"""The cards: all of them by battle and side, and one card as it lies on the table, with how sure each value is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import find_game
from engine.core.cards import Aim, Card, CardLine
from engine.core.facts import Fact, Standing
from refsvc import library
from refsvc.games.saladin import card_lines
from refsvc.games.saladin.card_lines import STATUSES, is_on_back, line_name
from refsvc.i18n import sentences
from refsvc.presentation.speaker import Place, Speaker
from refsvc.reference import book, standing
from refsvc.reference import cards as deck
from refsvc.reference.cards import PrintedCard, capital, card_link, name_of, weakest
from refsvc.reference.rules import rule_link
from refsvc.search.index import Document

FIELDS = ("status", "cost", "red", "green", "back", "change")  # of a line, in the order of the table
READING = {  # the rules that say how to read a card
    False: ("saladin.terms.card", "saladin.terms.line", "saladin.terms.coats-of-arms", "saladin.cost.surcharge"),
    True: ("saladin.terms.leader-card", "saladin.leader.once"),
}


def cards(place: Place) -> dict[str, Any]:
    """All cards, by battle and side."""
    return {
        "title": place.text("cards.title", game=place.text(f"{place.game}.name")),
        "battles": [
            {
                "id": battle,
                "name": place.text(f"{place.game}.{battle}.name"),
                "sides": [
                    {
                        "id": side,
                        "name": place.name("side", side),
                        "cards": [card_link(place, d) for d in printed if d.card.side == side],
                    }
                    for side in find_game(place.game).SIDES
                ],
            }
            for battle in library.in_order(place.game)
            for printed in [[d for d in deck.deck(place.game).values() if d.scenario == battle]]
        ],
    }


def card(place: Place) -> dict[str, Any]:
    """One card, both sides, and everything that is known about its values."""
    printed = deck.deck(place.game)[place.item]
    shown = printed.card
    every = list(deck.deck(place.game).values())
    at = every.index(printed)
    return {
        "title": title_of(place, printed),
        "name": name_of(shown, place.game, place.language),
        "card": shown,
        "arms_id": printed.arms,
        "battle": place.text(f"{place.game}.{printed.scenario}.name"),
        "scenario": printed.scenario,
        "box_anchor": printed.id,
        "sign": place.symbol,
        "is_assumed": all(fact.standing == Standing.ASSUMED for line in shown.lines for fact in line.facts.values()),
        "device": device(place, printed),
        "sides": [side_of_card(place, shown, is_back=is_back) for is_back in (False, True)],
        "board": board(place, shown),
        "targets": [aim(place, printed, one) for one in shown.targets],
        "threats": [aim(place, printed, one) for one in shown.threats],
        "only": mark(place, shown.facts["only"], "saladin.card.field.only") if "only" in shown.facts else None,
        "hit_by": mark(place, shown.facts["hit_by"], "saladin.card.field.hit_by") if "hit_by" in shown.facts else None,
        "rows": [row(place, line) for line in shown.lines],
        "why": standing.reasons(place, all_facts(shown)),
        "rules": [rule_link(place, rule) for rule in rules_of(shown)],
        "twins": [card_link(place, d) for d in every if d.card.piece == shown.piece and d.id != printed.id],
        "before": card_link(place, every[at - 1]) if at else None,
        "after": card_link(place, every[at + 1]) if at + 1 < len(every) else None,
    }


def title_of(place: Place, printed: PrintedCard) -> str:
    """The name of a card with its battle."""
    battle = place.text(f"{place.game}.{printed.scenario}.name")
    key = "saladin.card.title-second" if printed.card.replaces else "saladin.card.title"
    return place.text(key, name=name_of(printed.card, place.game, place.language), battle=battle)


def device(place: Place, printed: PrintedCard) -> dict[str, str]:
    """The coat of arms in words, and whether it is attested."""
    words = {part: place.text(f"saladin.arms.{printed.arms}#{part}") for part in ("blazon", "reason")}
    is_attested = card_lines.devices()[printed.arms]["attested"]
    return words | {"attested": place.text("saladin.card.attested" if is_attested else "saladin.card.not-attested")}


def rules_of(shown: Card) -> list[str]:
    """The rules that explain a card: its own, those of its lines, and how to read it."""
    lines = (rule for line in shown.lines for rule in line.rules)
    reaction = ("saladin.reaction.trigger",) if any(line.is_reaction for line in shown.lines) else ()
    return list(dict.fromkeys((*shown.rules, *lines, *reaction, *READING[shown.is_leader])))


def mark(place: Place, fact: Fact, what: str) -> dict[str, str]:
    """How sure a value is that has a name among the texts."""
    return standing.mark(place, fact, place.text(what))


def side_of_card(place: Place, shown: Card, *, is_back: bool) -> dict[str, Any]:
    """One side of a card: its lines by status, and how sure it is that they stand there."""
    backs = [line.facts["back"] for line in shown.lines if "back" in line.facts]
    return {
        "id": "ordered" if is_back else "deployed",
        "is_back": is_back,
        "name": capital(place.name("card", "ordered" if is_back else "deployed")),
        "mark": mark(place, weakest(backs), "saladin.card.field.side") if is_back and backs else None,
        "parts": [
            {
                "status": status,
                "name": capital(place.name("status", status)) if status else "",
                "lines": [drawn_line(place, line, is_back=is_back) for line in found],
            }
            for status, found in card_lines.parts(shown, is_back=is_back)
        ],
    }


def drawn_line(place: Place, line: CardLine, *, is_back: bool) -> dict[str, Any]:
    """A line as it is drawn on a card."""
    facts = line.facts
    is_led = "line" in facts
    return {
        "name": line_name(line, place.language),
        "path": place.link("ruling", line.rules[0]),
        "is_reaction": line.is_reaction,
        "cost": None if is_led else facts["cost"].value,
        "cost_mark": mark(
            place,
            facts["line" if is_led else "cost"],
            "saladin.card.field.line" if is_led else "saladin.card.field.cost",
        ),
        "dice": [] if is_led else [colour for colour in ("red", "green") for _ in range(facts[colour].value)],
        "dice_mark": None
        if is_led
        else mark(place, weakest((facts["red"], facts["green"])), "saladin.card.field.dice"),
        "has_back": is_on_back(line) and not is_back,
        "change": "none" if is_led else facts["change"].value,
        "change_mark": None if is_led or facts["change"].value == "none" else field_mark(place, line, "change"),
        "notes": list(notes(place, line)),
    }


def field_mark(place: Place, line: CardLine, field: str) -> dict[str, str]:
    """The mark of one value of a line."""
    return mark(place, line.facts[field], f"saladin.card.field.{field}")


def notes(place: Place, line: CardLine) -> Iterator[dict[str, Any]]:
    """What a line says besides numbers, with its marks."""
    for note in card_lines.notes(line, place.language):
        yield {
            "text": note.text,
            "mark": mark(place, note.fact, f"saladin.card.field.{note.field}") if note.fact else None,
        }


def board(place: Place, shown: Card) -> dict[str, Any] | None:
    """What the board says of a Banner: its Lances, in the order in which they go, and where the price rises."""
    if shown.is_leader:
        return None
    facts = shown.facts
    lances, one, two = (facts[field].value for field in ("lances", "plus1", "plus2"))
    return {
        "spaces": [2 if n == two else 1 if n == one else 0 for n in range(1, lances + 1)],
        "facts": [
            {
                "name": place.text(f"saladin.card.field.{field}"),
                "value": facts[field].value,
                "mark": fact_mark(place, shown, field),
            }
            for field in ("lances", "plus1", "plus2", "places")
        ],
        "partner": partner(place, shown),
    }


def fact_mark(place: Place, shown: Card, field: str) -> dict[str, str]:
    """The mark of one value of a Banner."""
    return mark(place, shown.facts[field], f"saladin.card.field.{field}")


def partner(place: Place, shown: Card) -> dict[str, Any] | None:
    """With whom it becomes Committed, or that it never does."""
    for field in ("partner", "never_committed"):
        if found := shown.facts.get(field):
            said = place.name("banner", found.value) if field == "partner" else alone(place, shown)
            return {"text": said, "mark": fact_mark(place, shown, field)}
    return None


def alone(place: Place, shown: Card) -> str:
    """That it is never Committed; one with a second card may be with that one (saladin.hattin.horns-cards)."""
    every = deck.deck(place.game)
    same = [d.card for d in every.values() if d.scenario == every[place.item].scenario]
    later = [card.facts for card in same if card.replaces == shown.id]
    if later and "partner" in later[0]:
        return place.text("saladin.card.never-yet", banner=place.name("banner", later[0]["partner"].value))
    return place.text("saladin.card.never")


def aim(place: Place, printed: PrintedCard, one: Aim) -> dict[str, Any]:
    """Someone to aim at, or to be hit by."""
    faces = [face for face in card_lines.faces(place.game) if face.scenario == printed.scenario]
    face = next(face for face in faces if face.is_later == bool(printed.card.replaces))
    other = face.card_of(one.piece)
    return {
        "name": place.name("banner", one.piece),
        "arms": one.piece,
        "path": place.link("card", other.id) if other else "",
        "signs": STATUSES if one.when == "both" else (one.when,),
        "when": place.text(f"saladin.card.when.{one.when}"),
        "mark": mark(place, one.fact, "saladin.card.field.target"),
    }


def row(place: Place, line: CardLine) -> dict[str, Any]:
    """Every value of a line in words, each with its mark."""
    cells = [
        {"label": place.text(f"saladin.card.field.{field}"), "value": value_text(place, field, line.facts[field].value),
         "mark": field_mark(place, line, field)}
        for field in FIELDS
        if field in line.facts
    ]  # fmt: skip
    return {"name": line_name(line, place.language), "path": place.link("ruling", line.rules[0]), "cells": cells}


def value_text(place: Speaker, field: str, value: Any) -> str:
    """A value of a card in words."""
    match field:
        case "status":
            return place.name("status", value)
        case "back":
            return place.text("value.yes" if value else "value.no")
        case "change":
            return place.text(f"saladin.card.change.{value}")
    return str(value)


def all_facts(shown: Card) -> Iterator[Fact]:
    """Every value that a card's page shows."""
    yield from shown.facts.values()
    for line in shown.lines:
        yield from line.facts.values()
    for one in (*shown.targets, *shown.threats):
        yield one.fact


def documents(place: Place) -> Iterator[Document]:
    """Every card: its name, its lines, whom it aims at."""
    for printed in deck.deck(place.game).values():
        shown = printed.card
        said = [place.name("side", shown.side), *dict.fromkeys(line_name(line, place.language) for line in shown.lines)]
        said += [place.name("banner", one.piece) for one in shown.targets]
        text = sentences.comma(said, place.language)
        yield Document(
            f"card.{place.game}.{printed.id}",
            "cards",
            title_of(place, printed),
            text,
            place.link("card", printed.id),
            names=book.other_names(f"{place.game}.name.banner.{printed.card.piece}", place.language),
        )
