"""Lances lost, as a record states them: how many, and whose last one it was."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.events import Step
from engine.core.findings import Verdict, Violation, broken
from engine.saladin.moves import Roll
from engine.saladin.rules.dice import tally, victims
from engine.saladin.rules.reaction import FEINT_LANCES
from engine.saladin.state import NO_BANNER, State
from engine.saladin.table import Table


def check_losses(table: Table, before: State, move: Roll, step: Step[State]) -> Iterator[Violation]:
    """Losses as they are stated beside those that the dice bring; where none were due, nothing goes."""
    if before.pending is None and (move.red or move.green):
        return  # dice that were not due took nothing
    due = {e.who: e.due for e in step.events if e.kind in ("lost", "discarded")}
    stated = move.losses if move.losses is not None else due
    for name in dict.fromkeys((*due, *stated)):
        said, is_due = stated.get(name, 0), due.get(name, 0)
        if said != is_due:
            yield broken(
                "saladin.lances.losses",
                "omitted" if said < is_due else _too_many(table, before, name, said),
                banner=name,
                due=is_due,
                lost=said,
                reads=_losses_reads(table, before, move, name, said),
                part=f"/losses/{name}" if name in stated else "/losses",
            )
    if move.gone is None:
        return
    left = {name: before.lances[n] - stated.get(name, 0) for name, n in table.number.items()}
    should = {name for name in due if name in left and left[name] <= 0}
    for name in sorted(should ^ set(move.gone)):
        yield broken(
            "saladin.lances.last",
            "omitted" if name in should else "impossible",
            banner=name,
            left=max(0, left.get(name, 0)),
            reads=_life_reads(name) if stated.get(name) else (),
            part=f"/gone/{move.gone.index(name)}" if name in move.gone else "/gone",
        )


def _too_many(table: Table, before: State, name: str, said: int) -> Verdict:
    """More than the dice show is forbidden; more than there are can't be."""
    return "impossible" if table.is_sure and said > before.lances[table.index[name]] else "illegal"


def _life_reads(name: str) -> tuple[str, ...]:
    """What it rests on how many Lances a Banner has left."""
    return (f"banners.{name}.lances", f"state.lances.{name}")


def _losses_reads(table: Table, before: State, move: Roll, name: str, said: int) -> tuple[str, ...]:
    """More than the faces show can't be, however many Lances there were; nor none of a Banner in play."""
    pending, shown = before.pending, 0
    if pending is not None:
        fallen = dict(zip(victims(table, pending), (move.red, move.green), strict=True))
        shown = tally(fallen.get(table.index.get(name, NO_BANNER), ()))[0]
        if pending.reaction == "feint" and name == table.pieces[pending.banner]:
            shown = FEINT_LANCES
    return _life_reads(name) if 0 < said <= shown else ("state.pending",)
