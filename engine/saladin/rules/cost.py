"""What an Action costs, whether the Orders are there, and what a record says was paid."""

from __future__ import annotations

from typing import Any

from engine.core.findings import Verdict, Violation, broken
from engine.saladin.moves import Activate
from engine.saladin.state import SIDES, State, bits
from engine.saladin.table import Line, Table


def cost_keys(table: Table, state: State, banner: int, line: Line, paid: int) -> tuple[str, ...]:
    """The values that a cost rests on; `paid` Orders that don't even cover the printed cost need no symbol."""
    keys = [f"{line.key}.cost"]
    if line.cost and state.lances[banner] < table.lances[banner] and paid >= line.cost:
        name = table.pieces[banner]
        keys += [f"banners.{name}.plus1", f"banners.{name}.plus2", f"state.lances.{name}"]
    if f"{line.key}.pairing" in table.facts:
        keys.append(f"{line.key}.pairing")
    return tuple(keys)


def check_cost(
    table: Table, state: State, move: Activate, banner: int, line: Line, cost: int, found: list[Violation]
) -> None:
    """Orders must be there; with none left, a Deployed Banner has to use its free line first."""
    side = table.side_of[banner]
    deployed = bits(table.own[side] & ~state.ordered & ~state.out)
    pool = f"state.pool.{SIDES[side]}"
    if not state.available[side] and deployed and (cost or state.ordered >> banner & 1):
        first = banner if banner in deployed else deployed[0]
        reads = (pool, f"state.out.{table.pieces[first]}") if first != banner else (pool, f"{line.key}.cost")
        found.append(
            broken(
                "saladin.cost.empty-pool",
                banner=table.pieces[first],
                action=move.action,
                reads=reads,
                families=("more-orders",),
            )
        )
    elif cost > state.available[side]:
        found.append(
            broken(
                "saladin.cost.available",
                banner=move.banner,
                action=move.action,
                cost=cost,
                available=state.available[side],
                reads=(pool, *cost_keys(table, state, banner, line, state.available[side])),
                rulings=("AMB-22",) if cost > line.cost else (),
                families=("more-orders",),
            )
        )


def short_or_over(paid: int, due: int) -> Verdict:
    """Too little was left out, too much was forbidden."""
    return "omitted" if paid < due else "illegal"


def wrongly_paid(table: Table, before: State, move: Activate, line: Line, due: int) -> Violation:
    """A payment that is not the one due; from the printed cost on it is the surcharge that is wrong."""
    paid = move.spent or 0
    params: dict[str, Any] = {"banner": move.banner, "action": move.action, "due": due, "paid": paid}
    reads = cost_keys(table, before, table.number[move.banner], line, paid)
    if line.cost <= paid < due:
        return broken(
            "saladin.cost.surcharge",
            short_or_over(paid, due),
            reads=reads,
            rulings=("AMB-22",),
            part="/spent",
            **params,
        )
    return broken("saladin.cost.paid", short_or_over(paid, due), reads=reads, part="/spent", **params)
