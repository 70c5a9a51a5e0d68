"""Arsuf: the town and its Order, reinforcing, Sacrifice, Richard's bonus."""

from __future__ import annotations

from engine.core.events import Event
from engine.core.findings import Violation, broken
from engine.saladin.moves import Activate
from engine.saladin.state import CRUSADER, SIDES, Pair, State, pay
from engine.saladin.table import Line, Table


def check_reinforce(table: Table, state: State, move: Activate, receiver: int) -> list[Violation]:
    """The receiver is in play and has lost a Lance; a fallen town takes none (AMB-45, AMB-46)."""
    assert move.target is not None
    if state.out >> receiver & 1:
        if receiver == table.town:
            return [broken("saladin.arsuf.town", banner=move.banner, rulings=("AMB-46",))]
        return [
            broken(
                "saladin.reinforce.receiver",
                banner=move.banner,
                target=move.target,
                reads=(f"state.out.{move.target}",),
                rulings=("AMB-45",),
            )
        ]
    if state.lances[receiver] >= table.lances[receiver]:
        return [
            broken(
                "saladin.reinforce.receiver",
                banner=move.banner,
                target=move.target,
                reads=(f"state.lances.{move.target}",),
                rulings=("AMB-45",),
            )
        ]
    return []


def takes_bonus(table: Table, banner: int, line: Line) -> bool:
    """Richard's bonus goes to a Charge, not to an Uncontrolled one (AMB-27, AMB-28)."""
    return line.action == "charge" and (
        banner == table.bonus_for or (table.bonus_for_any and table.side_of[banner] == CRUSADER)
    )


def sacrifice(events: tuple[Event, ...], available: Pair, spent: Pair) -> tuple[tuple[Event, ...], Pair, Pair]:
    """The Crusaders spend an Order first, if they have one (saladin.arsuf.sacrifice)."""
    available, spent, moved = pay(available, spent, CRUSADER, 1)
    event = Event("spent", "saladin.arsuf.sacrifice", SIDES[CRUSADER], moved, moved)
    return (*events, event), available, spent
