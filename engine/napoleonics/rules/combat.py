"""What fire and melee have in common: who may battle at all, and what an announced combat waits for next."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.findings import Verdict, Violation, broken
from engine.napoleonics.board import ADJACENT, DISTANCE, NAME
from engine.napoleonics.dice_count import fight_dice
from engine.napoleonics.rules.move import may_battle_on
from engine.napoleonics.rules.order import check_acting
from engine.napoleonics.state import (
    AFTER,
    ANSWER,
    ATTACK,
    BACK,
    CHECK,
    DICE,
    ESCAPE,
    FLAGS,
    FORM,
    GONE,
    LEADER,
    NOBODY,
    SQUARE,
    STRIKE,
    Fight,
    State,
    bits,
)  # fmt: skip
from engine.napoleonics.state_keys import ORDERS, absent, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARTILLERY, CAVALRY
from engine.napoleonics.working_pieces import WorkingPieces


def known_battle(table: Table, state: State, unit: int, *, is_melee: bool) -> list[Violation]:
    """What stands against a fire or a melee of a unit whoever its target is."""
    known = table.memo_of(state).against
    key = (is_melee, unit)
    found = known.get(key)
    if found is None:
        found = known[key] = check_battle(table, state, unit, is_melee=is_melee)
    return found


def check_battle(table: Table, state: State, unit: int, *, is_melee: bool) -> list[Violation]:
    """A battle of a unit: ordered, its first, allowed after its move, where it came to, and by the card."""
    name = NAME[state.at[unit]]
    found, bit = list(check_acting(table, state, unit)), 1 << unit
    if state.battled & bit:
        found.append(fought_twice(name, ("A18",) if state.unrolled & bit & table.arms[ARTILLERY] else ()))
    card = None if state.is_one else table.deck.get(state.card)
    is_card_against = card is not None and not (card.has_melee if is_melee else card.has_fire)
    if is_card_against or (state.shut & bit and not state.moved & bit):
        reads = (*units_at(name), ORDERS)
        found.append(broken("napoleonics.combat.card", unit=name, card=state.card, reads=reads))
    elif state.shut & bit:
        found.append(_moved_too_far(table, state, unit, name))
    if card is not None and card.where == "apart" and beside(state, unit):
        found.append(broken("napoleonics.combat.held", unit=name, reads=(*units_at(name), ORDERS)))
    return found


def fought_twice(name: str, rulings: tuple[str, ...] = ()) -> Violation:
    """A second battle of a unit."""
    return broken("napoleonics.combat.once", unit=name, reads=(*units_at(name), ORDERS), rulings=rulings)


def _moved_too_far(table: Table, state: State, unit: int, name: str) -> Violation:
    """Why a unit may not battle after its move: where it came to, or how far it went."""
    terrain = table.terrain[state.at[unit]]
    reads = (*units_at(name), ORDERS)
    if not may_battle_on(table, unit, state.at[unit]):
        reads = (f"{terrain.key}.battle", *reads)
        return broken("napoleonics.combat.entered", unit=name, terrain=terrain.id, reads=reads)
    start = state.stood[unit] if state.stood else GONE  # without a card nobody wrote down where it stood
    moved = DISTANCE[start][state.at[unit]] if start != GONE else 1
    return broken("napoleonics.combat.moved", unit=name, moved=moved, reads=reads)


def needs_dice(table: Table, state: State, foe: int) -> bool:
    """Whether an attack must have a die: by ruling A04, where the record names it, and never against a square."""
    return not table.read.is_attack_free and not (foe != NOBODY and state.square >> foe & 1)


def no_dice(unit: str, target: str, reads: tuple[str, ...] = (), rulings: tuple[str, ...] = ()) -> Violation:
    """A combat for which a unit has nothing to roll; `reads` are the values of its dice."""
    reads = (*reads, *units_at(unit, target), ORDERS)
    return broken("napoleonics.combat.no-dice", unit=unit, target=target, reads=reads, rulings=("A04", *rulings))


def no_target(target: str) -> Violation:
    """No enemy stands on a hex that is attacked."""
    families = ("other-turn", "other-target")
    return broken("napoleonics.combat.target", "impossible", target=target, reads=absent(target), families=families)


def beside(state: State, unit: int) -> int:
    """Enemy units beside one of the side whose turn it is, as hexes."""
    return ADJACENT[state.at[unit]] & state.units[1 - state.side]


# what comes next


def next_roll(table: Table, state: State, fight: Fight) -> Fight | None:
    """The combat at its next roll: one without dice is not made, but the defender may answer an attack without any."""
    while _has_dice(fight) and not fight.is_optional and not fight_dice(table, state, fight):
        if fight.stage == ANSWER and fight.what == ATTACK:
            return fight
        after = following(table, state, fight)
        if after is None or after.stage == AFTER:
            return after
        fight = replace(after, stage=fight.stage)
    return fight


def _has_dice(fight: Fight) -> bool:
    """Whether the dice of a combat come next, not those past whom a leader flees."""
    return fight.stage in (DICE, ANSWER) and fight.what != ESCAPE


def following(table: Table, state: State, fight: Fight) -> Fight | None:
    """What comes after a roll that has been seen to: the next roll, the offers at the end, or nothing."""
    if fight.is_written:
        return resumed(table, state, fight.rest)
    if fight.what in (STRIKE, SQUARE):
        if state.at[fight.unit] != fight.home or (fight.is_barred and not table.read.is_barred_attacking):
            return None
        return replace(fight, what=ATTACK, stage=DICE, victim=NOBODY, flags=0, ignored=NOBODY)
    if fight.what == ATTACK:
        after = replace(fight, stage=AFTER, flags=0, is_optional=False)
        if is_emptied(state, after) or (fight.is_melee and can_battle_back(table, state, after)):
            return after
    return None


def is_emptied(state: State, fight: Fight) -> bool:
    """Whether the attack has emptied its target’s hex; who may then enter it is another question."""
    is_empty = not state.on[fight.hex] and not state.led[fight.hex]
    return fight.what == ATTACK and is_empty and state.at[fight.unit] == fight.home


def can_advance(table: Table, state: State, fight: Fight) -> bool:
    """Whether the attacker stands before a hex that is now empty, and may enter it."""
    unit = fight.unit
    return (
        fight.is_melee
        and is_emptied(state, fight)
        and table.arm_of[unit] != ARTILLERY
        and not state.square >> unit & 1
        and not table.closed[table.arm_of[unit]] >> fight.hex & 1
    )


def can_battle_back(table: Table, state: State, fight: Fight) -> bool:
    """Whether the foe still stands there, and neither struck first nor fought as a square against cavalry."""
    foe = fight.foe
    if fight.what != ATTACK or foe == NOBODY or fight.has_struck or state.at[foe] != fight.hex:
        return False
    if state.at[fight.unit] != fight.home or fight.retires != NOBODY:
        return False
    if state.square >> foe & 1 and table.arm_of[fight.unit] == CAVALRY:
        return False
    return fight_dice(table, state, replace(fight, what=BACK)) > 0


def next_stage(table: Table, pieces: WorkingPieces, fight: Fight) -> Fight | None:
    """What a combat waits for once hits, checks or a retreat have been seen to: leader, flags, or the next roll."""
    state = pieces.settle().state
    if state.ended:
        return None
    victim = fight.victim
    is_alive = victim != NOBODY and pieces.at[victim] != GONE
    if fight.testing != NOBODY:
        return replace(fight, stage=CHECK)
    if fight.lost != NOBODY:
        return replace(fight, stage=LEADER)
    if fight.flags and is_alive:
        return replace(fight, stage=FLAGS)
    if is_retiring(fight) and is_alive and pieces.at[victim] == (fight.hex if fight.what == ATTACK else fight.home):
        pieces.march(victim, fight.retires)
        pieces.say("retired", "napoleonics.retire.way", NAME[fight.retires])
        state = pieces.settle().state
    after = following(table, state, fight)
    if after is not None:
        return next_roll(table, state, after)
    if fight.what in (STRIKE, SQUARE) and not fight.is_written:
        pieces.changes["unrolled"] = state.unrolled | fight.join | (1 << fight.unit if fight.is_barred else 0)
        if not table.read.is_battery_spent:
            pieces.changes["battled"] = state.battled & ~fight.join
    return None


# steps that should not have been


def as_written(state: State, what: int, *, is_turned: bool = False) -> Fight | None:
    """The combat with dice that no rule foresees, as many as were rolled, if any were: played as they are written.

    They are those of the unit that is or was attacked; turned round, those of the attacker. None where one of the two
    is not there (any more). What the combat waited for comes after them.
    """
    rest = state.fight
    unit, foe = (rest.unit, rest.foe) if rest is not None else fighters(state)
    if NOBODY in (unit, foe) or GONE in (state.at[unit], state.at[foe]):
        return None
    if is_turned:
        unit, foe = foe, unit
    return Fight(
        unit, foe, NOBODY, state.at[unit], state.at[foe], is_melee=True, what=what, stage=DICE,
        checked=0 if rest is None else rest.checked, is_written=True, is_optional=True, rest=rest,
    )  # fmt: skip


def answered_to_nothing(state: State) -> Verdict:
    """How an answer is judged that comes to something else than an announced melee: fire, a battle back, or nothing."""
    return "impossible" if as_written(state, STRIKE) is None else "illegal"


def fighters(state: State) -> tuple[int, int]:
    """The attacker and the defender of the latest combat of this turn, as far as they are there."""
    unit = foe = NOBODY
    for number in bits(state.fought):
        hex_ = state.at[number]
        if hex_ != GONE and state.units[state.side] >> hex_ & 1:
            unit = number
        elif hex_ != GONE:
            foe = number
    return unit, foe


def resumed(table: Table, state: State, rest: Fight | None) -> Fight | None:
    """What a combat still waits for after a step that should not have been, as far as those whom it takes are there."""
    if rest is None:
        return None
    if rest.stage == AFTER:
        return rest if is_emptied(state, rest) or (rest.is_melee and can_battle_back(table, state, rest)) else None
    if rest.stage == CHECK:
        return rest if state.chiefs[rest.testing] != GONE else None
    if rest.stage == LEADER:
        return rest if state.chiefs[rest.lost] != GONE else None
    if rest.stage == FLAGS:
        return rest if state.at[rest.victim] != GONE else None
    is_there = state.at[rest.unit] != GONE and (rest.foe == NOBODY or state.at[rest.foe] != GONE)
    return rest if is_there else None


def is_retiring(fight: Fight) -> bool:
    """Whether the unit that is rolled against retires after these dice."""
    return fight.retires != NOBODY and fight.what in (ATTACK, BACK)


def answers_now(fight: Fight) -> int:
    """The unit that the next dice are against, whose answer would come now."""
    return fight.unit if fight.stage in (ANSWER, DICE) and fight.what == BACK else fight.foe


def has_answered(fight: Fight) -> bool:
    """Whether the defender has given his answer to a melee, and no dice of the combat have been rolled since."""
    if fight.stage != DICE:
        return fight.stage == ANSWER and fight.has_formed  # a square that was not formed (ruling D23)
    if fight.what == ATTACK:
        return fight.retires != NOBODY
    return (fight.what == STRIKE and fight.has_struck) or (fight.what in (FORM, SQUARE) and fight.has_formed)


def roller(fight: Fight) -> int:
    """The unit whose dice the last roll was, where it was not that of an escape."""
    return fight.unit if fight.what == ATTACK else fight.foe


def is_first_square(table: Table, state: State, unit: int, foe: int) -> bool:
    """Whether a square rolls before the cavalry that attacks it."""
    return foe != NOBODY and table.arm_of[unit] == CAVALRY and bool(state.square >> foe & 1)


def arm_is(table: Table, unit: int, arm: int) -> bool:
    """Whether a unit is of an arm; a lone leader is of none."""
    return unit != NOBODY and table.arm_of[unit] == arm
