"""What stands on the cards of Saladin: the sides of a card, its lines and their notes, the cards that lie together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.core.cards import Aim, Card, CardLine
from engine.core.facts import Fact
from engine.core.rulebook import read_toml
from refsvc import library
from refsvc.games.saladin import GAME
from refsvc.i18n import sentences
from refsvc.reference.cards import PrintedCard, capital, deck, weakest

STATUSES = ("uncommitted", "committed")


@cache
def devices() -> Mapping[str, Mapping[str, Any]]:
    """The coats of arms by the name of their drawing: blazon, whether it is attested, and why this one."""
    return read_toml(Path(__file__).parent / "static" / "arms" / "arms.toml")


class Face(Struct, frozen=True):
    """The cards that lie on the table together: those of the set-up, or after some were replaced."""

    id: str  # `hattin`, `hattin-horns`
    scenario: str
    cards: tuple[PrintedCard, ...]
    is_later: bool

    def card_of(self, piece: str) -> PrintedCard | None:
        """The card of a piece; the town has none."""
        return next((printed for printed in self.cards if printed.card.piece == piece), None)

    @property
    def aims(self) -> tuple[tuple[str, Aim], ...]:
        """Who can aim at whom."""
        return tuple((printed.card.piece, aim) for printed in self.cards for aim in printed.card.targets)


@cache
def faces(game: str) -> tuple[Face, ...]:
    """The faces of every battle, in the order of play."""
    found = []
    for battle in library.in_order(game):
        banners = [d for d in deck(game).values() if d.scenario == battle and not d.card.is_leader]
        start = [d for d in banners if not d.card.replaces]
        found.append(Face(battle, battle, tuple(start), is_later=False))
        second = {d.card.replaces: d for d in banners if d.card.replaces}
        if second:
            later = tuple(second.get(d.card.id, d) for d in start)
            found.append(Face(f"{battle}-horns", battle, later, is_later=True))
    return tuple(found)


def is_on_back(line: CardLine) -> bool:
    """Whether a line stands on the Ordered side too."""
    return "back" in line.facts and bool(line.facts["back"].value)


def parts(card: Card, *, is_back: bool) -> list[tuple[str, list[CardLine]]]:
    """The lines of one side of a card by status, the parts without lines left out; a Leader's have no status."""
    lines = [line for line in card.lines if not is_back or is_on_back(line)]
    if card.is_leader:
        return [("", lines)] if lines else []
    grouped = ((status, [line for line in lines if line.facts["status"].value == status]) for status in STATUSES)
    return [(status, found) for status, found in grouped if found]


def line_name(line: CardLine, language: str) -> str:
    """The name of a line as its card has it."""
    if "line" in line.facts:
        return capital(sentences.name("line", line.id, GAME, language))
    return sentences.name("action", line.action, GAME, language)


class Note(Struct, frozen=True):
    """What a line says besides numbers; `field` is that of the value that says it, if one does."""

    text: str
    field: str = ""
    fact: Fact | None = None


def notes(line: CardLine, language: str) -> Iterator[Note]:
    """What a line says besides numbers: what it answers, who receives, whom it may not hit."""
    facts = line.facts
    for field in ("to", "charges_of", "not_in", "for"):
        if found := facts.get(field):
            pieces = [found.value] if isinstance(found.value, str) else found.value
            names = sentences.comma([sentences.name("banner", piece, GAME, language) for piece in pieces], language)
            # which of two prices belongs to which receiver is a value of its own
            sure = weakest((found, facts["pairing"])) if field == "to" and "pairing" in facts else found
            yield Note(sentences.say(f"saladin.card.note.{field}", language, names=names), field, sure)
    if line.is_reaction and "charges_of" not in facts:
        yield Note(sentences.say("saladin.card.note.evade", language))
    if found := facts.get("unless_committed"):
        yield Note(sentences.say("saladin.card.note.unless_committed", language), "unless_committed", found)
    if found := facts.get("die"):
        yield Note(sentences.say_number("saladin.card.note.die", language, found.value), "die", found)
