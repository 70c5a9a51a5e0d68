"""The command cards of Napoleonics: their text, what they order and give, value by value with how sure it is."""

from __future__ import annotations

from typing import Any

from engine.core.facts import Fact
from refsvc.games.napoleonics import GAME
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import has_text, text
from refsvc.presentation.speaker import Speaker
from refsvc.reference import cards
from refsvc.reference.cards import PrintedCard
from refsvc.reference.standing import cell

KINDS = ("section", "tactic")
WORDS = ("kind", "hat", "where", "substitute", "answers", "hex_by")  # fields whose values are one of a few words
LISTS = ("who", "swift")


def groups(speaker: Speaker) -> list[dict[str, Any]]:
    """The section cards and the tactic cards, with how many there are of each and of all."""
    every = list(cards.deck(GAME).values())
    made = []
    for kind in KINDS:
        found = [printed for printed in every if printed.group == kind]
        made.append(
            {
                "id": kind,
                "name": speaker.text(f"napoleonics.card.group.{kind}"),
                "copies": sum(printed.copies for printed in found),
                "cards": [face(speaker, printed) for printed in found],
            }
        )
    return made


def face(speaker: Speaker, printed: PrintedCard) -> dict[str, Any]:
    """A card as it lies on the table: name, copies, hat, text in our own words."""
    facts = printed.card.lines[0].facts
    return {
        "id": printed.id,
        "name": cards.name_of(printed.card, GAME, speaker.language),
        "path": speaker.link("card", printed.id),
        "rule": printed.card.rules[0],
        "kind": facts["kind"].value,
        "kind_name": speaker.name("card-kind", facts["kind"].value),
        "copies": cell(speaker, facts["count"], field_name(speaker, "count")),
        "hat": facts["hat"].value,
        "hat_name": word(speaker, "hat", facts["hat"]),
        "text": speaker.paragraphs(text(printed.card.rules[0], speaker.language)),
        "substitute": word(speaker, "substitute", facts["substitute"]) if "substitute" in facts else "",
    }


def values(speaker: Speaker, printed: PrintedCard) -> list[dict[str, Any]]:
    """Every value of a card in words, each with its mark."""
    return [
        {
            "id": field,
            "name": field_name(speaker, field),
            **cell(speaker, fact, field_name(speaker, field), word(speaker, field, fact)),
        }
        for field, fact in printed.card.lines[0].facts.items()
    ]


def field_name(speaker: Speaker, field: str) -> str:
    """What a value is called."""
    table, _, section = field.partition(".")
    if section:
        return speaker.text(f"napoleonics.card.field.{table}", section=speaker.name("section", section))
    return speaker.text(f"napoleonics.card.field.{field}")


def word(speaker: Speaker, field: str, fact: Fact) -> str:
    """A value in words."""
    value = fact.value
    if field in LISTS:
        return sentences.comma([whom(speaker, one) for one in value], speaker.language)
    if isinstance(value, bool):
        return speaker.text("value.yes" if value else "value.no")
    if isinstance(value, str):
        table = field if field in WORDS else "most"  # numbers that a word stands for: command, every
        return speaker.text(f"napoleonics.card.{table}.{value}")
    return str(value)


def whom(speaker: Speaker, one: str) -> str:
    """A word of the cards for several, or for one kind of unit within a list; else the name of an arm."""
    key = f"napoleonics.card.whom.{one}"
    return speaker.text(key) if has_text(key, speaker.language) else speaker.name("arm", one)
