"""Arsuf: the town and its Order, Sacrifice, Richard's bonus."""

from __future__ import annotations

from engine.core.events import Event
from engine.core.findings import Violation, broken
from engine.saladin.state import CRUSADER, SIDES, Pair, pay
from engine.saladin.table import Line, Table


def town_fallen(banner: str, town: str) -> Violation:
    """The town has fallen: it takes no Lance any more (AMB-46)."""
    return broken(
        "saladin.arsuf.town",
        banner=banner,
        reads=(f"state.out.{town}",),
        rulings=("AMB-46",),
        families=("other-target",),
    )


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
