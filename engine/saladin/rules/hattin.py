"""Hattin: the Horns, the True Cross, the fire."""

from __future__ import annotations

from engine.core.duties import Duty
from engine.core.findings import Violation, broken
from engine.saladin.moves import Activate, Lead
from engine.saladin.state import CRUSADER, LEADER, SIDES, State, total_orders
from engine.saladin.table import Line, Table
from engine.saladin.working_pieces import WorkingPieces


def is_horns_possible(table: Table, state: State) -> bool:
    """Lusignan has not moved yet and still has Lances to move (AMB-54)."""
    return table.horns >= 0 and not state.horns and not state.out >> table.horns & 1


def is_horns_due(table: Table, state: State) -> bool:
    """Under five Orders, with the leader Deployed, the next Crusader activation is the move to the Horns.

    With the leader Ordered it is the first one of the next turn, when he is Deployed again (DIF-19, AMB-53).
    """
    return (
        is_horns_possible(table, state)
        and total_orders(state, CRUSADER) < table.horns_below
        and not state.ordered & LEADER[CRUSADER]
    )


def owed_horns(table: Table, state: State) -> tuple[Duty, ...]:
    """The compulsory move to the Horns, before any other Crusader activation or line of the leader; a pass is none."""
    if not table.horns_below or not is_horns_due(table, state):
        return ()
    return (
        Duty(
            "saladin.hattin.horns-duty",
            SIDES[CRUSADER],
            answers=frozenset({"lead", "pass"}),
            params={"orders": total_orders(state, CRUSADER), "below": table.horns_below},
            reads=("state.pool.crusader", f"state.out.{table.pieces[table.horns]}"),
            rulings=("DIF-19",),
        ),
    )


def check_horns(table: Table, state: State) -> list[Violation]:
    """Once a game, while Lusignan's Banner is in play."""
    if state.horns:
        return [broken("saladin.hattin.horns-once", reads=("state.horns",))]
    if state.out >> table.horns & 1:
        name = table.pieces[table.horns]
        return [
            broken(
                "saladin.hattin.horns",
                banner=name,
                reads=(f"state.out.{name}",),
                rulings=("AMB-54",),
                families=("in-play",),
            )
        ]
    return []


def check_cross(table: Table, state: State, move: Lead) -> list[Violation]:
    """Once a game; Lusignan at the Horns or eliminated, and Châtillon eliminated.

    Where it was taken by itself (DIF-06), the line that the card prints all the same may still be used, without effect.
    """
    if state.crossed:
        if state.cross_by_itself:
            return []
        rulings = ("DIF-06",) if table.cross_by_itself else ()
        return [broken("saladin.hattin.true-cross-once", reads=("state.crossed",), rulings=rulings)]
    lost, moved = table.pieces[table.cross], table.pieces[table.horns]
    is_met = state.captured >> table.cross & 1 and (state.horns or state.captured >> table.horns & 1)
    if is_met:
        return []
    reads = (f"state.out.{lost}",) if not state.captured >> table.cross & 1 else (f"state.out.{moved}",)
    return [
        broken("saladin.hattin.true-cross", banner=lost, target=moved, side=move.side, reads=reads, rulings=("AMB-57",))
    ]


def check_fire(state: State, move: Activate, line: Line) -> list[Violation]:
    """Ignite needs the marker off the board (AMB-59), Feed Fire needs it there."""
    if line.action == "ignite" and state.fire:
        return [
            broken(
                "saladin.hattin.fire-out",
                banner=move.banner,
                reads=("state.fire",),
                rulings=("AMB-59",),
                families=("other-fire",),
            )
        ]
    if line.action == "feed-fire" and not state.fire:
        return [
            broken(
                "saladin.hattin.fire-lit",
                banner=move.banner,
                reads=("state.fire",),
                rulings=("DIF-05",),
                families=("other-fire",),
            )
        ]
    return []


def burn(table: Table, pieces: WorkingPieces, action: str) -> None:
    """The fire burns, and the Crusaders spend an Order if they have one (AMB-60)."""
    pieces.spend(CRUSADER, 1, "saladin.hattin.fire", min(1, pieces.available[CRUSADER]))
    tended = action == "feed-fire" or table.ignite_tends
    pieces.changes |= {"fire": True, "tended": pieces.state.tended or tended}
