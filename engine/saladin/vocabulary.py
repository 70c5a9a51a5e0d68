"""The words that a field of a move may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from engine.core.findings import Violation
from engine.core.moves import MoveBase
from engine.core.record_rules import unknown_word
from engine.saladin.moves import Activate, Count, Face, Lead, LeaderAction, Move, React, Remove, Roll, Side
from engine.saladin.table import ACTIONS, Scenario, Table


def vocabulary(battle: Scenario) -> Mapping[str, tuple[str, ...]]:
    """Words by field (`banner`), by move and field (`lead.action`), and the fields of each move (`fields:lead`)."""
    banners = battle.ayyubid + battle.crusader
    words: dict[str, tuple[str, ...]] = {
        "do": tuple(kind.__struct_config__.tag for kind in get_args(Move)),
        "side": get_args(Side),
        "first": get_args(Side),
        "banner": banners,
        "target": banners + ((battle.town,) if battle.town else ()),
        "action": tuple(sorted(ACTIONS)),
        "lead.action": get_args(LeaderAction),
        "red": get_args(Face),
        "green": get_args(Face),
        "status": ("uncommitted", "committed"),
        "card": ("deployed", "ordered"),
        "out": ("captured", "removed", "boxed"),
        "by": ("resignation", "time", "agreement"),
    }
    for kind in get_args(Move):
        words[f"fields:{kind.__struct_config__.tag}"] = kind.__struct_fields__
    return words


def misread(table: Table, move: MoveBase) -> list[Violation]:
    """A Banner, target or action that this battle doesn't have."""
    if not isinstance(move, (Activate, React, Remove, Lead)):
        return []
    banner = move.banner
    if banner is not None and banner not in (table.index if isinstance(move, Lead) else table.number):
        return [unknown_word("banner", banner, table.banners)]
    if isinstance(move, (Activate, React)) and move.action not in ACTIONS:
        return [unknown_word("action", move.action, sorted(ACTIONS))]
    if isinstance(move, Activate) and move.target is not None and move.target not in table.index:
        return [unknown_word("target", move.target, table.pieces)]
    return []


def unknown_names(table: Table, move: MoveBase) -> tuple[Violation, ...]:
    """Names in what a roll or a count states that this battle doesn't have."""
    wrong: list[str] = []
    if isinstance(move, Roll):
        wrong = [name for name in move.losses or () if name not in table.index]
        wrong += [name for name in move.gone or () if name not in table.number]
    elif isinstance(move, Count):
        wrong = [name for name in move.banners or () if name not in table.number]
    return tuple(unknown_word("banners", name, table.banners) for name in wrong)
