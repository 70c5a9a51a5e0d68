"""What a state waits for: what is due, what closes by itself, and what is left out."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Event, Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import NAME
from engine.napoleonics.dice_count import dice_reads
from engine.napoleonics.moves import (
    BattleBack,
    Bonus,
    Breakthrough,
    CheckLeader,
    FirstStrike,
    IgnoreFlags,
    LeaderRetreat,
    Rally,
    Retire,
    Retreat,
    Roll,
    ShortSupply,
    Square,
    TakeGround,
)  # fmt: skip
from engine.napoleonics.rules import leader, retreat
from engine.napoleonics.rules.cards.rally import heal, rally_closing, rally_room
from engine.napoleonics.rules.combat import go_on, has_answered
from engine.napoleonics.rules.dice import ROLLED, is_card_roll_due, is_hollow, roll_due
from engine.napoleonics.rulings_behind import of_dice
from engine.napoleonics.state import AFTER, ANSWER, CHECK, DICE, EXTRA, FLAGS, LEADER, NOBODY, Fight, State
from engine.napoleonics.state_keys import FIGHT, ORDERS, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import Pieces

ANSWERS: dict[int, frozenset[type]] = {
    ANSWER: frozenset({FirstStrike, Square, Retire, Roll}),
    DICE: frozenset({Roll}),
    CHECK: frozenset({CheckLeader}),
    FLAGS: frozenset({IgnoreFlags, Retreat}),
    LEADER: frozenset({LeaderRetreat}),
    AFTER: frozenset({BattleBack, TakeGround, Breakthrough}),
    EXTRA: frozenset({Bonus}),
}
CARD_ROLL = frozenset({Roll})
RALLY = frozenset({Rally})
SUPPLY = frozenset({ShortSupply})
NOTHING: frozenset[type] = frozenset()
WAITED_FOR = frozenset({*ROLLED, "short-supply"})  # cards with something to do before any order
MOST_CLOSED = 12


def awaited(table: Table, state: State) -> frozenset[type]:
    """The kinds of move that answer what is open now; empty where nothing is."""
    fight = state.fight
    if fight is not None:
        return ANSWERS[ANSWER if has_answered(fight) else fight.stage]
    if state.card not in WAITED_FOR:
        return NOTHING
    if is_card_roll_due(state):
        return CARD_ROLL
    if state.card == "rally" and not state.is_given and state.is_rolled and rally_room(table, state):
        return RALLY
    if state.card == "short-supply" and not state.is_given:
        return SUPPLY
    return NOTHING


def is_other_due(table: Table, state: State, kind: type) -> bool:
    """Whether something is open that a move of a kind does not answer."""
    waits = awaited(table, state)
    return bool(waits) and kind not in waits


def close(table: Table, state: State, kind: type | None = None) -> Step[State]:
    """Everything closed that leaves no choice: offers not taken, flags all ignored, a retreat with one way.

    Up to where a move of some `kind` is waited for, if one is given.
    """
    events: tuple[Event, ...] = ()
    for _ in range(MOST_CLOSED):
        if kind in awaited(table, state):
            break
        step = _close_one(table, state)
        if step is None:
            break
        state, events = step.state, events + step.events
    return Step(state, events)


def _close_one(table: Table, state: State) -> Step[State] | None:
    fight = state.fight
    if fight is None:
        if state.card == "rally" and state.is_rolled and not state.is_given:
            given = rally_closing(table, state)
            return None if given is None else heal(table, state, given)
        return None
    if fight.stage in (AFTER, EXTRA):
        return Step(replace(state, fight=None))
    if fight.stage == FLAGS:
        found = retreat.closing(table, state, fight)
        return None if found is None else retreat.obey(table, state, fight, *found)
    if fight.stage == LEADER:
        return _close_leader(table, state, fight)
    return None


def _close_leader(table: Table, state: State, fight: Fight) -> Step[State] | None:
    way = leader.closing(table, state, fight)
    if way is None:
        return None
    if not way:
        return leader.fall(table, state, fight, "napoleonics.leader.retreat-way")
    return leader.go_to(table, state, fight, way)


def missing(table: Table, state: State) -> tuple[Violation, ...]:
    """What is due and does not close by itself."""
    fight = state.fight
    if state.ended or is_hollow(table, state):
        return ()
    if fight is None:
        return _missing_card(table, state)
    return _missing_step(table, state, fight)


def _missing_step(table: Table, state: State, fight: Fight) -> tuple[Violation, ...]:
    """What a combat waits for: dice, those of a leader, a retreat, that of a leader."""
    if fight.stage in (ANSWER, DICE):
        dice, purpose, by = roll_due(table, state)
        if not dice:
            return ()
        reads, rulings = (*dice_reads(table, state, fight), FIGHT), of_dice(table, state, fight)
        if fight.way:
            name = NAME[state.chiefs[fight.lost]]
            reads = (*reads, *units_at(name, by))
            return (
                broken(
                    "napoleonics.leader.escape-due", "omitted", leader=name, hex=by, reads=reads, rulings=rulings,
                    duty=True,
                ),
            )  # fmt: skip
        return (
            broken(
                "napoleonics.dice.due", "omitted", unit=by, dice=dice, purpose=purpose, reads=(*reads, *units_at(by)),
                rulings=rulings, duty=True,
            ),
        )  # fmt: skip
    if fight.stage == CHECK:
        name, due = NAME[state.chiefs[fight.testing]], leader.check_dice(fight)
        reads = (FIGHT, *units_at(name))
        return (broken("napoleonics.leader.check-due", "omitted", leader=name, dice=due, reads=reads, duty=True),)
    if fight.stage == FLAGS:
        name = NAME[state.at[fight.victim]]
        reads = (*retreat.ignored_reads(table, fight), FIGHT, *units_at(name))
        rulings = retreat.way_rulings(table, state, fight)
        return (
            broken(
                "napoleonics.retreat.due", "omitted", unit=name, flags=fight.flags, reads=reads, rulings=rulings,
                duty=True,
            ),
        )  # fmt: skip
    if fight.stage == LEADER:
        name = NAME[state.chiefs[fight.lost]]
        rulings = leader.retreat_rulings(table, state, fight)
        reads = (FIGHT, *units_at(name))
        return (
            broken("napoleonics.leader.retreat-due", "omitted", leader=name, reads=reads, rulings=rulings, duty=True),
        )
    return ()


def _missing_card(table: Table, state: State) -> tuple[Violation, ...]:
    """What the card in effect waits for; whether it is that card depends on what was read of the turn."""
    waits = awaited(table, state)
    if waits is CARD_ROLL:
        dice, purpose, by = roll_due(table, state)
        return (
            broken(
                "napoleonics.dice.due", "omitted", unit=by, dice=dice, purpose=purpose, reads=(ORDERS,), duty=True
            ),
        )  # fmt: skip
    if waits is RALLY:
        return (broken("napoleonics.cards.rally-due", "omitted", reads=(ORDERS,), rulings=("D15", "A23"), duty=True),)
    if waits is SUPPLY:
        return (broken("napoleonics.cards.short-supply-due", "omitted", reads=(ORDERS,), duty=True),)
    return ()


def finish(table: Table, state: State, kind: type | None = None) -> Step[State]:
    """The state with what was due left out, as far as a move of a kind asks: no dice, nobody hurt, nobody gone back."""
    events: tuple[Event, ...] = ()
    for _ in range(MOST_CLOSED):
        closed = close(table, state, kind)
        state, events = closed.state, events + closed.events
        fight = state.fight
        if fight is None or kind in awaited(table, state):
            break
        if fight.stage in (ANSWER, DICE):
            state = replace(state, fight=None)
            break
        pieces = Pieces(table, state)
        after = replace(fight, testing=NOBODY, flags=0, ignored=NOBODY)
        if fight.stage == CHECK:
            after = replace(fight, testing=NOBODY, checked=fight.checked | 1 << fight.testing)
        elif fight.stage == LEADER:
            after = replace(fight, lost=NOBODY)
        state = pieces.settle(fight=go_on(table, pieces, after)).state
    waits = awaited(table, state) if state.fight is None else NOTHING
    if waits is CARD_ROLL:
        state = replace(state, is_rolled=True, is_given=True)
    elif waits:
        state = replace(state, is_given=True)
    return Step(state, events)
