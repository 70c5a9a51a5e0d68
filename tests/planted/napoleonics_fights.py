"""Ways to go wrong in a combat of Napoleonics: fire and melee, dice, retreats, advances."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import ADJACENT, DISTANCE, NAME, NUMBER, hexes_of
from engine.napoleonics.dice_count import dice_of
from engine.napoleonics.judge import check
from engine.napoleonics.rules import leader, retreat
from engine.napoleonics.rules.combat import can_advance
from engine.napoleonics.rules.move import may_battle_on
from engine.napoleonics.rules.sight import sight_blockers
from engine.napoleonics.state import FLAGS, NOBODY, Fight
from engine.napoleonics.table import FACES
from engine.napoleonics.units import CAVALRY
from tests.planted.napoleonics_places import Rest, at_rest, rests, rewritten, unit_on, with_dice
from tests.planted.planting import Made, Planter, Played, instead

RULE = "napoleonics."


# fire and melee


def more(make: Any) -> Planter:
    """A combat that there should not have been, with dice that do nothing, at any resting point."""

    def plant(game: Played, rng: random.Random) -> Made:
        places = rests(game)
        rng.shuffle(places)
        for place in places:
            options = list(make(place)) if place.is_clean else []
            if options:
                move, rule = rng.choice(options)
                return place.n, 0, with_dice(game.game, place.state, move), 0, {RULE + rule}
        return None

    return plant


Combat = Iterator[tuple[MoveBase, str]]


def could_fire(place: Rest, unit: int) -> bool:
    """Whether nothing but where it stands keeps a unit from firing."""
    state, card = place.state, place.card
    is_let = card is None or (card.has_fire and card.where != "apart")
    is_free = state.ordered >> unit & 1 and not (state.battled | state.shut) >> unit & 1
    return bool(is_free and is_let and state.card and place.table.arm_of[unit] != CAVALRY)


def fire_beside(place: Rest) -> Combat:
    for unit in place.own:
        if could_fire(place, unit) and place.beside(unit):
            for foe in place.enemies:
                if 1 < DISTANCE[place.state.at[unit]][place.state.at[foe]] <= place.table.units[unit].range:
                    yield m.Fire(place.name(unit), place.name(foe)), "ranged.adjacent"


def cavalry_fires(place: Rest) -> Combat:
    for unit in place.own:
        if place.table.arm_of[unit] == CAVALRY:
            for foe in place.enemies:
                if 1 < DISTANCE[place.state.at[unit]][place.state.at[foe]] < 4:
                    yield m.Fire(place.name(unit), place.name(foe)), "ranged.cavalry"


def moved_too_far(place: Rest) -> Combat:
    state, card = place.state, place.card
    for unit in place.own:
        if state.shut & state.moved & ~state.battled & state.ordered & 1 << unit and state.card:
            is_let = card is None or (card.has_fire and card.where != "apart")
            if not is_let or not may_battle_on(place.table, unit, state.at[unit]) or place.beside(unit):
                continue
            for foe in place.enemies:
                distance = DISTANCE[state.at[unit]][state.at[foe]]
                if 1 < distance <= place.table.units[unit].range_moved and place.table.arm_of[unit] != CAVALRY:
                    yield m.Fire(place.name(unit), place.name(foe)), "combat.moved"


def entered(place: Rest) -> Combat:
    state, card = place.state, place.card
    for unit in place.own:
        if state.shut & state.moved & ~state.battled & state.ordered & 1 << unit and state.card:
            is_stopped = not may_battle_on(place.table, unit, state.at[unit])
            if is_stopped and (card is None or (card.has_melee and card.where != "apart")):
                for hex_ in place.beside(unit):
                    yield m.Melee(place.name(unit), NAME[hex_]), "combat.entered"


def battles_twice(place: Rest) -> Combat:
    state, card = place.state, place.card
    for unit in place.own:
        if state.battled & state.ordered & 1 << unit and state.card and (card is None or card.has_melee):
            for hex_ in place.beside(unit):
                yield m.Melee(place.name(unit), NAME[hex_]), "combat.once"


def other_target(game: Played, n: int, rule: str) -> Iterator[Made]:
    """An enemy that can't be fired at, in place of the one that was."""
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Fire)
    unit = unit_on(state, move.unit)
    kind = game.table.units[unit]
    reach = kind.range_moved if state.moved >> unit & 1 else kind.range
    for hex_ in hexes_of(state.units[1 - state.side]):
        is_far = DISTANCE[state.at[unit]][hex_] > reach
        is_hidden = bool(sight_blockers(game.table, state, unit, hex_, is_joint=False))
        if (rule == "ranged.range" and is_far) or (rule == "sight.blocked" and is_hidden and not is_far):
            yield instead(n, move, RULE + rule, target=NAME[hex_])


def out_of_range(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    return other_target(game, n, "ranged.range")


def unseen(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    return other_target(game, n, "sight.blocked")


def at_nobody(game: Played, n: int, rng: random.Random) -> Iterator[Made]:
    state = at_rest(game, n)
    empty = [name for name in NAME if not state.on[NUMBER[name]] and not state.led[NUMBER[name]]]
    yield instead(n, game.moves[n], RULE + "combat.target", target=rng.choice(empty))


def at_leader(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    """A lone leader in place of the unit that was fired at."""
    state = at_rest(game, n)
    for hex_ in hexes_of(state.leaders[1 - state.side] & ~state.units[1 - state.side]):
        yield instead(n, game.moves[n], RULE + "ranged.leader", target=NAME[hex_])


def nobody_fires(game: Played, n: int, rng: random.Random) -> Iterator[Made]:
    state = at_rest(game, n)
    empty = [name for name in NAME if not state.on[NUMBER[name]] and not state.led[NUMBER[name]]]
    yield instead(n, game.moves[n], RULE + "board.piece", unit=rng.choice(empty))


def far_melee(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Melee)
    for hex_ in hexes_of(state.units[1 - state.side] & ~ADJACENT[NUMBER[move.unit]]):
        yield instead(n, move, RULE + "melee.adjacent", target=NAME[hex_], join=())


def wrong_battery(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Melee)
    for hex_ in hexes_of(state.units[state.side]):
        if game.table.arm_of[state.on[hex_] - 1] != 2 and NAME[hex_] != move.unit and not move.join:
            yield instead(n, move, RULE + "combined.artillery", join=(NAME[hex_],))


# dice


def die_more(game: Played, n: int, rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Roll)
    yield instead(n, move, RULE + "dice.count", faces=(*move.faces, rng.choice(FACES)))


def die_less(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Roll)
    if len(move.faces) > 1:
        yield instead(n, move, RULE + "dice.count", faces=move.faces[1:])


def whose(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Roll)
    other = "battle-back" if move.for_ == "attack" else "attack"
    yield instead(n, move, RULE + "dice.whose", for_=other)


def by_another(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, fight = game.moves[n], game.states[n].fight
    assert isinstance(move, m.Roll)
    if fight is not None and not fight.join and not fight.way:
        far = [name for name in NAME if DISTANCE[NUMBER[name]][fight.hex] > 4]
        yield instead(n, move, RULE + "dice.whose", by=far[0])


def die_for_nothing(game: Played, rng: random.Random) -> Made:
    """A die for a melee that has none left, the last of a turn: nothing else is changed by it."""
    places = [place for place in rests(game) if place.n < len(game.moves) and isinstance(game.moves[place.n], m.Play)]
    rng.shuffle(places)
    for place in places:
        for melee in _bare_melees(place) if place.is_clean else ():
            return place.n, 0, (melee, m.Roll((rng.choice(FACES),))), 1, {RULE + "dice.count"}
    return None


def _bare_melees(place: Rest) -> Iterator[MoveBase]:
    """Melees that may be announced at a resting point though nothing is rolled for them."""
    state, table = place.state, place.table
    for unit in place.own:
        for hex_ in place.beside(unit):
            melee = m.Melee(place.name(unit), NAME[hex_])
            foe = state.on[hex_] - 1
            if not dice_of(table, state, unit, foe, state.at[unit], hex_, is_melee=True) and not check(
                table, state, melee
            ):
                yield melee


def check_more(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.CheckLeader)
    yield instead(n, move, RULE + "leader.check-dice", faces=(*move.faces, "flag"))


def needless_check(_place: Rest) -> Combat:
    yield m.CheckLeader(("infantry", "flag")), "leader.check-none"


def needless_roll(_place: Rest) -> Combat:
    yield m.Roll(("infantry", "flag")), "dice.none"


def needless_retreat(place: Rest) -> Combat:
    for unit in (*place.own, *place.enemies):
        for hex_ in hexes_of(ADJACENT[place.state.at[unit]]):
            yield m.Retreat(NAME[hex_]), "retreat.none"


# flags


def _flagged(game: Played, n: int) -> tuple[Any, Fight] | None:
    state = game.states[n]
    fight = state.fight
    return (state, fight) if fight is not None and fight.stage == FLAGS else None


def ignored_too_many(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    found = _flagged(game, n)
    if found is not None:
        most = retreat.most_ignored(game.table, *found)
        yield instead(n, game.moves[n], RULE + "retreat.ignore", RULE + "retreat.bounce", count=most + 1)


def _retreats(game: Played, n: int, rule: str) -> Iterator[Made]:
    found = _flagged(game, n)
    if found is None:
        return
    state, fight = found
    allowed = {hex_ for hex_, _ in retreat.all_ways(game.table, state, fight)}
    other = {hex_ for k in range(1, 9) for hex_, _ in retreat.ways(game.table, state, fight.victim, k)}
    here = state.at[fight.victim]
    ends = other - allowed if rule == "retreat.hexes" else set(hexes_of(ADJACENT[here])) - other - allowed
    for hex_ in ends:
        if not state.on[hex_] and not state.led[hex_]:
            yield instead(n, game.moves[n], RULE + rule, to=NAME[hex_], lost=None)


def wrong_length(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    return _retreats(game, n, "retreat.hexes")


def sideways(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    return _retreats(game, n, "retreat.way")


def leader_sideways(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    state = game.states[n]
    fight = state.fight
    if fight is not None and fight.lost != NOBODY:
        ends = leader.ways(game.table, state, fight.lost)
        for hex_ in hexes_of(ADJACENT[state.chiefs[fight.lost]]):
            if hex_ not in ends and not state.on[hex_] and not state.led[hex_]:
                yield instead(n, game.moves[n], RULE + "leader.retreat-way", to=NAME[hex_], via=())


def leader_among_enemies(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    """He ends with an enemy unit before the last hex of his way."""
    state = game.states[n]
    fight = state.fight
    if fight is not None and fight.lost != NOBODY:
        start = state.chiefs[fight.lost]
        for hex_ in hexes_of(state.units[1 - game.table.chief_side[fight.lost]]):
            if DISTANCE[start][hex_] < game.table.leader_retreat:
                yield instead(n, game.moves[n], RULE + "leader.retreat-way", to=NAME[hex_], via=())


# advances


def no_ground(_place: Rest) -> Combat:
    yield m.TakeGround(), "advance.none"


def no_back(_place: Rest) -> Combat:
    yield m.BattleBack(), "back.none"


def no_bonus(place: Rest) -> Combat:
    for unit in place.own:
        for hex_ in place.beside(unit):
            yield m.Bonus(NAME[hex_]), "advance.bonus"


def bonus_twice(place: Rest) -> Combat:
    for unit in place.own:
        if place.state.extra >> unit & 1:
            for hex_ in place.beside(unit):
                yield m.Bonus(NAME[hex_]), "advance.bonus"


def foot_breaks_through(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    fight = game.states[n].fight
    if (
        fight is not None
        and game.table.arm_of[fight.unit] != CAVALRY
        and can_advance(game.table, game.states[n], fight)
    ):
        yield n, 1, (m.Breakthrough(NAME[fight.hex]),), 0, {RULE + "advance.breakthrough"}


def horse_takes_ground(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    fight = game.states[n].fight
    if fight is not None:
        yield n, 1, (m.TakeGround(),), 0, {RULE + "advance.ground"}


def breaks_too_far(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    state = game.states[n]
    if state.fight is not None:
        for name in NAME:
            hex_ = NUMBER[name]
            if DISTANCE[hex_][state.fight.hex] == 2 and not state.on[hex_] and not state.led[hex_]:
                yield instead(n, game.moves[n], RULE + "advance.to", to=name)


KINDS: dict[str, Planter] = {
    "fires with an enemy beside it": more(fire_beside),
    "cavalry fires": more(cavalry_fires),
    "fires after moving too far": more(moved_too_far),
    "battles after entering a wood or town": more(entered),
    "battles twice": more(battles_twice),
    "fires out of range": rewritten(m.Fire, out_of_range),
    "fires without sight": rewritten(m.Fire, unseen),
    "fires at nobody": rewritten(m.Fire, at_nobody),
    "fires at a lone leader": rewritten(m.Fire, at_leader),
    "nobody fires": rewritten(m.Fire, nobody_fires),
    "melee not adjacent": rewritten(m.Melee, far_melee),
    "combined with no battery": rewritten(m.Melee, wrong_battery),
    "a die too many": rewritten(m.Roll, die_more),
    "a die too few": rewritten(m.Roll, die_less),
    "a die where there is none left": die_for_nothing,
    "roll for something else": rewritten(m.Roll, whose),
    "roll of somebody else": rewritten(m.Roll, by_another),
    "leader's dice too many": rewritten(m.CheckLeader, check_more),
    "leader's dice for nothing": more(needless_check),
    "roll for nothing": more(needless_roll),
    "retreat without a flag": more(needless_retreat),
    "too many flags ignored": rewritten(m.IgnoreFlags, ignored_too_many),
    "retreat too short or long": rewritten(m.Retreat, wrong_length),
    "retreat sideways": rewritten(m.Retreat, sideways),
    "leader retreats sideways": rewritten(m.LeaderRetreat, leader_sideways),
    "leader ends with an enemy": rewritten(m.LeaderRetreat, leader_among_enemies),
    "ground taken of nobody": more(no_ground),
    "battle back of nobody": more(no_back),
    "bonus without a breakthrough": more(no_bonus),
    "bonus twice": more(bonus_twice),
    "breakthrough by infantry": rewritten(m.TakeGround, foot_breaks_through),
    "ground taken by cavalry": rewritten(m.Breakthrough, horse_takes_ground),
    "breakthrough too far": rewritten(m.Breakthrough, breaks_too_far),
}
