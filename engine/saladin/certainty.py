"""What is sure, while the players' own cards and board are not known.

A computed part of the state is as sure as the weakest value that went into it: a pool after a surcharge, a Banner's
life after a loss, a status after a Flee. What the record states (`spent`, `losses`, `gone`, `paid`, a `count`) is sure
again. `believe` puts a state right where only an unverified value stands against what the players did.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.core import certainty
from engine.core.events import Event, Step
from engine.core.facts import Standing
from engine.core.findings import Violation
from engine.core.moves import MoveBase, Turn
from engine.saladin.moves import Activate, Count, React, Roll
from engine.saladin.rules.action import line_of, skip_owed, target_of
from engine.saladin.rules.cost import cost_keys
from engine.saladin.rules.dice import dice_shown
from engine.saladin.rules.reaction import line_of_reaction
from engine.saladin.state import NO_BANNER, SIDES, Pending, State, bits, for_side, with_item
from engine.saladin.table import GIVES_LANCE, Line, Table

PRINTED, INFERRED, ASSUMED = Standing.PRINTED, Standing.INFERRED, Standing.ASSUMED


class Certainty(certainty.Certainty[State]):
    """The standing of each computed part, and the dice that the record itself has shown."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.facts)
        self.table = table
        self.level: dict[str, int] = {}  # "state.pool.crusader" -> standing; printed where absent
        self.cause: dict[str, str] = {}  # the value of the data that made a part of the state unsure
        self.before_chaos: dict[str, int] = {}
        self.is_thinned = False  # somebody is out of play where Banners without targets must leave
        self.shown: dict[str, int] = {}  # dice of a line, as the record showed them first

    def basis(self, key: str) -> int:
        """How sure one thing is that a violation read."""
        if not key.startswith("state."):
            return self.table.standing(key)
        if self.table.must_remove and key.startswith("state.out."):
            return self._life(key.removeprefix("state.out."), set())
        return self.level.get(key, PRINTED)

    def _life(self, name: str, seen: set[str]) -> int:
        """How sure it is that a Banner is in play, where those without targets leave by themselves: as sure as its
        list of targets, once anybody is out, and as the lives of those on it."""
        level = self.level.get(f"state.out.{name}", PRINTED)
        banner = self.table.number.get(name)
        if banner is None or name in seen:
            return level
        seen.add(name)
        for horns in (False, True):
            keys = self.table.target_keys(banner, horns=horns)
            if self.is_thinned:
                level = max(level, *(self.table.standing(key) for key in keys))
            level = max(level, *(self._life(key.rpartition(".")[2], seen) for key in keys[1:]), PRINTED)
        return level

    def source(self, key: str) -> str:
        """The value of the data behind a computed part; a value itself is its own source."""
        return self.cause.get(key, key)

    def weakest(self, keys: Iterable[str]) -> str:
        """The least sure of these, on which all that is computed from them rests."""
        return max(keys, key=self.basis)

    def _rest(self, part: str, on: str) -> None:
        """A part of the state rests on something from now on, if that is less sure than it was."""
        if self.basis(on) > self.level.get(part, PRINTED):
            self._settle(part, on)

    def _settle(self, part: str, on: str) -> None:
        """A part of the state is as sure as what it rests on now, whatever it was before."""
        self.level[part] = self.basis(on)
        self.cause[part] = self.source(on)

    def after(self, before: State, move: MoveBase, step: Step[State]) -> tuple[Violation, ...]:
        """Take in what a move did; where the record contradicts what it showed before, say so."""
        for event in step.events:
            self._take(before, move, event)
        self.is_thinned = self.table.must_remove and bool(step.state.out)
        if isinstance(move, Count):
            self._counted(move)
        elif isinstance(move, Turn):
            for side in move.paid or ():
                self.level[f"state.pool.{side}"] = self.before_chaos.get(side, PRINTED)
        elif isinstance(move, Activate) and move.banner in self.table.number:
            self._activated(before, move, step.state)
        if isinstance(move, Roll) and before.pending is not None:
            self._closed(before, before.pending)
            return self._rolled(before, move, before.pending)
        if before.pending is not None and step.state.pending is None:
            self._closed(before, before.pending)
        return ()

    def settled(self, state: State, move: MoveBase) -> State:
        """The state with an activation closed that awaits nothing which the rules are sure of."""
        pending = state.pending
        if isinstance(move, Roll):
            return self._hurt(state, move)
        if pending is None or isinstance(move, (React, Count)) or pending.red > 0 or pending.green > 0:
            return state
        return self._close(state, pending)

    def _hurt(self, state: State, move: Roll) -> State:
        """Whoever the record says lost Lances was in play, if only our assumptions speak against it."""
        for name, lost in (move.losses or {}).items():
            number = self.table.number.get(name)
            if lost and number is not None and state.out >> number & 1 and self.basis(f"state.out.{name}") == ASSUMED:
                state = self._revive(state, name)
        return state

    def _close(self, state: State, pending: Pending) -> State:
        step = skip_owed(self.table, state)
        self._closed(state, pending)
        return step.state

    def _take(self, before: State, move: MoveBase, event: Event) -> None:
        table = self.table
        pool, life = f"state.pool.{event.who}", f"state.out.{event.who}"
        match event.kind:
            case "spent" if event.rule in ("saladin.cost.paid", "saladin.reaction.cost"):
                if isinstance(move, (Activate, React)) and move.spent is None:
                    self._pay(before, move, pool)
            case "lost" | "discarded":
                is_stated = isinstance(move, Roll) and move.losses is not None
                lances = self.weakest((f"banners.{event.who}.lances", f"state.lances.{event.who}"))
                if not is_stated and event.due > 1:
                    self._rest(f"state.lances.{event.who}", lances)
                    if event.kind == "lost":
                        self._rest(f"state.track.{SIDES[table.side_of[table.index[event.who]]]}", lances)
                if isinstance(move, Roll) and move.gone is not None:
                    self.level[life] = PRINTED
                else:
                    self._settle(life, lances)
                if table.cross_by_itself and table.index[event.who] in (table.cross, table.horns):
                    self._rest("state.pool.crusader", life)  # whether the True Cross was taken rests on it
            case "given" if isinstance(move, Activate):
                self._rest(f"state.out.{move.banner}", f"banners.{move.banner}.lances")
            case "removed" if table.must_remove:
                self._rest(life, self.weakest(table.target_keys(table.index[event.who], horns=before.horns)))
            case "boxed" if event.rule == "saladin.lances.sixth":
                self._rest(pool, f"state.track.{event.who}")
            case "boxed" if event.rule == "saladin.chaos.payment":
                self.before_chaos[event.who] = self.basis(pool)
                own = bits(table.own[SIDES.index(event.who)])
                self._rest(pool, self.weakest(f"state.out.{table.pieces[n]}" for n in own))
            case "quenched" if before.tended:  # it went out only because nobody is left to feed it
                self._rest("state.fire", self.weakest(f"state.out.{name}" for name in table.scenario.to_box))
            case "released" if event.rule == "saladin.status.pair":
                self._status(table.index[event.who], life, before)

    def _pay(self, before: State, move: Activate | React, pool: str) -> None:
        """A pool after a payment that the record doesn't state is as sure as the cost."""
        banner = self.table.index[move.banner]
        if isinstance(move, Activate):
            line = line_of(self.table, before, banner, move)
        else:
            line = line_of_reaction(self.table, before, banner, move)
        if line:
            self._rest(pool, self.weakest(cost_keys(self.table, before, banner, line, line.cost)))

    def _status(self, banner: int, on: str, state: State) -> None:
        partner = self.table.faces[state.horns].partner[banner]
        for n in (banner, partner):
            if n != NO_BANNER:
                self._settle(f"state.status.{self.table.pieces[n]}", on)

    def _activated(self, before: State, move: Activate, after: State) -> None:
        """A line done without dice: its change of status is as sure as the card says."""
        banner = self.table.index[move.banner]
        line = line_of(self.table, before, banner, move)
        if line is None:
            return
        if move.target is None and line.aims:
            self._aimed(before, banner, line, target_of(self.table, before, banner, line, move))
        if after.pending is None:
            self._changed(before, banner, line)

    def _aimed(self, before: State, banner: int, line: Line, target: int) -> None:
        """Whoever is the only target left is hit, as far as it is known that there is no other."""
        if target == NO_BANNER:
            return
        keys = [self.table.target_keys(banner, horns=before.horns)[0]]
        if line.action == GIVES_LANCE:
            keys = [f"state.lances.{name}" for name in self.table.pieces]
        name, side = self.table.pieces[target], SIDES[self.table.side_of[target]]
        for part in (f"lances.{name}", f"out.{name}", f"status.{name}", f"track.{side}", f"pool.{side}"):
            self._rest(f"state.{part}", self.weakest(keys))

    def _closed(self, before: State, pending: Pending) -> None:
        if pending.reactor == NO_BANNER:
            line = self.table.faces[before.horns].by_name[pending.banner].get(pending.line)
            if line is not None:
                self._changed(before, pending.banner, line)

    def _changed(self, state: State, banner: int, line: Line) -> None:
        change = f"{line.key}.change"
        known = self.level.get(f"state.status.{self.table.pieces[banner]}", PRINTED)
        if line.change or self.basis(change) > known:
            self._status(banner, change, state)

    def _counted(self, count: Count) -> None:
        for side, pool in (count.orders or {}).items():
            if pool.available is not None and pool.spent is not None:
                self.level[f"state.pool.{side}"] = PRINTED
        for side in count.losses or ():
            self.level[f"state.track.{side}"] = PRINTED
        for name, part in (count.banners or {}).items():
            if part.lances is not None or part.out is not None:
                self.level[f"state.lances.{name}"] = self.level[f"state.out.{name}"] = PRINTED
            if part.status is not None and name in self.table.index:
                self.level[f"state.status.{name}"] = PRINTED

    def _rolled(self, before: State, move: Roll, pending: Pending) -> tuple[Violation, ...]:
        """The dice of a line that no printed value gives: kept as first shown, compared from then on."""
        keys = self._plain_dice(before, pending)
        if keys is None:
            return ()
        found = []
        for key, number in zip(keys, (len(move.red), len(move.green)), strict=True):
            if self.table.standing(key) != ASSUMED:
                continue
            if self.shown.setdefault(key, number) != number:
                found.append(dice_shown(self.table, pending, key, self.shown[key], number))
        return tuple(found)

    def _plain_dice(self, before: State, pending: Pending) -> tuple[str, str] | None:
        """The two dice values of what is pending, if nothing but the line itself decides their number."""
        banner, name = pending.banner, pending.line
        if pending.reactor != NO_BANNER:
            banner, name = pending.reactor, pending.reaction
        line = self.table.faces[before.horns].by_name[banner].get(name)
        status = f"state.status.{self.table.pieces[banner]}"
        is_shielded = before.shield_wall and pending.target == self.table.shielded
        if line is None or is_shielded or self.basis(status) == ASSUMED or line.red < pending.red:
            return None
        return f"{line.key}.red", f"{line.key}.green"

    def agrees(self, violation: Violation, before: State, move: MoveBase) -> bool:
        """Whether a number of dice is the one that the record has shown before for this line."""
        pending = before.pending
        if "other-dice" not in violation.families or pending is None or not isinstance(move, Roll):
            return False
        keys = self._plain_dice(before, pending)
        rolled = (len(move.red), len(move.green))
        return keys is not None and all(self.shown.get(k) == n for k, n in zip(keys, rolled, strict=True))

    def believe(self, state: State, move: MoveBase, doubted: tuple[Violation, ...]) -> State:
        """The state in which the move stands, as far as only unverified values were against it."""
        for violation in doubted:
            state = self._believe(state, move, violation)
        return state

    def _believe(self, state: State, move: MoveBase, violation: Violation) -> State:
        params = violation.params
        whom: str = params["target"] if "target" in params else params.get("banner", "")
        if violation.duty and "state.pending" in violation.reads and state.pending is not None:
            return self._close(state, state.pending)
        for family in violation.families:
            match family:
                case "other-status":
                    return self._believe_status(state, self.table.index[whom], params.get("status") == "uncommitted")
                case "in-play":
                    return self._revive(state, whom)
                case "out-of-play":
                    return self._bury(state, move)
                case "more-orders":
                    return self._believe_pool(state, move)
                case "other-holder":
                    return replace(state, initiative=1 - state.initiative)
                case "other-fire":
                    return replace(state, fire=not state.fire)
                case "not-over":
                    return replace(state, ended="", ended_by="")
        return state

    def _believe_status(self, state: State, banner: int, is_committed: bool) -> State:
        partner = self.table.faces[state.horns].partner[banner]
        pair = 1 << banner | (1 << partner if partner != NO_BANNER else 0)
        for n in bits(pair):  # what the record shows is no printed fact, but more than an assumption
            self.level[f"state.status.{self.table.pieces[n]}"] = INFERRED
        return replace(state, committed=state.committed | pair if is_committed else state.committed & ~pair)

    def _believe_pool(self, state: State, move: MoveBase) -> State:
        """As many Orders were Available as the players say they paid."""
        if not isinstance(move, (Activate, React)) or not move.spent:
            return state
        side = SIDES.index(move.side)
        return replace(state, available=for_side(state.available, side, max(state.available[side], move.spent)))

    def _revive(self, state: State, name: str) -> State:
        """The Banner is in play after all, and has lost at least one Lance fewer than it had."""
        banner = self.table.index[name]
        bit = 1 << banner
        lances = min(max(1, state.lances[banner]), self.table.lances[banner] - 1)
        return replace(
            state,
            out=state.out & ~bit,
            captured=state.captured & ~bit,
            removed=state.removed & ~bit,
            lances=with_item(state.lances, banner, max(1, lances)),
        )

    def _bury(self, state: State, move: MoveBase) -> State:
        """The Banners whose life is not sure and whose cards stand in the way of a pass are gone."""
        own = self.table.own[SIDES.index(move.side)]  # type: ignore[attr-defined]
        for n in bits(own & ~state.ordered & ~state.out):
            if self.basis(f"state.out.{self.table.pieces[n]}") == ASSUMED:
                bit = 1 << n
                state = replace(
                    state, out=state.out | bit, captured=state.captured | bit, lances=with_item(state.lances, n, 0)
                )
        return state
