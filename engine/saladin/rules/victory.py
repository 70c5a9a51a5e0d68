"""Victory: the last Order in the box ends the game; who wins when both go at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import Result
from engine.core.record_rules import unknown_word
from engine.saladin.state import AYYUBID, CRUSADER, SIDES, State, total_orders
from engine.saladin.table import Table

POOLS = tuple(f"state.pool.{side}" for side in SIDES)  # on which the end and the initiative rest


def decide(
    table: Table, before: State, available: tuple[int, int], spent: tuple[int, int], lances: Sequence[int]
) -> tuple[str, str]:
    """(winner or "draw", rule) once a side has no Order left; `before` is just before the payment."""
    left = (available[0] + spent[0], available[1] + spent[1])
    had = (total_orders(before, AYYUBID), total_orders(before, CRUSADER))
    if before.ended or all(left) or not any(had):  # nothing ends, or a record goes on after the end
        return before.ended, before.ended_by
    for side in (AYYUBID, CRUSADER):
        if left[side]:
            return SIDES[side], "saladin.victory.last-order"
    if had[0] != had[1]:
        return SIDES[had[1] > had[0]], "saladin.victory.tie-orders"
    standing = lances_left(table, lances)
    if standing[0] != standing[1]:
        return SIDES[standing[1] > standing[0]], "saladin.victory.tie-lances"
    return "draw", "saladin.victory.draw"


def game_over(state: State) -> Violation:
    """Nothing is done any more once the game is won or drawn."""
    return broken("saladin.victory.over", "impossible", winner=state.ended, reads=POOLS, families=("not-over",))


def resolve_result(_table: Table, state: State, move: Result) -> Step[State]:
    """A game that the players ended by resignation, agreement or time is over, whatever the Orders say."""
    if move.by is None or state.ended or (move.winner is not None and move.winner not in SIDES):
        return Step(state)
    return Step(replace(state, pending=None, ended=move.winner or "draw", ended_by="record.result"))


def check_result(table: Table, before: State, move: Result) -> Iterator[Violation]:
    """The end that a record states is the one that the Orders brought about."""
    claimed = move.winner or "draw"
    if claimed not in (*SIDES, "draw"):
        yield unknown_word("winner", claimed, SIDES)
        return
    reads = _result_reads(table, before)
    if before.ended:
        if claimed != before.ended:
            yield broken("saladin.victory.result", "impossible", claimed=claimed, winner=before.ended, reads=reads)
    elif move.by is None:
        yield broken("saladin.victory.not-over", "impossible", claimed=claimed, reads=reads)


def _result_reads(table: Table, before: State) -> tuple[str, ...]:
    """What it rests on that the game is over, and how."""
    if before.ended_by in ("saladin.victory.tie-lances", "saladin.victory.draw"):
        return (*POOLS, *(f"banners.{name}.lances" for name in table.banners))
    return POOLS


def lances_left(table: Table, lances: Sequence[int]) -> tuple[int, int]:
    """Lances on the board and with removed Banners, by side (saladin.victory.tie-lances)."""
    counts = [0, 0]
    for piece, count in enumerate(lances):
        counts[table.side_of[piece]] += count
    return counts[0], counts[1]
