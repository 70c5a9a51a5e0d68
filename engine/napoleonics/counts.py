"""What the players counted on the table, beside what is there; and a state that takes it over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.core.findings import Violation
from engine.core.moves import CountBase
from engine.core.record_rules import miscounted
from engine.napoleonics.board import NUMBER
from engine.napoleonics.due import settle_forced
from engine.napoleonics.moves import Count, UnitCount
from engine.napoleonics.position import view
from engine.napoleonics.rules.turn import end_turn
from engine.napoleonics.state import DRAW, SIDES, WAITING, State
from engine.napoleonics.state_keys import parts_of_count
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces


def check_count(table: Table, states: tuple[State, ...], move: CountBase) -> tuple[Violation, ...]:
    """Where a count fits none of the resting points: the differences from the last one."""
    assert isinstance(move, Count)
    closed = settle_forced(table, states[-1]).state
    rests = (*states, closed, end_turn(table, closed))
    differing = [list(_differences(seen, move)) for state in rests for seen in _views(table, state)]
    if not all(differing):
        return ()
    differing.append(list(_differences(view(table, states[-1]), move)))
    return tuple(miscounted(what, counted, known, parts_of_count(what)) for what, counted, known in differing[-1])


def _views(table: Table, state: State) -> Iterator[dict[str, Any]]:
    """What is seen on the table; a card that lies there may be counted with the hand it came from, or not."""
    seen = view(table, state)
    yield seen
    if state.phase not in (WAITING, DRAW):
        side = SIDES[state.side]
        yield {**seen, "hands": {**seen["hands"], side: seen["hands"][side] - 1}}


def _differences(seen: dict[str, Any], move: Count) -> Iterator[tuple[str, Any, Any]]:
    """What, how it was counted, and how it is."""
    if move.turn is not None and move.turn != seen["turn"]:
        yield "turn", move.turn, seen["turn"]
    for name, unit in (move.units or {}).items():
        yield from _unit(seen, name, unit)
    for side, hexes in (move.leaders or {}).items():
        if sorted(hexes) != sorted(seen["leaders"][side]):
            yield f"leaders.{side}", list(hexes), seen["leaders"][side]
    for part in ("banners", "hands", "squares"):
        for side, number in (getattr(move, part) or {}).items():
            if number != seen[part][side]:
                yield f"{part}.{side}", number, seen[part][side]


def _unit(seen: dict[str, Any], name: str, unit: UnitCount | None) -> Iterator[tuple[str, Any, Any]]:
    known = seen["units"].get(name)
    if unit is None or known is None:
        if (unit is None) != (known is None):
            yield f"units.{name}", unit is not None, known is not None
        return
    if unit.blocks is not None and unit.blocks != known["blocks"]:
        yield f"units.{name}.blocks", unit.blocks, known["blocks"]
    if unit.square is not None and unit.square != known.get("square", False):
        yield f"units.{name}.square", unit.square, known.get("square", False)
    is_led = any(name in hexes for hexes in seen["leaders"].values())
    if unit.leader is not None and unit.leader != is_led:
        yield f"units.{name}.leader", unit.leader, is_led


def adopt(table: Table, state: State, move: CountBase) -> State:
    """The state with blocks, banners and hands as they were counted; what stands where is not changed by a count."""
    assert isinstance(move, Count)
    pieces = WorkingPieces(table, state)
    for name, unit in (move.units or {}).items():
        number = state.on[NUMBER[name]] - 1 if name in NUMBER else -1
        if number >= 0 and unit is not None and unit.blocks and unit.blocks <= table.blocks[number]:
            pieces.strengthen(number, unit.blocks)
    after = pieces.settle().state
    if move.hands:
        sizes = tuple(move.hands.get(side, after.sizes[n]) for n, side in enumerate(SIDES))
        after = replace(after, sizes=sizes)
    if move.banners:
        held = [_table_banners(table, after, n) for n in (0, 1)]
        banners = tuple(
            max(0, move.banners.get(side, after.banners[n] + held[n]) - held[n]) for n, side in enumerate(SIDES)
        )
        after = replace(after, banners=banners)
    return after


def _table_banners(table: Table, state: State, side: int) -> int:
    """Banners for objectives that are held for now."""
    return sum(goal.banners for n, goal in enumerate(table.goals) if state.held >> (2 * n + side) & 1)
