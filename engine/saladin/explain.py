"""Why a move costs, rolls and takes what it does: every number term by term, each term with its rule.

No rule is written here a second time: the totals come from `resolve`, `dice_due` and `chaos_due`, and a term is the
difference that one thing makes to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.core.accounts import DONE, Account, Term
from engine.core.events import Event, Step
from engine.core.moves import MoveBase, Turn
from engine.saladin.moves import Activate, Lead, Pass, React, Roll, Start
from engine.saladin.resolve import ANSWERING, resolve
from engine.saladin.rules.action import dice_due, line_of, skip_owed, target_of
from engine.saladin.rules.chaos import chaos_due
from engine.saladin.rules.dice import tally, victims
from engine.saladin.rules.initiative import holder
from engine.saladin.rules.reaction import FEINT_LANCES
from engine.saladin.state import NO_BANNER, SIDES, UNKNOWN, Pending, State
from engine.saladin.table import Line, Table
from engine.saladin.vocabulary import misread
from engine.saladin.working_pieces import TRACK

# what stands in an account of its own and is not told a second time
COUNTED = frozenset(
    {
        "saladin.cost.paid",
        "saladin.reaction.cost",
        "saladin.lances.track",
        "saladin.hattin.feint",
        "saladin.dice.order-face",
        "saladin.chaos.payment",
    }
)
COLOURS = ("red", "green")


def explain(table: Table, state: State, move: MoveBase) -> tuple[Account, ...]:
    """The accounts of a move in this state; those of a forbidden one say what would have been due."""
    explainer = EXPLAINERS.get(move.__class__)
    if (state.ended and explainer is not _turn) or misread(table, move):
        return ()
    if state.pending is not None and move.__class__ not in ANSWERING:
        state = skip_owed(table, state).state
    step = resolve(table, state, move)
    accounts = [] if explainer is None else list(explainer(table, state, move, step))
    if done := tuple(_done(state, step)):
        accounts.append(Account(DONE, "", done))
    return tuple(accounts)


def _due(step: Step[State], rule: str) -> int:
    """What the rules asked for under one rule."""
    return sum(event.due for event in step.events if event.rule == rule)


def _price(table: Table, banner: str, line: Line, due: int, rule: str) -> Account:
    """The printed cost, and what makes the due one differ from it."""
    if not line.cost:
        return Account("cost", banner, (Term("free", 0, rule),))
    terms = [Term(table.standing(f"{line.key}.cost").word, line.cost, rule)]
    if due > line.cost:
        terms.append(Term("surcharge", due - line.cost, "saladin.cost.surcharge"))
    elif due < line.cost:
        terms.append(Term("waived", due - line.cost, "saladin.reaction.cost"))
    return Account("cost", banner, tuple(terms))


def _activation(table: Table, state: State, move: Activate, step: Step[State]) -> Iterator[Account]:
    banner = table.number[move.banner]
    line = line_of(table, state, banner, move)
    if line is None or line.is_reaction or state.out >> banner & 1:
        return
    yield _price(table, move.banner, line, _due(step, "saladin.cost.paid"), "saladin.cost.paid")
    target = target_of(table, state, banner, line, move)
    yield from _dice(table, state, banner, line, target, None)


def _dice(
    table: Table, state: State, banner: int, line: Line, target: int, pending: Pending | None
) -> Iterator[Account]:
    """Both colours: the card, then what each marker changes; a bonus already used up shows in the dice that wait."""
    bare = replace(state, shield_wall=False, bonus=False)
    plain = dice_due(table, bare, banner, line, target)
    walled = dice_due(table, replace(bare, shield_wall=state.shield_wall), banner, line, target)
    due = dice_due(table, state, banner, line, target) if pending is None else (pending.red, pending.green)
    for n, colour in enumerate(COLOURS):
        printed = (line.red, line.green)[n]
        terms = [
            _printed(table, line, colour, printed),
            Term("no-target", plain[n] - printed, "saladin.action.target"),
            Term("shield-wall", walled[n] - plain[n], "saladin.shield-wall.die"),
            Term("bonus", due[n] - walled[n], "saladin.arsuf.bonus"),
        ]
        if told := tuple(term for term in terms if term.amount):
            yield Account(colour, table.pieces[banner], told)


def _reaction(table: Table, state: State, move: React, step: Step[State]) -> Iterator[Account]:
    banner = table.number[move.banner]
    lines = table.faces[state.horns].lines[banner].get(move.action)
    if lines is None or not lines[0].is_reaction or step.state == state:
        return
    line = lines[0]
    yield _price(table, move.banner, line, _due(step, "saladin.reaction.cost"), "saladin.reaction.cost")
    yield from _printed_dice(table, move.banner, line)


def _printed(table: Table, line: Line, colour: str, number: int) -> Term:
    """What the card shows, named by how sure that is."""
    return Term(table.standing(f"{line.key}.{colour}").word, number, "saladin.dice.count")


def _printed_dice(table: Table, banner: str, line: Line) -> Iterator[Account]:
    """The dice of a Reaction: nothing adds to them or takes from them."""
    for colour, number in zip(COLOURS, (line.red, line.green), strict=True):
        if number:
            yield Account(colour, banner, (_printed(table, line, colour, number),))


def _roll(table: Table, state: State, move: Roll, step: Step[State]) -> Iterator[Account]:
    pending = state.pending
    if pending is None:
        return
    by_name = table.faces[state.horns].by_name
    if pending.red != UNKNOWN and pending.reactor != NO_BANNER:
        yield from _printed_dice(table, table.pieces[pending.reactor], by_name[pending.reactor][pending.reaction])
    elif pending.red != UNKNOWN:
        line = by_name[pending.banner][pending.line]
        yield from _dice(table, state, pending.banner, line, pending.target, pending)
    yield from _lances(table, pending, move, step)
    for n, faces in enumerate((move.red, move.green)):
        if orders := tally(faces)[1]:
            spent = _due(Step(state, _of_side(step, SIDES[n])), "saladin.dice.order-face")
            terms = [Term("faces", orders, "saladin.dice.order-face", {"faces": list(faces)})]
            if spent < orders:
                terms.append(Term("empty-pool", spent - orders, "saladin.dice.order-face"))
            yield Account("orders", SIDES[n], tuple(terms))


def _of_side(step: Step[State], side: str) -> tuple[Event, ...]:
    return tuple(event for event in step.events if event.who == side)


def _lances(table: Table, pending: Pending, move: Roll, step: Step[State]) -> Iterator[Account]:
    """What the faces take from whom, and no more than there is."""
    due = {event.who: event.due for event in step.events if event.kind in ("lost", "discarded")}
    for victim, faces in zip(victims(table, pending), (move.red, move.green), strict=True):
        name = table.pieces[victim] if victim != NO_BANNER else ""
        if name in due and (hits := tally(faces)[0]):
            yield _taken(name, due[name], Term("faces", hits, "saladin.dice.faces", {"faces": list(faces)}))
    if pending.reaction == "feint":
        name = table.pieces[pending.banner]
        yield _taken(name, due[name], Term("feint", FEINT_LANCES, "saladin.hattin.feint"))


def _taken(name: str, due: int, first: Term) -> Account:
    if due == first.amount:
        return Account("lances", name, (first,))
    return Account("lances", name, (first, Term("last", due - first.amount, "saladin.lances.losses")))


def _lead(table: Table, state: State, move: Lead, step: Step[State]) -> Iterator[Account]:
    leader = f"leader.{table.leaders[SIDES.index(move.side)]}"
    yield Account("cost", leader, (Term("free", 0, "saladin.leader.once"),))
    if step.state.bonus and not state.bonus:
        yield Account(DONE, "", (Term("bonus", table.bonus_die, "saladin.arsuf.bonus"),))


def _opening(table: Table, state: State, _move: Start, _step: Step[State]) -> Iterator[Account]:
    """Who holds the initiative, and by what."""
    side = state.initiative
    params = {"side": SIDES[side], "own": state.available[side], "other": state.available[1 - side]}
    if holder(table, state.available) != side:
        term = Term("seized", 0, "saladin.initiative.seize", {"who": SIDES[side]})
    elif state.available[0] == state.available[1]:
        term = Term("tie", 0, "saladin.initiative.holder", params)
    else:
        term = Term("fewer", 0, "saladin.initiative.holder", params)
    yield Account(DONE, "", (term,))


def _pass(table: Table, state: State, move: Pass, step: Step[State]) -> Iterator[Account]:
    yield Account(DONE, "", (Term("all-ordered", 0, "saladin.activation.pass", {"side": move.side}),))
    if step.state.turn > state.turn:
        yield from _payment(table, step.state)


def _turn(table: Table, state: State, move: Turn, step: Step[State]) -> Iterator[Account]:
    """What Chaos asked for, whatever the record says was paid."""
    if step.state.turn == move.number > 1:
        boxed = {event.who: event.due for event in step.events if event.rule == "saladin.chaos.payment"}
        asked = (boxed.get(SIDES[0], state.paid[0]), boxed.get(SIDES[1], state.paid[1]))
        yield from _payment(table, replace(step.state, paid=asked))


def _payment(table: Table, state: State) -> Iterator[Account]:
    """One Order, one for each Banner in enemy hands, and no more than there are."""
    for side, name in enumerate(SIDES):
        due = chaos_due(state, table, side)
        base = chaos_due(replace(state, captured=0), table, side)
        terms = [
            Term("each-turn", base, "saladin.chaos.payment"),
            Term("held", due - base, "saladin.chaos.payment"),
            Term("empty-pool", min(0, state.paid[side] - due), "saladin.chaos.payment"),
        ]
        yield Account("chaos", name, tuple(term for term in terms if term.amount))


def _done(state: State, step: Step[State]) -> Iterator[Term]:
    """What else happened, event by event."""
    for event in step.events:
        if event.rule not in COUNTED:
            params: dict[str, Any] = {"who": event.who}
            if event.rule == "saladin.lances.sixth":
                params["track"] = TRACK
            yield Term(event.kind, event.amount, event.rule, params)
    if step.state.shield_wall and not state.shield_wall:
        yield Term("shield-wall", 1, "saladin.shield-wall.die")
    if step.state.ended and not state.ended:
        yield Term("ended", 0, step.state.ended_by, {"winner": step.state.ended})


EXPLAINERS: dict[type[MoveBase], Callable[[Table, State, Any, Step[State]], Iterator[Account]]] = {
    Activate: _activation,
    React: _reaction,
    Roll: _roll,
    Lead: _lead,
    Start: _opening,
    Pass: _pass,
    Turn: _turn,
}
