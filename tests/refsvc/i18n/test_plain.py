"""Rules as plain text: links, emphasis and symbols in words."""

from __future__ import annotations

import re

import pytest

from refsvc import library
from refsvc.i18n import sentences


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("*Saladin* is **short**.", "Saladin is short."),
        ("See [the fire](rule:saladin.hattin.fire).", "See the fire."),
        ("[die:0]: nothing. [die:1]: one.", "Blank face: nothing. Face with one Lance: one."),
        ("A Lance ([lance]) goes.", "A Lance (sign of a Lance) goes."),
    ],
)
def test_plain(markup: str, words: str) -> None:
    assert sentences.plain(markup, "saladin", "en") == words


def test_no_markup_is_left_in_any_rule() -> None:
    for rule in library.find_package("saladin").rulebook().rules:
        assert not re.search(r"[\[\]{}*]", sentences.rule_text(rule, library.numbers("saladin"), "en")), rule


def test_a_number_that_is_not_known_makes_no_text() -> None:
    assert sentences.rule_text("saladin.lances.sixth", {}, "en") == ""
