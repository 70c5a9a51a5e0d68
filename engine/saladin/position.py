"""Positions: a state as JSON, and back; one that can't be is refused with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, NonNegativeInt, PositiveInt

from engine.core.record import RecordError, first_error
from engine.saladin.moves import Activate, Count, React
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
from engine.saladin.table import Table

CARDS = ("deployed", "ordered")
TOKENS = 13  # Orders of a side in the box


class Part(BaseModel):
    """Strict, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PoolPart(Part):
    """Orders of one side."""

    available: NonNegativeInt = 0
    spent: NonNegativeInt = 0


class BannerPart(Part):
    """What differs of one Banner."""

    lances: NonNegativeInt | None = None
    status: Literal["uncommitted", "committed"] = "uncommitted"
    card: Literal["deployed", "ordered"] = "deployed"
    out: Literal["captured", "removed", "boxed"] | None = None


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
    boxed: dict[SideName, NonNegativeInt] = {}
    paid: dict[SideName, NonNegativeInt] = {}
    must: list[Literal["horns"]] = []
    idle: list[str] = []
    pending: dict[str, Any] | None = None
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
    if state.ended:
        tree["over"] = {"winner": None if state.ended == "draw" else state.ended, "rule": state.ended_by}
    return tree


def _is_horns_deferred(table: Table, state: State) -> bool:
    return (
        is_horns_possible(table, state)
        and total_orders(state, CRUSADER) < table.horns_below
        and bool(state.ordered & LEADER[CRUSADER])
    )


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
        to_move = position.initiative or SIDES[state.initiative]
    state = replace(
        state,
        to_move=NOBODY if to_move is None or state.phase != "activation" else SIDES.index(to_move),
        passed=sum(1 << SIDES.index(side) for side in set(position.passed)),
        horns=position.horns or "horns" in position.used,
        crossed="true-cross" in position.used,
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
        raise RecordError("record.position", f"/position/{path}", what=what)

    for n, name in enumerate(table.pieces):
        at = "town" if n == table.town else f"banners/{name}/lances"
        if state.lances[n] > table.lances[n] and table.is_sure:
            refuse(at, "lances")
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
        if total_orders(state, side) > TOKENS:
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
    if "horns" in position.must and total_orders(state, CRUSADER) >= table.horns_below:
        refuse("must", "must")


def _read_pending(table: Table, state: State, tree: dict[str, Any]) -> Pending:
    tree = dict(tree)
    answer, dice = tree.pop("answer", None), tree.pop("dice", None)
    try:
        move = msgspec.convert(tree, Activate)
        react = None if answer is None else msgspec.convert(answer, React)
    except msgspec.ValidationError:
        raise RecordError("record.position", "/position/pending", what="pending") from None
    names = [move.banner, *([move.target] if move.target else []), *([react.banner] if react else [])]
    if any(name not in table.index for name in names):
        raise RecordError("record.position", "/position/pending", what="pending")
    banner = table.index[move.banner]
    target = NO_BANNER if move.target is None else table.index[move.target]
    line = line_of(table, state, banner, move)
    if line is None:
        if isinstance(dice, dict):  # a line that no card has, kept as played
            return Pending(banner, move.action, "", target, dice.get("red", -1), dice.get("green", -1))
        raise RecordError("record.position", "/position/pending", what="pending")
    red, green = dice_due(table, state, banner, line, target)
    if isinstance(dice, dict) and react is None:
        red, green = dice.get("red", red), dice.get("green", green)
    change = 0 if line.is_charge and target == NO_BANNER else line.change
    pending = Pending(banner, line.action, line.name, target, red, green, change)
    if react is None:
        return pending
    reactor = table.index[react.banner]
    answered = table.faces[state.horns].by_name[reactor].get(react.action)
    if answered is None:
        raise RecordError("record.position", "/position/pending/answer", what="pending")
    return replace(pending, reactor=reactor, reaction=answered.name, red=answered.red, green=answered.green, change=0)


def adopt(table: Table, state: State, count: Count) -> State:
    """The state with what the players counted in place of what was computed, as far as it can be."""
    tree = view(table, state)
    counted = msgspec.to_builtins(count)
    counted.pop("do")
    for name in [name for name in counted.get("banners", ()) if name not in table.index]:
        counted["banners"].pop(name)
    for key, value in counted.items():
        if key == "banners":
            for name, part in value.items():
                tree["banners"][name] = _adopt_banner(tree["banners"].get(name, {}), part)
        elif isinstance(value, dict):
            tree[key] = _merge(tree.get(key, {}), value)
        else:
            tree[key] = value
    tree["idle"] = []
    try:
        return replace(read_position(table, tree), idle=state.idle)
    except RecordError:  # a count that can't be is a finding of its own; the state stays
        return state


def _adopt_banner(known: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    if part.get("out"):
        return {"out": "captured" if part["out"] is True else part["out"]}
    if "out" in known and not part.get("lances"):
        return known
    base = {"lances": 1, "status": "uncommitted", "card": "deployed"} if "out" in known else known
    merged = base | {key: value for key, value in part.items() if key != "out"}
    if not merged["lances"]:
        return {"out": "captured"}
    return merged


def _merge(known: dict[str, Any], counted: dict[str, Any]) -> dict[str, Any]:
    return known | {
        key: _merge(known.get(key, {}), value) if isinstance(value, dict) else value for key, value in counted.items()
    }
