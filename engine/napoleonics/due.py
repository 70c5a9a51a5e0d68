"""What a state waits for: what is due, what settles itself because there is no choice, and what is skipped."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.events import Event, Step
from engine.core.moves import MoveBase
from engine.napoleonics.moves import (
    BattleBack,
    Bonus,
    Breakthrough,
    CheckLeader,
    FirstStrike,
    IgnoreFlags,
    LeaderRetreat,
    Retire,
    Retreat,
    Roll,
    Square,
    TakeGround,
)
from engine.napoleonics.rules import dice, leader, retreat
from engine.napoleonics.rules.cards import rally, scout, short_supply
from engine.napoleonics.rules.cards.rally import heal, only_rally
from engine.napoleonics.rules.combat import following, has_answered, next_stage
from engine.napoleonics.rules.dice import ROLLED, is_card_roll_due
from engine.napoleonics.state import AFTER, ANSWER, CHECK, DICE, EXTRA, FLAGS, LEADER, NOBODY, Fight, State
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces

ANSWERS: dict[int, frozenset[type]] = {
    ANSWER: dice.REPLIES,
    DICE: dice.ROLLING,
    CHECK: leader.CHECKING,
    FLAGS: retreat.OBEYING,
    LEADER: leader.RETREATING,
    AFTER: frozenset({BattleBack, TakeGround, Breakthrough}),
    EXTRA: frozenset({Bonus}),
}
ASIDE: frozenset[type] = frozenset({FirstStrike, Square, Retire})  # out of their time they leave open what is due
# What belongs to a step that can't have been made, written after it.
VOID: frozenset[type] = ASIDE | {
    BattleBack, Bonus, Breakthrough, CheckLeader, IgnoreFlags, LeaderRetreat, Retreat, Roll, TakeGround
}  # fmt: skip
Owing = Callable[[Table, State], Duty | None]
OF_FIGHT: tuple[Owing, ...] = (
    dice.owed_dice, leader.owed_escape, leader.owed_check, retreat.owed_retreat, leader.owed_leader_retreat
)  # fmt: skip
OF_CARD: tuple[Owing, ...] = (dice.owed_dice, rally.owed_rally, short_supply.owed_supply, scout.owed_discard)
NOTHING: frozenset[type] = frozenset()
WAITED_FOR = frozenset({*ROLLED, "short-supply"})  # cards with something to do before any order
MOST_SETTLED = 12


def answering_moves(table: Table, state: State) -> frozenset[type]:
    """The kinds of move that answer what is open now; empty where nothing is."""
    fight = state.fight
    if fight is not None:
        stage = fight.stage
        found = ANSWERS[ANSWER if stage <= DICE and has_answered(fight) else stage]
        return found | VOID if state.is_void and stage == AFTER else found
    if state.is_void:
        return VOID
    if state.looks and scout.is_choice_due(table, state):
        return scout.DISCARDING
    if state.card not in WAITED_FOR:
        return NOTHING
    if is_card_roll_due(state):
        return dice.ROLLING
    if rally.is_due(table, state):
        return rally.RALLYING
    return short_supply.SUPPLYING if short_supply.is_due(state) else NOTHING


def is_other_due(table: Table, state: State, kind: type) -> bool:
    """Whether something is open that a move of a kind does not answer."""
    waits = answering_moves(table, state)
    return bool(waits) and kind not in waits and not (kind in ASIDE and state.fight is not None)


def is_void(table: Table, state: State, move: MoveBase) -> bool:
    """Whether a move belongs to one that can't have been made: it changes nothing, and is no mistake of its own."""
    kind, fight = type(move), state.fight
    if not state.is_void or kind not in VOID:
        return False
    if fight is not None and isinstance(move, Roll) and fight.stage in (ANSWER, DICE):
        return dice.is_other(table, state, move)
    return fight is None or (fight.stage == AFTER and kind not in ANSWERS[AFTER])


def settle_forced(table: Table, state: State, kind: type | None = None) -> Step[State]:
    """Everything closed that leaves no choice: offers not taken, flags all ignored, a retreat with one way.

    Up to where a move of some `kind` is waited for, if one is given.
    """
    events: tuple[Event, ...] = ()
    for _ in range(MOST_SETTLED):
        if kind in answering_moves(table, state):
            break
        step = _settle_one(table, state)
        if step is None:
            break
        state, events = step.state, events + step.events
    return Step(state, events)


def _settle_one(table: Table, state: State) -> Step[State] | None:
    fight = state.fight
    if fight is None:
        if state.is_void:
            return Step(replace(state, is_void=False))
        if state.card == "rally" and state.is_rolled and not state.is_given:
            given = only_rally(table, state)
            return None if given is None else heal(table, state, given)
        return None
    if fight.stage in (AFTER, EXTRA):
        return Step(replace(state, fight=None))
    if fight.is_optional and fight.stage in (ANSWER, DICE):
        return Step(replace(state, fight=following(table, state, fight)))
    if dice.is_hollow(table, state):
        return dice.resolve_roll(table, state, Roll(()))
    if fight.stage == FLAGS:
        found = retreat.only_way(table, state, fight)
        return None if found is None else retreat.obey(table, state, fight, *found)
    if fight.stage == LEADER:
        return _settle_leader(table, state, fight)
    return None


def _settle_leader(table: Table, state: State, fight: Fight) -> Step[State] | None:
    way = leader.only_way(table, state, fight)
    if way is None:
        return None
    if not way:
        return leader.fall(table, state, fight, "napoleonics.leader.retreat-way")
    return leader.go_to(table, state, fight, way)


def duties(table: Table, state: State) -> tuple[Duty, ...]:
    """What the rules oblige someone to do now, forced steps done first; empty while nothing is open."""
    if state.ended or (state.fight is None and state.card not in WAITED_FOR and not state.looks):
        return ()
    return owed(table, settle_forced(table, state).state)


def owed(table: Table, state: State) -> tuple[Duty, ...]:
    """What is due in a state whose forced steps are done."""
    if state.ended:
        return ()
    found = (owing(table, state) for owing in (OF_CARD if state.fight is None else OF_FIGHT))
    return tuple(duty for duty in found if duty is not None)


def skip_owed(table: Table, state: State, kind: type | None = None) -> Step[State]:
    """The state with what was due left out, as far as a move of a kind asks: no dice, nobody hurt, nobody gone back."""
    events: tuple[Event, ...] = ()
    for _ in range(MOST_SETTLED):
        closed = settle_forced(table, state, kind)
        state, events = closed.state, events + closed.events
        fight = state.fight
        if fight is None or kind in answering_moves(table, state):
            break
        if fight.stage in (ANSWER, DICE):
            state = replace(state, fight=None)
            break
        pieces = WorkingPieces(table, state)
        after = replace(fight, testing=NOBODY, flags=0, ignored=NOBODY)
        if fight.stage == CHECK:
            after = replace(fight, testing=NOBODY, checked=fight.checked | 1 << fight.testing)
        elif fight.stage == LEADER:
            after = replace(fight, lost=NOBODY)
        state = pieces.settle(fight=next_stage(table, pieces, after)).state
    waits = answering_moves(table, state) if state.fight is None else NOTHING
    if waits is scout.DISCARDING:
        state = scout.skip_discard(state)
    elif waits is dice.ROLLING:
        state = replace(state, is_rolled=True, is_given=True)
    elif waits:
        state = replace(state, is_given=True)
    return Step(state, events)
