"""The rules of the second game say a name as its list of names does, in every language."""

from __future__ import annotations

import re

import pytest

from engine.napoleonics.values import load_facts, names_below
from refsvc.i18n.catalogue import LANGUAGES, text
from refsvc.i18n.say import refusal
from refsvc.i18n.source import source

CHECKABLE = [key for key in source("napoleonics") if key.endswith("#refusal")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", names_below(load_facts(), "cards"))
def test_the_paragraph_of_a_card_has_its_name(card: str, language: str) -> None:
    assert text(f"napoleonics.cards.{card}#title", language) == text(f"name.card.{card}", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str) -> None:
    for key in CHECKABLE:
        rule = key.removesuffix("#refusal")
        said = refusal(rule, dict.fromkeys(re.findall(r"\{(\w+)\}", text(key, language)), "E6"), language)
        assert said.endswith(".")
        assert "{" not in said
