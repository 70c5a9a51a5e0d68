"""What a move brings about by itself or without a word: each as it would be had it not been done.

A count may show that one of these was left out: a payment or a loss that the record does not state, an Order that goes
or comes, a marker, a status, a card that is turned or changes hands.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.core.events import Event, Step
from engine.core.findings import Violation
from engine.core.mending import Omission
from engine.core.moves import MoveBase, Turn
from engine.saladin.claims import claims
from engine.saladin.moves import Activate, React, Roll
from engine.saladin.resolve import resolve
from engine.saladin.rules.activation import card_left
from engine.saladin.rules.redeployment import card_left_ordered
from engine.saladin.state import CRUSADER, LEADER, NO_BANNER, SIDES, State, bits, moved_by
from engine.saladin.table import Table
from engine.saladin.working_pieces import TRACK

Omissions = Iterator[Omission[State]]
Lines = tuple[MoveBase, MoveBase | None]  # the move and the one after it, which may state what it paid
MARKERS = {"quenched": "fire", "lowered": "shield_wall"}
GAINED = ("saladin.arsuf.twelfth-order", "saladin.hattin.horns")


def omissions(table: Table, before: State, lines: Lines, step: Step[State]) -> Omissions:
    """Everything that may have been left out of a move."""
    yield from _unstated(table, before, lines, step)
    for event in step.events:
        yield from _of_event(table, before, step.state, event)
    if step.state.shield_wall and not before.shield_wall:
        duty = Violation("saladin.actions.shield-wall-marker", "omitted", {})
        yield Omission(duty, replace(step.state, shield_wall=False), ("shield_wall",))
    yield from _of_cards(table, before, step.state)


def _unstated(table: Table, before: State, lines: Lines, step: Step[State]) -> Omissions:
    """Payments and losses that the record does not state, and fewer of them."""
    move = lines[0]
    if isinstance(move, (Activate, React)) and move.spent is None:
        due = next((e.due for e in step.events if e.rule in ("saladin.cost.paid", "saladin.reaction.cost")), 0)
        for paid in range(due):
            yield from _stated(table, before, before, replace(move, spent=paid), step, (f"orders.{move.side}",))
    elif isinstance(move, Roll) and move.losses is None:
        losses = {e.who: e.due for e in step.events if e.kind in ("lost", "discarded")}
        for name, due in losses.items():
            for lost in range(due):
                fewer = replace(move, losses=losses | {name: lost})
                yield from _stated(table, before, before, fewer, step, ("banners", "losses", "orders", "town"))
    if not any(isinstance(line, Turn) and line.paid is not None for line in lines):
        for event in step.events:
            for paid in range(event.due if event.rule == "saladin.chaos.payment" else 0):
                less = Turn(step.state.turn, {event.who: paid})
                yield from _stated(table, before, step.state, less, step, (f"orders.{event.who}",))


def _stated(
    table: Table, before: State, state: State, stated: MoveBase, step: Step[State], parts: tuple[str, ...]
) -> Omissions:
    """The move as if it said itself that so much was not paid or lost."""
    duty = next((v for v in claims(table, before, stated, step) if v.verdict == "omitted"), None)
    if duty is not None:
        yield Omission(duty, resolve(table, state, stated).state, parts)


def _of_event(table: Table, before: State, after: State, event: Event) -> Omissions:
    """What the rules did by themselves."""
    duty = Violation(event.rule, "omitted", {})
    side = SIDES.index(event.who) if event.who in SIDES else 0
    pools = (f"orders.{event.who}",)
    match event.kind:
        case "boxed" if event.rule == "saladin.lances.sixth":
            kept = _order_kept(before, after, side)
            track = (f"losses.{event.who}",)
            yield Omission(duty, replace(kept, losses=moved_by(kept.losses, side, TRACK)), (*pools, *track))
            yield Omission(duty, replace(after, losses=moved_by(after.losses, side, TRACK)), track)
            yield Omission(duty, kept, pools)
        case "boxed" if event.rule == "saladin.hattin.true-cross":
            yield Omission(duty, _order_kept(before, after, side), pools)
        case "gained" if event.rule in GAINED:
            yield Omission(duty, replace(after, available=moved_by(after.available, side, -1)), pools)
        case "spent" if event.rule in ("saladin.arsuf.sacrifice", "saladin.hattin.fire", "saladin.dice.order-face"):
            for more in range(1, event.amount + 1):
                available, spent = moved_by(after.available, side, more), moved_by(after.spent, side, -more)
                yield Omission(duty, replace(after, available=available, spent=spent), pools)
        case "discarded" if after.losses[CRUSADER] + event.amount < TRACK:  # they went on the track, not to the box
            tracked = moved_by(after.losses, CRUSADER, event.amount)
            yield Omission(duty, replace(after, losses=tracked), (f"losses.{SIDES[CRUSADER]}",))
        case "quenched" | "lowered":
            marker = MARKERS[event.kind]
            yield Omission(duty, replace(after, **{marker: True}), (marker,))
        case "committed" | "released":
            yield from _status_left(table, before, after, event)
        case "gone":
            bit = 1 << table.number[event.who]
            kept_card = replace(after, out=after.out & ~bit, captured=after.captured & ~bit)
            yield Omission(duty, kept_card, (f"banners.{event.who}",))


def _order_kept(before: State, after: State, side: int) -> State:
    """The state with the Order still in the pool that it came from: an Available one as long as there was one."""
    boxed = moved_by(after.boxed, side, -1)
    after = replace(after, boxed=boxed, ended=before.ended, ended_by=before.ended_by)
    if before.available[side]:
        return replace(after, available=moved_by(after.available, side, 1))
    return replace(after, spent=moved_by(after.spent, side, 1))


def _status_left(table: Table, before: State, after: State, event: Event) -> Omissions:
    """The cards of a pair on their old side."""
    banner = table.number[event.who]
    pair = [banner, *(n for n in {face.partner[banner] for face in table.faces} if n != NO_BANNER)]
    mask = sum(1 << n for n in pair)
    committed = after.committed & ~mask | before.committed & mask & ~after.out
    parts = tuple(f"banners.{table.pieces[n]}.status" for n in pair)
    yield Omission(Violation(event.rule, "omitted", {}), replace(after, committed=committed), parts)


def _of_cards(table: Table, before: State, after: State) -> Omissions:
    """Cards that were not turned: to Ordered by an activation, back to Deployed when the turn ended."""
    turned = before.ordered ^ after.ordered
    for n in bits(turned):
        bit = 1 << n
        if bit in LEADER:
            part = f"leaders.{SIDES[LEADER.index(bit)]}"
        elif after.out & bit:
            continue
        else:
            part = f"banners.{table.pieces[n]}.card"
        is_leader = bit in LEADER
        duty = card_left(is_leader=is_leader) if after.ordered & bit else card_left_ordered()
        yield Omission(duty, replace(after, ordered=after.ordered ^ bit), (part,))
