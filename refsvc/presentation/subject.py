"""What a game is told of a record that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from engine.core.events import Event, Step
from engine.core.findings import Finding
from engine.core.game import BaseGame, Dice
from engine.core.moves import MoveBase
from engine.core.record_errors import Misread
from refsvc.i18n import sentences
from refsvc.presentation.speaker import Texts


class Subject(Texts, Protocol):
    """A replayed record in one language. Moves and positions count from 1; position 0 is the set-up."""

    @property
    def game(self) -> BaseGame[Any]:
        """The game as the record opened it."""

    @property
    def moves(self) -> Sequence[MoveBase | Misread]:
        """The moves as they were read."""

    @property
    def steps(self) -> Sequence[Step[Any]]:
        """The positions, each with what led to it; the set-up first."""

    @property
    def turns(self) -> Sequence[int]:
        """The turn that each position belongs to."""

    def view(self, number: int) -> dict[str, Any]:
        """A position as everybody may see it."""

    def judged_at(self, finding: Finding) -> int:
        """The position that a finding is about."""

    def events(self, number: int) -> tuple[Event, ...]:
        """What a move did."""

    def is_lost(self, number: int) -> bool:
        """Whether a move holds a word that nobody knows, so that it did nothing."""

    def move(self, number: int) -> dict[str, Any] | None:
        """A move as it stands in a record; None for one that could not be read."""

    def move_text(self, number: int) -> str:
        """A move in words."""

    def words(self, tree: dict[str, Any], *, with_faces: bool = True) -> str:
        """Any move of this game in words, with the faces of its dice or with their number."""


def is_awaiting(subject: Subject, number: int) -> bool:
    """Whether dice are due after a move."""
    return any(isinstance(who, Dice) for who in subject.game.to_act(subject.steps[number].state))


def values_read(subject: Subject, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The values of cards and tables that a judgment read, with their standing where they are not sure."""
    is_sure = subject.game.certainty() is None
    for key in keys:
        if key.startswith("state.") or (fact := subject.game.facts.get(key)) is None:
            continue
        value = sentences.fact_value(fact.value, subject.game.KEY, subject.language)
        standing = fact.standing.word
        if standing != "printed" and not is_sure:
            value = subject.text("report.fact.unsure", value=value, standing=subject.text(f"standing.{standing}"))
        yield sentences.fact_name(key, subject.game.KEY, subject.language), value
