"""The pieces while one move is resolved: where they are by now, each event written down, then settled."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.core.events import Event, Step
from engine.saladin.rules.victory import decide
from engine.saladin.state import AYYUBID, CRUSADER, NO_BANNER, SIDES, Pending, State, bits, moved_by, pay, with_item
from engine.saladin.table import Table

TRACK = 6  # spaces of the losses track (saladin.lances.sixth)


class WorkingPieces:
    """Orders, Lances, statuses and cards of one state, to be changed and settled into the next."""

    __slots__ = (
        "available", "changes", "committed", "events", "lances", "losses", "ordered", "out", "spared", "spent",
        "state", "table",
    )  # fmt: skip

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state
        self.available = state.available
        self.spent = state.spent
        self.losses = state.losses
        self.lances = state.lances
        self.committed = state.committed
        self.ordered = state.ordered
        self.out = state.out
        self.changes: dict[str, Any] = {}  # of the fields that seldom change
        self.events: tuple[Event, ...] = ()
        self.spared = 0  # Banners that stay, whatever we assume of their Lances: the record says so

    def now(self, field: str) -> Any:
        """A field that seldom changes, as it is by now."""
        return self.changes[field] if field in self.changes else getattr(self.state, field)

    def spend(self, side: int, amount: int, rule: str, due: int | None = None) -> None:
        """Available to Spent, as far as there are any; `due` is what the rules ask for."""
        self.available, self.spent, moved = pay(self.available, self.spent, side, amount)
        self.events += (Event("spent", rule, SIDES[side], moved, amount if due is None else due),)

    def box_order(self, side: int, rule: str, amount: int = 1) -> None:
        """Orders to the box, Available ones first (saladin.orders.box)."""
        first = min(amount, self.available[side])
        then = min(amount - first, self.spent[side])
        self.available = moved_by(self.available, side, -first)
        self.spent = moved_by(self.spent, side, -then)
        self.changes["boxed"] = moved_by(self.now("boxed"), side, first + then)
        self.events += (Event("boxed", rule, SIDES[side], first + then, amount),)

    def gain_order(self, side: int, rule: str) -> None:
        """One Order straight to Available."""
        self.available = moved_by(self.available, side, 1)
        self.events += (Event("gained", rule, SIDES[side], 1, 1),)

    def lose(self, banner: int, hits: int, stated: int | None = None) -> None:
        """Lances to the losses track one by one; each sixth empties it and boxes an Order."""
        table, lances, losses = self.table, self.lances, self.losses
        had = lances[banner]
        due = amount = hits if hits < had else had
        if stated is not None:
            amount = min(stated, had) if table.is_sure else stated
        left = had - amount if amount < had else 0
        side = table.side_of[banner]
        self.events += (Event("lost", "saladin.lances.track", table.pieces[banner], amount, due),)
        track = losses[side] + amount
        while track >= TRACK:
            track -= TRACK
            self.box_order(side, "saladin.lances.sixth")
        self.losses = (track, losses[1]) if side == AYYUBID else (losses[0], track)
        self.lances = with_item(lances, banner, left)
        if not left:
            self.take_off(banner)

    def discard_lances(self, banner: int, hits: int, rule: str, stated: int | None = None) -> None:
        """Lances straight to the box, past the losses track."""
        had = self.lances[banner]
        due = min(hits, had)
        amount = due if stated is None else min(stated, hits)
        left = max(0, had - amount)
        self.lances = with_item(self.lances, banner, left)
        self.events += (Event("discarded", rule, self.table.pieces[banner], amount, due),)
        if not left:
            self.take_off(banner)

    def give_lance(self, giver: int, receiver: int) -> None:
        """One Lance from Banner to Banner (saladin.reinforce.receiver); the giver's last one costs it its card."""
        lances = self.lances
        given = with_item(lances, receiver, lances[receiver] + 1)
        self.lances = with_item(given, giver, lances[giver] - 1)
        self.events += (Event("given", "saladin.reinforce.receiver", self.table.pieces[receiver], 1, 1),)
        if lances[giver] == 1:
            self.take_off(giver)

    def restore(self, banner: int) -> None:
        """One Lance back from the losses track."""
        self.losses = moved_by(self.losses, self.table.side_of[banner], -1)
        self.lances = with_item(self.lances, banner, self.lances[banner] + 1)
        self.events += (Event("restored", "saladin.lances.restore", self.table.pieces[banner], 1, 1),)

    def set_lances(self, banner: int, number: int) -> None:
        """A Banner has this many Lances, because the record says so."""
        self.lances = with_item(self.lances, banner, number)

    def take_off(self, banner: int) -> None:
        """A Banner without Lances leaves play: to the enemy, or to the box; the town yields its Order."""
        bit = 1 << banner
        if self.out & bit:
            return
        if self.spared & bit:
            self.set_lances(banner, 1)
            return
        self.out |= bit
        name = self.table.pieces[banner]
        if banner == self.table.town:
            self.events += (Event("fallen", "saladin.arsuf.town", name, 1, 1),)
            if self.table.scenario.twelfth_order:
                self.gain_order(CRUSADER, "saladin.arsuf.twelfth-order")
            return
        if bit & self.table.to_box:
            self.events += (Event("gone", "saladin.hattin.husam-lulu", name, 1, 1),)
        else:
            self.changes["captured"] = self.now("captured") | bit
            self.events += (Event("gone", "saladin.lances.last", name, 1, 1),)
        self.release(banner, "saladin.status.pair")

    def remove(self, banner: int) -> None:
        """A Banner without targets leaves play with its Lances (saladin.removal.target-left)."""
        self.out |= 1 << banner
        self.changes["removed"] = self.now("removed") | 1 << banner
        self.events += (Event("removed", "saladin.removal.target-left", self.table.pieces[banner], 1, 1),)
        self.release(banner, "saladin.status.pair")

    def change_status(self, banner: int, change: int) -> None:
        """What the line says about the status of the pair, while both are in play."""
        if change < 0:
            self.release(banner, "saladin.status.change")
            return
        partner = self.table.faces[self.state.horns].partner[banner]
        pair = 1 << banner | 1 << partner if partner != NO_BANNER else 0
        if pair and not pair & self.out:
            self.committed |= pair
            self.events += (Event("committed", "saladin.status.change", self.table.pieces[banner], 1, 1),)

    def release(self, banner: int, rule: str) -> None:
        """The pair is Uncommitted: by a line, or because one of the two has left play."""
        partner = self.table.faces[self.state.horns].partner[banner]
        pair = 1 << banner | (1 << partner if partner != NO_BANNER else 0)
        if self.committed & pair:
            self.committed &= ~pair
            self.events += (Event("released", rule, self.table.pieces[banner], 1, 1),)

    def settle(self, to_move: int, pending: Pending | None = None) -> Step[State]:
        """The next state: pieces as they lie, Banners without targets looked up, the end of the game decided."""
        before, changes = self.state, self.changes
        if self.out != before.out or "horns" in changes:
            self._look_up_targets()
        after = replace(
            before,
            to_move=to_move,
            pending=pending,
            available=self.available,
            spent=self.spent,
            losses=self.losses,
            lances=self.lances,
            committed=self.committed,
            ordered=self.ordered,
            out=self.out,
        )
        if changes:
            if "boxed" in changes:
                changes["ended"], changes["ended_by"] = decide(
                    self.table, before, self.available, self.spent, self.lances
                )
            after = replace(after, **changes)
        return Step(after, self.events)

    def _look_up_targets(self) -> None:
        """Somebody left play, or the cards were replaced: who has no target left, and what follows from it."""
        table, before = self.table, self.state
        horns: bool = self.now("horns")
        left = table.targetless(self.out, horns=horns) & ~table.targetless(before.out, horns=before.horns)
        if table.must_remove:
            left |= self._remove_all(horns)
        else:
            left &= ~self.out
        self.changes["idle"] = left | self.changes.get("idle", 0)
        self.ordered &= ~self.out  # a card out of play has no side
        if table.cross_by_itself and table.cross != NO_BANNER and not before.crossed:
            self._take_cross(horns=horns)

    def _remove_all(self, horns: bool) -> int:
        """DIF-01, mandatory: Banners without targets leave at once, and so may those that aimed at them."""
        removed = 0
        while now := self.table.targetless(self.out, horns=horns) & ~self.out:
            for banner in bits(now):
                self.remove(banner)
            removed |= now
        return removed

    def _take_cross(self, *, horns: bool) -> None:
        """DIF-06, automatic: the True Cross is taken the moment its condition holds."""
        captured = self.now("captured")
        if captured >> self.table.cross & 1 and (horns or captured >> self.table.horns & 1):
            self.box_order(CRUSADER, "saladin.hattin.true-cross")
            self.changes |= {"crossed": True, "cross_by_itself": True}
