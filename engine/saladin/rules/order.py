"""Whose turn it is to act."""

from __future__ import annotations

from engine.core.duties import omitted
from engine.core.findings import Violation, broken
from engine.saladin.moves import Activate, Lead, Pass
from engine.saladin.rules.hattin import check_duty
from engine.saladin.rules.initiative import owed_start
from engine.saladin.state import CRUSADER, State
from engine.saladin.table import Table


def check_turn_order(table: Table, state: State, move: Activate | Lead | Pass) -> list[Violation]:
    """The side that speaks may act now; a compulsory move to the Horns comes first."""
    side = 0 if move.side == "ayyubid" else 1
    found: list[Violation] = []
    if state.phase != "activation":
        found += omitted(owed_start(state), move)
    elif state.passed >> side & 1:
        found.append(broken("saladin.activation.passed", side=move.side, reads=(f"state.passed.{move.side}",)))
    elif state.to_move != side:
        found.append(broken("saladin.activation.alternate", side=move.side, reads=("state.turn",)))
    is_horns = isinstance(move, Lead) and move.action == "horns"
    if side == CRUSADER and table.horns_below and not is_horns and not isinstance(move, Pass):
        found += check_duty(table, state)
    return found
