"""Positions: a state as JSON, and back; one that can't be is refused with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, NonNegativeInt

from engine.core.record import RecordError, first_error
from engine.napoleonics.board import BIT, HEXES, NAME, NUMBER, SECTIONS, hexes_of
from engine.napoleonics.moves import Play
from engine.napoleonics.pieces import banners_of
from engine.napoleonics.rules.cards import resolve_play
from engine.napoleonics.state import (
    AFTER,
    ANSWER,
    DICE,
    GONE,
    NO_SLOTS,
    NOBODY,
    PHASES,
    PURPOSES,
    SIDES,
    SLOTS,
    STAGES,
    WAITING,
    Fight,
    State,
    bits,
)  # fmt: skip
from engine.napoleonics.table import Table

SideName = Literal["french", "british"]
NO_CARDS = ("",) * (2 * SLOTS)


def first_state(table: Table) -> State:
    """The set-up of the scenario."""
    placed = [
        (unit.hex, number, unit.blocks or table.blocks[number]) for number, unit in enumerate(table.scenario.units)
    ]
    chiefs = [(leader.hex, number) for number, leader in enumerate(table.scenario.leaders)]
    return _laid(table, placed, chiefs)


def _laid(table: Table, placed: list[tuple[int, int, int]], chiefs: list[tuple[int, int]]) -> State:
    """Units (hex, number, blocks) and leaders (hex, number) on the board."""
    at, blocks = bytearray([GONE]) * len(table.units), bytearray(len(table.units))
    chiefs_at = bytearray([GONE]) * len(table.chief_side)
    on, led = bytearray(HEXES), bytearray(HEXES)
    units, leaders = [0, 0], [0, 0]
    for hex_, unit, left in placed:
        at[unit], blocks[unit], on[hex_] = hex_, left, unit + 1
        units[table.side_of[unit]] |= BIT[hex_]
    for hex_, chief in chiefs:
        chiefs_at[chief], led[hex_] = hex_, chief + 1
        leaders[table.chief_side[chief]] |= BIT[hex_]
    sizes = (table.hand_sizes[0], table.hand_sizes[1])
    return State(
        at=bytes(at), blocks=bytes(blocks), chiefs=bytes(chiefs_at), on=bytes(on), led=bytes(led),
        units=(units[0], units[1]), leaders=(leaders[0], leaders[1]), square=0, slots=NO_SLOTS, kept=NO_CARDS,
        banners=(0, 0), held=0, taken=0, side=table.first, sizes=sizes, pile=table.deck_size - sum(sizes),
    )  # fmt: skip


def view(table: Table, state: State) -> dict[str, Any]:
    """What a reader of the board sees, and what is known of the cards."""
    tree: dict[str, Any] = {
        "turn": max(1, (state.plays + 1) // 2),
        "phase": PHASES[state.phase],
        "to_move": SIDES[state.side],
        "units": {NAME[hex_]: _unit(table, state, hex_) for hex_ in hexes_of(state.units[0] | state.units[1])},
        "leaders": {side: [NAME[hex_] for hex_ in hexes_of(state.leaders[n])] for n, side in enumerate(SIDES)},
        "banners": {side: banners_of(table, state, n) for n, side in enumerate(SIDES)},
        "hands": {side: state.sizes[n] for n, side in enumerate(SIDES)},
        "squares": {side: (state.square & table.own[n]).bit_count() for n, side in enumerate(SIDES)},
        "pile": state.pile,
    }
    if state.phase != WAITING:
        tree["card"] = _card(state)
        for name in ("ordered", "moved", "battled"):
            tree[name] = [NAME[state.at[unit]] for unit in bits(getattr(state, name)) if state.at[unit] != GONE]
    if any(state.hands):
        tree["known"] = {side: list(state.hands[n]) for n, side in enumerate(SIDES)}
    if state.seen:
        tree["seen"] = list(state.seen)
    if state.fight is not None:
        tree["pending"] = _fight(state, state.fight)
    if state.ended:
        tree["over"] = {"winner": state.ended, "rule": state.ended_by}
    return tree


def _unit(table: Table, state: State, hex_: int) -> dict[str, Any]:
    unit = state.on[hex_] - 1
    kind = table.units[unit]
    tree: dict[str, Any] = {"nation": kind.nation, "unit": kind.kind, "blocks": state.blocks[unit]}
    if state.square >> unit & 1:
        tree["square"] = True
    return tree


def _card(state: State) -> dict[str, Any]:
    tree: dict[str, Any] = {"card": state.played}
    if state.card != state.played:
        tree["as"] = state.card or None
    if state.section != NOBODY:
        tree["section"] = SECTIONS[state.section]
    if state.is_one:
        tree["use"] = "one-unit"
    return tree


def _fight(state: State, fight: Fight) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "do": "melee" if fight.is_melee else "fire",
        "unit": NAME[fight.home],
        "target": NAME[fight.hex],
        "awaits": STAGES[fight.stage],
    }
    if fight.join:
        tree["join"] = [NAME[state.at[unit]] for unit in bits(fight.join) if state.at[unit] != GONE]
    if fight.stage in (ANSWER, DICE, AFTER):
        tree["for"] = PURPOSES[fight.what]
    if fight.flags:
        tree["flags"] = fight.flags
    return tree


class Part(BaseModel):
    """Strict, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class UnitPart(Part):
    """One unit on its hex; blocks are those of full strength unless they are given, `card` lies on its square track."""

    nation: str
    unit: str
    blocks: NonNegativeInt | None = None
    square: bool = False
    card: str | None = None


class CardPart(Part):
    """The card that was played this turn."""

    card: str
    section: Literal["left", "center", "right"] | None = None
    use: Literal["one-unit"] | None = None


class PositionPart(Part):
    """A position; what it doesn't name is as in the set-up, `units` and `leaders` each as a whole."""

    turn: NonNegativeInt | None = None
    to_move: SideName | None = None
    units: dict[str, UnitPart] | None = None
    leaders: dict[SideName, list[str]] | None = None
    banners: dict[SideName, NonNegativeInt] = {}
    hands: dict[SideName, NonNegativeInt] = {}
    known: dict[SideName, list[str]] = {}
    card: CardPart | None = None
    ordered: list[str] = []
    moved: list[str] = []
    battled: list[str] = []
    last: str = ""


def read_position(table: Table, tree: Mapping[str, Any]) -> State:
    """The state of a position; `RecordError` with its place where it can't be."""
    try:
        part = PositionPart.model_validate(dict(tree))
    except ValueError as error:
        raise first_error(error, "/position") from None
    state = first_state(table)
    placed, chiefs = _placed(table, part, state), _chiefs(table, part, state)
    state = _laid(table, placed, chiefs)
    side = table.first if part.to_move is None else SIDES.index(part.to_move)
    sizes = tuple(part.hands.get(name, table.hand_sizes[n]) for n, name in enumerate(SIDES))
    for names in part.known.values():
        for name in names:
            _card_id(table, name, "/position/known")
    hands = tuple(tuple(sorted(part.known.get(name, ()))) for name in SIDES)
    state = replace(
        state, side=side, sizes=sizes, hands=hands, banners=tuple(part.banners.get(name, 0) for name in SIDES),
        plays=2 * max(0, (part.turn or 1) - 1) + (side != table.first), last=(part.last, False),
    )  # fmt: skip
    state = _squared(table, part, state)
    if part.card is not None:
        _card_id(table, part.card.card, "/position/card/card")
        move = Play(SIDES[side], part.card.card, part.card.section, part.card.use)
        state = resolve_play(table, state, move).state
    return _marked(table, part, state)


def _card_id(table: Table, name: str, path: str) -> None:
    if name not in table.deck:
        raise RecordError("record.word", path, word=name[:80], expected=list(table.deck))


def _hex(name: str, path: str) -> int:
    if name not in NUMBER:
        raise RecordError("record.word", path, word=name[:80], expected=[])
    return NUMBER[name]


def _placed(table: Table, part: PositionPart, state: State) -> list[tuple[int, int, int]]:
    """Hex, number and blocks of each unit; each takes the first number of its kind that is free."""
    if part.units is None:
        return [(hex_, n, state.blocks[n]) for n, hex_ in enumerate(state.at) if hex_ != GONE]
    free = set(range(len(table.units)))
    found = []
    for name, unit in part.units.items():
        hex_ = _hex(name, f"/position/units/{name[:80]}")
        numbers = [
            n for n in sorted(free) if (table.units[n].nation, table.units[n].kind) == (unit.nation, unit.unit)
        ]  # fmt: skip
        if not numbers:
            raise RecordError("record.word", f"/position/units/{name}/unit", word=unit.unit[:80], expected=[])
        number = numbers[0]
        blocks = table.blocks[number] if unit.blocks is None else unit.blocks
        if not 0 < blocks <= table.blocks[number] or table.closed[table.arm_of[number]] >> hex_ & 1:
            raise RecordError("record.position", f"/position/units/{name}", what="units")
        free.discard(number)
        found.append((hex_, number, blocks))
    return found


def _chiefs(table: Table, part: PositionPart, state: State) -> list[tuple[int, int]]:
    if part.leaders is None:
        return [(hex_, n) for n, hex_ in enumerate(state.chiefs) if hex_ != GONE]
    found: list[tuple[int, int]] = []
    for side, name in enumerate(SIDES):
        numbers = [n for n, own in enumerate(table.chief_side) if own == side]
        hexes = part.leaders.get(name, [])
        if len(hexes) > len(numbers) or len(set(hexes)) < len(hexes):
            raise RecordError("record.position", f"/position/leaders/{name}", what="leaders")
        found += [(_hex(one, f"/position/leaders/{name}"), n) for one, n in zip(hexes, numbers, strict=False)]
    return found


def _squared(table: Table, part: PositionPart, state: State) -> State:
    """Units in square on their tracks, with the cards that are known to lie there."""
    square, slots, kept = 0, bytearray(NO_SLOTS), list(NO_CARDS)
    for name, unit in (part.units or {}).items():
        if not unit.square:
            continue
        number = state.on[NUMBER[name]] - 1
        side = table.side_of[number]
        track = slots[side * SLOTS : (side + 1) * SLOTS]
        if table.arm_of[number] or GONE not in track:
            raise RecordError("record.position", f"/position/units/{name}/square", what="units")
        slot = side * SLOTS + track.index(GONE)
        if unit.card is not None:
            _card_id(table, unit.card, f"/position/units/{name}/card")
            kept[slot] = unit.card
        slots[slot] = number
        square |= 1 << number
    return replace(state, square=square, slots=bytes(slots), kept=tuple(kept))


def _marked(table: Table, part: PositionPart, state: State) -> State:
    """Who was ordered, has moved or has battled this turn."""
    marks = {}
    for field in ("ordered", "moved", "battled"):
        mask = 0
        for name in getattr(part, field):
            unit = state.on[_hex(name, f"/position/{field}")] - 1
            if unit < 0:
                raise RecordError("record.position", f"/position/{field}", what=field)
            mask |= 1 << unit
        marks[field] = mask
    if not any(marks.values()):
        return state
    halted = sum(1 << unit for unit in bits(marks["moved"]) if table.stops >> state.at[unit] & 1)
    ordered = marks["ordered"] | marks["moved"] | marks["battled"]
    return replace(state, **{**marks, "ordered": ordered, "halted": halted})
