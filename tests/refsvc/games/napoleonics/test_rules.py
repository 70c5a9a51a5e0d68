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

CHECKABLE = [key for key in source("napoleonics") if key.endswith("#refusal")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paragraph_of_a_card_has_its_name(language: str) -> None:
    for card in names_below(load_facts(), "cards"):
        assert text(f"napoleonics.cards.{card}#title", language) == text(f"napoleonics.name.card.{card}", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str) -> None:
    for key in CHECKABLE:
        rule = key.removesuffix("#refusal")
        said = refusal(
            rule, dict.fromkeys(re.findall(r"\{(\w+)\}", text(key, language)), "E6"), "napoleonics", language
        )
        assert said.endswith(".")
        assert "{" not in said


@pytest.mark.parametrize(
    ("rule", "params", "said"),
    [
        ("order.card", {"unit": "E6", "card": "rally"}, "E6: Rally does not order it."),
        (
            "sight.blocked",
            {"unit": "C9", "target": "H8", "by": ["D8", "G8"]},
            "C9: H8 is out of sight; in the way: D8, G8.",
        ),
        (
            "turn.side",
            {"side": "french", "due": "british"},
            "French: what is done here is up to the other side (British).",
        ),
        (
            "dice.count",
            {"unit": "G6", "due": 4, "rolled": 5, "purpose": "battle-back"},
            "G6: dice due: 4; dice rolled: 5 (for: battle back).",
        ),
        ("move.stop", {"unit": "G6", "hex": "F6", "terrain": "ford"}, "G6: the move ends on F6 (fordable river)."),
        (
            "cards.section-none",
            {"card": "bombard", "section": "left"},
            "Bombard: there is no section to choose, but left flank is named.",
        ),
    ],
)
def test_ids_are_said_by_their_names(rule: str, params: dict[str, object], said: str) -> None:
    assert refusal(f"napoleonics.{rule}", params, "napoleonics", "en") == said
