"""Moves worth asking about: every card, line and target that exists; `check` says which of them are legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.core.moves import MoveBase
from engine.saladin.moves import Activate, Face, Lead, LeaderAction, Pass, React, Remove, Roll, Seize, Start
from engine.saladin.rules.action import possible_targets, skip_owed
from engine.saladin.state import LEADER, NO_BANNER, SIDES, UNKNOWN, SideName, State, bits
from engine.saladin.table import CHARGES, Table


def candidates(table: Table, state: State) -> Iterator[MoveBase]:
    """Cheap, perhaps too many; a roll once, as a template with every die blank."""
    if state.ended:
        return
    pending = state.pending
    if pending is not None:
        red, green = max(pending.red, 0), max(pending.green, 0)
        if red or green or pending.red == UNKNOWN:
            blank: Face = "0"
            yield Roll((blank,) * red, (blank,) * green)
        if pending.reactor == NO_BANNER and pending.action in CHARGES:
            yield from _reactions(table, state, 1 - table.side_of[pending.banner])
        if red or green:
            return
        state = skip_owed(table, state).state
    for banner in bits(state.idle & ~state.out):
        yield Remove(side_name(table, banner), table.pieces[banner])
    if state.phase == "initiative":
        for name in SIDES:
            yield Seize(name)
        for name in SIDES:
            yield Start(name, SIDES[state.initiative])
        return
    side = state.to_move
    yield from _activations(table, state, side)
    if not state.ordered & LEADER[side]:
        yield from _leads(table, state, side)
    yield Pass(SIDES[side])


def side_name(table: Table, banner: int) -> SideName:
    """The id of a Banner's side."""
    return SIDES[table.side_of[banner]]


def _reactions(table: Table, state: State, side: int) -> Iterator[MoveBase]:
    for banner in bits(table.own[side] & ~state.out & ~state.ordered):
        for line in table.faces[state.horns].by_name[banner].values():
            if line.is_reaction:
                yield React(SIDES[side], table.pieces[banner], line.action)


def _activations(table: Table, state: State, side: int) -> Iterator[MoveBase]:
    face = table.faces[state.horns]
    for banner in bits(table.own[side] & ~state.out):
        name = table.pieces[banner]
        is_committed = bool(state.committed >> banner & 1)
        for line in face.by_name[banner].values():
            if line.is_reaction or line.committed != is_committed:
                continue
            if not line.aims:
                yield Activate(SIDES[side], name, line.action)
                continue
            for target in bits(line.targets):
                yield Activate(SIDES[side], name, line.action, table.pieces[target])
            if not line.cost and not possible_targets(table, state, line):
                yield Activate(SIDES[side], name, line.action)


def _leads(table: Table, state: State, side: int) -> Iterator[MoveBase]:
    for line in get_args(LeaderAction):
        if line not in table.leader_lines[side]:
            continue
        yield Lead(SIDES[side], line)
        if line == "restore-lance" and state.losses[side]:
            for banner in bits(table.own[side] & ~state.out):
                yield Lead(SIDES[side], line, table.pieces[banner])
