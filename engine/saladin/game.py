"""The contract of the game on one screen: what can be asked of a battle, and what the package offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from engine.core.accounts import Account
from engine.core.cards import BoxField, Card
from engine.core.chance import Chance
from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.facts import Facts
from engine.core.findings import Violation
from engine.core.game import BaseGame, Dice, Outcome
from engine.core.mending import Mending
from engine.core.moves import CountBase, MoveBase, Turn
from engine.core.package import GamePackage
from engine.core.record_rules import miscounted
from engine.saladin import claims, counts, judge, mending, moves, phases, position
from engine.saladin.candidates import candidates
from engine.saladin.cards import box_fields, cards, facts
from engine.saladin.certainty import Certainty
from engine.saladin.explain import explain
from engine.saladin.judge import duties
from engine.saladin.numbers import numbers
from engine.saladin.resolve import resolve
from engine.saladin.rules.dice import FACES
from engine.saladin.state import NO_BANNER, NOBODY, SIDES, State
from engine.saladin.table import LEADER_LINES, Scenario, Table, make_table
from engine.saladin.vocabulary import unknown_names, vocabulary


class Saladin(BaseGame[State]):
    """One battle under chosen rulings and values."""

    ROLLS = (moves.Roll,)
    TURN_STARTS = (moves.Start,)
    check = judge.check
    resolve = resolve
    claims = claims.claims

    def __init__(self, table: Table, named: frozenset[str]) -> None:
        super().__init__(GAME, table.scenario, table.rulings, named, table.facts)
        self.table = table
        self.mending = SaladinMending(self)
        self.leaders = dict(zip(SIDES, table.leaders, strict=True))

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[State]:
        """The set-up, or a position in the middle of a game."""
        if start is None:
            return Step(position.first_state(self.table))
        return phases.run_on(self.table, position.read_position(self.table, start))

    def to_act(self, state: State) -> tuple[str | Dice, ...]:
        """Who may speak now."""
        return who_speaks(self.table, state)

    def candidates(self, state: State) -> Iterator[MoveBase]:
        """Every card, line and target that exists."""
        return candidates(self.table, state)

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Dice, a start, the Horns."""
        return duties(self.table, state)

    def throw(self, state: State, chance: Chance) -> MoveBase:
        """The dice that are due."""
        assert state.pending is not None
        red, green = (tuple(chance.pick(FACES) for _ in range(n)) for n in (state.pending.red, state.pending.green))
        return moves.Roll(red, green)  # type: ignore[arg-type]  # the faces are the vocabulary

    def count(self, states: tuple[State, ...], move: CountBase) -> tuple[Violation, ...]:
        """Where a count fits none of the resting points: the differences from the last one."""
        assert isinstance(move, moves.Count)
        if words := unknown_names(self.table, move):
            return words
        differing = [list(counts.count_differences(self.view(state), move)) for state in states]
        if not all(differing):
            return ()
        return tuple(
            miscounted(what, counted, known, self._count_reads(what)) for what, counted, known in differing[-1]
        )

    def _count_reads(self, what: str) -> tuple[str, ...]:
        """What the counted number rests on."""
        part, _, rest = what.partition(".")
        name = rest.partition(".")[0]
        match part:
            case "orders":
                return (f"state.pool.{name}",)
            case "losses":
                return (f"state.track.{name}",)
            case "banners":
                return (
                    *tuple(f"state.{kind}.{name}" for kind in ("out", "lances", "status")),
                    f"banners.{name}.lances",
                )
        return ()

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

    def explain(self, state: State, move: MoveBase) -> tuple[Account, ...]:
        """Costs, dice, losses and payments, term by term."""
        return explain(self, state, move)

    def certainty(self) -> Certainty | None:
        """What is sure, while the players' cards are not known."""
        return None if self.table.is_sure else Certainty(self.table)


class SaladinMending(Mending[State]):
    """How a mistake is put right at one table."""

    def __init__(self, game: Saladin) -> None:
        super().__init__(game)
        self.saladin = game
        self.table = game.table

    def repairs(
        self, state: State, move: MoveBase, violations: Sequence[Violation]
    ) -> Iterator[tuple[State, frozenset[str]]]:
        """The move with its mistake put right, the cheapest way first."""
        return mending.repairs(self.saladin, state, move, violations)

    def lost_line(self, state: State) -> frozenset[str]:
        """What a line that could not be read may have changed."""
        return mending.lost_line(self.table, state.to_move)

    def spread(self, unknown: frozenset[str], move: MoveBase, *, is_hazy: bool) -> frozenset[str]:
        """What is unknown after a move, if these parts were before it."""
        return mending.spread(self.table, unknown, move, is_hazy=is_hazy)

    def owed_by(
        self,
        before: State,
        said: tuple[MoveBase, MoveBase | None],
        step: Step[State],
        difference: Violation,
        was: Any,
    ) -> Violation | None:
        """The payment, loss or marker of a move that a later count shows not to have been seen to."""
        return counts.owed_by(self.saladin, before, said, step, difference, was)


def who_speaks(table: Table, state: State) -> tuple[str | Dice, ...]:
    """Sides that may say something, and the dice where they are due."""
    if state.ended:
        return ()
    pending = state.pending
    if pending is not None and (pending.red > 0 or pending.green > 0):
        dice = Dice({"red": pending.red, "green": pending.green})
        if pending.reactor == NO_BANNER and pending.action in ("charge", "uncontrolled-charge"):
            return (SIDES[1 - table.side_of[pending.banner]], dice)
        return (dice,)
    speakers = {SIDES[state.initiative]} if state.to_move == NOBODY else {SIDES[state.to_move]}
    if state.phase == "initiative":
        speakers |= {SIDES[side] for side in (0, 1) if LEADER_LINES[-1] in table.leader_lines[side]}
    speakers |= {SIDES[table.side_of[n]] for n in range(len(table.banners)) if state.idle >> n & 1}
    return tuple(side for side in SIDES if side in speakers)


@lru_cache(maxsize=64)
def _with_ruling(table: Table, ruling: str, option: str) -> Table:
    rulings = table.rulings | {ruling: option}
    return Table(table.scenario, table.facts, rulings, is_sure=table.is_sure)


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

    def numbers(self, battles: Iterable[Scenario]) -> Mapping[str, int]:
        """The numbers that the text of a rule may quote, by placeholder."""
        return numbers(battles)

    def facts(self, battle: Scenario) -> Facts:
        """Every value of a battle by key."""
        return facts(battle)

    def cards(self, battle: Scenario) -> tuple[Card, ...]:
        """The cards of a battle."""
        return cards(battle)

    def box_fields(self, battle: Scenario) -> Mapping[str, BoxField]:
        """Every value of a battle that a player's own box can give, by key."""
        return box_fields(battle)

    def vocabulary(self, battle: Scenario) -> Mapping[str, tuple[str, ...]]:
        """The words that a field of a move may hold."""
        return vocabulary(battle)


GAME = SaladinPackage()
