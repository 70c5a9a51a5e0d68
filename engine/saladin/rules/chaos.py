"""Chaos: what each side pays at the end of a turn, and what a record says that it paid."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import Turn
from engine.core.record_rules import unknown_word
from engine.saladin.rules.cost import short_or_over
from engine.saladin.state import SIDES, State, bits
from engine.saladin.table import Table


def chaos_due(state: State, table: Table, side: int) -> int:
    """One Order, and one more for each own Banner that the enemy holds (saladin.chaos.payment)."""
    return 1 + (state.captured & table.own[side]).bit_count()


def check_paid(table: Table, before: State, move: Turn, step: Step[State]) -> Iterator[Violation]:
    """Chaos: what each side says it paid; nothing is due in the first turn."""
    if move.paid is None:
        return
    for name in set(move.paid) - set(SIDES):
        yield unknown_word("paid", name, SIDES)
    after = step.state
    boxed = {e.who: e.due for e in step.events if e.rule == "saladin.chaos.payment"}
    for side, name in enumerate(SIDES):
        if name not in move.paid:
            continue
        due = boxed.get(name, before.paid[side]) if after.turn > 1 else 0
        if move.paid[name] != due:
            reads = tuple(f"state.out.{table.pieces[n]}" for n in bits(table.own[side]))
            if move.paid[name] < min(1, chaos_due(after, table, side)):
                reads = ()
            yield broken(
                "saladin.chaos.payment", short_or_over(move.paid[name], due), side=name, due=due, paid=move.paid[name],
                reads=reads, part=f"/paid/{name}",
            )  # fmt: skip
