"""The cards of a game as a reader sees them: every line, whom it concerns, and how sure each value is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.core.facts import Fact


class Aim(Struct, frozen=True):
    """One piece that another can aim at, or by which it can be hit: `when` is a status, `both`, or `reaction`."""

    piece: str
    when: str
    fact: Fact


class CardLine(Struct, frozen=True):
    """One line of a card: `facts` are its values by field (`cost`, `red`), `rules` those that explain it."""

    id: str
    action: str
    facts: Mapping[str, Fact]
    rules: tuple[str, ...]
    is_reaction: bool = False


class Card(Struct, frozen=True):
    """One card: `id` is that of its values; `facts` are what the board says of its piece (`lances`), by field."""

    id: str
    piece: str
    side: str
    lines: tuple[CardLine, ...]
    facts: Mapping[str, Fact] = {}
    targets: tuple[Aim, ...] = ()
    threats: tuple[Aim, ...] = ()
    rules: tuple[str, ...] = ()
    replaces: str = ""  # the card that lies there until this one comes into play
    is_leader: bool = False


class BoxField(Struct, frozen=True):
    """A value that a player's own box can give: what it is here, and what it may be."""

    fact: Fact
    allowed: range | tuple[Any, ...]
