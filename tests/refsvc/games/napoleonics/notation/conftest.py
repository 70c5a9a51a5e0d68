"""A table of Napoleonics for the notation: the game as far as the notation asks for it, also before it is in GAMES."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from engine import GAMES
from engine.core.record import Header
from engine.napoleonics.moves import AnyMove
from engine.napoleonics.vocabulary import vocabulary
from refsvc import library
from refsvc.notation import heading, words, writing

GAME = "napoleonics"
MODULE = SimpleNamespace(
    KEY=GAME,
    SIDES=("french", "british"),
    EDITIONS=("recommended", "2010", "cs"),
    vocabulary=vocabulary,
    MOVES=AnyMove,
)
WORDS = (words.common_words, words.scenario_words, words.game_words)


class Library:
    """The library with one game more."""

    def __getattr__(self, name: str) -> Any:
        return getattr(library, name)

    def find_package(self, game: str) -> Any:
        return MODULE if game == GAME else library.find_package(game)

    def load_scenario(self, game: str, scenario: str) -> Any:
        return scenario if game == GAME else library.load_scenario(game, scenario)

    def open_game(self, header: Header) -> Any:
        return SimpleNamespace(setup=lambda _position: None) if header.game == GAME else library.open_game(header)


@pytest.fixture(autouse=True)
def napoleonics(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if GAME in GAMES:
        yield
        return
    for room in (heading, words, writing):
        monkeypatch.setattr(room, "library", Library())
    monkeypatch.setattr(words, "GAMES", (*GAMES, GAME))
    for cached in WORDS:
        cached.cache_clear()
    yield
    for cached in WORDS:
        cached.cache_clear()
