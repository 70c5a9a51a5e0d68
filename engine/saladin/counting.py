"""Counts: what the players counted on the table, beside the state, and in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from engine.core.record import RecordError
from engine.saladin.moves import Count
from engine.saladin.position import read_position, view
from engine.saladin.state import State
from engine.saladin.table import Table


def count_differences(view: dict[str, Any], count: Count) -> Iterator[tuple[str, Any, Any]]:
    """(where, counted, should be) for each part of a count that the state doesn't bear out."""
    counted = to_builtins(count)
    counted.pop("do")
    yield from _differ(counted, view, "")


def _differ(counted: Any, view: Any, at: str) -> Iterator[tuple[str, Any, Any]]:
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


def adopt(table: Table, state: State, count: Count) -> State:
    """The state with what the players counted in place of what was computed, as far as it can be."""
    tree = view(table, state)
    counted = to_builtins(count)
    counted.pop("do")
    for name in [name for name in counted.get("banners", ()) if name not in table.number]:
        counted["banners"].pop(name)
    for key, value in counted.items():
        if key == "banners":
            for name, part in value.items():
                tree["banners"][name] = _adopt_banner(tree["banners"].get(name, {}), part)
        elif isinstance(value, dict):
            tree[key] = _merge(tree.get(key, {}), value)
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


def _merge(known: dict[str, Any], counted: dict[str, Any]) -> dict[str, Any]:
    return known | {
        key: _merge(known.get(key, {}), value) if isinstance(value, dict) else value for key, value in counted.items()
    }
