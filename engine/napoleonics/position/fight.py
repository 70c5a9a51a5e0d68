"""A combat in the middle, read."""

from __future__ import annotations

from engine.napoleonics.position.names import Names, card_id, hex_number, leader_names, refused, unit_names
from engine.napoleonics.position.parts import FightPart
from engine.napoleonics.position.view import opposed
from engine.napoleonics.rules.leader import EDGE, OFF
from engine.napoleonics.state import (
    ANSWER,
    ATTACK,
    CHECK,
    DICE,
    ESCAPE,
    FLAGS,
    LEADER,
    NOBODY,
    PURPOSES,
    STAGES,
    Fight,
    State,
)  # fmt: skip
from engine.napoleonics.table import Table

NONE = "none"


def read_fight(table: Table, part: FightPart, state: State) -> Fight:
    """The combat; one that can't be is refused."""
    units, leaders = unit_names(table, state), leader_names(table, state)
    home, hex_ = hex_number(part.unit, "pending/unit"), hex_number(part.target, "pending/target")
    unit = units.find(part.unit if part.attacker is None else part.attacker, "pending/unit")
    foe, chief = opposed(table, state, table.side_of[unit], hex_)
    if part.defender is not None:
        foe = NOBODY if part.defender == NONE else units.find(part.defender, "pending/defender")
    if part.leader is not None:
        chief = NOBODY if part.leader == NONE else leaders.find(part.leader, "pending/leader")
    fight = Fight(
        unit=unit,
        foe=foe,
        chief=chief,
        home=home,
        hex=hex_,
        is_melee=part.do == "melee",
        is_bonus=part.bonus,
        join=sum({1 << units.find(name, "pending/join") for name in part.join}),
        stage=STAGES.index(part.awaits),
        what=PURPOSES.index(part.for_),
        has_struck=part.struck,
        has_formed=part.formed,
        slot=NOBODY if part.slot is None else part.slot - 1,
        paid="" if part.card is None else card_id(table, part.card, "pending/card"),
        is_barred=part.barred,
        retires=NOBODY if part.retires is None else hex_number(part.retires, "pending/retires"),
        victim={None: NOBODY, "attacker": unit, "defender": foe}[part.victim],
        flags=part.flags,
        ignored=NOBODY if part.ignored is None else part.ignored,
        checked=sum({1 << leaders.find(name, "pending/checked") for name in part.checked}),
        testing=_leader(leaders, part.testing, "pending/testing"),
        lost=_leader(leaders, part.lost, "pending/lost"),
        way=tuple(EDGE if name == OFF else hex_number(name, "pending/way") for name in part.way),
        before=PURPOSES.index(part.before),
        is_written=part.as_written,
        is_optional=part.optional,
        rest=None if part.rest is None else read_fight(table, part.rest, state),
    )
    _refuse_impossible(table, state, fight, units)
    return fight


def _leader(leaders: Names, name: str | None, path: str) -> int:
    return NOBODY if name is None else leaders.find(name, path)


def _refuse_impossible(table: Table, state: State, fight: Fight, units: Names) -> None:
    """Someone attacks an enemy, and whom the combat waits for is there."""
    side = table.side_of[fight.unit]
    if fight.is_written:  # played as written: only those who fight have to be there
        return
    if side != state.side:
        raise refused("pending/unit", "pending")
    is_enemy = fight.foe != NOBODY and table.side_of[fight.foe] != side
    if not is_enemy and (fight.foe != NOBODY or fight.chief == NOBODY or table.chief_side[fight.chief] == side):
        raise refused("pending/target", "pending")
    is_rolling = fight.stage in (ANSWER, DICE) and fight.what != ESCAPE
    if is_rolling and (state.at[fight.unit] != fight.home or _is_away(state, fight)):
        raise refused("pending/awaits", "pending")
    if fight.what not in (ATTACK, ESCAPE) and fight.foe == NOBODY:
        raise refused("pending/for", "pending")
    if fight.stage == FLAGS and (fight.victim == NOBODY or not units.is_there(fight.victim) or not fight.flags):
        raise refused("pending/flags", "pending")
    if fight.stage == CHECK and fight.testing == NOBODY:
        raise refused("pending/testing", "pending")
    is_escaping = fight.stage == DICE and fight.what == ESCAPE
    if (fight.stage == LEADER or is_escaping) and fight.lost == NOBODY:
        raise refused("pending/lost", "pending")
    if is_escaping and (not fight.way or fight.way[0] == EDGE):
        raise refused("pending/way", "pending")
    if fight.stage == ANSWER and not fight.is_melee:
        raise refused("pending/awaits", "pending")


def _is_away(state: State, fight: Fight) -> bool:
    """Whether the enemy is not there any more against whom, or by whom, dice are rolled."""
    if fight.foe != NOBODY:
        return state.at[fight.foe] != fight.hex
    return state.chiefs[fight.chief] != fight.hex
