"""The rules of the second game say a name as its list of names does, in every language."""

from __future__ import annotations

import re

import pytest

from engine.core.facts import names_below
from engine.napoleonics.facts import load_facts
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import text
from refsvc.i18n.sentences import refusal
from refsvc.i18n.source import source

NUMBERS = {
    "cards", "copies", "dice", "distance", "flags", "ignored", "lost", "most", "moved", "range", "rolled", "by", "due",
}  # fmt: skip
CHECKABLE = [key for key in source("napoleonics") if "#refusal" in key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paragraph_of_a_card_has_its_name(language: str) -> None:
    for card in names_below(load_facts(), "cards"):
        assert text(f"napoleonics.cards.{card}#title", language) == text(f"napoleonics.name.card.{card}", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str) -> None:
    for key in CHECKABLE:
        rule, _, case = key.partition("#refusal")
        params = {word: 2 if word in NUMBERS else "E6" for word in re.findall(r"\{(\w+)", text(key, language))}
        nothing = {case.removeprefix(".no-"): 0} if case.startswith(".no-") else {}
        said = refusal(rule, {**params, "why": case[1:], **nothing}, "napoleonics", language)
        assert said.endswith(".")
        assert "{" not in said


@pytest.mark.parametrize(
    ("rule", "params", "said"),
    [
        ("order.card", {"unit": "E6", "card": "rally"}, "Rally gives no order to E6."),
        (
            "sight.blocked",
            {"unit": "C9", "target": "H8", "by": ["D8", "G8"]},
            "C9 can’t see H8: D8 and G8 are in the way.",
        ),
        (
            "turn.side",
            {"side": "french", "due": "british"},
            "What is done here is up to the British, not to the French.",
        ),
        (
            "dice.count",
            {"unit": "G6", "due": 4, "rolled": 5, "purpose": "battle-back"},
            "The roll by G6 for battling back takes 4 dice; 5 dice were rolled.",
        ),
        ("move.stop", {"unit": "G6", "hex": "F6", "terrain": "ford"}, "G6 has to stop on F6, in a fordable river."),
        (
            "cards.section-none",
            {"card": "bombard", "section": "left"},
            "Bombard leaves no section to choose, but the left flank is named.",
        ),
    ],
)
def test_ids_are_said_by_their_names(rule: str, params: dict[str, object], said: str) -> None:
    assert refusal(f"napoleonics.{rule}", params, "napoleonics", "en") == said
