"""The contract of the game on one screen: what can be asked of a battle, and what the package offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from engine.core.chance import Chance
from engine.core.events import Step
from engine.core.game import BaseGame, Outcome, at_table
from engine.core.moves import MoveBase, Turn
from engine.core.package import GamePackage
from engine.core.watching import Watching
from engine.core.witness import other_options
from engine.saladin import moves, phases, position
from engine.saladin.alternatives import SaladinAlternatives
from engine.saladin.candidates import candidates
from engine.saladin.cards import box_fields, cards, facts
from engine.saladin.certainty import Certainty
from engine.saladin.claims import claims
from engine.saladin.counts import adopt, check_count
from engine.saladin.explain import explain
from engine.saladin.judge import check, duties, who_speaks
from engine.saladin.mending import SaladinMending
from engine.saladin.numbers import numbers
from engine.saladin.resolve import resolve
from engine.saladin.rules.dice import FACES
from engine.saladin.sensible import sensible
from engine.saladin.state import SIDES, State
from engine.saladin.table import Scenario, Table, make_table
from engine.saladin.vocabulary import vocabulary
from engine.saladin.words_near import canonical, words_near
from engine.saladin.written_out import written_out


class Saladin(BaseGame[State]):
    """One battle under chosen rulings and values."""

    ROLLS = (moves.Roll,)
    TURN_STARTS = (moves.Start,)
    SHORTENED = (moves.Activate, moves.Lead)
    to_act = at_table(who_speaks)
    candidates = at_table(candidates)
    check = at_table(check)
    duties = at_table(duties)
    resolve = at_table(resolve)
    claims = at_table(claims)
    view = at_table(position.view)
    count = at_table(check_count)
    adopt = at_table(adopt)
    explain = at_table(explain)
    words_near = at_table(words_near)
    canonical = at_table(canonical)
    written_out = at_table(written_out)

    def __init__(self, table: Table, named: frozenset[str]) -> None:
        super().__init__(GAME, table.scenario, table.rulings, named, table.facts)
        self.table = table
        self.mending = SaladinMending(self)
        self.alternatives = SaladinAlternatives(self)
        self.leaders = dict(zip(SIDES, table.leaders, strict=True))

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[State]:
        """The set-up, or a position in the middle of a game."""
        if start is None:
            return Step(position.first_state(self.table))
        return phases.run_on(self.table, position.read_position(self.table, start))

    def throw(self, state: State, chance: Chance) -> MoveBase:
        """The dice that are due."""
        assert state.pending is not None
        red, green = (tuple(chance.pick(FACES) for _ in range(n)) for n in (state.pending.red, state.pending.green))
        return moves.Roll(red, green)  # type: ignore[arg-type]  # the faces are the vocabulary

    def outcome(self, state: State) -> Outcome | None:
        """The winner and the rule that says so."""
        if not state.ended:
            return None
        return Outcome(None if state.ended == "draw" else state.ended, state.ended_by)

    def annotate(self, move: MoveBase, step: Step[State]) -> MoveBase:
        """The move with what was paid and lost written down."""
        if isinstance(move, moves.Activate):
            return replace(move, spent=sum(e.amount for e in step.events if e.rule == "saladin.cost.paid"))
        if isinstance(move, moves.React):
            return replace(move, spent=sum(e.amount for e in step.events if e.rule == "saladin.reaction.cost"))
        if isinstance(move, moves.Roll):
            lost = {e.who: e.amount for e in step.events if e.kind in ("lost", "discarded") and e.amount}
            gone = tuple(e.who for e in step.events if e.kind == "gone")
            return replace(move, losses=lost, gone=gone)
        if isinstance(move, Turn):
            return replace(move, paid={side: step.state.paid[n] for n, side in enumerate(SIDES)})
        return move

    def turn_line(self, before: State | None, after: State) -> MoveBase | None:
        """`Turn n` where a turn begins."""
        is_new = before is None or before.turn != after.turn
        return Turn(after.turn) if is_new and not after.ended else None

    def with_ruling(self, ruling: str, option: str) -> Saladin:
        """The same game with one ruling changed."""
        return Saladin(_with_ruling(self.table, ruling, option), self.named | {ruling})

    def sensible_player(
        self,
        chance: Chance,  # noqa: ARG002  # as games with cards fill it
        *,
        is_open: bool,  # noqa: ARG002
    ) -> Callable[[Saladin, State, Chance], MoveBase]:
        """Who attacks with the most dice."""
        return sensible

    def watched(self, asked: set[str]) -> Saladin:
        """The same game at a table that tells which rulings it goes by."""
        game = Saladin(_watching(self.table, self.named).copy(asked), self.named)
        asked.clear()  # nobody has asked yet
        return game

    def certainty(self) -> Certainty | None:
        """What is sure, while the players' cards are not known."""
        return None if self.table.is_sure else Certainty(self.table)


@lru_cache(maxsize=64)
def _with_ruling(table: Table, ruling: str, option: str) -> Table:
    rulings = table.rulings | {ruling: option}
    return Table(table.scenario, table.facts, rulings, is_sure=table.is_sure)


@lru_cache(maxsize=16)
def _watching(table: Table, named: frozenset[str]) -> Watching[Table]:
    others: dict[str, list[Table]] = {}
    for ruling, option, _ in other_options(Saladin(table, named)):
        others.setdefault(ruling, []).append(_with_ruling(table, ruling, option))
    return Watching(table, others)


@cache
def _shipped(battle: Scenario, rulings: tuple[tuple[str, str], ...], values: str) -> Table:
    return make_table(battle, dict(rulings), values)


class SaladinPackage(GamePackage):
    """What the game offers."""

    KEY = "saladin"
    SIDES = SIDES
    MOVES = moves.Move
    GAME_TYPE = Saladin
    SCENARIO_TYPE = Scenario
    EDITIONS = ("recommended", "en", "fr", "cs")
    has_one_box = False  # each battle has cards of its own
    numbers = staticmethod(numbers)
    facts = staticmethod(facts)
    cards = staticmethod(cards)
    box_fields = staticmethod(box_fields)
    vocabulary = staticmethod(vocabulary)

    def open_game(
        self,
        battle: Scenario,
        rulings: Mapping[str, str] | None = None,
        named: frozenset[str] = frozenset(),
        values: str = "refsvc",
        box: Mapping[str, Any] | None = None,
    ) -> Saladin:
        """One battle; rulings that are not given are the recommended ones, `named` are those that the record chose."""
        chosen = self.rulebook().chosen("recommended", rulings or {})
        if box:
            return Saladin(make_table(battle, chosen, values, box), named)
        return Saladin(_shipped(battle, tuple(sorted(chosen.items())), values), named)


GAME = SaladinPackage()
