"""Banners without targets (rulebook: special cases; DIF-01, DIF-02)."""

from __future__ import annotations

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.saladin.moves import Remove
from engine.saladin.rules.activation import not_own_banner
from engine.saladin.rules.banner import banner_out
from engine.saladin.state import SIDES, State, bits
from engine.saladin.table import Table
from engine.saladin.vocabulary import misread
from engine.saladin.working_pieces import WorkingPieces


def check_remove(table: Table, state: State, move: Remove) -> list[Violation]:
    """Only a Banner without targets, and only when its last target has just gone or after the Chaos payment."""
    banner = table.number.get(move.banner)
    if banner is None:
        return misread(table, move)
    bit = 1 << banner
    if SIDES[table.side_of[banner]] != move.side:
        return [not_own_banner(move)]
    if bit & state.idle:
        return []
    if bit & state.out:
        return [banner_out(move.banner)]
    if not bit & table.targetless(state.out, horns=state.horns):
        left = bits(table.faces[state.horns].targets[banner] & ~state.out)
        surest = _surest_target(table, state, banner, left)
        if not surest:
            return [broken("saladin.removal.no-targets", banner=move.banner)]
        target = surest.rpartition(".")[2]
        reads: tuple[str, ...] = (surest, f"state.out.{target}")
        return [
            broken("saladin.removal.target-left", banner=move.banner, target=target, reads=reads, rulings=("DIF-04",))
        ]
    gone = bits(table.faces[state.horns].targets[banner])
    reads = (*table.target_keys(banner, horns=state.horns), *(f"state.out.{table.pieces[n]}" for n in gone))
    return [broken("saladin.removal.moment", banner=move.banner, reads=reads, rulings=("DIF-02",))]


def _surest_target(table: Table, state: State, banner: int, left: list[int]) -> str:
    """The surest entry of a card's list that is still in play; empty for a Banner that never had a target."""
    names = {table.pieces[n] for n in left}
    listed = [k for k in table.target_keys(banner, horns=state.horns)[1:] if k.rpartition(".")[2] in names]
    return min(listed, key=table.standing, default="")


def resolve_remove(table: Table, state: State, move: Remove) -> Step[State]:
    """The Banner leaves with its Lances; it can't return, and no Order is paid for it."""
    banner = table.number.get(move.banner)
    if banner is None or state.out >> banner & 1:
        return Step(state)
    pieces = WorkingPieces(table, state)
    pieces.remove(banner)
    pieces.changes["idle"] = state.idle & ~(1 << banner)
    return pieces.settle(state.to_move)
