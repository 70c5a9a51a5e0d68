"""Ways to go wrong with orders and moves in Napoleonics."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.napoleonics import moves as m
from engine.napoleonics.board import ADJACENT, BIT, DISTANCE, NAME, NUMBER, hexes_of
from engine.napoleonics.deck import EVERY
from engine.napoleonics.reach import FAR, most_moves, reach, reach_chief
from engine.napoleonics.rules.order import capacities, is_suitable
from engine.napoleonics.state import COMBAT
from engine.napoleonics.units import CAVALRY
from tests.planted.napoleonics_places import Rest, anywhere, at_rest, moving, ordering, rewritten, unit_on
from tests.planted.planting import Made, Planter, Played, before, instead

RULE = "napoleonics."


def put_in(place: Rest, move: object, *rules: str) -> Made:
    """A move more at a resting point."""
    return before(place.n, move, *(RULE + rule for rule in rules))  # type: ignore[arg-type]


# orders


def too_many(place: Rest, rng: random.Random) -> Iterator[Made]:
    """More units of one section than its card orders."""
    card, state = place.card, place.state
    if card is None or card.kind != "section" or state.ordered or state.ordered_chiefs or state.is_written:
        return
    most = capacities(place.table, state)
    open_ = [n for n in range(3) if most[n]]
    if len(open_) == 1:
        inside = [u for u in place.own if place.table.sections_of[state.side][state.stood[u]] >> open_[0] & 1]
        inside = [u for u in inside if not state.square >> u & 1]
        if len(inside) > most[open_[0]]:
            names = [place.name(u) for u in rng.sample(inside, most[open_[0]] + 1)]
            yield put_in(place, m.Order(tuple(names)), "order.count")


def wrong_section(place: Rest, _rng: random.Random) -> Iterator[Made]:
    card, state = place.card, place.state
    if card is None or card.kind != "section" or state.ordered or state.ordered_chiefs:
        return
    most = capacities(place.table, state)
    open_ = sum(1 << n for n in range(3) if most[n])
    for unit in place.own:
        if not place.table.sections_of[state.side][state.stood[unit]] & open_ and not state.square >> unit & 1:
            yield put_in(place, m.Order((place.name(unit),)), "order.section")


def wrong_arm(place: Rest, _rng: random.Random) -> Iterator[Made]:
    card, state = place.card, place.state
    if card is None or card.kind != "tactic" or card.effects.get("heals") or "leaders" in card.who or not card.most:
        return
    for unit in place.own:
        if not is_suitable(place.table, state, card, unit) and not (state.ordered | state.square) >> unit & 1:
            yield put_in(place, m.Order((place.name(unit),)), "order.card")


def ordered_twice(place: Rest, _rng: random.Random) -> Iterator[Made]:
    state = place.state
    for unit in place.own:
        if place.is_clean and state.is_written and state.ordered >> unit & 1:
            yield put_in(place, m.Order((place.name(unit),)), "order.twice")


def enemy_ordered(place: Rest, _rng: random.Random) -> Iterator[Made]:
    for unit in place.enemies:
        yield put_in(place, m.Order((place.name(unit),)), "order.own")


def nobody_ordered(place: Rest, rng: random.Random) -> Iterator[Made]:
    yield put_in(place, m.Order((rng.choice(place.empty),)), "board.piece")


def unordered(place: Rest, rng: random.Random) -> Iterator[Made]:
    """Somebody moves whom the written orders don't name."""
    state, card = place.state, place.card
    if not place.is_clean or not state.is_written or (card is not None and card.most == EVERY) or not place.state.card:
        return
    for unit in place.own:
        if not (state.ordered | state.moved | state.square | state.joined) >> unit & 1:
            near = reach(place.table, state, unit, 1)
            if near and most_moves(place.table, state, unit)[0]:
                yield put_in(place, m.Move(NAME[rng.choice(list(near))], unit=place.name(unit)), "order.written")


def no_hat(place: Rest, _rng: random.Random) -> Iterator[Made]:
    state, card = place.state, place.table.deck.get(place.state.card)
    if card is None or not (card.hat == "no" or state.is_one):
        return
    for hex_ in hexes_of(state.leaders[state.side] & state.units[state.side]):
        if not state.square >> (state.on[hex_] - 1) & 1 and not state.ordered_chiefs >> (state.led[hex_] - 1) & 1:
            yield put_in(place, m.Detach(NAME[hex_]), "order.hat")


def detached_alone(place: Rest, _rng: random.Random) -> Iterator[Made]:
    for hex_ in hexes_of(place.state.leaders[place.state.side] & ~place.state.units[place.state.side]):
        yield put_in(place, m.Detach(NAME[hex_]), "order.detach")


def no_square(place: Rest, _rng: random.Random) -> Iterator[Made]:
    for unit in place.own:
        if not place.state.square >> unit & 1:
            yield put_in(place, m.Dissolve(place.name(unit)), "square.dissolve")


def beside_cavalry(place: Rest, _rng: random.Random) -> Iterator[Made]:
    state = place.state
    for unit in place.own:
        if state.square >> unit & 1 and any(place.table.arm_of[state.on[h] - 1] == CAVALRY for h in place.beside(unit)):
            yield put_in(place, m.Dissolve(place.name(unit)), "square.dissolve-cavalry")


# moves


def too_far(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Move)
    if move.unit is not None:
        unit = unit_on(state, move.unit)
        most, _ = most_moves(game.table, state, unit)
        for hex_, steps in reach(game.table, state, unit, most + 3).items():
            if steps > most and not state.led[hex_]:
                yield instead(n, move, RULE + "move.far", to=NAME[hex_])


def leader_too_far(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Move)
    if move.leader is not None:
        chief = state.led[NUMBER[move.leader]] - 1
        for hex_, steps in reach_chief(game.table, state, chief, 7).items():
            if steps > FAR or steps > game.table.leader_move + 1:
                yield instead(n, move, RULE + "move.far", to=NAME[hex_])


def through(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    """The way that is written leads through somebody."""
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Move)
    if move.unit is None or move.to == "off":
        return
    here, there = NUMBER[move.unit], NUMBER[move.to]
    if DISTANCE[here][there] == 2:
        for via in hexes_of(ADJACENT[here] & ADJACENT[there] & (state.units[0] | state.units[1])):
            yield instead(n, move, RULE + "move.way", RULE + "move.stop", via=(NAME[via],))


def onto(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Move)
    if move.unit is not None:
        closed = game.table.closed[game.table.arm_of[unit_on(state, move.unit)]]
        for hex_ in hexes_of((state.units[0] | state.units[1]) & ~BIT[NUMBER[move.unit]] & ~closed):
            if DISTANCE[NUMBER[move.unit]][hex_] < 4:
                yield instead(n, move, RULE + "move.full", to=NAME[hex_])


def nowhere(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Move)
    if move.unit is not None:
        yield instead(n, move, RULE + "move.nowhere", to=move.unit)


def two_leaders(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Move)
    if move.leader is not None:
        for hex_ in hexes_of(state.leaders[state.side] & ~BIT[NUMBER[move.leader]]):
            yield instead(n, move, RULE + "move.leaders", to=NAME[hex_])


def twice(game: Played, n: int, rng: random.Random) -> Iterator[Made]:
    """A unit that has moved goes on by one hex."""
    move = game.moves[n]
    assert isinstance(move, m.Move)
    state = game.states[n + 1] if n + 1 < len(game.states) else None
    if move.unit is None or state is None or state.ended or move.to == "off":
        return
    near = [hex_ for hex_ in reach(game.table, state, unit_on(state, move.to), 1) if not state.led[hex_]]
    if near:
        again = m.Move(NAME[rng.choice(near)], unit=move.to)
        yield n, 1, (move, again), 1, {RULE + "move.once"}


def enemy_moves(place: Rest, rng: random.Random) -> Iterator[Made]:
    for unit in place.enemies:
        if near := reach(place.table, place.state, unit, 1):
            yield put_in(place, m.Move(NAME[rng.choice(list(near))], unit=place.name(unit)), "order.own")


def nobody_moves(place: Rest, rng: random.Random) -> Iterator[Made]:
    yield put_in(place, m.Move(rng.choice(place.empty), unit=rng.choice(place.empty)), "board.piece")


def square_moves(place: Rest, rng: random.Random) -> Iterator[Made]:
    for unit in place.own:
        if place.state.square >> unit & 1 and (near := reach(place.table, place.state, unit, 1)):
            yield put_in(place, m.Move(NAME[rng.choice(list(near))], unit=place.name(unit)), "move.square")


def after_combat(place: Rest, rng: random.Random) -> Iterator[Made]:
    if place.state.phase == COMBAT:
        for unit in place.own:
            if not place.state.square >> unit & 1 and (near := reach(place.table, place.state, unit, 1)):
                yield put_in(place, m.Move(NAME[rng.choice(list(near))], unit=place.name(unit)), "turn.phase")


def late_order(place: Rest, _rng: random.Random) -> Iterator[Made]:
    if place.state.phase > 1:
        for unit in place.own:
            yield put_in(place, m.Order((place.name(unit),)), "turn.phase")


KINDS: dict[str, Planter] = {
    "more orders than the card gives": ordering(too_many),
    "order in a wrong section": ordering(wrong_section),
    "order for a wrong arm": ordering(wrong_arm),
    "ordered twice": ordering(ordered_twice),
    "enemy ordered": ordering(enemy_ordered),
    "empty hex ordered": ordering(nobody_ordered),
    "moves without an order": moving(unordered),
    "detach without the hat": ordering(no_hat),
    "leader alone detached": ordering(detached_alone),
    "no square to dissolve": ordering(no_square),
    "dissolve beside cavalry": ordering(beside_cavalry),
    "order after moves": anywhere(late_order),
    "moves too far": rewritten(m.Move, too_far),
    "leader moves too far": rewritten(m.Move, leader_too_far),
    "moves through others": rewritten(m.Move, through),
    "moves onto others": rewritten(m.Move, onto),
    "moves nowhere": rewritten(m.Move, nowhere),
    "two leaders on one hex": rewritten(m.Move, two_leaders),
    "moves twice": rewritten(m.Move, twice),
    "enemy moved": moving(enemy_moves),
    "empty hex moved": moving(nobody_moves),
    "square moves": moving(square_moves),
    "moves after combat": anywhere(after_combat),
}
