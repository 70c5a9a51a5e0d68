"""The only judge of legality: one `check` for every move, and the duties it asks about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.core.duties import omitted
from engine.core.findings import Violation
from engine.core.game import Dice
from engine.core.moves import MoveBase, Result, Turn
from engine.napoleonics import moves as m
from engine.napoleonics.due import (
    ASIDE,
    WAITED_FOR,
    answering_moves,
    is_other_due,
    is_void,
    owed,
    settle_forced,
    skip_owed,
)
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
)
from engine.napoleonics.rules.cards import deal, play, rally, scout, short_supply
from engine.napoleonics.rules.combat import answers_now
from engine.napoleonics.state import (
    ATTACK,
    COMBAT,
    DRAW,
    ESCAPE,
    MOVE,
    NOBODY,
    ORDER,
    PHASES,
    SIDES,
    WAITING,
    State,
)
from engine.napoleonics.table import Table
from engine.napoleonics.vocabulary import unknown_names

LEGAL: tuple[Violation, ...] = ()
Checker = Callable[[Table, State, Any], list[Violation]]

CHECKERS: Final[dict[type[MoveBase], Checker]] = {
    m.Play: play.check_play,
    m.Order: order.check_order,
    m.Detach: order.check_detach,
    m.Dissolve: square.check_dissolve,
    m.Rally: rally.check_rally,
    m.ShortSupply: short_supply.check_supply,
    m.Move: move.check_move,
    m.Fire: ranged.check_fire,
    m.Melee: melee.check_melee,
    m.FirstStrike: strike.check_strike,
    m.Square: square.check_square,
    m.Retire: retire.check_retire,
    m.Roll: dice.check_roll,
    m.CheckLeader: leader.check_check,
    m.IgnoreFlags: retreat.check_ignore,
    m.Retreat: retreat.check_retreat,
    m.LeaderRetreat: leader.check_leader_retreat,
    m.BattleBack: back.check_back,
    m.TakeGround: advance.check_ground,
    m.Breakthrough: advance.check_breakthrough,
    m.Bonus: advance.check_bonus,
    m.Deal: deal.check_deal,
    m.Draw: turn.check_draw,
    m.Discard: scout.check_discard,
    m.EndPhase: lambda _table, _state, _move: [],
    Turn: lambda _table, _state, _move: [],
}
# The last phase in which each may still be said; what answers a combat has none of its own.
LAST_PHASE: Final[dict[type[MoveBase], int]] = {
    m.Order: ORDER,
    m.Detach: ORDER,
    m.Dissolve: ORDER,
    m.Rally: ORDER,
    m.ShortSupply: ORDER,
    m.Move: MOVE,
    m.Fire: COMBAT,
    m.Melee: COMBAT,
    m.Bonus: COMBAT,
}
FREE: Final = frozenset({m.Play, m.Deal, m.EndPhase, Turn, Result})  # what needs no card on the table
# What may name its side, which then has to be the one that is due; not what has rules of its own for it, nor a leader’s
# dice, which either side may throw.
SIDED: Final = frozenset(CHECKERS) - {m.Play, m.Deal, m.Draw, m.CheckLeader, Turn}
# By phase and kind: who judges it, if it may be said then.
JUDGES: Final[tuple[dict[type[MoveBase], Checker], ...]] = tuple(
    {
        kind: checker
        for kind, checker in CHECKERS.items()
        if (WAITING if kind in FREE else ORDER) <= phase <= LAST_PHASE.get(kind, DRAW)
    }
    for phase in range(len(PHASES))
)


def check(table: Table, state: State, move: Any) -> tuple[Violation, ...]:
    """All rules that the move breaks: what was due before it first, then its own, the first one first."""
    kind = type(move)
    checker = JUDGES[state.phase].get(kind)
    if checker is None or state.ended:
        return _check_untimely(table, state, move, kind)
    if state.is_void and is_void(table, state, move):
        return unknown_names(table, move)
    is_waiting = state.fight is not None or state.is_void or bool(state.looks) or state.card in WAITED_FOR
    if is_waiting and is_other_due(table, state, kind):
        return _check_untimely(table, state, move, kind)
    try:
        if kind in SIDED and move.side is not None and (wrong := _check_side(table, state, move, kind)):
            return tuple(wrong)
        found = checker(table, state, move)
    except KeyError:  # a hex or a card that there is not
        if words := unknown_names(table, move):
            return words
        raise
    return tuple(found) if found else LEGAL


def _check_untimely(table: Table, state: State, move: MoveBase, kind: type[MoveBase]) -> tuple[Violation, ...]:
    """A move out of its time: after the end, while something is due, without a card, or after its phase."""
    if kind not in CHECKERS:
        return LEGAL
    if state.ended:
        return LEGAL if kind is Turn else (turn.over(state),)
    if is_other_due(table, state, kind):
        return _check_after(table, state, move)
    if state.phase == WAITING:
        return (turn.no_card(state),)
    several = (*getattr(move, "units", ()), *getattr(move, "leaders", ()), "")
    unit = getattr(move, "unit", None) or getattr(move, "leader", None) or several[0]
    return (turn.out_of_phase(unit, LAST_PHASE[kind]),)


def _check_after(table: Table, state: State, move: MoveBase) -> tuple[Violation, ...]:
    """A move that comes while something is open: what leaves no choice is done, the rest was due."""
    if words := unknown_names(table, move):
        return words
    closed = settle_forced(table, state, type(move)).state
    if closed.ended and not state.ended and type(move) is m.EndPhase:
        return LEGAL  # what closed by itself, a leader with nowhere to go, was the end of the game
    waits = answering_moves(table, closed)
    if not waits or type(move) in waits:
        return check(table, closed, move)
    if dice.is_said_without_dice(table, closed, move):
        return LEGAL
    return omitted(owed(table, closed), move) + check(table, skip_owed(table, closed, type(move)).state, move)


def _check_side(table: Table, state: State, move: Any, kind: type[MoveBase]) -> list[Violation]:
    """Whether the side is right that a move names."""
    side = move.side
    if kind is m.Roll and not dice.roll_due(table, state)[0]:
        return []
    return turn.check_side(side, acting_side(table, state, kind))


def acting_side(table: Table, state: State, kind: type[MoveBase]) -> int:
    """Whose word a move is."""
    fight = state.fight
    if fight is None:
        return state.side
    if kind in ASIDE and (unit := answers_now(fight)) != NOBODY:
        return table.side_of[unit]
    if kind in ASIDE or kind is m.BattleBack:
        return 1 - state.side
    if kind is m.Roll and fight.what == ESCAPE:
        return table.side_of[state.on[fight.way[0]] - 1]
    if kind is m.Roll and fight.what != ATTACK:
        return table.side_of[fight.foe]
    if kind in (m.IgnoreFlags, m.Retreat) and fight.victim != NOBODY:
        return table.side_of[fight.victim]
    if kind is m.LeaderRetreat and fight.lost != NOBODY:
        return table.chief_side[fight.lost]
    return state.side


def who_speaks(table: Table, state: State) -> tuple[str | Dice, ...]:
    """Sides that may say something, and the dice where they are due."""
    if state.ended:
        return ()
    due, _, _ = dice.roll_due(table, state)
    found: list[str | Dice] = []
    if due:
        found.append(Dice({"dice": due}))
    fight = state.fight
    if fight is None or fight.stage not in (0, 1) or dice.is_hollow(table, state):
        found = [SIDES[state.side], SIDES[1 - state.side]] if state.phase != WAITING else [SIDES[state.side]]
    elif not fight.stage:
        found.append(SIDES[acting_side(table, state, m.Square)])
    return tuple(found)
