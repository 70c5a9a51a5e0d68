"""Leaders: one free line a turn."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.saladin.moves import Lead
from engine.saladin.rules import hattin
from engine.saladin.state import CRUSADER, LEADER, NEXT_SIDE, NO_BANNER, SIDES, State, bits, moved_by
from engine.saladin.table import Table
from engine.saladin.vocabulary import misread
from engine.saladin.working_pieces import WorkingPieces


def check_card(table: Table, state: State, side: int, line: str) -> list[Violation]:
    """The leader's card has the line, and is Deployed."""
    leader = table.leaders[side]
    if line not in table.leader_lines[side]:
        return [broken("saladin.leader.line", leader=leader, line=line)]
    if state.ordered & LEADER[side]:
        return [
            broken(
                "saladin.leader.once", leader=leader, reads=(f"state.card.leader.{leader}",), families=("leader-again",)
            )
        ]
    return []


def check_lead(table: Table, state: State, move: Lead) -> list[Violation]:
    """The leader is Deployed and has the line; each line has its own condition."""
    side = SIDES.index(move.side)
    found = check_card(table, state, side, move.action)
    if move.action not in table.leader_lines[side]:
        return found
    if move.action == "horns":
        found += hattin.check_horns(table, state)
    elif move.action == "true-cross":
        found += hattin.check_cross(table, state, move)
    elif move.action == "restore-lance":
        if move.banner is not None and move.banner not in table.index:
            return misread(table, move)
        found += _check_restore(table, state, move, side)
    if move.banner is not None and move.action != "restore-lance":
        leader = table.leaders[side]
        found.append(broken("saladin.leader.no-banner", leader=leader, line=move.action, banner=move.banner))
    return found


def _restorable(table: Table, state: State, side: int) -> list[int]:
    """Own Banners in play with a free space; the town is none of them (saladin.leader.restore)."""
    return [n for n in bits(table.own[side] & ~state.out) if state.lances[n] < table.lances[n]]


def _check_restore(table: Table, state: State, move: Lead, side: int) -> list[Violation]:
    """With an empty track the line has no effect (AMB-42) and names nobody; else a Banner that lost a Lance."""
    leader = table.leaders[side]
    track = f"state.track.{SIDES[side]}"
    reads: tuple[str, ...]
    if move.banner is None:
        able = _restorable(table, state, side) if state.losses[side] else []
        if not able:
            return []
        surest = max(able, key=lambda n: state.lances[n])
        reads = (track, f"state.out.{table.pieces[surest]}")
        return [broken("saladin.leader.restore-where", "omitted", leader=leader, reads=reads)]
    banner = table.index[move.banner]
    if banner == table.town or table.side_of[banner] != side:
        reads = ()
    elif state.out >> banner & 1:
        reads = (f"state.out.{move.banner}",)
    elif not state.losses[side]:
        reads = (track,)
    elif state.lances[banner] >= table.lances[banner]:
        reads = (f"state.lances.{move.banner}",)
    else:
        return []
    return [
        broken(
            "saladin.leader.restore",
            leader=leader,
            banner=move.banner,
            reads=reads,
            rulings=("AMB-42",) if reads == (track,) else ("AMB-41",),
            families=() if reads == (track,) else ("in-play",),
        )
    ]


def resolve_lead(table: Table, state: State, move: Lead) -> Step[State]:
    """Apply the line, flip the card; a line without effect still flips it (AMB-10)."""
    side = SIDES.index(move.side)
    if move.banner is not None and move.banner not in table.index:  # a name that the battle doesn't have
        return Step(state)
    pieces = WorkingPieces(table, state)
    if move.action in table.leader_lines[side]:  # of a line that the card doesn't have only the flip remains
        _apply(pieces, side, move)
    pieces.ordered |= LEADER[side]
    pieces.changes |= {"phase": "activation", "idle": 0}
    return pieces.settle(NEXT_SIDE[state.passed][side])


def _apply(pieces: WorkingPieces, side: int, move: Lead) -> None:
    """What one line of a leader does."""
    table, state, changes = pieces.table, pieces.state, pieces.changes
    if move.action == "recover-order":
        if state.spent[side]:
            pieces.spent = moved_by(state.spent, side, -1)
            pieces.gain_order(side, "saladin.leader.recover")
    elif move.action == "restore-lance":
        banner = NO_BANNER if move.banner is None else table.index[move.banner]
        if state.losses[side] and banner in _restorable(table, state, side):
            pieces.restore(banner)
    elif move.action == "charge-bonus":
        changes["bonus"] = True
    elif move.action == "horns" and hattin.is_horns_possible(table, state):
        if state.boxed[side]:
            changes["boxed"] = moved_by(state.boxed, side, -1)
        pieces.gain_order(side, "saladin.hattin.horns")
        changes["horns"] = True
    elif move.action == "true-cross":
        if not state.crossed:
            pieces.box_order(CRUSADER, "saladin.hattin.true-cross")
        changes |= {"crossed": True, "cross_by_itself": False}
