"""A working copy of the pieces while one move is resolved: moves them, writes down each event, then settles."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.core.events import Event, Step
from engine.saladin.rules.victory import decide
from engine.saladin.state import CRUSADER, NO_BANNER, SIDES, State, bits, for_side, moved_by, with_item
from engine.saladin.table import Table

TRACK = 6  # spaces of the losses track (saladin.lances.sixth)


class Pieces:
    """Orders, Lances, statuses and cards of one state, to be changed and settled into the next."""

    __slots__ = (
        "available", "changes", "committed", "events", "lances", "losses", "out", "spared", "spent", "state", "table",
    )  # fmt: skip

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state
        self.available = state.available
        self.spent = state.spent
        self.losses = state.losses
        self.lances = state.lances
        self.committed = state.committed
        self.out = state.out
        self.spared = 0  # Banners that stay, whatever we assume of their Lances: the record says so
        self.events: list[Event] = []
        self.changes: dict[str, Any] = {}  # what seldom changes: Orders in the box, cards taken or removed

    @property
    def captured(self) -> int:
        """Cards that the enemy holds now."""
        held: int = self.changes.get("captured", self.state.captured)
        return held

    def spend(self, side: int, amount: int, rule: str, due: int | None = None) -> None:
        """Available to Spent, as far as there are any; `due` is what the rules ask for."""
        moved = min(amount, self.available[side])
        self.available = moved_by(self.available, side, -moved)
        self.spent = moved_by(self.spent, side, moved)
        self.events.append(Event("spent", rule, SIDES[side], moved, amount if due is None else due))

    def box_order(self, side: int, rule: str, amount: int = 1) -> None:
        """Orders to the box, Available ones first (saladin.orders.box)."""
        first = min(amount, self.available[side])
        then = min(amount - first, self.spent[side])
        self.available = moved_by(self.available, side, -first)
        self.spent = moved_by(self.spent, side, -then)
        self.changes["boxed"] = moved_by(self.changes.get("boxed", self.state.boxed), side, first + then)
        self.events.append(Event("boxed", rule, SIDES[side], first + then, amount))

    def gain_order(self, side: int, rule: str) -> None:
        """One Order straight to Available."""
        self.available = moved_by(self.available, side, 1)
        self.events.append(Event("gained", rule, SIDES[side], 1, 1))

    def lose(self, banner: int, hits: int, stated: int | None = None) -> None:
        """Lances to the losses track one by one; each sixth empties it and boxes an Order."""
        had = self.lances[banner]
        due = min(hits, had)
        amount = due if stated is None else min(stated, had) if self.table.is_sure else stated
        side = self.table.side_of[banner]
        left = max(0, had - amount)
        self.lances = with_item(self.lances, banner, left)
        self.events.append(Event("lost", "saladin.lances.track", self.table.pieces[banner], amount, due))
        track = self.losses[side] + amount
        while track >= TRACK:
            track -= TRACK
            self.box_order(side, "saladin.lances.sixth")
        self.losses = for_side(self.losses, side, track)
        if not left:
            self.take_off(banner)

    def discard_lances(self, banner: int, hits: int, rule: str, stated: int | None = None) -> None:
        """Lances straight to the box, past the losses track."""
        had = self.lances[banner]
        due = min(hits, had)
        amount = due if stated is None else min(stated, hits)
        self.lances = with_item(self.lances, banner, max(0, had - amount))
        self.events.append(Event("discarded", rule, self.table.pieces[banner], amount, due))
        if not self.lances[banner]:
            self.take_off(banner)

    def give_lance(self, giver: int, receiver: int) -> None:
        """One Lance from Banner to Banner (saladin.reinforce.receiver); the giver's last one costs it its card."""
        self.lances = with_item(self.lances, giver, self.lances[giver] - 1)
        self.lances = with_item(self.lances, receiver, self.lances[receiver] + 1)
        self.events.append(Event("given", "saladin.reinforce.receiver", self.table.pieces[receiver], 1, 1))
        if not self.lances[giver]:
            self.take_off(giver)

    def restore(self, banner: int) -> None:
        """One Lance back from the losses track."""
        self.losses = moved_by(self.losses, self.table.side_of[banner], -1)
        self.lances = with_item(self.lances, banner, self.lances[banner] + 1)
        self.events.append(Event("restored", "saladin.lances.restore", self.table.pieces[banner], 1, 1))

    def take_off(self, banner: int) -> None:
        """A Banner without Lances leaves play: to the enemy, or to the box; the town yields its Order."""
        bit = 1 << banner
        if self.out & bit:
            return
        if self.spared & bit:
            self.lances = with_item(self.lances, banner, 1)
            return
        self.out |= bit
        name = self.table.pieces[banner]
        if banner == self.table.town:
            self.events.append(Event("fallen", "saladin.arsuf.town", name, 1, 1))
            if self.table.scenario.twelfth_order:
                self.gain_order(CRUSADER, "saladin.arsuf.twelfth-order")
            return
        if bit & self.table.to_box:
            self.events.append(Event("gone", "saladin.hattin.husam-lulu", name, 1, 1))
        else:
            self.changes["captured"] = self.captured | bit
            self.events.append(Event("gone", "saladin.lances.last", name, 1, 1))
        self.part(banner)

    def remove(self, banner: int) -> None:
        """A Banner without targets leaves play with its Lances (saladin.removal.target-left)."""
        self.out |= 1 << banner
        self.changes["removed"] = self.changes.get("removed", self.state.removed) | 1 << banner
        self.events.append(Event("removed", "saladin.removal.target-left", self.table.pieces[banner], 1, 1))
        self.part(banner)

    def part(self, banner: int) -> None:
        """A Banner that leaves play commits nobody any more."""
        self._clear(banner, "saladin.status.pair")

    def change_status(self, banner: int, change: int) -> None:
        """What the line says about the status of the pair, while both are in play."""
        if change < 0:
            self._clear(banner, "saladin.status.change")
            return
        partner = self.table.faces[self.state.horns].partner[banner]
        pair = 1 << banner | 1 << partner if partner != NO_BANNER else 0
        if pair and not pair & self.out:
            self.committed |= pair
            self.events.append(Event("committed", "saladin.status.change", self.table.pieces[banner], 1, 1))

    def _clear(self, banner: int, rule: str) -> None:
        partner = self.table.faces[self.state.horns].partner[banner]
        pair = 1 << banner | (1 << partner if partner != NO_BANNER else 0)
        if self.committed & pair:
            self.committed &= ~pair
            self.events.append(Event("released", rule, self.table.pieces[banner], 1, 1))

    def settle(self, **changes: Any) -> Step[State]:
        """The next state: pieces as they lie, Banners without targets looked up, the end of the game decided."""
        before = self.state
        if self.out != before.out or "horns" in changes:
            horns = changes.get("horns", before.horns)
            changes["idle"] = self._left_without_target(horns) | changes.get("idle", 0)
            if self.table.cross_by_itself and self.table.cross != NO_BANNER:
                self._take_cross(changes, horns=horns)
            changes["out"] = self.out
            changes["ordered"] = changes.get("ordered", before.ordered) & ~self.out  # a card out of play has no side
        if self.changes:
            changes |= self.changes
            if "boxed" in changes:
                changes["ended"], changes["ended_by"] = decide(
                    self.table, before, self.available, self.spent, self.lances
                )
        if self.lances is not before.lances:
            changes["lances"] = self.lances
            changes["losses"] = self.losses
        if self.available is not before.available or self.spent is not before.spent:
            changes["available"] = self.available
            changes["spent"] = self.spent
        if self.committed != before.committed:
            changes["committed"] = self.committed
        return Step(replace(before, **changes), tuple(self.events))

    def _left_without_target(self, horns: bool) -> int:
        """Banners whose last target has just gone; where the ruling says so, they leave at once."""
        before = self.table.targetless(self.state.out, horns=self.state.horns)
        left = self.table.targetless(self.out, horns=horns) & ~before
        while self.table.must_remove and (now := self.table.targetless(self.out, horns=horns) & ~self.out):
            for banner in bits(now):
                self.remove(banner)
            left |= now
        return left if self.table.must_remove else left & ~self.out

    def _take_cross(self, changes: dict[str, Any], *, horns: bool) -> None:
        """DIF-06, automatic: the True Cross is taken the moment its condition holds."""
        table = self.table
        is_due = self.captured >> table.cross & 1 and (horns or self.captured >> table.horns & 1)
        if is_due and not self.state.crossed:
            self.box_order(CRUSADER, "saladin.hattin.true-cross")
            changes["crossed"] = True
