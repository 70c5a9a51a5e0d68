"""Reactions: what answers a charge, when, and at what price."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.saladin.moves import React
from engine.saladin.rules.action import close, not_on_card, wrong_status
from engine.saladin.rules.activation import not_own_banner
from engine.saladin.rules.banner import banner_out
from engine.saladin.rules.cost import cost_keys, short_or_over
from engine.saladin.state import NO_BANNER, SIDES, UNKNOWN, Pending, State
from engine.saladin.table import ACTIONS, CHARGES, Line, Table
from engine.saladin.vocabulary import misread
from engine.saladin.working_pieces import WorkingPieces

FEINT_LANCES = 2  # Lances that Raymond loses to the box (saladin.hattin.feint)


def reaction_cost(table: Table, state: State, banner: int, line: Line) -> int:
    """What a Reaction costs (AMB-16, AMB-17)."""
    if not table.reaction_paid:
        return 0
    return line.costs[state.lances[banner]] if table.reaction_surcharge else line.cost


def check_react(table: Table, state: State, move: React) -> list[Violation]:
    """A charge is waiting for its answer, and this Banner may give it."""
    banner = table.number.get(move.banner)
    if banner is None:
        return misread(table, move)
    side = table.side_of[banner]
    pending = state.pending
    if SIDES[side] != move.side:
        return [not_own_banner(move)]
    if pending is None or pending.action not in CHARGES or table.side_of[pending.banner] == side:
        return [
            broken(
                "saladin.reaction.window",
                banner=move.banner,
                action=move.action,
                reads=("state.pending",),
                families=("no-activation",),
            )
        ]
    if pending.reactor != NO_BANNER:
        return [
            broken(
                "saladin.reaction.once",
                banner=move.banner,
                action=move.action,
                reads=("state.pending",),
                rulings=("AMB-21",),
            )
        ]
    if state.out >> banner & 1:
        return [banner_out(move.banner)]
    line = line_of_reaction(table, state, banner, move)
    if line is None:
        if move.action not in ACTIONS:
            return misread(table, move)
        return [not_on_card(table, state, move)]
    if not line.is_reaction:
        return [broken("saladin.reaction.only", banner=move.banner, action=move.action)]
    return [*_check_reactor(table, state, move, line, pending), *_check_price(table, state, move, line)]


def _check_reactor(table: Table, state: State, move: React, line: Line, pending: Pending) -> Iterator[Violation]:
    """The Banner is Deployed, this charge is one it answers, and its status fits."""
    banner = table.number[move.banner]
    if state.ordered >> banner & 1:
        yield broken(
            "saladin.reaction.deployed",
            banner=move.banner,
            action=move.action,
            reads=(f"state.card.{move.banner}",),
            rulings=("AMB-18",),
        )
    if not _is_triggered(line, banner, pending.banner, pending.target):
        yield broken(
            "saladin.reaction.trigger",
            banner=move.banner,
            action=move.action,
            target=table.pieces[pending.banner],
            reads=(f"{line.key}.charges_of", "state.pending") if line.charges_of else ("state.pending",),
            rulings=("DIF-29", "AMB-20"),
        )
    is_committed = bool(state.committed >> banner & 1)
    if line.committed != is_committed:
        yield wrong_status(move, is_committed, f"{line.key}.status")


def _check_price(table: Table, state: State, move: React, line: Line) -> Iterator[Violation]:
    """The Orders are there."""
    banner = table.number[move.banner]
    side = table.side_of[banner]
    cost = reaction_cost(table, state, banner, line)
    if cost > state.available[side]:
        yield broken(
            "saladin.reaction.cost",
            banner=move.banner,
            action=move.action,
            cost=cost,
            available=state.available[side],
            reads=(f"state.pool.{SIDES[side]}", *cost_keys(table, state, banner, line, state.available[side])),
            rulings=("AMB-16", "AMB-17"),
            families=("more-orders",),
        )


def line_of_reaction(table: Table, state: State, banner: int, move: React) -> Line | None:
    pair = table.faces[state.horns].lines[banner].get(move.action)
    return pair[0] if pair else None


def check_paid(table: Table, before: State, move: React, step: Step[State]) -> Iterator[Violation]:
    """What a record says was paid for a Reaction, beside what was due."""
    if move.banner not in table.number:
        return
    banner = table.number[move.banner]
    line = line_of_reaction(table, before, banner, move)
    if not line or move.spent is None or (not step.events and move.spent):
        return
    due = next((e.due for e in step.events if e.rule == "saladin.reaction.cost"), 0)
    if move.spent != due:
        yield broken(
            "saladin.reaction.paid",
            short_or_over(move.spent, due),
            banner=move.banner,
            action=move.action,
            due=due,
            paid=move.spent,
            reads=cost_keys(table, before, banner, line, move.spent),
            rulings=("AMB-16", "AMB-17"),
            part="/spent",
        )


def _is_triggered(line: Line, banner: int, charger: int, charged: int) -> bool:
    """Evade answers a charge against itself, Feint and Block charge the charges of those that the card names."""
    if line.charges_of:
        return bool(line.charges_of >> charger & 1) and (line.action != "feint" or charged == banner)
    return charged == banner


def resolve_react(table: Table, state: State, move: React) -> Step[State]:
    """The charge is cancelled; the Reaction's own dice are due instead, or none are."""
    banner = table.number.get(move.banner)
    if banner is None:  # a name that the battle doesn't have
        return Step(state)
    pending = state.pending
    line = line_of_reaction(table, state, banner, move)
    if pending is None or state.out >> banner & 1:
        return Step(state)
    if pending.reactor != NO_BANNER or table.side_of[banner] == table.side_of[pending.banner]:
        return Step(state)
    if line is None or not line.is_reaction:
        return _unlisted(table, state, banner, move, pending)
    due = reaction_cost(table, state, banner, line)
    pieces = WorkingPieces(table, state)
    cost = due if move.spent is None else move.spent
    if cost or due:
        pieces.spend(table.side_of[banner], cost, "saladin.reaction.cost", due)
    answered = replace(pending, reactor=banner, reaction=line.name, red=line.red, green=line.green, change=0)
    if not (line.red or line.green or line.is_dice_unsure):
        return close(pieces, pending.banner)
    pieces.changes["idle"] = 0
    return pieces.settle(state.to_move, answered)


def _unlisted(table: Table, state: State, banner: int, move: React, pending: Pending) -> Step[State]:
    """A Reaction that no card of the Banner has: the charge is cancelled, and whatever is rolled counts."""
    if move.action not in ACTIONS:
        return Step(state)
    pieces = WorkingPieces(table, state)
    if move.spent:
        pieces.spend(table.side_of[banner], move.spent, "saladin.reaction.cost", 0)
    answered = replace(pending, reactor=banner, reaction=move.action, red=UNKNOWN, green=UNKNOWN, change=0)
    pieces.changes["idle"] = 0
    return pieces.settle(state.to_move, answered)
