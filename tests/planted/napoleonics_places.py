"""Where a mistake of Napoleonics can stand: resting points of a turn, units by what they are, harmless dice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import ADJACENT, HEXES, NAME, NUMBER, hexes_of
from engine.napoleonics.due import answering_moves, settle_forced
from engine.napoleonics.rules.dice import roll_due
from engine.napoleonics.state import ANSWER, COMBAT, DICE, GONE, MOVE, ORDER, WAITING, State
from engine.napoleonics.table import FACES, Table
from tests.planted.planting import Made, Planter, Played

TURN_MOVES = (m.Order, m.Detach, m.Dissolve, m.Move, m.Fire, m.Melee, m.Play)
MOST_ROLLS = 3


class Rest(NamedTuple):
    """A place before a move at which nothing is open, with the state there."""

    n: int
    state: State
    table: Table
    is_clean: bool  # nothing was found in this turn so far

    @property
    def own(self) -> list[int]:
        """The units of the side whose turn it is."""
        return [self.state.on[hex_] - 1 for hex_ in hexes_of(self.state.units[self.state.side])]

    @property
    def enemies(self) -> list[int]:
        """Those of the other side."""
        return [self.state.on[hex_] - 1 for hex_ in hexes_of(self.state.units[1 - self.state.side])]

    @property
    def empty(self) -> list[str]:
        """Hexes with nobody on them."""
        return [NAME[n] for n in range(HEXES) if not self.state.on[n] and not self.state.led[n]]

    def name(self, unit: int) -> str:
        """The hex of a unit."""
        return NAME[self.state.at[unit]]

    def beside(self, unit: int) -> list[int]:
        """Enemy hexes beside a unit."""
        return list(hexes_of(ADJACENT[self.state.at[unit]] & self.state.units[1 - self.state.side]))

    @property
    def card(self) -> Any:
        """The card in effect, or None."""
        return None if self.state.is_one else self.table.deck.get(self.state.card)


def rests(game: Played, last: int = COMBAT) -> list[Rest]:
    """All resting points of a turn, up to a phase."""
    found = []
    for n in game.of(*TURN_MOVES):
        state = settle_forced(game.table, game.states[n]).state
        is_quiet = not answering_moves(game.table, state) and not state.ended and state.phase != WAITING
        if is_quiet and state.phase <= last:
            found.append(Rest(n, state, game.table, _is_clean(game, n)))
    return found


def _is_clean(game: Played, n: int) -> bool:
    """Whether nothing was found in the turn that a place is in."""
    for earlier in range(n - 1, -1, -1):
        if earlier + 1 in game.found:
            return False
        if isinstance(game.moves[earlier], m.Play):
            break
    return True


def anywhere(make: Callable[[Rest, random.Random], Iterator[Made]], last: int = COMBAT) -> Planter:
    """A kind that can stand at any resting point: the first that fits, of all in any order."""

    def plant(game: Played, rng: random.Random) -> Made:
        places = rests(game, last)
        rng.shuffle(places)
        for place in places:
            options = list(make(place, rng))
            if options:
                return rng.choice(options)
        return None

    return plant


def ordering(make: Callable[[Rest, random.Random], Iterator[Made]]) -> Planter:
    """One for the order phase."""
    return anywhere(make, ORDER)


def moving(make: Callable[[Rest, random.Random], Iterator[Made]]) -> Planter:
    """One before the first combat of a turn."""
    return anywhere(make, MOVE)


def rewritten(kind: type[Any], make: Callable[[Played, int, random.Random], Iterator[Made]]) -> Planter:
    """A kind that writes a move of the record otherwise, or leaves it out."""

    def plant(game: Played, rng: random.Random) -> Made:
        places = game.of(kind)
        rng.shuffle(places)
        for n in places:
            options = list(make(game, n, rng))
            if options:
                return rng.choice(options)
        return None

    return plant


def with_dice(game: Any, state: State, move: MoveBase) -> tuple[MoveBase, ...]:
    """A combat with its dice, none of which does anything."""
    put: list[MoveBase] = [move]
    after = game.resolve(state, move).state
    for _ in range(MOST_ROLLS):
        fight = after.fight
        if fight is None or fight.stage not in (ANSWER, DICE):
            break
        arms = {FACES[game.table.arm_of[unit]] for unit in (fight.unit, fight.foe) if unit >= 0}
        miss = next(face for face in FACES if face not in arms and face not in ("flag", "saber"))
        due, _, _ = roll_due(game.table, after)
        put.append(m.Roll((miss,) * (due or 1)))
        after = game.resolve(after, put[-1]).state
    return tuple(put)


def at_rest(game: Played, n: int) -> State:
    """The state before a move, all offers closed."""
    return settle_forced(game.table, game.states[n]).state


def unit_on(state: State, name: str) -> int:
    """The unit on a hex."""
    return state.on[NUMBER[name]] - 1


def is_there(state: State, unit: int) -> bool:
    """Whether a unit is on the board."""
    return state.at[unit] != GONE
