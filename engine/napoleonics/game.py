"""The contract of the game on one screen: what can be asked of a battle, and what the package offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.core.chance import Chance
from engine.core.events import Step
from engine.core.game import BaseGame, Outcome, at_table
from engine.core.moves import MoveBase
from engine.core.package import GamePackage
from engine.core.watching import Watching
from engine.core.witness import other_options
from engine.napoleonics import moves, position
from engine.napoleonics.alternatives import NapoleonicsAlternatives
from engine.napoleonics.board import DISTANCE, NUMBER
from engine.napoleonics.candidates import candidates, roll
from engine.napoleonics.canonical_form import canonical
from engine.napoleonics.cards import box_fields, cards, facts
from engine.napoleonics.certainty import Certainty
from engine.napoleonics.claims import claims
from engine.napoleonics.counts import adopt, check_count
from engine.napoleonics.due import duties, is_void
from engine.napoleonics.explain import explain
from engine.napoleonics.judge import check, who_speaks
from engine.napoleonics.memo import Memo
from engine.napoleonics.mending import NapoleonicsMending
from engine.napoleonics.numbers import numbers
from engine.napoleonics.optional_moves import optional_moves
from engine.napoleonics.resolve import resolve
from engine.napoleonics.scenario import Scenario, read_scenario
from engine.napoleonics.sensible import SensiblePlayer
from engine.napoleonics.state import CHECK, SIDES, State
from engine.napoleonics.table import DIE, Table, make_table
from engine.napoleonics.vocabulary import vocabulary
from engine.napoleonics.words_near import words_near

# What a table keeps of earlier answers, and how it begins.
ANEW: Mapping[str, Callable[[Any], Any]] = {
    "memo": lambda _: Memo(),
    "hand": lambda _: None,
    "plain": lambda _: ({}, {}),
    "change": lambda table: table._change,
}


class Napoleonics(BaseGame[State]):
    """One battle under chosen rulings and values."""

    ROLLS = (moves.Roll, moves.CheckLeader)
    TURN_STARTS = (moves.Play,)  # a turn begins with its card: no line of its own is needed
    is_kind_first = True
    turns_ahead = 9_999
    to_act = at_table(who_speaks)
    candidates = at_table(candidates)
    check = at_table(check)
    duties = at_table(duties)
    is_void = at_table(is_void)
    resolve = at_table(resolve)
    claims = at_table(claims)
    view = at_table(position.view)
    count = at_table(check_count)
    adopt = at_table(adopt)
    explain = at_table(explain)
    words_near = at_table(words_near)
    canonical = at_table(canonical)
    optional_moves = at_table(optional_moves)

    def __init__(self, table: Table, named: frozenset[str]) -> None:
        super().__init__(GAME, table.scenario, table.rulings, named, table.facts)
        self.table = table
        self.mending = NapoleonicsMending(self)
        self.alternatives = NapoleonicsAlternatives(self)

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[State]:
        """The set-up, or a position in the middle of a game."""
        if start is None:
            return Step(position.first_state(self.table))
        return Step(position.read_position(self.table, start))

    def throw(self, state: State, chance: Chance) -> MoveBase:
        """The dice that are due."""
        if state.fight is not None and state.fight.stage == CHECK:
            template: Any = next(iter(candidates(self.table, state)))
        else:
            template = roll(self.table, state)
        faces = tuple(chance.pick(DIE) for _ in template.faces)
        return (
            moves.CheckLeader(faces)
            if isinstance(template, moves.CheckLeader)
            else moves.Roll(faces, for_=template.for_)
        )

    def outcome(self, state: State) -> Outcome | None:
        """The winner and the rule that says so."""
        if not state.ended:
            return None
        return Outcome(None if state.ended == "draw" else state.ended, state.ended_by)

    def with_ruling(self, ruling: str, option: str) -> Napoleonics:
        """The same game with one ruling changed."""
        return Napoleonics(_with_ruling(self.table, ruling, option), self.named | {ruling})

    def sensible_player(self, chance: Chance, *, is_open: bool) -> SensiblePlayer:
        """Who goes up to the enemy and attacks, with a deck of his own."""
        return SensiblePlayer(chance, is_open=is_open)

    def watched(self, asked: set[str]) -> Napoleonics:
        """The same game at a table that tells which rulings it goes by."""
        game = Napoleonics(_watching(self.table, self.named).copy(asked), self.named)
        asked.clear()  # nobody has asked yet
        return game

    def certainty(self) -> Certainty | None:
        """What is sure, while the players' copy is not known."""
        return None if self.table.is_sure else Certainty(self.table)

    def distance(self, word: str, other: str) -> int:
        """The hexes between two of them."""
        return DISTANCE[NUMBER[word]][NUMBER[other]] if word in NUMBER and other in NUMBER else 0


@lru_cache(maxsize=256)  # a table has about thirty others
def _with_ruling(table: Table, ruling: str, option: str) -> Table:
    return Table(table.scenario, table.given, {**table.rulings, ruling: option}, is_sure=table.is_sure, like=table)


@lru_cache(maxsize=16)
def _watching(table: Table, named: frozenset[str]) -> Watching[Table]:
    others: dict[str, list[Table]] = {}
    for ruling, option, _ in other_options(Napoleonics(table, named)):
        others.setdefault(ruling, []).append(_with_ruling(table, ruling, option))
    return Watching(table, others, ANEW)


_TABLES: dict[tuple[Any, ...], Table] = {}
MOST_TABLES = 64  # kept: a player may bring a scenario of his own with every record


def _shipped(battle: Scenario, rulings: Mapping[str, str], values: str) -> Table:
    key = (battle.id, battle.hash, *sorted(rulings.items()), values)
    if key not in _TABLES or _TABLES[key].scenario != battle:  # the same map may come with other names
        if len(_TABLES) >= MOST_TABLES:
            _TABLES.clear()
        _TABLES[key] = make_table(battle, rulings, values)
    return _TABLES[key]


class NapoleonicsPackage(GamePackage):
    """What the game offers."""

    KEY = "napoleonics"
    SIDES = SIDES
    MOVES = moves.AnyMove
    GAME_TYPE = Napoleonics
    SCENARIO_TYPE = Scenario
    EDITIONS = ("recommended", "2010", "cs")
    has_scenario_files = True
    numbers = staticmethod(numbers)
    facts = staticmethod(facts)
    cards = staticmethod(cards)
    box_fields = staticmethod(box_fields)
    vocabulary = staticmethod(vocabulary)

    def load_scenario(self, path: Path) -> Scenario:
        """A battle, checked."""
        return read_scenario(path.read_text("utf-8"), path.name)

    def open_game(
        self,
        battle: Scenario,
        rulings: Mapping[str, str] | None = None,
        named: frozenset[str] = frozenset(),
        values: str = "refsvc",
        box: Mapping[str, Any] | None = None,
    ) -> Napoleonics:
        """One battle; rulings that are not given are the recommended ones, `named` are those that the record chose."""
        chosen = self.rulebook().chosen("recommended", rulings or {})
        if box:
            return Napoleonics(make_table(battle, chosen, values, box), named)
        return Napoleonics(_shipped(battle, chosen, values), named)


GAME = NapoleonicsPackage()
