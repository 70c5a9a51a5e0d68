"""The pieces while one move is resolved: where they are by now, each event written down, then settled."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.core.events import Event, Step
from engine.napoleonics.board import BIT, NAME, Hex, Mask
from engine.napoleonics.state import BYTE, GONE, SIDES, SLOTS, State, bits
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARMS

Masks = tuple[Mask, Mask]
NO_ONE = BYTE[0]  # on a hex


def _with(row: bytes, place: int, value: int) -> bytes:
    """A row of numbers with another one in a place."""
    return row[:place] + BYTE[value] + row[place + 1 :]


def _changed(masks: Masks, side: int, mask: Mask) -> Masks:
    """The hexes of both sides with those of one changed."""
    return (masks[0], mask) if side else (mask, masks[1])


def placed(table: Table, before: State | WorkingPieces, unit: int, hex_: Hex) -> tuple[bytes, bytes, Masks]:
    """`at`, `on` and `units` with a unit on another hex."""
    side, at, on, units = table.side_of[unit], before.at, before.on, before.units
    old, hexes = at[unit], units[side]
    if old != GONE:
        on = on[:old] + NO_ONE + on[old + 1 :]
        hexes &= ~BIT[old]
    if hex_ != GONE:
        on = on[:hex_] + BYTE[unit + 1] + on[hex_ + 1 :]
        hexes |= BIT[hex_]
    at = at[:unit] + BYTE[hex_] + at[unit + 1 :]
    return at, on, (units[0], hexes) if side else (hexes, units[1])


class WorkingPieces:
    """The blocks of one state, to be moved and settled into the next: only what has changed is written anew."""

    __slots__ = (
        "at", "banners", "blocks", "changes", "chiefs", "events", "held", "kept", "leaders", "led", "on", "sizes",
        "slots", "square", "state", "table", "taken", "units",
    )  # fmt: skip

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state
        self.at = state.at
        self.blocks = state.blocks
        self.chiefs = state.chiefs
        self.on = state.on
        self.led = state.led
        self.units = state.units
        self.leaders = state.leaders
        self.square = state.square
        self.slots = state.slots
        self.kept = state.kept
        self.banners = state.banners
        self.held = state.held
        self.taken = state.taken
        self.sizes = state.sizes
        self.changes: dict[str, Any] = {}
        self.events: tuple[Event, ...] = ()

    def say(self, kind: str, rule: str, who: str, amount: int = 0, due: int = 0) -> None:
        """Write an event down."""
        self.events += (Event(kind, rule, who, amount, due),)

    # units

    def put(self, unit: int, hex_: Hex) -> None:
        """A unit by itself to a hex, from wherever it is."""
        at, on, units = placed(self.table, self, unit, hex_)
        changes = self.changes
        changes["at"] = self.at = at
        changes["on"] = self.on = on
        changes["units"] = self.units = units

    def strengthen(self, unit: int, blocks: int) -> None:
        """A unit with so many blocks."""
        self.changes["blocks"] = self.blocks = _with(self.blocks, unit, blocks)

    def march(self, unit: int, hex_: Hex) -> None:
        """A unit with its leader to a hex; one who stands there alone is joined."""
        chief = self.led[self.at[unit]]
        self.put(unit, hex_)
        if chief:
            self.put_chief(chief - 1, hex_)

    def lose(self, unit: int, blocks: int, rule: str, due: int | None = None) -> bool:
        """Blocks of a unit, as far as it has any; whether that was its last."""
        had = self.blocks[unit]
        gone = min(blocks, had)
        if not gone:
            return False
        self.strengthen(unit, had - gone)
        self.say("lost", rule, NAME[self.at[unit]], gone, blocks if due is None else due)
        if had > gone:
            return False
        self.take_off(unit, "napoleonics.victory.banners")
        return True

    def take_off(self, unit: int, rule: str) -> None:
        """A unit that is eliminated: a banner for the other side, and its square is no more."""
        side = self.table.side_of[unit]
        self.say("eliminated", rule, NAME[self.at[unit]], 1, 1)
        self.put(unit, GONE)
        self.strengthen(unit, 0)
        if self.square >> unit & 1:
            self.leave_square(unit)
        self.win(1 - side, 1 + self._bonus(1 - side, f"eliminated-{ARMS[self.table.arm_of[unit]]}"))

    def bring_back(self, unit: int, hex_: Hex) -> None:
        """A unit that seemed to be eliminated, with one block."""
        self.put(unit, hex_)
        self.strengthen(unit, 1)

    def give_back(self, unit: int) -> None:
        """The banner for a unit that was not eliminated after all."""
        side = 1 - self.table.side_of[unit]
        self.win(side, -1 - self._bonus(side, f"eliminated-{ARMS[self.table.arm_of[unit]]}"))

    def _bonus(self, side: int, trigger: str) -> int:
        return sum(rule.banners for rule in self.table.bonuses if rule.trigger == trigger and rule.side == SIDES[side])

    # leaders

    def put_chief(self, chief: int, hex_: Hex) -> None:
        """A leader by himself to a hex."""
        self._lift_chief(chief)
        changes = self.changes
        changes["chiefs"] = self.chiefs = _with(self.chiefs, chief, hex_)
        if hex_ == GONE:
            return
        if other := self.led[hex_]:  # who stood there is out of the way, whoever let two of them stand on one hex
            self._lift_chief(other - 1)
        side = self.table.chief_side[chief]
        changes["led"] = self.led = _with(self.led, hex_, chief + 1)
        changes["leaders"] = self.leaders = _changed(self.leaders, side, self.leaders[side] | BIT[hex_])

    def _lift_chief(self, chief: int) -> None:
        old = self.chiefs[chief]
        if old != GONE and self.led[old] == chief + 1:
            side = self.table.chief_side[chief]
            self.changes["led"] = self.led = _with(self.led, old, 0)
            self.changes["leaders"] = self.leaders = _changed(self.leaders, side, self.leaders[side] & ~BIT[old])

    def take_chief(self, chief: int, rule: str, *, is_eliminated: bool) -> None:
        """A leader who is eliminated, which is a banner, or has left the board, which is none."""
        side = self.table.chief_side[chief]
        self.say("eliminated" if is_eliminated else "left", rule, NAME[self.chiefs[chief]], 1, 1)
        self.put_chief(chief, GONE)
        if is_eliminated:
            self.win(1 - side, 1 + self._bonus(1 - side, "eliminated-leader"))

    # squares

    def form_square(self, unit: int, slot: int, card: str) -> None:
        """A unit in square: its place on the track, and the card that lies there."""
        side = self.table.side_of[unit]
        number = side * SLOTS + slot
        self._lay_marker(number, unit, card)
        self.changes["square"] = self.square = self.square | 1 << unit
        self.resize(side, -1)

    def _lay_marker(self, number: int, unit: int, card: str) -> None:
        self.changes["slots"] = self.slots = _with(self.slots, number, unit)
        self.changes["kept"] = self.kept = (*self.kept[:number], card, *self.kept[number + 1 :])

    def leave_square(self, unit: int) -> str:
        """A unit out of its square: the card comes back to the hand."""
        side = self.table.side_of[unit]
        number = self.slots.index(unit, side * SLOTS, (side + 1) * SLOTS)
        card = self.kept[number]
        self._lay_marker(number, GONE, "")
        self.changes["square"] = self.square = self.square & ~(1 << unit)
        self.resize(side, 1)
        if card:
            hands = list(self.changes.get("hands", self.state.hands))
            hands[side] = tuple(sorted((*hands[side], card)))
            self.changes["hands"] = tuple(hands)
        return card

    def resize(self, side: int, change: int) -> None:
        """More or fewer cards in hand."""
        french, british = self.sizes
        self.changes["sizes"] = self.sizes = (french, british + change) if side else (french + change, british)

    # banners

    def win(self, side: int, banners: int) -> None:
        """Banners for a side."""
        french, british = self.banners
        self.changes["banners"] = self.banners = (french, british + banners) if side else (french + banners, british)
        self.say("banner", "napoleonics.victory.banners", SIDES[side], banners, banners)

    def claim_goals(self, side: int, *, is_turn: bool) -> None:
        """Objectives that a side holds now: all of them when its turn begins, at other times those counted at once."""
        for number, goal in enumerate(self.table.goals):
            mark = 1 << (2 * number + side)
            if side not in goal.sides or not (is_turn or goal.is_at_once) or (self.held | self.taken) & mark:
                continue
            if self.units[side] & goal.hexes == goal.hexes:
                if goal.is_lasting:
                    self.changes["taken"] = self.taken = self.taken | mark
                    self.win(side, goal.banners)
                else:
                    self.changes["held"] = self.held = self.held | mark
                    self.say("held", "napoleonics.victory.objective", SIDES[side], goal.banners, goal.banners)

    def settle(self, **changes: Any) -> Step[State]:
        """The next state: objectives counted or given back, and the end of the game decided."""
        state = self.state
        if self.held:
            self._give_back()
        if self.table.has_goals_at_once:
            for side in (state.side, 1 - state.side):
                self.claim_goals(side, is_turn=False)
        changed = self.changes | changes
        after = replace(state, **changed) if changed else state
        return Step(after if after.ended else decided(self.table, after), self.events)

    def _give_back(self) -> None:
        """Temporary objectives that are held no longer."""
        for number in bits(self.held):
            place, side = divmod(number, 2)
            goal = self.table.goals[place]
            if self.units[side] & goal.hexes != goal.hexes:
                self.changes["held"] = self.held = self.held & ~(1 << number)
                self.say("given-back", "napoleonics.victory.objective", SIDES[side], goal.banners, goal.banners)


def is_watched(table: Table, state: State) -> bool:
    """Whether objectives may be counted or given back by whatever moves."""
    return bool(state.held) or table.has_goals_at_once


def banners_of(table: Table, state: State, side: int) -> int:
    """All banners of a side: those it keeps, and those for the objectives that it holds."""
    held = sum(goal.banners for n, goal in enumerate(table.goals) if state.held >> (2 * n + side) & 1)
    return state.banners[side] + held


def decided(table: Table, state: State) -> State:
    """The state with the end of the game, if a side has all the banners it needs."""
    if not state.held and state.banners[0] < table.banners[0] and state.banners[1] < table.banners[1]:
        return state
    for side in (state.side, 1 - state.side):
        if banners_of(table, state, side) >= table.banners[side] > 0:
            return replace(state, ended=SIDES[side], ended_by="napoleonics.victory.banners")
    return state
