"""Positions: a state as JSON, and back; one that can't be is refused with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from engine.core.facts import Standing
from engine.core.record_errors import RecordError, first_error
from engine.saladin.moves import Activate
from engine.saladin.rules.action import STATUSES, dice_due, line_of
from engine.saladin.rules.hattin import is_horns_possible
from engine.saladin.rules.initiative import holder
from engine.saladin.state import (
    CRUSADER,
    LEADER,
    NO_BANNER,
    NOBODY,
    SIDES,
    Pending,
    SideName,
    State,
    bits,
    total_orders,
)
from engine.saladin.table import ACTIONS, MOST_LANCES, Table

CARDS = ("deployed", "ordered")
TOKENS = 13  # Orders of a side in the box
UNKNOWN_PIECE = -2


class Part(BaseModel):
    """Strict, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PoolPart(Part):
    """Orders of one side."""

    available: NonNegativeInt = 0
    spent: NonNegativeInt = 0


class BannerPart(Part):
    """What differs of one Banner."""

    lances: int | None = Field(default=None, ge=0, le=MOST_LANCES)
    status: Literal["uncommitted", "committed"] = "uncommitted"
    card: Literal["deployed", "ordered"] = "deployed"
    out: Literal["captured", "removed", "boxed"] | None = None


class DicePart(Part):
    """Dice that a pending activation awaits; -1 where no rule gives their number."""

    red: int = Field(ge=-1, le=12)
    green: int = Field(ge=-1, le=12)


class AnswerPart(Part):
    """The Reaction that was announced."""

    do: Literal["react"]
    side: SideName
    banner: str
    action: str


class PendingPart(Part):
    """The activation that awaits its answer or its dice."""

    do: Literal["activate"]
    side: SideName
    banner: str
    action: str
    target: str | None = None
    status: Literal["uncommitted", "committed"] | None = None
    dice: DicePart | None = None
    answer: AnswerPart | None = None


class OverPart(Part):
    """How the game ended."""

    winner: SideName | None
    rule: str


class Position(Part):
    """What differs from the set-up."""

    turn: PositiveInt = 1
    phase: Literal["chaos", "initiative", "activation", "redeployment"] = "initiative"
    to_move: SideName | None = None
    initiative: SideName | None = None
    last_initiative: SideName | None = None
    passed: list[SideName] = []
    orders: dict[SideName, PoolPart] = {}
    losses: dict[SideName, NonNegativeInt] = {}
    banners: dict[str, BannerPart] = {}
    leaders: dict[SideName, Literal["deployed", "ordered"]] = {}
    town: NonNegativeInt | None = None
    horns: bool = False
    fire: bool = False
    tended: bool = False
    shield_wall: bool = False
    bonus: bool = False
    used: list[Literal["horns", "true-cross"]] = []
    cross_by_itself: bool = False
    boxed: dict[SideName, NonNegativeInt] = {}
    paid: dict[SideName, NonNegativeInt] = {}
    must: list[Literal["horns"]] = []
    idle: list[str] = []
    pending: PendingPart | None = None
    over: OverPart | None = None


def first_state(table: Table) -> State:
    """The set-up of the scenario, before the Initiative phase of turn 1."""
    pieces = len(table.pieces)
    return State(
        turn=1,
        phase="initiative",
        to_move=NOBODY,
        initiative=holder(table, table.orders),
        last_initiative=NOBODY,
        passed=0,
        available=table.orders,
        spent=(0, 0),
        boxed=(0, 0),
        paid=(0, 0),
        losses=(0, 0),
        lances=tuple(table.lances[n] for n in range(pieces)),
        committed=0,
        ordered=0,
        out=0,
        captured=0,
        removed=0,
        idle=0,
        pending=None,
    )


def view(table: Table, state: State) -> dict[str, Any]:
    """The whole state as JSON, in the shape of `position`."""
    sides = range(len(SIDES))
    tree: dict[str, Any] = {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": _side(state.to_move),
        "initiative": _side(state.initiative),
        "last_initiative": _side(state.last_initiative),
        "passed": [SIDES[s] for s in sides if state.passed >> s & 1],
        "orders": {SIDES[s]: {"available": state.available[s], "spent": state.spent[s]} for s in sides},
        "losses": {SIDES[s]: state.losses[s] for s in sides},
        "banners": {name: _banner(state, n) for n, name in enumerate(table.banners)},
        "leaders": {SIDES[s]: CARDS[bool(state.ordered & LEADER[s])] for s in sides},
    }
    if table.town != NO_BANNER:
        tree["town"] = state.lances[table.town]
    tree |= {
        "horns": state.horns,
        "fire": state.fire,
        "tended": state.tended,
        "shield_wall": state.shield_wall,
        "bonus": state.bonus,
        "used": (["horns"] if state.horns else []) + (["true-cross"] if state.crossed else []),
        "boxed": {SIDES[s]: state.boxed[s] for s in sides},
        "paid": {SIDES[s]: state.paid[s] for s in sides},
        "must": ["horns"] if _is_horns_deferred(table, state) else [],
        "idle": [table.pieces[n] for n in bits(state.idle)],
        "pending": _pending(table, state),
    }
    if state.cross_by_itself:
        tree["cross_by_itself"] = True
    if state.ended:
        tree["over"] = {"winner": None if state.ended == "draw" else state.ended, "rule": state.ended_by}
    return tree


def _is_horns_deferred(table: Table, state: State) -> bool:
    is_low = total_orders(state, CRUSADER) < table.horns_below
    return is_low and is_horns_possible(table, state) and bool(state.ordered & LEADER[CRUSADER])


def _side(side: int) -> str | None:
    return None if side == NOBODY else SIDES[side]


def _banner(state: State, banner: int) -> dict[str, Any]:
    bit = 1 << banner
    if state.captured & bit:
        return {"out": "captured"}
    if state.removed & bit:
        return {"out": "removed", "lances": state.lances[banner]}
    if state.out & bit:
        return {"out": "boxed"}
    return {
        "lances": state.lances[banner],
        "status": STATUSES[bool(state.committed & bit)],
        "card": CARDS[bool(state.ordered & bit)],
    }


def _pending(table: Table, state: State) -> dict[str, Any] | None:
    pending = state.pending
    if pending is None:
        return None
    side = SIDES[table.side_of[pending.banner]]
    tree: dict[str, Any] = {
        "do": "activate", "side": side, "banner": table.pieces[pending.banner], "action": pending.action,
    }  # fmt: skip
    if pending.target != NO_BANNER:
        tree["target"] = table.pieces[pending.target]
    if pending.line.endswith("committed"):
        tree["status"] = pending.line.removeprefix(f"{pending.action}-")
    tree["dice"] = {"red": pending.red, "green": pending.green}
    if pending.reactor != NO_BANNER:
        tree["answer"] = {
            "do": "react",
            "side": SIDES[table.side_of[pending.reactor]],
            "banner": table.pieces[pending.reactor],
            "action": pending.reaction,
        }
    return tree


def read_position(table: Table, tree: Mapping[str, Any]) -> State:
    """The state of a position; `RecordError` where it can't be."""
    try:
        position = Position.model_validate(dict(tree))
    except ValueError as error:
        raise first_error(error, "/position") from None
    state = _read_pieces(table, position)
    to_move = position.to_move
    if to_move is None and state.phase == "activation":
        waiting = [side for side in SIDES if side not in position.passed]
        to_move = waiting[0] if len(waiting) == 1 else position.initiative or SIDES[state.initiative]
    state = replace(
        state,
        to_move=NOBODY if to_move is None or state.phase != "activation" else SIDES.index(to_move),
        passed=sum(1 << SIDES.index(side) for side in set(position.passed)),
        horns=position.horns or "horns" in position.used,
        crossed="true-cross" in position.used,
        cross_by_itself=position.cross_by_itself and "true-cross" in position.used,
        fire=position.fire,
        tended=position.tended,
        shield_wall=position.shield_wall,
        bonus=position.bonus,
        idle=_mask(table, position.idle, "/position/idle"),
        ended=(position.over.winner or "draw") if position.over else "",
        ended_by=position.over.rule if position.over else "",
    )
    _refuse_impossible(table, state, position)
    if position.pending is not None:
        state = replace(state, pending=_read_pending(table, state, position.pending))
    return state


def _read_pieces(table: Table, position: Position) -> State:
    start = first_state(table)
    lances, committed, ordered, captured, removed, out = list(start.lances), 0, 0, 0, 0, 0
    for name, part in position.banners.items():
        n = _banner_number(table, name, f"/position/banners/{name}")
        bit = 1 << n
        if part.out:
            out |= bit
            captured |= bit if part.out == "captured" else 0
            removed |= bit if part.out == "removed" else 0
            lances[n] = 0
        if part.lances is not None:
            lances[n] = part.lances
        committed |= bit if part.status == "committed" else 0
        ordered |= bit if part.card == "ordered" else 0
    for side, card in position.leaders.items():
        ordered |= LEADER[SIDES.index(side)] if card == "ordered" else 0
    if position.town is not None and table.town != NO_BANNER:
        lances[table.town] = position.town
        out |= 1 << table.town if not position.town else 0
    pools = [position.orders.get(side) for side in SIDES]
    available = tuple(table.orders[s] if pool is None else pool.available for s, pool in enumerate(pools))
    spent = tuple(0 if pool is None else pool.spent for pool in pools)
    lost = tuple(max(0, table.orders[s] - available[s] - spent[s]) for s in range(2))
    return replace(
        start,
        turn=position.turn,
        phase=position.phase,
        initiative=holder(table, available) if position.initiative is None else SIDES.index(position.initiative),  # type: ignore[arg-type]
        last_initiative=NOBODY if position.last_initiative is None else SIDES.index(position.last_initiative),
        available=available,
        spent=spent,
        boxed=tuple(position.boxed.get(side, lost[s]) for s, side in enumerate(SIDES)),
        paid=tuple(position.paid.get(side, 0) for side in SIDES),
        losses=tuple(position.losses.get(side, 0) for side in SIDES),
        lances=tuple(lances),
        committed=committed,
        ordered=ordered,
        out=out,
        captured=captured,
        removed=removed,
    )


def _banner_number(table: Table, name: str, path: str) -> int:
    number = table.index.get(name, NO_BANNER)
    if number in (NO_BANNER, table.town):
        raise RecordError("record.word", path, word=name, expected=list(table.banners))
    return number


def _mask(table: Table, names: list[str], path: str) -> int:
    return sum(1 << _banner_number(table, name, path) for name in set(names))


def _refuse_impossible(table: Table, state: State, position: Position) -> None:
    """More Lances than spaces, a status that can't be, a track that is full, tokens that don't exist."""

    def refuse(path: str, what: str) -> None:
        raise RecordError("record.position", f"/position/{path}", what=what, game="saladin")

    for n, name in enumerate(table.pieces):
        at = "town" if n == table.town else f"banners/{name}/lances"
        is_known = table.standing(f"banners.{name}.lances") == Standing.PRINTED
        if state.lances[n] > table.lances[n] and is_known:
            refuse(at, "lances")
        if n != table.town and state.out >> n & 1:
            _refuse_out(table, state, n, refuse)
        if not state.lances[n] and not state.out >> n & 1:
            refuse(at, "no-lances")
    partner = table.faces[state.horns].partner
    for n in bits(state.committed):
        other = partner[n]
        if other == NO_BANNER or not state.committed >> other & 1 or (state.out >> n | state.out >> other) & 1:
            refuse(f"banners/{table.pieces[n]}/status", "status")
    for side, name in enumerate(SIDES):
        if state.losses[side] > 5:  # the sixth Lance empties the track
            refuse(f"losses/{name}", "track")
        if total_orders(state, side) > TOKENS or state.boxed[side] > TOKENS:
            refuse(f"orders/{name}", "tokens")
        if not total_orders(state, side) and not state.ended:
            refuse(f"orders/{name}", "no-orders")
    if position.town is not None and table.town == NO_BANNER:
        refuse("town", "scenario")
    if (state.horns or state.fire or state.crossed) and table.horns == NO_BANNER:
        refuse("horns" if state.horns else "fire" if state.fire else "used", "scenario")
    if state.to_move != NOBODY and state.passed >> state.to_move & 1:
        refuse("to_move", "passed")
    if state.idle & ~table.targetless(state.out, horns=state.horns) & ~state.out:
        refuse("idle", "idle")
    if state.pending is None and position.pending is not None and state.phase != "activation":
        refuse("pending", "pending")
    if "horns" in position.must and total_orders(state, CRUSADER) >= table.horns_below:
        refuse("must", "must")


def _refuse_out(table: Table, state: State, banner: int, refuse: Callable[[str, str], None]) -> None:
    """A Banner is out in the way its card allows, and only a removed one still has Lances."""
    bit = 1 << banner
    is_boxed = not bit & (state.captured | state.removed)
    at = f"banners/{table.pieces[banner]}"
    if not bit & state.removed and (is_boxed != bool(bit & table.to_box)):
        refuse(f"{at}/out", "out")
    if state.lances[banner] and not bit & state.removed:
        refuse(f"{at}/lances", "lances")


def _read_pending(table: Table, state: State, part: PendingPart) -> Pending:
    """The pending activation: of a Banner in play, its own side's, and answered by an enemy's Reaction if at all."""
    wrong = RecordError("record.position", "/position/pending", what="pending", game="saladin")
    banner = table.number.get(part.banner, NO_BANNER)
    target = NO_BANNER if part.target is None else table.index.get(part.target, UNKNOWN_PIECE)
    if banner == NO_BANNER or target in (UNKNOWN_PIECE, banner) or SIDES[table.side_of[banner]] != part.side:
        raise wrong
    line = line_of(table, state, banner, Activate(part.side, part.banner, part.action, part.target, part.status))
    red, green = (0, 0) if line is None else dice_due(table, state, banner, line, target)
    if part.dice is not None:
        red, green = part.dice.red, part.dice.green
    elif line is None:
        raise wrong
    if line is None or line.is_reaction or state.out >> banner & 1:  # kept as played: no card has it
        return Pending(banner, part.action, "", target, red, green)
    pending = Pending(banner, line.action, line.name, target, red, green, line.change)
    if part.answer is None:
        return pending
    reactor = table.number.get(part.answer.banner, NO_BANNER)
    if reactor == NO_BANNER or table.side_of[reactor] == table.side_of[banner]:
        raise wrong
    answer = table.faces[state.horns].by_name[reactor].get(part.answer.action)
    if answer is not None and answer.is_reaction:
        red, green = answer.red, answer.green
    elif part.dice is None or part.answer.action not in ACTIONS:  # else kept as played: no card has it
        raise wrong
    return replace(pending, reactor=reactor, reaction=part.answer.action, red=red, green=green, change=0)
