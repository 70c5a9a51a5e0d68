"""Moves worth asking about: whatever the pieces could do, each once; a roll as a template.

Where `check` would refuse a unit or a card whatever is done with it, the rule that says so is asked here first: once
for all that could be done, not for each again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import ADJACENT, NAME, SECTIONS, WITHIN, Hex, Mask, hexes_of
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.due import answering_moves
from engine.napoleonics.rules import advance, leader, retire, retreat
from engine.napoleonics.rules.cards.counter_attack import copied_card
from engine.napoleonics.rules.cards.play import open_cards
from engine.napoleonics.rules.cards.rally import RALLYING, rally_room
from engine.napoleonics.rules.cards.scout import DISCARDING
from engine.napoleonics.rules.cards.short_supply import SUPPLYING, supply_hexes
from engine.napoleonics.rules.combat import following, known_battle
from engine.napoleonics.rules.dice import ROLLING, is_hollow, resolve_roll, roll_due
from engine.napoleonics.rules.move import chief_setting_out, setting_out
from engine.napoleonics.rules.order import check_acting, check_chief, has_suitable, order_unit
from engine.napoleonics.rules.sight import sight_blockers
from engine.napoleonics.rules.turn import next_hand
from engine.napoleonics.state import (
    AFTER,
    ANSWER,
    CHECK,
    DICE,
    DRAW,
    EXTRA,
    FLAGS,
    LEADER,
    MOVE,
    NOBODY,
    ORDER,
    SIDES,
    WAITING,
    Fight,
    State,
    bits,
)  # fmt: skip
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARTILLERY, CAVALRY

FACE = "infantry"
FAR_GUNS = 5  # hexes that the farthest battery reaches


def candidates(table: Table, state: State) -> Iterator[MoveBase]:
    """What could come next."""
    if state.ended:
        return iter(())
    fight = state.fight
    if fight is not None and fight.is_optional and fight.stage in (ANSWER, DICE):
        without = replace(state, fight=following(table, state, fight))
        return iter([roll(table, state), *candidates(table, without)])
    if fight is not None:
        found = list(_in_fight(table, state, fight))
        if is_hollow(table, state):
            return iter([*found, *candidates(table, resolve_roll(table, state, m.Roll(())).state)])
        if fight.stage not in (AFTER, EXTRA):
            return iter(found)
        return iter([*found, *_in_turn(table, state), *plays(table, state)])
    waits = answering_moves(table, state)
    if waits is ROLLING:
        return iter((roll(table, state),))
    if waits is RALLYING:
        return _rallies(table, state)
    if waits is SUPPLYING:
        return _supplies(table, state)
    if waits is DISCARDING:
        return iter([m.Discard(card) for card in dict.fromkeys(state.looks)])
    return iter([*_in_turn(table, state), *plays(table, state)])


def roll(table: Table, state: State) -> m.Roll:
    """The dice that are due, as a template."""
    due, purpose, _ = roll_due(table, state)
    return m.Roll((FACE,) * due, for_=purpose)  # type: ignore[arg-type]  # the words of a purpose


def _in_fight(table: Table, state: State, fight: Fight) -> Iterator[MoveBase]:
    if fight.stage in (ANSWER, DICE):
        if not is_hollow(table, state):
            yield roll(table, state)
        if fight.stage == ANSWER:
            yield m.FirstStrike()
            yield m.Square()
            if fight.foe != NOBODY and table.arm_of[fight.foe] == CAVALRY:
                for hex_ in retire.retire_hexes(table, state, fight.foe):
                    yield m.Retire(NAME[hex_])
    elif fight.stage == CHECK:
        yield m.CheckLeader((FACE,) * leader.check_dice(fight))  # type: ignore[arg-type]  # as many as are due
    elif fight.stage == FLAGS:
        if fight.ignored == NOBODY:
            for count in range(retreat.most_ignored(table, state, fight) + 1):
                yield m.IgnoreFlags(count)
        for hex_, lost in retreat.all_ways(table, state, fight):
            yield m.Retreat(NAME[hex_], lost=lost or None)
    elif fight.stage == LEADER:
        found = leader.ways(table, state, fight.lost)
        for hex_ in (*found, *leader.lost_ways(table, state, fight.lost)):
            yield m.LeaderRetreat(leader.OFF if hex_ == leader.EDGE else NAME[hex_])
        if not found:
            yield m.EndPhase()
    elif fight.stage == AFTER:
        yield m.BattleBack()
        yield m.TakeGround()
        for hex_ in advance.breakthroughs(table, state, fight):
            yield m.Breakthrough(NAME[hex_])
    elif fight.stage == EXTRA:
        for hex_ in hexes_of(ADJACENT[state.at[fight.unit]] & _enemies(state)):
            yield m.Bonus(NAME[hex_])
            yield from (m.Bonus(NAME[hex_], join) for join in _batteries(table, state, hex_))


def _enemies(state: State) -> int:
    return state.units[1 - state.side] | state.leaders[1 - state.side]


def _rallies(table: Table, state: State) -> Iterator[MoveBase]:
    """A block or two for one unit, one each for two, or all that the dice give, filled up from the first unit on."""
    room, left = rally_room(table, state), list(state.symbols)
    given: list[str] = []
    named: dict[tuple[str, ...], None] = {}
    for unit, arm, lacks in room:
        name, number = NAME[state.at[unit]], min(lacks, left[arm]) if table.read.is_rally_by_symbol else lacks
        left[arm] -= number
        given += [name] * number
        named |= {(name,) * blocks: None for blocks in range(1, 3)}
    named |= {(NAME[state.at[one[0]]], NAME[state.at[other[0]]]): None for one, other in combinations(room, 2)}
    yield from map(m.Rally, dict.fromkeys((*named, tuple(given))))


def _supplies(table: Table, state: State) -> Iterator[MoveBase]:
    for hex_ in hexes_of(state.units[0] | state.units[1]):
        for end in hexes_of(supply_hexes(table, state, state.on[hex_] - 1)):
            yield m.ShortSupply(NAME[hex_], NAME[end])


def _in_turn(table: Table, state: State) -> list[MoveBase]:
    """What the side may do whose turn it is: orders, moves, combats."""
    found: list[MoveBase] = []
    if state.phase in (WAITING, DRAW):
        return found
    own = bits(state.units[state.side])
    if state.phase == ORDER:
        found += _orders(table, state, own)
    if state.phase <= MOVE:
        found += _moves(table, state, own)
    enemies = _enemies(state)
    for hex_ in own:
        unit = state.on[hex_] - 1
        if WITHIN[hex_][table.units[unit].range or 1] & enemies and not state.battled >> unit & 1:
            found += attacks(table, state, unit, enemies)
    return found


def _orders(table: Table, state: State, own: list[Hex]) -> Iterator[MoveBase]:
    for hex_ in own:
        unit = state.on[hex_] - 1
        if not state.ordered >> unit & 1 and not order_unit(table, state, unit):
            yield m.Order((NAME[hex_],))
        if state.square >> unit & 1:
            yield m.Dissolve(NAME[hex_])
    for hex_ in hexes_of(state.leaders[state.side]):
        chief = state.led[hex_] - 1
        if state.ordered_chiefs >> chief & 1 or check_chief(table, state, chief):
            continue
        yield m.Detach(NAME[hex_]) if state.on[hex_] else m.Order((), (NAME[hex_],))


def _moves(table: Table, state: State, own: list[Hex]) -> list[MoveBase]:
    found: list[MoveBase] = []
    for hex_ in own:
        if check_acting(table, state, state.on[hex_] - 1):
            continue
        against, ends, _, _ = setting_out(table, state, NAME[hex_])
        if against or ends is None:
            continue
        moves = _moves_of_unit(hex_)
        found += [moves[end] for end in ends]
        if table.exits:
            found.append(m.Move("off", unit=NAME[hex_]))
    for hex_ in hexes_of(state.leaders[state.side]):
        chief = state.led[hex_] - 1
        against, ends, _, _ = chief_setting_out(table, state, chief)
        if not against and ends is not None:
            moves = _moves_of_chief(hex_)
            found += [moves[end] for end in ends]
    return found


@cache
def _moves_of_unit(start: Hex) -> tuple[m.Move, ...]:
    """By the hex to which it goes: each move of a unit from a hex, made once."""
    return tuple(m.Move(end, unit=NAME[start]) for end in NAME)


@cache
def _moves_of_chief(start: Hex) -> tuple[m.Move, ...]:
    return tuple(m.Move(end, leader=NAME[start]) for end in NAME)


def attacks(table: Table, state: State, unit: int, enemies: Mask) -> Iterator[MoveBase]:
    """Fire at whoever is in range, melee with whoever is beside it, with each battery that could join."""
    start, name, kind = state.at[unit], NAME[state.at[unit]], table.units[unit]
    near = ADJACENT[start] & enemies
    for hex_ in hexes_of(near if near and not known_battle(table, state, unit, is_melee=True) else 0):
        yield m.Melee(name, NAME[hex_])
        if kind.arm != ARTILLERY:
            for join in _batteries(table, state, hex_):
                yield m.Melee(name, NAME[hex_], join)
    if kind.range and not near & state.units[1 - state.side]:
        targets = state.units[1 - state.side] if table.read.is_leader_safe else enemies
        in_range = WITHIN[start][kind.range] & targets
        if in_range and not known_battle(table, state, unit, is_melee=False):
            for hex_ in hexes_of(in_range):
                if not sight_blockers(table, state, unit, hex_, is_joint=False):
                    yield m.Fire(name, NAME[hex_])


def _batteries(table: Table, state: State, target: Hex) -> Iterator[tuple[str, ...]]:
    """One battery or two that could join an attack."""
    guns = [
        NAME[hex_]
        for hex_ in hexes_of(state.units[state.side] & WITHIN[target][FAR_GUNS])
        if table.arm_of[state.on[hex_] - 1] == ARTILLERY and not state.battled >> (state.on[hex_] - 1) & 1
    ]
    yield from ((gun,) for gun in guns)
    yield from combinations(guns, 2)


def plays(table: Table, state: State) -> list[m.Play]:
    """A card of the side that comes next: any that its hand may hold."""
    found: list[m.Play] = []
    hand = next_hand(table, state)
    side, plain = SIDES[hand.side], table.plain[hand.side]
    for card in open_cards(table, hand):
        if card in plain:
            found += plain[card]
            continue
        effective = table.deck.get(copied_card(hand, card)[0])
        is_by_section = effective is not None and effective.where == "section"
        is_free = effective is not None and effective.substitute == "free"
        if is_by_section:
            found += [m.Play(side, card, section) for section in SECTIONS]
        if effective is None or not is_by_section or not has_suitable(table, state, hand.side, effective):
            found.append(m.Play(side, card))
        if is_free:
            found.append(m.Play(side, card, use="one-unit"))
        if card != COUNTER_ATTACK and not is_by_section:  # the same at any time
            plain[card] = found[-2:] if is_free else found[-1:]
    return found
