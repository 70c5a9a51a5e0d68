"""The values of a game in words: whatever a finding rests on has a name in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import GAMES
from engine.core.facts import Standing
from engine.core.record import FORMAT, Header
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n import sentences

# Of what is printed, what findings quote; of the rest, everything: it may be what a finding rests on.
QUOTED = ("battle", "blocks", "count", "entry", "ignores", "sight", "square")
BATTLES = [(game, battle) for game in GAMES for battle in library.in_order(game)]
WRITTEN = re.compile(r"[a-z]_[a-z]|[{}\[\]']|\b(True|False)$")  # by a program


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "battle"), BATTLES)
def test_no_value_shows_an_id(game: str, battle: str, language: str) -> None:
    header = Header(format=FORMAT, game=game, scenario=battle, values="refsvc")
    opened: Any = library.open_game(header)
    for key, fact in opened.table.facts.items():
        if fact.standing == Standing.PRINTED and key.rpartition(".")[2] not in QUOTED:
            continue
        said = f"{sentences.fact_name(key, game, language)}: {sentences.fact_value(fact.value, game, language)}"
        assert not WRITTEN.search(said), (key, said)
        assert language == "en" or not re.search(rf"\b({'|'.join(QUOTED)})\b", said), (key, said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Saladin (Horns), Charge, red dice"),
        ("fr", "Saladin (Cornes), Charge, dés rouges"),
        ("cs", "Saladin (Hattínské rohy), Útok, červené kostky"),
    ],
)
def test_a_second_card_is_told_from_the_first(language: str, said: str) -> None:
    assert sentences.fact_name("cards.saladin-horns.charge.red", "saladin", language) == said
