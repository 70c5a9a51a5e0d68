"""Reinforce: a Lance from Banner to Banner."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.saladin.moves import Activate
from engine.saladin.rules.arsuf import town_fallen
from engine.saladin.state import State
from engine.saladin.table import Table


def check_receiver(table: Table, state: State, move: Activate, receiver: int) -> list[Violation]:
    """The receiver is in play and has lost a Lance; a fallen town takes none (AMB-45, AMB-46)."""
    assert move.target is not None
    if state.out >> receiver & 1:
        if receiver == table.town:
            return [town_fallen(move.banner, move.target)]
        reads = (f"state.out.{move.target}",)
    elif state.lances[receiver] >= table.lances[receiver]:
        reads = (f"state.lances.{move.target}",)
    else:
        return []
    return [
        broken(
            "saladin.reinforce.receiver",
            banner=move.banner,
            target=move.target,
            reads=reads,
            rulings=("AMB-45",),
            families=("other-target", "in-play"),
        )
    ]
