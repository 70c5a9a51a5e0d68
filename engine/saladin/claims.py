"""What a record says of itself (paid, lost, gone, counted, won) beside what the rules determine."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.events import Step
from engine.core.findings import Verdict, Violation, broken
from engine.core.moves import MoveBase, Result, Turn
from engine.core.record_rules import unknown_word
from engine.saladin.moves import Activate, React, Roll
from engine.saladin.phases import chaos_due
from engine.saladin.rules.action import STATUSES, cost_keys, line_of
from engine.saladin.rules.dice import tally, victims
from engine.saladin.rules.reaction import FEINT_LANCES
from engine.saladin.state import NO_BANNER, SIDES, Pending, State, bits
from engine.saladin.table import Table
from engine.saladin.vocabulary import unknown_names


def compare(table: Table, before: State, move: MoveBase, step: Step[State]) -> tuple[Violation, ...]:
    """Every difference between what the move states and what its step says was due."""
    if type(move) is Activate:
        return () if move.spent is None and move.status is None else tuple(_paid(table, before, move, step))
    if type(move) is Roll:
        return () if move.losses is None and move.gone is None else _rolled(table, before, move, step)
    if type(move) is React:
        return () if move.spent is None else tuple(_reaction_paid(table, before, move, step))
    if type(move) is Turn:
        return () if move.paid is None else tuple(_payment(table, before, move, step))
    if type(move) is Result:
        return tuple(_claimed_end(table, before, move))
    return ()


def _short(stated: int, due: int) -> Verdict:
    return "omitted" if stated < due else "illegal"


def _paid(table: Table, before: State, move: Activate, step: Step[State]) -> Iterator[Violation]:
    if move.banner not in table.number:
        return
    banner = table.number[move.banner]
    line = line_of(table, before, banner, move)
    if line is None or before.out >> banner & 1:
        return
    if move.status is not None:
        is_committed = before.committed >> banner & 1
        if STATUSES[is_committed] != move.status and line.committed == bool(is_committed):
            yield broken(
                "saladin.action.status",
                banner=move.banner,
                action=move.action,
                status=STATUSES[is_committed],
                reads=(f"state.status.{move.banner}",),
            )
    if move.spent is None:
        return
    due = next((e.due for e in step.events if e.rule == "saladin.cost.paid"), 0)
    if move.spent == due:
        return
    rule = "saladin.cost.surcharge" if line.cost <= move.spent < due else "saladin.cost.paid"
    yield broken(
        rule,
        _short(move.spent, due),
        banner=move.banner,
        action=move.action,
        due=due,
        paid=move.spent,
        reads=cost_keys(table, before, banner, line, move.spent),
        rulings=("AMB-22",) if rule == "saladin.cost.surcharge" else (),
    )


def _reaction_paid(table: Table, before: State, move: React, step: Step[State]) -> Iterator[Violation]:
    if move.banner not in table.number:
        return
    pair = table.faces[before.horns].lines[table.index[move.banner]].get(move.action)
    line = pair[0] if pair else None
    if not line or move.spent is None or (not step.events and move.spent):
        return
    due = next((e.due for e in step.events if e.rule == "saladin.reaction.cost"), 0)
    if move.spent != due:
        banner = table.index[move.banner]
        yield broken(
            "saladin.reaction.paid",
            _short(move.spent, due),
            banner=move.banner,
            action=move.action,
            due=due,
            paid=move.spent,
            reads=cost_keys(table, before, banner, line, move.spent),
            rulings=("AMB-16", "AMB-17"),
        )


def _rolled(table: Table, before: State, move: Roll, step: Step[State]) -> tuple[Violation, ...]:
    return unknown_names(table, move) or tuple(_losses(table, before, move, step))


def _losses(table: Table, before: State, move: Roll, step: Step[State]) -> Iterator[Violation]:
    if before.pending is None:
        return  # dice that were not due took nothing
    due = {e.who: e.due for e in step.events if e.kind in ("lost", "discarded")}
    shown = _shown(table, before.pending, move)
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
                # more than the faces show can't be, however many Lances there were; nor none of a Banner in play
                reads=_life(name) if 0 < said <= shown.get(name, 0) else ("state.pending",),
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
            reads=_life(name) if stated.get(name) else (),
        )


def _too_many(table: Table, before: State, name: str, said: int) -> Verdict:
    """More than the dice show is forbidden; more than there are can't be."""
    return "impossible" if table.is_sure and said > before.lances[table.index[name]] else "illegal"


def _life(name: str) -> tuple[str, ...]:
    """What it rests on how many Lances a Banner has left."""
    return (f"banners.{name}.lances", f"state.lances.{name}")


def _shown(table: Table, pending: Pending, move: Roll) -> dict[str, int]:
    """Lances that the faces take from whom, as far as there are any."""
    shown = {
        table.pieces[victim]: tally(faces)[0]
        for victim, faces in zip(victims(table, pending), (move.red, move.green), strict=True)
        if victim != NO_BANNER
    }
    if pending.reaction == "feint":
        shown[table.pieces[pending.banner]] = FEINT_LANCES
    return shown


def _payment(table: Table, before: State, move: Turn, step: Step[State]) -> Iterator[Violation]:
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
                "saladin.chaos.payment", _short(move.paid[name], due), side=name, due=due, paid=move.paid[name],
                reads=reads,
            )  # fmt: skip


def _claimed_end(table: Table, before: State, move: Result) -> Iterator[Violation]:
    claimed = move.winner or "draw"
    if claimed not in (*SIDES, "draw"):
        yield unknown_word("winner", claimed, SIDES)
        return
    pools: tuple[str, ...] = ("state.pool.ayyubid", "state.pool.crusader")
    if before.ended_by in ("saladin.victory.tie-lances", "saladin.victory.draw"):
        pools += tuple(f"banners.{name}.lances" for name in table.banners)
    if before.ended:
        if claimed != before.ended:
            yield broken("saladin.victory.result", "impossible", claimed=claimed, winner=before.ended, reads=pools)
    elif move.by is None:
        yield broken("saladin.victory.not-over", "impossible", claimed=claimed, reads=pools)
