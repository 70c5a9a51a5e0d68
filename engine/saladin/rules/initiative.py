"""Initiative: who holds it, who seizes it, who starts."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.events import Event, Step
from engine.core.findings import Violation, broken
from engine.saladin.moves import Seize, Start
from engine.saladin.rules.leader import check_card
from engine.saladin.rules.victory import POOLS
from engine.saladin.state import LEADER, SIDES, State
from engine.saladin.table import Table

PASSES = tuple(f"state.passed.{side}" for side in SIDES)  # on which it rests whether a turn is over


def holder(table: Table, available: tuple[int, int]) -> int:
    """The side with fewer Available Orders, else the one the scenario names (saladin.initiative.holder)."""
    if available[0] == available[1]:
        return table.tie
    return 0 if available[0] < available[1] else 1


def owed_start(state: State) -> tuple[Duty, ...]:
    """Whoever holds the initiative says who acts first; who simply acts has said so."""
    holder = SIDES[state.initiative]
    answers = frozenset({"seize", "start", "remove"})
    return (Duty("saladin.initiative.start", holder, answers, {"holder": holder}, ("state.turn", *POOLS)),)


def wrong_phase() -> Violation:
    """What belongs to the Initiative phase, said in another."""
    return broken("saladin.initiative.phase", reads=PASSES)


def check_seize(table: Table, state: State, move: Seize) -> list[Violation]:
    """Only a leader with that line, Deployed, whose side doesn't hold the initiative already."""
    side = SIDES.index(move.side)
    found = check_card(table, state, side, "seize")
    if state.initiative == side and "seize" in table.leader_lines[side]:
        found.append(
            broken(
                "saladin.initiative.seize", side=move.side, reads=POOLS, rulings=("AMB-08",), families=("other-holder",)
            )
        )
    return found


def resolve_seize(_table: Table, state: State, move: Seize) -> Step[State]:
    """The leader's card is Ordered and his side holds the initiative."""
    side = SIDES.index(move.side)
    event = Event("seized", "saladin.initiative.seize", move.side, 1, 1)
    return Step(replace(state, initiative=side, ordered=state.ordered | LEADER[side], idle=0), (event,))


def check_start(_table: Table, state: State, move: Start) -> list[Violation]:
    """The holder of the initiative says who acts first; either side may be named (AMB-09)."""
    if move.side is None or SIDES[state.initiative] == move.side:
        return []
    return [
        broken(
            "saladin.initiative.holder",
            side=move.side,
            holder=SIDES[state.initiative],
            reads=POOLS,
            families=("other-holder",),
        )
    ]


def resolve_start(_table: Table, state: State, move: Start) -> Step[State]:
    """The Activation phase begins with the side named."""
    return Step(replace(state, phase="activation", to_move=SIDES.index(move.first), idle=0))
