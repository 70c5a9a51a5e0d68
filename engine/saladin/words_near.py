"""The words with which a move can be formed around a state, and the one form of a move that says the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from engine.core.moves import MoveBase
from engine.saladin.moves import Activate, LeaderAction, Start, Status
from engine.saladin.resolve import resolve
from engine.saladin.rules.action import line_of
from engine.saladin.state import SIDES, State
from engine.saladin.table import Table
from engine.saladin.written_out import written_out

OF_NO_CARD = "arsuf"  # a line that hardly any card has


def words_near(table: Table, state: State, field: str, chosen: Mapping[str, Any]) -> Iterable[Any]:  # noqa: ARG001
    """Every side, Banner, line and target; of a card its own lines on both faces, and one that it doesn't have."""
    do, _, name = field.partition(".")
    if name in ("side", "first"):
        return SIDES
    if name == "banner":
        return table.pieces if do == "lead" else table.banners
    if field == "lead.action":
        return get_args(LeaderAction)
    if name == "action":
        banner = table.number[chosen["banner"]]
        if chosen["side"] != SIDES[table.side_of[banner]]:
            return ("charge",)
        return {line.action: None for face in table.faces for line in face.by_name[banner].values()} | {
            OF_NO_CARD: None
        }
    if name == "target":
        return table.pieces
    return get_args(Status) if name == "status" else ()


def canonical(table: Table, state: State, move: MoveBase) -> tuple[MoveBase, ...]:
    """A start names who says it, a target is named, and a status only if it makes another line of an action."""
    first, *rest = written_out(table, state, move)
    if isinstance(first, Start):
        start = first if first.side is not None else replace(first, side=SIDES[state.initiative])
        after = resolve(table, state, start).state
        return (start, *(form for each in rest for form in canonical(table, after, each)))
    if isinstance(first, Activate) and first.status is not None:
        bare, banner = replace(first, status=None), table.number[first.banner]
        return (bare if line_of(table, state, banner, bare) is line_of(table, state, banner, first) else first,)
    return (first,)
