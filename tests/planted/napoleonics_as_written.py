"""Steps of a combat of Napoleonics that should not have been, with dice of their own: what they did counts.

Each is planted in two ways: with dice that do nothing, and the game goes on as it did; and with dice as they fell,
after which some more of it is played from what they did.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.core.chance import Seeded
from engine.core.duties import owed_at_end
from engine.core.moves import MoveBase
from engine.core.playout import pick
from engine.napoleonics import moves as m
from engine.napoleonics.board import ADJACENT, DISTANCE, NAME, NUMBER, Hex, hexes_of
from engine.napoleonics.dice_count import fight_dice
from engine.napoleonics.state import AFTER, ANSWER, ATTACK, BACK, DICE, GONE, NOBODY, Fight, State
from engine.napoleonics.table import FACES
from engine.napoleonics.units import ARTILLERY, CAVALRY, INFANTRY
from tests.planted.planting import Made, Planter, Played

RULE = "napoleonics."
PLAYED_ON = 30  # moves after the step
MOST_DICE = 4
PURPOSES: dict[type, m.Purpose] = {m.BattleBack: "battle-back", m.FirstStrike: "first-strike", m.Square: "square"}
OF_COMBAT = (
    m.Roll, m.CheckLeader, m.Retreat, m.IgnoreFlags, m.LeaderRetreat, m.FirstStrike, m.Square, m.Retire, m.BattleBack
)  # fmt: skip


OFFERS = (m.BattleBack, m.TakeGround, m.Breakthrough, m.Bonus)


class Place(NamedTuple):
    """A place before a move, and the combat that stands open there or has just been fought."""

    game: Played
    n: int
    begun: int  # the move that announced that combat, counted from 0; less if there is none

    @property
    def state(self) -> State:
        """The state there."""
        state: State = self.game.states[self.n]
        return state

    @property
    def fight(self) -> Fight | None:
        """The combat that stands open there."""
        return self.state.fight

    @property
    def is_over(self) -> bool:
        """Whether the combat has been fought out, and nothing more is said of it."""
        is_done = self.fight is None or self.fight.stage == AFTER
        return self.begun >= 0 and is_done and not isinstance(self.game.moves[self.n], OFFERS)

    @property
    def announced(self) -> Fight | None:
        """The combat as it was announced, if both units are still there."""
        fight: Fight | None = self.game.states[self.begun + 1].fight if self.begun >= 0 else None
        if fight is None or fight.foe == NOBODY or GONE in (self.state.at[fight.unit], self.state.at[fight.foe]):
            return None
        return fight

    def is_said(self, kind: type[MoveBase]) -> bool:
        """Whether a move of a kind stands in the combat so far."""
        return any(isinstance(move, kind) for move in self.game.moves[max(0, self.begun) : self.n])

    def rolls_next(self, what: int, *, is_melee: bool) -> Fight | None:
        """The combat, if dice of one sort come next."""
        fight = self.fight
        if fight is None or not isinstance(self.game.moves[self.n], m.Roll) or fight.foe == NOBODY:
            return None
        return fight if fight.stage == DICE and fight.what == what and fight.is_melee == is_melee else None

    def arm(self, unit: int) -> int:
        """The arm of a unit."""
        arm: int = self.game.table.arm_of[unit]
        return arm


Step = tuple[MoveBase, str]  # a step that should not have been, and the rule
Maker = Callable[[Place], Iterator[Step]]
GoOn = Callable[[Place, MoveBase, random.Random], tuple[list[MoveBase], int]]


def place_of(game: Played, n: int) -> Place:
    """The place before a move, with its combat."""
    for at in range(n - 1, -1, -1):
        if isinstance(game.moves[at], (m.Melee, m.Fire, m.Bonus)):
            return Place(game, n, at)
        if not isinstance(game.moves[at], OF_COMBAT):
            break
    return Place(game, n, -1)


def planter(make: Maker, go_on: GoOn) -> Planter:
    """A kind: its step at one of the places where it fits."""

    def plant(game: Played, rng: random.Random) -> Made:
        places = [n for n in range(game.low, min(game.high, len(game.moves))) if _is_quiet(game, n)]
        rng.shuffle(places)
        for n in places:
            place = place_of(game, n)
            for step, rule in make(place):
                put, dropped = go_on(place, step, rng)
                return n, dropped, (step, *put), 0, {RULE + rule}
        return None

    return plant


def _is_quiet(game: Played, n: int) -> bool:
    """Whether nothing was found in this turn so far, nor at the next moves."""
    if game.found & {n + 1, n + 2}:
        return False
    for earlier in range(n - 1, -1, -1):
        if earlier + 1 in game.found:
            return False
        if isinstance(game.moves[earlier], m.Play):
            return True
    return False


def harmless(place: Place, step: MoveBase, _rng: random.Random) -> tuple[list[MoveBase], int]:
    """As many dice as they would be, none of which does anything."""
    state = place.game.game.resolve(place.state, step).state
    fight = state.fight
    if fight is None or fight.stage not in (ANSWER, DICE) or not fight.is_optional:
        return [], 0
    arms = {FACES[place.arm(unit)] for unit in (fight.unit, fight.foe) if unit >= 0}
    miss = next(face for face in FACES if face not in arms and face not in ("flag", "saber"))
    dice = fight_dice(place.game.table, state, fight) or 1
    return [m.Roll((miss,) * dice, for_=PURPOSES.get(type(step), "attack"))], 0


def played_on(place: Place, step: MoveBase, rng: random.Random) -> tuple[list[MoveBase], int]:
    """Dice as they fall, whatever they ask for, and some more of the game from there."""
    chance, game = Seeded(rng.randrange(10_000)), place.game.game
    state: Any = game.resolve(place.state, step).state
    put: list[MoveBase] = []
    fight = state.fight
    if fight is not None and fight.stage in (ANSWER, DICE) and fight.is_optional:
        faces = tuple(chance.pick(FACES) for _ in range(rng.randint(1, MOST_DICE)))
        put.append(m.Roll(faces, for_=PURPOSES.get(type(step), "attack")))
        state = game.resolve(state, put[-1]).state
    while not state.ended and (len(put) < PLAYED_ON or owed_at_end(game.duties(state))):
        put.append(pick(game, state, chance))
        state = game.resolve(state, put[-1]).state
    return put, len(place.game.moves) - place.n


# battle back


def _back(place: Place) -> Fight | None:
    """The melee after which nobody has battled back yet."""
    fight = place.announced if place.is_over and not place.is_said(m.BattleBack) else None
    return fight if fight is not None and fight.is_melee else None


def back_after_retreat(place: Place) -> Iterator[Step]:
    fight = _back(place)
    if fight is not None and place.state.at[fight.foe] != fight.hex and not place.is_said(m.Retire):
        yield m.BattleBack(), "back.none"


def back_after_strike(place: Place) -> Iterator[Step]:
    if _back(place) is not None and place.is_said(m.FirstStrike):
        yield m.BattleBack(), "back.none"


def back_after_retiring(place: Place) -> Iterator[Step]:
    if _back(place) is not None and place.is_said(m.Retire):
        yield m.BattleBack(), "back.none"


def back_against_fire(place: Place) -> Iterator[Step]:
    fight = place.announced if place.is_over else None
    if fight is not None and not fight.is_melee:
        yield m.BattleBack(), "back.none"


def back_of_square(place: Place) -> Iterator[Step]:
    fight = _back(place)
    if fight is not None and place.state.square >> fight.foe & 1 and place.arm(fight.unit) == CAVALRY:
        yield m.BattleBack(), "back.none"


# answers to fire and to a battle back


def strike_at_fire(place: Place) -> Iterator[Step]:
    if place.rolls_next(ATTACK, is_melee=False) is not None:
        yield m.FirstStrike(), "strike.none"


def strike_at_back(place: Place) -> Iterator[Step]:
    if place.rolls_next(BACK, is_melee=True) is not None:
        yield m.FirstStrike(), "strike.none"


def square_at_fire(place: Place) -> Iterator[Step]:
    fight = place.rolls_next(ATTACK, is_melee=False)
    if fight is not None and not place.state.square >> fight.foe & 1:
        yield m.Square(), "square.none"


def square_at_back(place: Place) -> Iterator[Step]:
    fight = place.rolls_next(BACK, is_melee=True)
    if fight is not None and not place.state.square >> fight.unit & 1:
        yield m.Square(), "square.none"


def retire_from_fire(place: Place) -> Iterator[Step]:
    fight = place.rolls_next(ATTACK, is_melee=False)
    if fight is not None:
        yield from _retiring(place.state, fight.hex)


def retire_from_back(place: Place) -> Iterator[Step]:
    fight = place.rolls_next(BACK, is_melee=True)
    if fight is not None:
        yield from _retiring(place.state, fight.home)


def _retiring(state: State, start: Hex) -> Iterator[Step]:
    for hex_ in hexes_of(ADJACENT[start]):
        if not state.on[hex_] and not state.led[hex_]:
            yield m.Retire(NAME[hex_]), "retire.none"


# squares, bonus melees, melees at two hexes


def square_too_late(place: Place) -> Iterator[Step]:
    fight = place.announced if place.is_over else None
    if fight is None or not fight.is_melee or place.state.square >> fight.foe & 1:
        return
    if place.arm(fight.foe) == INFANTRY:
        yield m.Square(), "square.none"


def square_before_foot(place: Place) -> Iterator[Step]:
    fight = place.fight if isinstance(place.game.moves[place.n], m.Roll) else None
    if fight is None or fight.stage != ANSWER or fight.foe == NOBODY:
        return
    is_fitting = place.arm(fight.foe) == INFANTRY and place.arm(fight.unit) != CAVALRY
    if is_fitting and not place.state.square >> fight.foe & 1:
        yield m.Square(), "square.cavalry"


def _bonus(place: Place, arm: int, *, is_second: bool) -> Iterator[Step]:
    state = place.state
    fight = place.game.states[place.begun + 1].fight if place.is_over else None
    if fight is None or state.at[fight.unit] == GONE or place.arm(fight.unit) != arm or fight.is_bonus != is_second:
        return
    for hex_ in hexes_of(ADJACENT[state.at[fight.unit]] & state.units[1 - state.side]):
        yield m.Bonus(NAME[hex_]), "advance.bonus"


def bonus_standing(place: Place) -> Iterator[Step]:
    return _bonus(place, CAVALRY, is_second=False)


def bonus_of_foot(place: Place) -> Iterator[Step]:
    return _bonus(place, INFANTRY, is_second=False)


def bonus_again(place: Place) -> Iterator[Step]:
    return _bonus(place, CAVALRY, is_second=True)


def melee_far_off(place: Place) -> Iterator[Step]:
    """A melee with an enemy two hexes away, in place of one that would be allowed there and then."""
    state, move = place.state, place.game.moves[place.n]
    if state.fight is not None or not isinstance(move, (m.Melee, m.Fire)):
        return
    start = NUMBER[move.unit]
    unit = state.on[start] - 1
    if unit < 0 or place.arm(unit) == ARTILLERY or state.battled >> unit & 1:
        return
    for hex_ in hexes_of(state.units[1 - state.side]):
        if DISTANCE[start][hex_] == 2:
            step = m.Melee(move.unit, NAME[hex_])
            if len(place.game.game.check(state, step)) == 1:
                yield step, "melee.adjacent"


def _refused(place: Place, step: MoveBase, rule: str) -> Iterator[Step]:
    """The step, if this rule is the first that it breaks."""
    found = place.game.game.check(place.state, step)
    if found and found[0].rule == RULE + rule:
        yield step, rule


def moved_battery_joins(place: Place) -> Iterator[Step]:
    """A battery that has moved and may not battle joins a melee, in place of what comes there and then."""
    state, move = place.state, place.game.moves[place.n]
    if state.fight is not None or not isinstance(move, m.Melee) or move.join:
        return
    for hex_ in hexes_of(state.units[state.side]):
        unit = state.on[hex_] - 1
        if place.arm(unit) == ARTILLERY and state.moved & state.shut & ~state.battled & 1 << unit:
            yield from _refused(place, m.Melee(move.unit, move.target, (NAME[hex_],)), "combat.moved")


def held_beside(place: Place) -> Iterator[Step]:
    """Fire and Hold for a unit beside an enemy: at whoever is in range."""
    state = place.state
    if state.fight is not None or state.card != "fire-and-hold" or place.game.moves[place.n].__class__ is m.Order:
        return
    for start in hexes_of(state.units[state.side]):
        unit = state.on[start] - 1
        if not ADJACENT[start] & state.units[1 - state.side] or place.arm(unit) == CAVALRY:
            continue
        for hex_ in hexes_of(state.units[1 - state.side]):
            if 0 < DISTANCE[start][hex_] <= place.game.table.units[unit].range:
                step = m.Fire(NAME[start], NAME[hex_])
                rules = {violation.rule for violation in place.game.game.check(state, step)}
                if {RULE + "combat.held", RULE + "ranged.adjacent"} <= rules:
                    yield step, "order.card"


MAKERS: dict[str, Maker] = {
    "battle back after a retreat": back_after_retreat,
    "battle back after First Strike": back_after_strike,
    "battle back after retiring": back_after_retiring,
    "battle back against fire": back_against_fire,
    "battle back of a square": back_of_square,
    "First Strike against fire": strike_at_fire,
    "First Strike at a battle back": strike_at_back,
    "square against fire": square_at_fire,
    "square against a battle back": square_at_back,
    "retire from fire": retire_from_fire,
    "retire from a battle back": retire_from_back,
    "square too late": square_too_late,
    "square against foot, with a die": square_before_foot,
    "bonus where it stands": bonus_standing,
    "bonus of infantry": bonus_of_foot,
    "bonus after a bonus": bonus_again,
}
KINDS: dict[str, Planter] = {
    **{kind: planter(make, harmless) for kind, make in MAKERS.items()},
    **{f"{kind} (played on)": planter(make, played_on) for kind, make in MAKERS.items()},
    "melee at two hexes (played on)": planter(melee_far_off, played_on),
    "moved battery joins (played on)": planter(moved_battery_joins, played_on),
    "Fire and Hold beside an enemy": planter(held_beside, harmless),
    "Fire and Hold beside (played on)": planter(held_beside, played_on),
}
