"""The turn: phases without a decision run by themselves, up to the next one that somebody has to take."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Event, Step
from engine.saladin.rules.chaos import chaos_due
from engine.saladin.rules.initiative import holder
from engine.saladin.rules.victory import decide
from engine.saladin.state import AYYUBID, CRUSADER, NOBODY, SIDES, State, total_orders
from engine.saladin.table import Table
from engine.saladin.working_pieces import WorkingPieces


def redeploy(table: Table, state: State) -> Step[State]:
    """Redeployment: cards to Deployed, Spent to Available, markers off (saladin.redeployment.turn-end)."""
    events = []
    is_burning = state.fire and state.tended and bool(table.to_box & ~state.out)  # nobody feeds it any more (AMB-61)
    if state.fire and not is_burning:
        events.append(Event("quenched", "saladin.hattin.fire-upkeep", "ayyubid", 1, 1))
    if state.shield_wall:
        events.append(Event("lowered", "saladin.shield-wall.die", "crusader", 1, 1))
    after = replace(
        state,
        phase="redeployment",
        to_move=NOBODY,
        passed=0,
        available=(state.available[0] + state.spent[0], state.available[1] + state.spent[1]),
        spent=(0, 0),
        ordered=0,
        idle=0,
        pending=None,
        fire=is_burning,
        tended=False,
        shield_wall=False,
        bonus=False,
    )
    return Step(after, tuple(events))


def chaos(table: Table, state: State) -> Step[State]:
    """Chaos, from turn 2: both pay at once; then Banners without targets may go, and the initiative is known."""
    pieces = WorkingPieces(table, state)
    paid = []
    for side in (AYYUBID, CRUSADER):
        due = min(chaos_due(state, table, side), total_orders(state, side))
        pieces.box_order(side, "saladin.chaos.payment", due)
        paid.append(due)
    pieces.changes["paid"] = (paid[0], paid[1])
    step = pieces.settle(NOBODY)
    return Step(initiative(table, step.state), step.events)


def initiative(table: Table, state: State) -> State:
    """The Initiative phase: the holder is known; he may be overruled by a leader who seizes it."""
    return replace(
        state,
        phase="initiative",
        initiative=holder(table, state.available),
        idle=table.targetless(state.out, horns=state.horns) & ~state.out,
    )


def end_turn(table: Table, state: State) -> Step[State]:
    """Both have passed: Redeployment, then the Chaos of the next turn."""
    rested = redeploy(table, state)
    fresh = replace(rested.state, phase="chaos", turn=state.turn + 1, last_initiative=state.initiative)
    paid = chaos(table, fresh)
    return Step(paid.state, rested.events + paid.events, (rested.state,))


def run_on(table: Table, state: State) -> Step[State]:
    """From any phase to the next decision: for a position that starts in the middle of a turn."""
    if state.phase == "redeployment":
        return end_turn(table, state)
    if state.phase == "chaos":
        if state.turn == 1:
            return Step(initiative(table, state))
        return chaos(table, state)
    return Step(state)


def restate_payment(table: Table, state: State, paid: dict[str, int]) -> State:
    """The state with the Chaos payment that the players say they made; the initiative follows unless it was seized."""
    before = replace(state, available=_moved(state.available, state.paid, 1), boxed=_moved(state.boxed, state.paid, -1))
    stated = [paid.get(name, state.paid[side]) for side, name in enumerate(SIDES)]
    made = (min(stated[0], before.available[0]), min(stated[1], before.available[1]))
    available = _moved(before.available, made, -1)
    ended, rule = decide(table, replace(before, ended="", ended_by=""), available, state.spent, state.lances)
    after = replace(
        before, available=available, boxed=_moved(before.boxed, made, 1), paid=made, ended=ended, ended_by=rule
    )
    return after if state.ordered else initiative(table, after)


def _moved(pair: tuple[int, int], by: tuple[int, int], sign: int) -> tuple[int, int]:
    return pair[0] + sign * by[0], pair[1] + sign * by[1]
