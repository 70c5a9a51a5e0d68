"""A game of Saladin as units to be told: an activation with its answer and its dice is one, passes in a row are one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.events import Event
from engine.core.record_errors import Misread
from refsvc import library
from refsvc.presentation.subject import Subject, is_awaiting
from refsvc.presentation.values import NarrativeUnit

# the kind of unit that a move begins; those in JOINING go on with one that is under way
KINDS = {
    "turn": "opening", "seize": "opening", "start": "opening", "remove": "removal", "activate": "activation",
    "react": "answer", "roll": "dice", "lead": "leader", "pass": "pass", "result": "result",
}  # fmt: skip
JOINING = {
    "answer": "activation",
    "dice": "activation",
    "opening": "opening",
    "pass": "pass",
    "unread": "unread",
    "count": "count",
}
SILENT = frozenset({"note", "count"})
# what a thing weighs in the balance, in Lances; an Order weighs the more, the fewer of them its side has
WEIGHT_OF = {"lost": 1, "discarded": 1, "gone": 12, "fallen": 12}
ORDERS = {"boxed": 1, "gained": -1}
ALL_ORDERS = 36
MARKS = {"saladin.hattin.horns": "horns", "saladin.hattin.true-cross": "true-cross"}
MARK = 9
OF_TURN_END = "saladin.chaos.payment"
REASONS = {"gone": "gone", "fallen": "fallen", "boxed": "order", "lost": "lances", "discarded": "lances"}
RANKED = ("true-cross", "horns", "fallen", "gone", "order", "lances")
UNWEIGHED = (OF_TURN_END, "saladin.leader.recover")  # both sides pay the one; the other brings no new Order


def units(subject: Subject) -> Iterator[NarrativeUnit]:
    """Every move of a record in one unit, in order."""
    now: NarrativeUnit | None = None
    for number in range(1, len(subject.steps)):
        tree = subject.move(number)
        kind = "unread" if tree is None or subject.is_lost(number) else KINDS.get(tree["do"], "")
        events = subject.events(number)
        if tree is not None and tree["do"] in SILENT:
            kind = "count" if _has_changed(subject, number) and not is_awaiting(subject, number) else ""
        if now is not None and (not kind or _goes_on(now, kind, subject.turns[number])):
            now.last = number
            if kind:
                now.moves.append(number)
                now.events += events
            continue
        if now is not None:
            events = _closed(subject, now, number, events)
            yield now
        now = NarrativeUnit(
            kind or "silent", [number], number, subject.turns[number], list(events), (tree or {}).get("side", "")
        )
    if now is not None:
        yield now


def _goes_on(now: NarrativeUnit, kind: str, turn: int) -> bool:
    """Whether a move belongs to the unit under way."""
    return JOINING.get(kind) == now.kind and (now.turn == turn or now.kind == "unread")


def _has_changed(subject: Subject, number: int) -> bool:
    return subject.steps[number] is not subject.steps[number - 1]


def _closed(subject: Subject, now: NarrativeUnit, number: int, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of a move without that which only ended an activation whose dice never came."""
    if now.kind == "activation" and events and events[0].rule == "saladin.status.change":
        acted = subject.move(now.move)
        if acted and events[0].who == acted["banner"] and is_awaiting(subject, number - 1):
            now.events.append(events[0])
            return events[1:]
    return events


def weight(subject: Subject, unit: NarrativeUnit) -> tuple[int, str]:
    """How far a unit moved the balance between the sides, and by what most: the id of a reason, empty if by nothing."""
    balance, extra, reasons = 0, 0, set()
    for event in unit.events:
        if event.rule in UNWEIGHED or not event.amount:
            continue
        sign = 1 if _side(subject, event.who) == subject.game.SIDES[0] else -1
        if event.kind in ORDERS:
            pool = subject.view(unit.move - 1)["orders"][event.who]
            had = pool["available"] + pool["spent"]
            balance += sign * ORDERS[event.kind] * event.amount * (ALL_ORDERS // max(1, had))
        else:
            balance += sign * event.amount * WEIGHT_OF.get(event.kind, 0)
        extra += MARK if event.rule in MARKS else 0
        reasons.add(MARKS.get(event.rule) or REASONS.get(event.kind, ""))
    return abs(balance) + extra, next((reason for reason in RANKED if reason in reasons), "")


def _side(subject: Subject, who: str) -> str:
    """The side of a side, a Banner or the town."""
    if who in subject.game.SIDES:
        return who
    battle = library.load_scenario(subject.game.KEY, subject.game.scenario)
    return subject.game.SIDES[who in battle.crusader]


def concerned(_subject: Subject, _unit: NarrativeUnit, changed: frozenset[str]) -> frozenset[str]:
    """The pieces that a drawing has to show, from what has changed in a view."""
    touched = {key.removeprefix("banners.") for key in changed if key.startswith("banners.")}
    return frozenset(touched | ({"arsuf-town"} if "town" in changed else set()))


def moves_of_kind(subject: Subject, unit: NarrativeUnit, do: str) -> list[dict[str, Any]]:
    """The moves of one kind in a unit, as they stand in the record."""
    trees = (subject.move(number) for number in unit.moves if not isinstance(subject.moves[number - 1], Misread))
    return [tree for tree in trees if tree is not None and tree["do"] == do]
