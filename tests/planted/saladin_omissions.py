"""What happens by itself in Saladin and was forgotten: seen in a later count, and found where it was due."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.core.events import Event
from engine.core.moves import MoveBase, Turn
from engine.saladin.moves import Activate, BannerCount, Count, Lead, Pass, Pool, Roll
from engine.saladin.position import CARDS
from engine.saladin.state import LEADER, SIDES, State, bits, moved_by
from tests.planted.planting import Made, Planter, Played

MOST_LATER = 6  # moves after which it is counted
SPENT = frozenset({"saladin.dice.order-face", "saladin.arsuf.sacrifice", "saladin.hattin.fire"})
Left = Callable[[Played, State, State, Event], State]  # the state in which the effect of an event was forgotten


def order_kept(_game: Played, before: State, after: State, event: Event) -> State:
    """The Order of a full track still Available, and the track not emptied."""
    side = SIDES.index(event.who)
    field = "available" if before.available[side] else "spent"
    losses = moved_by(after.losses, side, 6)
    return replace(after, losses=losses, **{field: moved_by(getattr(after, field), side, 1)})


def order_not_spent(_game: Played, _before: State, after: State, event: Event) -> State:
    side = SIDES.index(event.who)
    available = moved_by(after.available, side, event.amount)
    return replace(after, available=available, spent=moved_by(after.spent, side, -event.amount))


def order_not_gained(_game: Played, _before: State, after: State, event: Event) -> State:
    return replace(after, available=moved_by(after.available, SIDES.index(event.who), -1))


def card_kept(game: Played, _before: State, after: State, event: Event) -> State:
    bit = 1 << game.table.number[event.who]
    return replace(after, out=after.out & ~bit, captured=after.captured & ~bit)


def forgotten(*rules: str, left: Left) -> Planter:
    """The effect of an event of these rules, where no other of the turn would come to the same."""
    alike = SPENT if SPENT & set(rules) else frozenset(rules)

    def plant(game: Played, rng: random.Random) -> Made:
        able = []
        for n in () if game.is_lost else game.of(Activate, Roll):
            before = game.states[n]
            events = game.game.resolve(before, game.moves[n]).events
            mine = [e for e in events if e.rule in rules and e.amount]
            if len(mine) == 1 and not game.states[n + 1].ended and _is_only(game, n, mine[0].who, alike):
                able.append((n, mine[0], left(game, before, game.states[n + 1], mine[0])))
        if not able:
            return None
        n, event, state = rng.choice(able)
        made = _counted_later(game, n, state, event.rule, rng)
        last = n + made[1] if made else n
        return None if any(_number(game, at, event.who, alike) for at in range(n + 1, last)) else made

    return plant


def _is_only(game: Played, n: int, who: str, rules: frozenset[str]) -> bool:
    """Whether nothing of the kind happened to the same side before, in this turn, nor since it was counted."""
    turn = game.states[n].turn
    for at in range(n - 1, -1, -1):
        if isinstance(game.moves[at], Count) or (SPENT & rules and game.states[at].turn != turn):
            break
        if _number(game, at, who, rules):
            return False
    return _number(game, n, who, rules) == 1


def _number(game: Played, at: int, who: str, rules: frozenset[str]) -> int:
    events = game.game.resolve(game.states[at], game.moves[at]).events
    return sum(event.rule in rules and event.who == who for event in events)


def card_not_turned(game: Played, rng: random.Random) -> Made:
    """The card of a Banner or a leader, left Deployed after it has acted."""
    able = []
    for n in () if game.is_lost else game.of(Activate, Roll, Lead):
        turned = bits(game.states[n + 1].ordered & ~game.states[n].ordered)
        if len(turned) == 1 and not game.states[n + 1].ended:
            able.append((n, 1 << turned[0]))
    if not able:
        return None
    n, bit = rng.choice(able)
    rule = "saladin.activation.leader-steps" if bit in LEADER else "saladin.activation.turn-card"
    after = game.states[n + 1]
    return _counted_later(game, n, replace(after, ordered=after.ordered & ~bit), rule, rng)


def _counted_later(game: Played, n: int, state: State, rule: str, rng: random.Random) -> Made:
    """The moves after it as they were made, then all that is on the table, some time before the turn ends."""
    moves: list[MoveBase] = [game.moves[n]]
    stops = [(1, state)]
    for at in range(n + 1, min(n + MOST_LATER, len(game.moves))):
        move = game.moves[at]
        if isinstance(move, (Turn, Pass, Count)) or game.game.check(state, move):
            break
        state = game.game.resolve(state, move).state
        moves.append(move)
        if state.pending is None and not state.ended:
            stops.append((len(moves), state))
    if stops[0][1].pending is not None:
        stops = stops[1:]
    if not stops or n + stops[-1][0] >= game.high:
        return None
    number, counted = rng.choice(stops)
    if not game.game.count((game.states[n + number],), count_of(game, counted)):
        return None
    return n, number, (*moves[:number], count_of(game, counted)), 0, {rule}


def count_of(game: Played, state: State) -> Count:
    """Everything that lies on the table."""
    sides = list(enumerate(SIDES))
    table = game.table
    banners: dict[str, Any] = {}
    for n, name in enumerate(table.banners):
        bit = 1 << n
        out = "captured" if state.captured & bit else "removed" if state.removed & bit else "boxed"
        if state.out & bit:
            banners[name] = BannerCount(out=out)  # type: ignore[arg-type]
        else:
            banners[name] = BannerCount(state.lances[n], card=CARDS[bool(state.ordered & bit)])  # type: ignore[arg-type]
    return Count(
        orders={name: Pool(state.available[s], state.spent[s]) for s, name in sides},
        losses={name: state.losses[s] for s, name in sides},
        banners=banners,
        leaders={name: CARDS[bool(state.ordered & LEADER[s])] for s, name in sides},  # type: ignore[misc]
    )


KINDS: dict[str, Planter] = {
    "Order of a full track kept": forgotten("saladin.lances.sixth", left=order_kept),
    "Order in the town forgotten": forgotten("saladin.arsuf.twelfth-order", left=order_not_gained),
    "Order of Sacrifice kept": forgotten("saladin.arsuf.sacrifice", left=order_not_spent),
    "Order of the fire kept": forgotten("saladin.hattin.fire", left=order_not_spent),
    "Order face forgotten": forgotten("saladin.dice.order-face", left=order_not_spent),
    "card not captured": forgotten("saladin.lances.last", "saladin.hattin.husam-lulu", left=card_kept),
    "card not turned": card_not_turned,
}
