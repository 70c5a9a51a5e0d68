"""Plain values that the hooks of a game give to the rooms that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from engine.core.accounts import Account
from engine.core.events import Event
from engine.core.game import BaseGame
from engine.core.moves import MoveBase
from refsvc.presentation.speaker import Place
from refsvc.presentation.subject import Subject

View = dict[str, Any]  # what `game.view` gives
Drawing = dict[str, Any]  # width, height, title, sentences and groups of shapes
Fact = dict[str, str]  # label, value
Pieces = tuple[frozenset[str], frozenset[str]]  # parts of a view to mark, and the pieces to show
Tree = dict[str, Any]  # a move as JSON
Names = Mapping[tuple[str, str], tuple[str, ...]]  # kind and id of what is named -> the rules that explain it


class Trace(Struct, frozen=True):
    """One thing to draw over a board: `kind` is move, retreat, fire, melee or sight; `by` is what blocks a sight."""

    kind: str
    way: tuple[str, ...]
    by: tuple[str, ...] = ()


class Die(Struct, frozen=True):
    """How many sides take 0, 1, 2 … pieces, and how many of them show the sign besides (an Order, a flag)."""

    sides: tuple[int, ...]
    signs: int

    @property
    def mean(self) -> Fraction:
        """The pieces to be expected of one."""
        return Fraction(sum(taken * count for taken, count in enumerate(self.sides)), sum(self.sides))

    @property
    def spread(self) -> Fraction:
        """How far one is from that on average, squared."""
        squares = sum(taken**2 * count for taken, count in enumerate(self.sides))
        return Fraction(squares, sum(self.sides)) - self.mean**2

    @property
    def mean_signs(self) -> Fraction:
        """The signs to be expected of one."""
        return Fraction(self.signs, sum(self.sides))


class Throw(Struct, frozen=True):
    """Dice of one kind that fell on a side, and what they showed."""

    side: str
    die: Die
    dice: int
    taken: int
    signs: int


class NarrativeUnit(Struct):
    """One sentence to be: `kind` says of what, `moves` are the moves that made it, `last` the last one before the next.

    A line that tells nothing by itself (a comment, a count that agrees) belongs to the unit before it.
    """

    kind: str
    moves: list[int]
    last: int
    turn: int
    events: list[Event] = []
    side: str = ""

    @property
    def move(self) -> int:
        """The move that it begins with."""
        return self.moves[0]


class Figures(Struct, frozen=True):
    """What the statistics of a game are made of.

    `measures` gives numbers by measure and side of a view; `dice` the dice of a roll by the side that they fall on, and
    `luck` names what they take and the sign that is counted beside it.
    """

    names: tuple[str, ...]
    measures: Callable[[BaseGame[Any], View], dict[str, dict[str, int]]]
    dice: Callable[[Subject, int], list[Throw]]
    luck: tuple[str, str]


class Narrator(Struct, frozen=True):
    """What the account of a game is made of.

    `units` puts every move into a unit; `sentence` tells one, `turn_start` what a turn began with, `closing` how the
    game ended; each may be empty. `weight` is how far a unit moved the balance, and why; `concerned` names the pieces
    that a drawing of a unit and of what it has changed must show.
    """

    units: Callable[[Subject], Iterator[NarrativeUnit]]
    sentence: Callable[[Subject, NarrativeUnit], str]
    turn_start: Callable[[Subject, int], str]
    closing: Callable[[Subject, str | None], str]
    weight: Callable[[Subject, NarrativeUnit], tuple[int, str]]
    concerned: Callable[[Subject, NarrativeUnit, frozenset[str]], frozenset[str]]


class Question(Struct, frozen=True):
    """What a game can be asked: `fields` to choose from (name and options: id, label), `tree` makes a move of what was
    chosen (None if it is none), `chances` are the odds of an account, `openings` the moves that may have to come first,
    `shown` the pieces to draw with lines between them, given what blocks a sight."""

    fields: Callable[[Subject, Tree], list[tuple[str, list[tuple[str, str]]]]]
    tree: Callable[[Subject, Tree, Mapping[str, str]], Tree | None]
    chances: Callable[[Subject, Tree, Tree, Account], list[tuple[str, Fraction]]]
    openings: Callable[[Subject, Any], list[MoveBase]]
    shown: Callable[[Tree, Sequence[str]], tuple[frozenset[str], list[Trace]]]


class Booklet(Struct, frozen=True):
    """What the rules booklet of a game says: texts for what it holds and for its index, and the file of cases that the
    rulebooks tell with how the ids of those begin; `sign` stands on the title page where there are no coats of arms."""

    lede: str = "booklet.lede-plain"
    indexed: str = "booklet.index-plain"
    examples: tuple[str, str] = ("", "")
    sign: str = ""


class Notation(Struct, frozen=True):
    """How the records of a game are written as text: its words, and the classes that read and write its lines."""

    syntax: Any
    reader: Any
    writer: Any


class Sample(Struct, frozen=True):
    """A record to try: `<game>-<scenario>-<kind>.<language>.txt`, or `.json`."""

    file: str
    scenario: str
    kind: str  # mistakes, clean; begun for one of a random game
    form: str  # a language, or `json`
    data: bytes


class Page(Struct, frozen=True):
    """What a game shows on a kind of page: the function from a `Place` to the values of its template, and what the
    search finds there."""

    kind: str
    show: Callable[[Place], dict[str, Any]]
    documents: Callable[[Place], Iterator[Any]] | None = None
