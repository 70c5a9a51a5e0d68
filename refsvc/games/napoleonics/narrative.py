"""A game of Napoleonics as units to be told: a card with its orders and moves is one, a combat to its end another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.events import Event
from refsvc.games.napoleonics import position_text as words
from refsvc.games.napoleonics.findings import hexes_in
from refsvc.presentation.subject import Subject
from refsvc.presentation.values import NarrativeUnit

# The kind of unit that a move begins, or goes on with.
TURN, COMBAT = "command", "combat"
STARTS = {"play": TURN, "fire": COMBAT, "melee": COMBAT, "bonus": COMBAT, "result": "result"}
WITHIN = {
    TURN: ("order", "detach", "dissolve", "rally", "short-supply", "move", "roll"),
    COMBAT: (
        "first-strike", "square", "retire", "roll", "check-leader", "ignore-flags", "retreat", "leader-retreat",
        "battle-back", "take-ground", "breakthrough",
    ),
}  # fmt: skip
SILENT = frozenset({"note", "count", "turn", "deal", "draw", "discard", "end-phase"})
# What a combat may still bring when the next move closes it: these events stand at that move.
OF_COMBAT = frozenset({"lost", "eliminated", "banner", "retreated", "retired", "advanced"})
OF_LEADER = "napoleonics.leader."

# What a thing weighs in the balance, in blocks.
BLOCK, BANNER = 1, 6
REASONS = {"held": "objective", "given-back": "objective", "eliminated": "unit", "lost": "blocks"}
RANKED = ("leader", "unit", "objective", "blocks")


def units(subject: Subject) -> Iterator[NarrativeUnit]:
    """Every move of a record in one unit, in order."""
    now: NarrativeUnit | None = None
    for number in range(1, len(subject.steps)):
        tree = subject.move(number)
        events = subject.events(number)
        kind = _kind(subject, number, tree, now)
        if now is not None and (not kind or (kind == now.kind and not _begins(tree))):
            _go_on(now, number, events, is_told=bool(kind))
            continue
        if now is not None:
            events = _closed(now, events)
            yield now
        now = NarrativeUnit(
            kind or "silent", [number], number, subject.turns[number], list(events), _side(subject, number, tree)
        )
    if now is not None:
        yield now


def _kind(subject: Subject, number: int, tree: dict[str, Any] | None, now: NarrativeUnit | None) -> str:
    """The kind of unit that a move belongs to; empty for one that tells nothing."""
    if tree is None or subject.is_lost(number):
        return "unread"
    do = tree["do"]
    if do in SILENT:
        has_changed = subject.steps[number] is not subject.steps[number - 1]
        return "count" if do == "count" and has_changed else ""
    if do in STARTS:
        return STARTS[do]
    if now is not None and do in WITHIN.get(now.kind, ()):
        return now.kind
    return COMBAT if do in WITHIN[COMBAT] and do != "roll" else TURN


def _begins(tree: dict[str, Any] | None) -> bool:
    return tree is not None and tree["do"] in STARTS


def _go_on(now: NarrativeUnit, number: int, events: tuple[Event, ...], *, is_told: bool) -> None:
    now.last = number
    now.events += events
    if is_told:
        now.moves.append(number)


def _closed(now: NarrativeUnit, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of a move without those that only ended the combat before it, which are told there."""
    if now.kind != COMBAT:
        return events
    now.events += [event for event in events if event.kind in OF_COMBAT]
    return tuple(event for event in events if event.kind not in OF_COMBAT)


def _side(subject: Subject, number: int, tree: dict[str, Any] | None) -> str:
    if tree is None or tree["do"] in SILENT:
        return ""
    return str(tree.get("side") or subject.view(number)["to_move"])


def is_leader(event: Event) -> bool:
    """Whether a leader was eliminated, and no unit."""
    return event.kind == "eliminated" and event.rule.startswith((OF_LEADER, "napoleonics.ranged.leader"))


def weight(subject: Subject, unit: NarrativeUnit) -> tuple[int, str]:
    """How far a unit moved the balance between the sides, and by what most: the id of a reason, empty if by nothing."""
    balance, reasons = 0, set()
    for event in unit.events:
        reason = REASONS.get(event.kind, "")
        if event.kind == "lost":
            balance += _sign(subject, unit, event.who) * BLOCK * event.amount
        elif event.kind in ("banner", "held", "given-back"):
            sign = -1 if event.who == subject.game.SIDES[0] else 1
            balance += (-sign if event.kind == "given-back" else sign) * BANNER * event.amount
        elif is_leader(event):
            reason = "leader"
        reasons.add(reason)
    return abs(balance), next((reason for reason in RANKED if reason in reasons), "")


def _sign(subject: Subject, unit: NarrativeUnit, hex_: str) -> int:
    """1 if the unit on a hex belongs to the first side: what it loses is to the bad of that side."""
    for number in (unit.move - 1, *unit.moves):
        if part := subject.view(number)["units"].get(hex_):
            return 1 if words.side_of(subject.game, part) == subject.game.SIDES[0] else -1
    return 0


def concerned(subject: Subject, unit: NarrativeUnit, changed: frozenset[str]) -> frozenset[str]:
    """The hexes that a drawing has to show: those that have changed, and those of the moves."""
    keys = (key.split(".") for key in changed)
    touched = {parts[-1] for parts in keys if parts[0] in ("units", "leaders")}
    return frozenset(touched.union(*(hexes_in(subject.move(number) or {}) for number in unit.moves)))
