"""Counts: what the players counted on the table, beside the state, and in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.core.findings import Violation
from engine.core.game import counted_parts, merged
from engine.core.moves import CountBase
from engine.core.record_errors import RecordError
from engine.core.record_rules import miscounted
from engine.saladin.position import read_position, view
from engine.saladin.state import NO_BANNER, SIDES, State
from engine.saladin.table import Table
from engine.saladin.vocabulary import unknown_names


def check_count(table: Table, states: tuple[State, ...], move: CountBase) -> tuple[Violation, ...]:
    """Where a count fits none of the resting points: the differences from the last one."""
    if words := unknown_names(table, move):
        return words
    counted = counted_parts(move)
    differing = [list(_differ(counted, view(table, state), "")) for state in states]
    if not all(differing):
        return ()
    found = {what: miscounted(what, number, known, _reads(what)) for what, number, known in differing[-1]}
    others = ((violation, _other_side(table, found, what)) for what, violation in found.items())
    return tuple(replace(v, with_part=other.part) if other is not None else v for v, other in others)


def _other_side(table: Table, found: Mapping[str, Violation], what: str) -> Violation | None:
    """The difference found before of which this one is the other side: one Order, Lance, pair or card is missed."""
    part, _, rest = what.partition(".")
    name, _, field = rest.partition(".")
    first = ""
    if field == "spent" and _more(found, f"orders.{name}.available") == -_more(found, what):
        first = f"orders.{name}.available"
    elif part == "banners" and field in ("status", "card") and found[what].params["known"] is None:
        first = next((key for key in (f"banners.{name}.out", f"banners.{name}.lances") if key in found), "")
    elif part == "banners" and field == "status":
        facing = {face.partner[table.number[name]] for face in table.faces} - {NO_BANNER}
        pair = [f"banners.{table.pieces[n]}.status" for n in facing]
        first = next((key for key in found if key in pair), "")
    elif part == "banners" and field == "lances":
        side = table.side_of[table.number[name]]
        own = [
            key for key in found if key.endswith(".lances") and table.side_of[table.number[key.split(".")[1]]] == side
        ]
        first = f"losses.{SIDES[side]}" if len(own) == 1 else ""
        first = first if _more(found, first) == -_more(found, what) else ""
    other = found.get(first)
    return other if other is not None and list(found).index(first) < list(found).index(what) else None


def _more(found: Mapping[str, Violation], what: str) -> int:
    """By how much a number was counted too high; 0 where it was right, or is none."""
    params = found[what].params if what in found else {}
    counted, known = params.get("counted"), params.get("known")
    return counted - known if type(counted) is int and type(known) is int else 0


def _reads(what: str) -> tuple[str, ...]:
    """What the counted number rests on."""
    part, _, rest = what.partition(".")
    name = rest.partition(".")[0]
    match part:
        case "orders":
            return (f"state.pool.{name}",)
        case "losses":
            return (f"state.track.{name}",)
        case "banners":
            return (f"state.out.{name}", f"state.lances.{name}", f"state.status.{name}", f"banners.{name}.lances")
    return ()


def _differ(counted: Any, view: Any, at: str) -> Iterator[tuple[str, Any, Any]]:
    """(where, counted, should be) for each part of a count that the state doesn't bear out."""
    for key, value in counted.items():
        path = f"{at}.{key}" if at else key
        known = view.get(key) if isinstance(view, dict) else None
        if isinstance(value, dict):
            yield from _differ(value, known or {}, path)
        elif key == "out" and isinstance(value, bool):
            if value != bool(known):
                yield path, value, bool(known)
        elif key == "lances" and known is None:
            if value:
                yield path, value, 0
        elif value != known:
            yield path, value, known


def adopt(table: Table, state: State, move: CountBase) -> State:
    """The state with what the players counted in place of what was computed, as far as it can be."""
    tree = view(table, state)
    counted = counted_parts(move)
    for name in [name for name in counted.get("banners", ()) if name not in table.number]:
        counted["banners"].pop(name)
    for key, value in counted.items():
        if key == "banners":
            for name, part in value.items():
                tree["banners"][name] = _adopt_banner(tree["banners"].get(name, {}), part)
        elif isinstance(value, dict):
            tree[key] = merged(tree.get(key), value)
        else:
            tree[key] = value
    for kept in ("idle", "must", "over", "pending", "passed", "to_move"):
        tree.pop(kept, None)
    try:
        after = read_position(table, tree)
    except RecordError:  # a count that can't be is a finding of its own; the state stays
        return state
    return replace(
        after,
        idle=state.idle,
        pending=state.pending,
        passed=state.passed,
        to_move=state.to_move,
        ended=state.ended,
        ended_by=state.ended_by,
    )


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
