"""The contract of a game: what each writes (`Game`), plain answers to the rest (`BaseGame`), `legal_moves`, `apply`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, cast

from msgspec import Struct, to_builtins

from engine.core.accounts import Account
from engine.core.alternatives import Alternatives
from engine.core.certainty import Certainty
from engine.core.chance import Chance
from engine.core.duties import Duty
from engine.core.events import Event, Step
from engine.core.facts import Facts
from engine.core.findings import Violation
from engine.core.mending import Mending
from engine.core.moves import CountBase, MoveBase
from engine.core.record_errors import RecordError
from engine.core.record_rules import miscounted

if TYPE_CHECKING:
    from engine.core.package import GamePackage

S = TypeVar("S")
R = TypeVar("R")
P = ParamSpec("P")


class Dice(Struct, frozen=True):
    """Dice are due: how many of each colour."""

    due: dict[str, int]


class Outcome(Struct, frozen=True):
    """How the game ended: `winner` is a side or None for a draw."""

    winner: str | None
    rule: str


class Game(Protocol[S]):
    """One scenario of one game under chosen rulings and values: the nine methods that every game writes.

    `check` is the only judge. `resolve` does what the table did, even where it was forbidden, and never raises.
    """

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[S]:
        """The state before the first move, phases without a decision already run."""

    def to_act(self, state: S) -> tuple[str | Dice, ...]:
        """Who may speak now: sides, and the dice where they are due."""

    def candidates(self, state: S) -> Iterator[MoveBase]:
        """Moves worth asking about: cheap, perhaps too many; a roll once, as a template."""

    def check(self, state: S, move: MoveBase) -> tuple[Violation, ...]:
        """All rules that the move breaks, what was due before it first; empty if it is legal."""

    def duties(self, state: S) -> tuple[Duty, ...]:
        """What the rules oblige someone to do now, whose turn it is aside; forced steps count as done."""

    def resolve(self, state: S, move: MoveBase) -> Step[S]:
        """Do what the players did."""

    def throw(self, state: S, chance: Chance) -> MoveBase:
        """The roll that is due, with dice from `chance`."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None."""

    def view(self, state: S) -> dict[str, Any]:
        """What a reader of the board sees; the `position` of a record."""


class BaseGame(Game[S]):
    """A game with plain answers to whatever else can be asked of it; a game overrides those that it knows better."""

    ROLLS: tuple[type[MoveBase], ...] = ()  # the moves whose author is the dice
    TURN_STARTS: tuple[type[MoveBase], ...] = ()  # those with which a turn begins
    SHORTENED: tuple[type[MoveBase], ...] = ()  # those of which a record may leave out what there is no choice about
    is_kind_first = False  # a random game chooses the kind of a move first: there are too many of one kind
    turns_ahead = 2  # that are looked at to tell the ways of putting a mistake right apart
    leaders: Mapping[str, str] = {}  # the name of the leader of each side

    def __init__(
        self,
        package: GamePackage,
        battle: Any,
        rulings: Mapping[str, str] | None = None,
        named: frozenset[str] = frozenset(),
        facts: Facts | None = None,
    ) -> None:
        self.package = package
        self.KEY, self.SIDES = package.KEY, package.SIDES
        self.battle = battle  # the scenario itself: of the box, or one that the players brought
        self.scenario: str = battle.id
        self.rulings = rulings or {}
        self.named = named  # the rulings that a record chose
        self.facts: Facts = facts or {}  # every value of the data that holds here, by key

    @cached_property
    def open_rulings(self) -> Mapping[str, tuple[str, ...]]:
        """The rulings that the record left open, and their other options; not those that only a record brings in."""
        return {
            ruling.id: tuple(option for option in ruling.options if option != self.rulings[ruling.id])
            for ruling in self.package.rulebook().open_rulings
            if ruling.id not in self.named and not ruling.must_be_named
        }

    @cached_property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The words that a field of a move may hold."""
        return self.package.vocabulary(self.battle)

    @cached_property
    def mending(self) -> Mending[S]:
        """How a mistake is put right."""
        return Mending(self)

    @cached_property
    def alternatives(self) -> Alternatives[S]:
        """What can stand in place of a move that is wrong."""
        return Alternatives(self)

    def certainty(self) -> Certainty[S] | None:
        """A new tracker of what is sure, or None where every value counts as printed."""
        return None

    def claims(self, before: S, move: MoveBase, step: Step[S]) -> tuple[Violation, ...]:  # noqa: ARG002  # as games fill it
        """Where what the move says of itself (paid, lost, counted) differs from what the rules determine."""
        return ()

    def count(self, states: tuple[S, ...], move: CountBase) -> tuple[Violation, ...]:
        """Where a count fits none of these resting points: the differences from the last one."""
        counted = counted_parts(move)
        differing = [list(_differences(counted, self.view(state))) for state in states]
        if not all(differing):
            return ()
        return tuple(miscounted(what, stated, known, (f"state.{what}",)) for what, stated, known in differing[-1])

    def adopt(self, state: S, move: CountBase) -> S:
        """The state with what was counted in place of what was computed; as it was where that can't be."""
        try:
            return self.setup(merged(self.view(state), counted_parts(move))).state
        except RecordError:
            return state

    def annotate(self, move: MoveBase, step: Step[S]) -> MoveBase:  # noqa: ARG002
        """The move with everything written down that a record may state about it."""
        return move

    def written_out(self, state: S, move: MoveBase) -> tuple[MoveBase, ...]:  # noqa: ARG002
        """The move with what a record may leave out where there is no choice: asked for those of `SHORTENED` only."""
        return (move,)

    def is_void(self, state: S, move: MoveBase) -> bool:  # noqa: ARG002
        """Whether a move belongs to one that can't have been made: it changes nothing, and is no mistake of its own."""
        return False

    def turn_line(self, before: S | None, after: S) -> MoveBase | None:  # noqa: ARG002
        """The `turn` line that stands between two states, if one does."""
        return None

    def with_ruling(self, ruling: str, option: str) -> Self:
        """The same game with one ruling changed."""
        rulings = {**self.rulings, ruling: option}
        return type(self)(self.package, self.battle, rulings, self.named | {ruling}, self.facts)

    def words_near(self, state: S, field: str, chosen: Mapping[str, Any]) -> Iterable[Any]:  # noqa: ARG002
        """What a field of a move (`move.to`) can hold around a state: what is within reach there, and one beyond it.

        `chosen` are the fields of the same move that were filled in before. Plainly: every word of the vocabulary.
        """
        words = self.package.vocabulary(self.battle)
        return words.get(field) or words.get(field.partition(".")[2], ())

    def canonical(self, state: S, move: MoveBase) -> tuple[MoveBase, ...]:  # noqa: ARG002
        """The moves as `candidates` write them that say the same: nothing that may be left out, one thing at a time."""
        return (move,)

    def optional_moves(self, state: S) -> Iterator[MoveBase]:  # noqa: ARG002
        """What a record may state and need not, which `candidates` leave out; cards of a hand are hidden."""
        return iter(())

    def sensible_player(self, chance: Chance, *, is_open: bool) -> Callable[[Any, S, Chance], MoveBase] | None:  # noqa: ARG002
        """Who picks the moves of a sample game, with a deck by `chance`, which a record shows if it is open.

        None where any legal move does.
        """
        return None

    def watched(self, asked: set[str]) -> Self | None:  # noqa: ARG002
        """The same game, which puts the open rulings that it goes by into a set; None if it can't tell."""
        return None

    def explain(self, state: S, move: MoveBase) -> tuple[Account, ...]:  # noqa: ARG002
        """What the rules ask of a move and what it does, term by term; empty where there is nothing to count."""
        return ()

    def distance(self, word: str, other: str) -> int:  # noqa: ARG002
        """How far two places of a board are from each other; 0 where they are none."""
        return 0


class _AtTable:
    """A method that is bound to the table of its game when it is first asked for."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __set_name__(self, _game: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Any, _type: type | None = None) -> Any:
        if game is None:
            return self.function
        bound = vars(game)[self.name] = MethodType(self.function, game.table)
        return bound


def at_table(function: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """A function of a table as a method of the game that is played at it (its `table`), without a call in between."""
    return cast("Callable[Concatenate[Any, P], R]", _AtTable(function))


def counted_parts(count: CountBase) -> dict[str, Any]:
    """What a count says, by part of the view."""
    return {key: value for key, value in to_builtins(count).items() if key != "do"}


def _differences(counted: Mapping[str, Any], view: Any, at: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where, as counted, and as it is: for each part of a count that a view doesn't bear out."""
    for key, stated in counted.items():
        path = f"{at}.{key}" if at else key
        known = view.get(key) if isinstance(view, Mapping) else None
        if isinstance(stated, Mapping):
            yield from _differences(stated, known, path)
        elif stated != known:
            yield path, stated, known


def merged(view: Any, counted: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a view with what was counted in its place."""
    known = view if isinstance(view, Mapping) else {}
    parts = {
        key: merged(known.get(key), stated) if isinstance(stated, Mapping) else stated
        for key, stated in counted.items()
    }
    return {**known, **parts}


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
