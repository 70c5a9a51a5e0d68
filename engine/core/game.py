"""The contract of a game, and the two things every game gets from it: `legal_moves` and `apply`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from engine.core.accounts import Account
from engine.core.cards import BoxField, Card
from engine.core.certainty import Certainty
from engine.core.chance import Chance
from engine.core.events import Event, Step
from engine.core.facts import Fact, Facts
from engine.core.findings import Violation
from engine.core.moves import CountBase, MoveBase
from engine.core.rulebook import Rulebook

S = TypeVar("S")


class Dice(Struct, frozen=True):
    """Dice are due: how many of each colour."""

    due: dict[str, int]


class Duty(Struct, frozen=True):
    """What the rules oblige someone to do now."""

    rule: str
    who: str


class Outcome(Struct, frozen=True):
    """How the game ended: `winner` is a side or None for a draw."""

    winner: str | None
    rule: str


class Game(Protocol[S]):
    """One scenario of one game under chosen rulings and values: everything that can be asked of it.

    `check` is the only judge. `resolve` does what the table did, even where it was forbidden, and never raises.
    """

    KEY: str
    SIDES: tuple[str, ...]
    scenario: str
    battle: Any  # the scenario itself: of the box, or one that the players brought
    leaders: Mapping[str, str]
    open_rulings: Mapping[str, tuple[str, ...]]  # rulings that the record left open, and their other options
    is_kind_first: bool  # a random game chooses the kind of a move first: there are too many of one kind
    turns_ahead: int  # that are looked at to tell the ways of putting a mistake right apart

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[S]:
        """The state before the first move, phases without a decision already run."""

    def to_act(self, state: S) -> tuple[str | Dice, ...]:
        """Who may speak now: sides, and the dice where they are due."""

    def candidates(self, state: S) -> Iterator[MoveBase]:
        """Moves worth asking about: cheap, perhaps too many; a roll once, as a template."""

    def check(self, state: S, move: MoveBase) -> tuple[Violation, ...]:
        """All rules that the move breaks, what was due before it first; empty if it is legal."""

    def duties(self, state: S) -> tuple[Duty, ...]:
        """What the rules oblige someone to do now."""

    def resolve(self, state: S, move: MoveBase) -> Step[S]:
        """Do what the players did."""

    def is_roll(self, move: MoveBase) -> bool:
        """Whether the author of a move is the dice."""

    def throw(self, state: S, chance: Chance) -> MoveBase:
        """The roll that is due, with dice from `chance`."""

    def claims(self, before: S, move: MoveBase, step: Step[S]) -> tuple[Violation, ...]:
        """Where what the move says of itself (paid, lost, counted) differs from what the rules determine."""

    def at_end(self, state: S) -> tuple[Violation, ...]:
        """What a record leaves undone that stops here."""

    def count(self, states: tuple[S, ...], move: CountBase) -> tuple[Violation, ...]:
        """Where a count fits none of these resting points."""

    def owed_by(
        self, before: S, said: tuple[MoveBase, MoveBase | None], step: Step[S], difference: Violation, was: Any
    ) -> Violation | None:
        """The duty that a later count shows not to have been done in a move: the part counted still is as it `was`.

        `said` is the move and the one after it; None where they state that it was done, or where it was no duty.
        """

    def adopt(self, state: S, move: CountBase) -> S:
        """The state with what was counted in place of what was computed."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None."""

    def view(self, state: S) -> dict[str, Any]:
        """What a reader of the board sees; the `position` of a record."""

    def annotate(self, move: MoveBase, step: Step[S]) -> MoveBase:
        """The move with everything written down that a record may state about it."""

    def turn_line(self, before: S | None, after: S) -> MoveBase | None:
        """The `turn` line that stands between two states, if one does."""

    def repairs(self, state: S, move: MoveBase, violations: Sequence[Violation]) -> Iterator[tuple[S, frozenset[str]]]:
        """States after a move with its mistake put right, the cheapest way first, and what is not known in each."""

    def lost_line(self, state: S) -> frozenset[str]:
        """What a line that could not be read may have changed."""

    def spread(self, unknown: frozenset[str], move: MoveBase, *, is_hazy: bool) -> frozenset[str]:
        """What is unknown after a move, if these parts were before it; hazy: whether it was allowed rests on them."""

    def is_turn_end(self, move: MoveBase) -> bool:
        """Whether a new turn begins with this move."""

    def with_ruling(self, ruling: str, option: str) -> Game[S]:
        """The same game with one ruling changed."""

    def explain(self, state: S, move: MoveBase) -> tuple[Account, ...]:
        """What the rules ask of a move and what it does, term by term; empty where there is nothing to count."""

    def certainty(self) -> Certainty[S] | None:
        """A new tracker of what is sure, or None where every value counts as printed."""

    def fact(self, key: str) -> Fact | None:
        """A value of the data, by its key."""

    def distance(self, word: str, other: str) -> int:
        """How far two places of a board are from each other; 0 where they are none."""


class GameModule(Protocol):
    """What the package of a game offers."""

    KEY: str
    SIDES: tuple[str, ...]
    EDITIONS: tuple[str, ...]
    HAS_ONE_BOX: bool  # whether the values that a box can give are the same in every scenario

    def rulebook(self) -> Rulebook:
        """The rules, rulings and sources of the game."""

    def load_scenario(self, path: Path) -> Any:
        """A scenario file, checked."""

    def open_game(
        self,
        battle: Any,
        rulings: Mapping[str, str] | None = None,
        named: frozenset[str] = frozenset(),
        values: str = "refsvc",
        box: Mapping[str, Any] | None = None,
    ) -> Game[Any]:
        """One scenario under rulings (those not given are the recommended ones) and values."""

    def numbers(self, battles: Iterable[Any]) -> Mapping[str, int]:
        """The numbers of these scenarios and of the box that the text of a rule may quote, by placeholder."""

    def facts(self, battle: Any) -> Facts:
        """Every value of the data that holds in a scenario, with its standing, by key."""

    def cards(self, battle: Any) -> tuple[Card, ...]:
        """The cards of a scenario, as a reader sees them."""

    def box_fields(self, battle: Any) -> Mapping[str, BoxField]:
        """The values of a scenario that a player's own box can give, by key."""

    def move_types(self) -> Any:
        """The union of the move structs, for a decoder."""

    def vocabulary(self, scenario: Any) -> Mapping[str, tuple[str, ...]]:
        """The words a field of a move may hold in this scenario, by field."""


class RefusedError(ValueError):
    """`apply` was asked for a move that `check` refuses."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(", ".join(v.rule for v in violations))
        self.violations = violations


def legal_moves(game: Game[S], state: S) -> tuple[MoveBase, ...]:
    """All legal moves: candidates filtered by `check`, never a second routine."""
    check = game.check
    return tuple([move for move in game.candidates(state) if not check(state, move)])


def apply(game: Game[S], state: S, move: MoveBase) -> Step[S]:
    """The step of a legal move; `RefusedError` otherwise."""
    if violations := game.check(state, move):
        raise RefusedError(violations)
    return game.resolve(state, move)


def events_of(step: Step[S], kind: str) -> tuple[Event, ...]:
    """The events of one kind."""
    return tuple(event for event in step.events if event.kind == kind)
