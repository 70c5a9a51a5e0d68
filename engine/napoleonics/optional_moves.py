"""What a record may state and need not: cards dealt, drawn and put back, orders for nobody, the end of a phase."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.rules.cards.scout import is_discard_due
from engine.napoleonics.rules.turn import draws_due
from engine.napoleonics.state import SIDES, State
from engine.napoleonics.table import Table


def optional_moves(table: Table, state: State) -> Iterator[MoveBase]:
    """Hands before the first turn, what is drawn at the end of one, what goes back after Scout; cards hidden."""
    if not state.plays:
        for side, name in enumerate(SIDES):
            if due := table.hand_sizes[side] - len(state.hands[side]):
                yield m.Deal(name, (None,) * due)
    for side, name in enumerate(SIDES):
        if due := draws_due(table, state, side):
            yield m.Draw(name, (None,) * due)
    looks = state.looks if len(state.looks) > 1 else tuple(table.deck)
    if is_discard_due(table, state) or draws_due(table, state, state.side) > 1:
        yield from (m.Discard(card) for card in dict.fromkeys(looks))
    yield m.Order()
    yield m.EndPhase()
