"""A plain player: the attack with the most dice first, what hurts only oneself last. No search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.chance import Chance
from engine.core.game import legal_moves
from engine.core.moves import MoveBase
from engine.saladin.moves import Activate, Lead, React, Roll
from engine.saladin.rules.action import dice_due, line_of
from engine.saladin.state import AYYUBID, NO_BANNER, State
from engine.saladin.table import Table

if TYPE_CHECKING:
    from engine.saladin.game import Saladin

LEADS_AS = 2.5  # enemy dice that a line of a leader is worth
OF_TWO = (True, False)


def sensible(game: Saladin, state: State, chance: Chance) -> MoveBase:
    """One legal move: an answer to every second charge, else what is worth most."""
    legal = legal_moves(game, state)
    answers = [move for move in legal if isinstance(move, React)]
    is_answered = bool(answers) and chance.pick(OF_TWO)
    if is_answered:
        return chance.pick(answers)
    if any(isinstance(move, Roll) for move in legal):
        return game.throw(state, chance)
    worth = {move: _worth(game.table, state, move) for move in legal}
    best = max(worth.values())
    return chance.pick([move for move in legal if worth[move] == best])


def _worth(table: Table, state: State, move: MoveBase) -> float:
    """Dice against the enemy, less half of those against oneself."""
    if isinstance(move, Lead):
        return LEADS_AS
    if not isinstance(move, Activate):
        return 0
    banner = table.number[move.banner]
    line = line_of(table, state, banner, move)
    if line is None:
        return 0
    red, green = dice_due(table, state, banner, line, table.index.get(move.target or "", NO_BANNER))
    theirs, own = (green, red) if table.side_of[banner] == AYYUBID else (red, green)
    return theirs - own / 2
