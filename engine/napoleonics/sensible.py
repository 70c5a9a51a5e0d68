"""A plain player: he orders whoever is near the enemy, goes up to him, and attacks where he rolls most. No search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engine.core.chance import Chance
from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import DISTANCE, NAME, NUMBER, Hex, hexes_of
from engine.napoleonics.candidates import attacks, candidates, plays
from engine.napoleonics.dealt_cards import DealtCards
from engine.napoleonics.dice_count import fight_dice
from engine.napoleonics.due import answering_moves, settle_forced
from engine.napoleonics.judge import check
from engine.napoleonics.resolve import resolve
from engine.napoleonics.rules.cards.scout import is_discard_due
from engine.napoleonics.rules.dice import ROLLED
from engine.napoleonics.rules.melee import announced, enemy_at
from engine.napoleonics.rules.move import may_battle_on, setting_out
from engine.napoleonics.rules.strike import FIRST_STRIKE
from engine.napoleonics.rules.turn import draws_due, next_hand
from engine.napoleonics.state import ATTACK, COMBAT, GONE, MOVE, ORDER, SIDES, SLOTS, Fight, State
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARTILLERY

if TYPE_CHECKING:
    from engine.napoleonics.game import Napoleonics

MOST_ORDERED = 8  # units named in one order
LEAST_HELD = 4  # cards of a hand that pays for a square
GUNS_AT = 2  # hexes from the enemy at which artillery stands best
WORTH_OF_ROLLED, LATER = 2.5, 0.3  # of a card whose dice come first; of a unit that can’t get at the enemy this turn
TAKEN = (m.BattleBack, m.Breakthrough, m.TakeGround, m.Bonus, m.LeaderRetreat, m.ShortSupply, m.EndPhase)
OF_TWO = (True, False)


class SensiblePlayer:
    """Both sides of one game, with a deck of their own; a record shows the cards or only how many there are."""

    def __init__(self, chance: Chance, *, is_open: bool) -> None:
        self._chance, self._is_open = chance, is_open
        self._cards: DealtCards | None = None
        self._dealt = 0

    def __call__(self, game: Napoleonics, state: State, chance: Chance) -> MoveBase:
        """The next move."""
        table = game.table
        cards = self._cards = self._cards or DealtCards(table, self._chance)
        cards.take_back(state)
        if self._dealt < len(SIDES):
            side, self._dealt = self._dealt, self._dealt + 1
            return m.Deal(SIDES[side], self._shown(tuple(cards.hands[side])))
        closed = settle_forced(table, state).state  # after an attack without dice
        waits = {*answering_moves(table, state), *answering_moves(table, closed)}
        waits.add(m.EndPhase)  # said of a leader who has nowhere to go
        legal = [move for move in candidates(table, state) if type(move) in waits and not check(table, state, move)]
        if (move := self._answer(state, cards, legal)) is not None:
            return move
        if any(isinstance(move, game.ROLLS) for move in legal):
            return game.throw(state, chance)
        return next(self._in_turn(table, state, cards))

    def _shown(self, cards: tuple[str, ...]) -> tuple[str | None, ...]:
        return cards if self._is_open else (None,) * len(cards)

    def _answer(self, state: State, cards: DealtCards, legal: list[MoveBase]) -> MoveBase | None:
        """What is done in a combat or for a card, where anything but dice is."""
        by_kind: dict[type, list[Any]] = {}
        for move in legal:
            by_kind.setdefault(type(move), []).append(move)
        foe = 1 - state.side
        if m.FirstStrike in by_kind and FIRST_STRIKE in cards.hands[foe]:
            cards.strike(foe, FIRST_STRIKE)
            return m.FirstStrike()
        if m.Square in by_kind and len(cards.hands[foe]) >= LEAST_HELD:
            return self._form(state, cards, foe)
        if m.Retire in by_kind and self._chance.pick(OF_TWO):
            return self._pick(by_kind[m.Retire])
        if m.IgnoreFlags in by_kind and (m.Retreat not in by_kind or by_kind[m.IgnoreFlags][-1].count):
            return self._pick(by_kind[m.IgnoreFlags][-1:])
        if m.Retreat in by_kind:
            return self._pick(by_kind[m.Retreat][:1])
        for kind in TAKEN:
            if kind in by_kind:
                return self._pick(by_kind[kind])
        return self._pick(by_kind[m.Rally][-1:]) if m.Rally in by_kind else None

    def _pick(self, moves: list[MoveBase]) -> MoveBase:
        return self._chance.pick(moves)

    def _form(self, state: State, cards: DealtCards, side: int) -> MoveBase:
        """A square, paid for with any card, on the first free place."""
        card = self._chance.pick(cards.hands[side])
        cards.lay_for_square(side, state.slots.index(GONE, side * SLOTS), card)
        return m.Square(card=card if self._is_open else None)

    def _in_turn(self, table: Table, state: State, cards: DealtCards) -> Iterator[MoveBase]:
        """Orders, moves, attacks, then the cards of the next turn; the first of them is made."""
        if state.phase == ORDER and not state.is_written:
            yield from _orders(table, state)
        if state.phase in (ORDER, MOVE):
            yield from _moves(table, state)
        if state.phase in (ORDER, MOVE, COMBAT):
            yield from _attacks(table, state)
        yield from self._draws(table, state, cards)
        yield self._play(table, state, cards)

    def _draws(self, table: Table, state: State, cards: DealtCards) -> Iterator[MoveBase]:
        """The defender’s card for a First Strike, one’s own, and what goes back after Scout."""
        for side in (1 - state.side, state.side):
            if due := draws_due(table, state, side):
                drawn = cards.draw(side, due, is_own_turn=side == state.side)
                yield m.Draw(SIDES[side], self._shown(drawn))
        if is_discard_due(table, state):
            looked = cards.hands[state.side][-2:]
            back = self._chance.pick(looked)
            cards.strike(state.side, back)
            yield m.Discard(back)

    def _play(self, table: Table, state: State, cards: DealtCards) -> MoveBase:
        """The card that orders most of those who are near the enemy."""
        side, legal = next_hand(table, state).side, plays(table, state)
        held = [move for move in legal if move.card in cards.hands[side] and not check(table, state, move)]
        worth = {move: _worth(table, resolve(table, state, move).state) for move in held}
        best = max(worth.values())
        move = self._chance.pick([move for move in held if worth[move] == best])
        if state.card in table.deck and table.deck[state.card].effects.get("shuffles"):
            cards.shuffle()
        cards.play(side, move.card)
        return move


def _nearest(table: Table, state: State, unit: int, start: Hex) -> int:
    """How far the nearest enemy of a unit is from a hex."""
    side = 1 - table.side_of[unit]
    enemies = hexes_of(state.units[side] | state.leaders[side])
    return min((DISTANCE[start][hex_] for hex_ in enemies), default=0)


def _worth(table: Table, state: State) -> float:
    """What a card is worth: those it orders, above all whoever can get at the enemy; dice still to come as a few."""
    if state.card in ROLLED:
        return WORTH_OF_ROLLED
    named = next(_orders(table, state), m.Order()).units
    units = [state.on[NUMBER[name]] - 1 for name in named]
    return sum(1 if _is_near(table, state, unit) else LATER for unit in units)


def _is_near(table: Table, state: State, unit: int) -> bool:
    """Whether a unit can attack this turn."""
    kind = table.units[unit]
    return _nearest(table, state, unit, state.at[unit]) <= max(1, kind.range) + kind.battle


def _orders(table: Table, state: State) -> Iterator[m.Order]:
    """As many as the card lets, whoever is nearest to the enemy first."""
    units = [state.on[hex_] - 1 for hex_ in hexes_of(state.units[state.side])]
    units.sort(key=lambda unit: _nearest(table, state, unit, state.at[unit]) - max(1, table.units[unit].range))
    named: tuple[str, ...] = ()
    for unit in units:
        more = (*named, NAME[state.at[unit]])
        if len(more) <= MOST_ORDERED and not check(table, state, m.Order(more)):
            named = more
    if named:
        yield m.Order(named)


def _acting(state: State) -> list[int]:
    """The units that have an order and have not battled."""
    units = (state.on[hex_] - 1 for hex_ in hexes_of(state.units[state.side]))
    return [unit for unit in units if state.ordered >> unit & 1 and not state.battled >> unit & 1]


def _moves(table: Table, state: State) -> Iterator[m.Move]:
    """Each to the hex that suits it best, if that is not where it stands."""
    for unit in _acting(state):
        here = state.at[unit]
        against, ends, _, battle = setting_out(table, state, NAME[here])
        if against or not ends:
            continue
        worth = {end: _place(table, state, unit, end, steps <= battle) for end, steps in ends.items()}
        end = max(worth, key=lambda hex_: worth[hex_])
        move = m.Move(NAME[end], unit=NAME[here])
        if worth[end] > _place(table, state, unit, here, True) and not check(table, state, move):
            yield move


def _place(table: Table, state: State, unit: int, hex_: Hex, may_battle: bool) -> int:
    """How well a hex suits a unit: as near as it fights best, and where it can fight in this turn."""
    kind, distance = table.units[unit], _nearest(table, state, unit, hex_)
    best = GUNS_AT if kind.arm == ARTILLERY else 1
    can_attack = may_battle and (hex_ == state.at[unit] or may_battle_on(table, unit, hex_))
    return 2 * (can_attack and distance <= max(1, kind.range)) - abs(distance - best)


def _attacks(table: Table, state: State) -> Iterator[MoveBase]:
    """The attack with the most dice of each unit that can make one."""
    enemies = state.units[1 - state.side] | state.leaders[1 - state.side]
    for unit in _acting(state):
        legal = [move for move in attacks(table, state, unit, enemies) if not check(table, state, move)]
        dice = {move: _dice(table, state, unit, move) for move in legal}
        if any(dice.values()):
            yield max(legal, key=lambda move: dice[move])


def _dice(table: Table, state: State, unit: int, move: Any) -> int:
    end = NUMBER[move.target]
    if isinstance(move, m.Melee):
        join = sum(1 << (state.on[NUMBER[name]] - 1) for name in move.join)
        fight = announced(table, state, unit, end, join, is_bonus=False)
    else:
        fight = Fight(unit, *enemy_at(table, state, end), state.at[unit], end, is_melee=False)
    return fight_dice(table, state, replace(fight, what=ATTACK))
