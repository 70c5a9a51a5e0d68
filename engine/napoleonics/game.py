"""The contract of the game on one screen: what can be asked of a battle, and what the package offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MethodType
from typing import Any

from engine.core.accounts import Account
from engine.core.cards import BoxField, Card
from engine.core.chance import Chance
from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.facts import Facts
from engine.core.findings import Violation
from engine.core.game import BaseGame, Dice, Outcome
from engine.core.mending import Mending
from engine.core.moves import CountBase, MoveBase
from engine.core.package import GamePackage
from engine.core.record_rules import miscounted
from engine.napoleonics import counts, mending, moves, position
from engine.napoleonics.board import DISTANCE, NUMBER
from engine.napoleonics.candidates import candidates, roll
from engine.napoleonics.cards import box_fields, cards, facts
from engine.napoleonics.certainty import Certainty
from engine.napoleonics.claims import CLAIMS
from engine.napoleonics.due import duties, settle_forced
from engine.napoleonics.explain import explain
from engine.napoleonics.judge import acting_side, check
from engine.napoleonics.numbers import numbers
from engine.napoleonics.resolve import resolve
from engine.napoleonics.rules.dice import roll_due
from engine.napoleonics.rules.turn import end_turn
from engine.napoleonics.scenario import Scenario, read_scenario
from engine.napoleonics.state import CHECK, SIDES, WAITING, State
from engine.napoleonics.state_keys import EVERYTHING, parts_of_count
from engine.napoleonics.table import DIE, Table, make_table
from engine.napoleonics.vocabulary import vocabulary


class Napoleonics(BaseGame[State]):
    """One battle under chosen rulings and values."""

    ROLLS = (moves.Roll, moves.CheckLeader)
    TURN_STARTS = (moves.Play,)  # a turn begins with its card: no line of its own is needed
    is_kind_first = True
    turns_ahead = 9_999

    def __init__(self, table: Table, named: frozenset[str]) -> None:
        super().__init__(GAME, table.scenario, table.rulings, named, table.facts)
        self.table = table
        # what every move goes through is bound to the table itself: one call less each
        self.check = MethodType(check, table)  # type: ignore[method-assign]
        self.resolve = MethodType(resolve, table)  # type: ignore[method-assign]
        self.mending = NapoleonicsMending(self)

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[State]:
        """The set-up, or a position in the middle of a game."""
        if start is None:
            return Step(position.first_state(self.table))
        return Step(position.read_position(self.table, start))

    def to_act(self, state: State) -> tuple[str | Dice, ...]:
        """Who may speak now."""
        if state.ended:
            return ()
        due, _, _ = roll_due(self.table, state)
        found: list[str | Dice] = []
        if due:
            found.append(Dice({"dice": due}))
        fight = state.fight
        if fight is None or fight.stage not in (0, 1):
            found = [SIDES[state.side], SIDES[1 - state.side]] if state.phase != WAITING else [SIDES[state.side]]
        elif not fight.stage:
            found.append(SIDES[acting_side(self.table, state, moves.Square)])
        return tuple(found)

    def candidates(self, state: State) -> Iterator[MoveBase]:
        """Every card, move and combat that could be."""
        return candidates(self.table, state)

    def check(self, state: State, move: MoveBase) -> tuple[Violation, ...]:
        """All rules that the move breaks."""
        return check(self.table, state, move)

    def resolve(self, state: State, move: MoveBase) -> Step[State]:
        """What the move does, allowed or not."""
        return resolve(self.table, state, move)

    def claims(self, before: State, move: MoveBase, step: Step[State]) -> tuple[Violation, ...]:  # noqa: ARG002
        """Where a move states something of itself that differs from what it did."""
        claim = CLAIMS.get(type(move))
        return () if claim is None else claim(self.table, before, move)

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Dice, a retreat, what a card asks for."""
        return duties(self.table, state)

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

    def count(self, states: tuple[State, ...], move: CountBase) -> tuple[Violation, ...]:
        """Where a count fits none of the resting points: the differences from the last one."""
        assert isinstance(move, moves.Count)
        table = self.table
        closed = settle_forced(table, states[-1]).state
        rests = (*states, closed, end_turn(table, closed))
        differing = [list(counts.differences(view, move)) for state in rests for view in counts.views(table, state)]
        if not all(differing):
            return ()
        differing.append(list(counts.differences(self.view(states[-1]), move)))
        return tuple(miscounted(what, counted, known, parts_of_count(what)) for what, counted, known in differing[-1])

    def adopt(self, state: State, move: CountBase) -> State:
        """The state with what was counted put in its place."""
        assert isinstance(move, moves.Count)
        return counts.adopt(self.table, state, move)

    def outcome(self, state: State) -> Outcome | None:
        """The winner and the rule that says so."""
        if not state.ended:
            return None
        return Outcome(None if state.ended == "draw" else state.ended, state.ended_by)

    def view(self, state: State) -> dict[str, Any]:
        """The state as JSON."""
        return position.view(self.table, state)

    def with_ruling(self, ruling: str, option: str) -> Napoleonics:
        """The same game with one ruling changed."""
        return Napoleonics(_with_ruling(self.table, ruling, option), self.named | {ruling})

    def explain(self, state: State, move: MoveBase) -> tuple[Account, ...]:
        """Dice and flags, term by term."""
        return explain(self.table, state, move)

    def certainty(self) -> Certainty | None:
        """What is sure, while the players' copy is not known."""
        return None if self.table.is_sure else Certainty(self.table)

    def distance(self, word: str, other: str) -> int:
        """The hexes between two of them."""
        return DISTANCE[NUMBER[word]][NUMBER[other]] if word in NUMBER and other in NUMBER else 0


class NapoleonicsMending(Mending[State]):
    """How a mistake is put right at one table."""

    def __init__(self, game: Napoleonics) -> None:
        super().__init__(game)
        self.table = game.table

    def repairs(
        self, state: State, move: MoveBase, violations: Sequence[Violation]
    ) -> Iterator[tuple[State, frozenset[str]]]:
        """The move with its mistake put right, the cheapest way first."""
        return mending.repairs(self.table, state, move, violations)

    def lost_line(self, state: State) -> frozenset[str]:  # noqa: ARG002
        """What a line that could not be read may have changed."""
        return EVERYTHING

    def spread(self, unknown: frozenset[str], move: MoveBase, *, is_hazy: bool) -> frozenset[str]:
        """What is unknown after a move, if these parts were before it."""
        return mending.spread(unknown, move, is_hazy=is_hazy)


@lru_cache(maxsize=64)
def _with_ruling(table: Table, ruling: str, option: str) -> Table:
    return Table(table.scenario, table.given, {**table.rulings, ruling: option}, is_sure=table.is_sure)


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

    def numbers(self, battles: Iterable[Scenario]) -> Mapping[str, int]:
        """The numbers that the text of a rule may quote, by placeholder."""
        return numbers(battles)

    def facts(self, battle: Scenario) -> Facts:
        """Every value of the data by key."""
        return facts(battle)

    def cards(self, battle: Scenario) -> tuple[Card, ...]:
        """The cards, which are the same in every battle."""
        return cards(battle)

    def box_fields(self, battle: Scenario) -> Mapping[str, BoxField]:
        """Every value that a player's own box can give, by key."""
        return box_fields(battle)

    def vocabulary(self, battle: Scenario) -> Mapping[str, tuple[str, ...]]:
        """The words that a field of a move may hold."""
        return vocabulary(battle)


GAME = NapoleonicsPackage()
