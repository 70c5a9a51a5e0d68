"""Does what the players did, allowed or not, as far as the pieces let it; never raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.moves import MoveBase, Result, Turn
from engine.napoleonics import moves as m
from engine.napoleonics.due import VOID, WAITED_FOR, answering_moves, is_other_due, is_void, settle_forced, skip_owed
from engine.napoleonics.rules import (
    advance,
    back,
    dice,
    leader,
    melee,
    move,
    order,
    ranged,
    retire,
    retreat,
    square,
    strike,
    turn,
    victory,
)
from engine.napoleonics.rules.cards import deal, play, rally, scout, short_supply
from engine.napoleonics.state import AFTER, EXTRA, State
from engine.napoleonics.table import Table
from engine.napoleonics.vocabulary import unknown_names


def _nothing(_table: Table, state: State, _move: MoveBase) -> Step[State]:
    return Step(state)


RESOLVERS: Final[dict[type[MoveBase], Callable[[Table, State, Any], Step[State]]]] = {
    m.Play: play.resolve_play,
    m.Order: order.resolve_order,
    m.Detach: order.resolve_detach,
    m.Dissolve: square.resolve_dissolve,
    m.Rally: rally.resolve_rally,
    m.ShortSupply: short_supply.resolve_supply,
    m.Move: move.resolve_move,
    m.Fire: ranged.resolve_fire,
    m.Melee: melee.resolve_melee,
    m.FirstStrike: strike.resolve_strike,
    m.Square: square.resolve_square,
    m.Retire: retire.resolve_retire,
    m.Roll: dice.resolve_roll,
    m.CheckLeader: leader.resolve_check,
    m.IgnoreFlags: retreat.resolve_ignore,
    m.Retreat: retreat.resolve_retreat,
    m.LeaderRetreat: leader.resolve_leader_retreat,
    m.BattleBack: back.resolve_back,
    m.TakeGround: advance.resolve_ground,
    m.Breakthrough: advance.resolve_breakthrough,
    m.Bonus: advance.resolve_bonus,
    m.Deal: deal.resolve_deal,
    m.Draw: turn.resolve_draw,
    m.Discard: scout.resolve_discard,
    m.EndPhase: _nothing,
    Turn: _nothing,
    Result: victory.resolve_result,
}


IN_COMBAT: Final = VOID | {m.Fire, m.Melee}


def resolve(table: Table, state: State, move: Any) -> Step[State]:
    """The step of a move; one that can't have happened changes nothing."""
    kind = type(move)
    resolver = RESOLVERS.get(kind)
    if resolver is None or (state.ended and kind is not Result):
        return Step(state)
    if state.is_void and is_void(table, state, move):
        return Step(state)
    is_waiting = state.fight is not None or state.is_void or bool(state.looks) or state.card in WAITED_FOR
    if is_waiting and is_other_due(table, state, kind):
        if unknown_names(table, move):
            return Step(state)
        return _after(table, state, move)
    try:
        step = resolver(table, state, move)
        is_done = step.state is not state or kind not in IN_COMBAT or (kind is m.Roll and not move.faces)
        return step if is_done else _without_place(step)
    except KeyError:  # a hex or a card that there is not
        if unknown_names(table, move):
            return Step(state)
        raise


def _without_place(step: Step[State]) -> Step[State]:
    """A step of a combat that can't have been made: what is written of it from here on changes nothing."""
    fight = step.state.fight
    if fight is None or fight.stage == EXTRA:
        return Step(replace(step.state, fight=None, is_void=True))
    return Step(replace(step.state, is_void=True)) if fight.stage == AFTER else step


def _after(table: Table, state: State, move: MoveBase) -> Step[State]:
    """A move after something that closed by itself before it, or was left out."""
    first = settle_forced(table, state, type(move))
    if dice.is_said_without_dice(table, first.state, move):
        return Step(state)  # what was offered is offered still
    waits = answering_moves(table, first.state)
    if waits and type(move) not in waits:
        last = skip_owed(table, first.state, type(move))
        first = Step(last.state, first.events + last.events)
    if first.state.ended and type(move) is not Result:
        return first
    then = resolve(table, first.state, move)
    return Step(then.state, first.events + then.events, (first.state, *then.rests))
