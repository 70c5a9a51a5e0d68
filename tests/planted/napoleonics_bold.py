"""Players of Napoleonics who close with the enemy: in random games cavalry hardly ever comes to a melee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.chance import Chance
from engine.core.game import BaseGame, legal_moves
from engine.core.moves import MoveBase
from engine.core.playout import pick
from engine.napoleonics import moves as m
from engine.napoleonics.board import ADJACENT, DISTANCE, NUMBER, hexes_of
from engine.napoleonics.state import State
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY, INFANTRY

RASH = 6  # one move in so many is any move
FAR = 99
KEEN: dict[type[MoveBase], int] = {
    m.Bonus: 20, m.Breakthrough: 20, m.TakeGround: 20, m.FirstStrike: 20, m.Square: 20, m.Retire: 19,
    m.BattleBack: 19, m.Melee: 8, m.Fire: 6, m.Detach: 3, m.EndPhase: -1, m.Dissolve: -2,
}  # fmt: skip
Keenness = Callable[[Table, State, MoveBase], int]


def player(keenness: Keenness) -> Callable[[BaseGame[Any], Any, Chance], MoveBase]:
    """Who makes the keenest of the legal moves; now and then any of them."""

    def play(game: BaseGame[Any], state: Any, chance: Chance) -> MoveBase:
        options = legal_moves(game, state)
        if not chance.pick(range(RASH)) or (
            any(isinstance(option, game.ROLLS) for option in options) and len(options) == 1
        ):
            return pick(game, state, chance)
        table: Table = game.table  # type: ignore[attr-defined]
        keen = [keenness(table, state, option) for option in options]
        move = chance.pick([option for option, each in zip(options, keen, strict=True) if each == max(keen)])
        return game.throw(state, chance) if isinstance(move, game.ROLLS) else move

    return play


def fighting(table: Table, state: State, move: MoveBase) -> int:
    """Whoever fights wherever he can."""
    if isinstance(move, m.Move) and move.unit is not None and move.to != "off":
        return _march(table, state, state.on[NUMBER[move.unit]] - 1, NUMBER[move.to])
    if isinstance(move, m.Melee):
        return KEEN[m.Melee] + (table.arm_of[state.on[NUMBER[move.unit]] - 1] == CAVALRY)
    return KEEN.get(type(move), 0)


def charging(table: Table, state: State, move: MoveBase) -> int:
    """Whoever lets his cavalry charge infantry that is not in square, and little else."""
    if isinstance(move, m.Melee):
        foe = state.on[NUMBER[move.target]] - 1
        is_charge = table.arm_of[state.on[NUMBER[move.unit]] - 1] == CAVALRY and foe >= 0
        return 9 if is_charge and table.arm_of[foe] == INFANTRY and not state.square >> foe & 1 else -4
    if isinstance(move, m.Move) and move.unit is not None and move.to != "off":
        unit = state.on[NUMBER[move.unit]] - 1
        return _march(table, state, unit, NUMBER[move.to]) if table.arm_of[unit] == CAVALRY else -1
    return -4 if isinstance(move, (m.Fire, m.FirstStrike, m.Bonus)) else KEEN.get(type(move), 0)


def _march(table: Table, state: State, unit: int, end: int) -> int:
    """Nearer to the enemy; beside him best, cavalry beside infantry, and where a battle has to wait."""
    start, arm = state.at[unit], table.arm_of[unit]
    if arm == INFANTRY and not table.terrain[start].has_squares:
        return -3  # a town is held
    foes = state.units[1 - state.side]
    near = [state.on[hex_] - 1 for hex_ in hexes_of(ADJACENT[end] & foes)]
    if near:
        is_charge = arm == CAVALRY and any(table.arm_of[u] == INFANTRY and not state.square >> u & 1 for u in near)
        return 11 + 2 * is_charge + (not table.terrain[end].has_squares)
    nearest = [min((DISTANCE[hex_][foe] for foe in hexes_of(foes)), default=FAR) for hex_ in (start, end)]
    return 10 if nearest[1] < nearest[0] else -1


bold = player(fighting)
cavalier = player(charging)
