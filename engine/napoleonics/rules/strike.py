"""First Strike, the first answer of a defender to an announced melee (napoleonics.strike)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import NAME
from engine.napoleonics.dice_count import fight_dice
from engine.napoleonics.moves import FirstStrike
from engine.napoleonics.rules.cards.hands import check_card, discarded, without_card
from engine.napoleonics.rules.combat import has_answered, next_roll, no_dice
from engine.napoleonics.state import ANSWER, DICE, NOBODY, STRIKE, Fight, State
from engine.napoleonics.state_keys import FIGHT, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces

FIRST_STRIKE = "first-strike"


def answered_twice(fight: Fight) -> Violation:
    """A second answer of one unit; after a square that it failed to form only the house rule lets anybody ask."""
    rulings = ("D23",) if fight.has_formed else ()
    name = NAME[fight.hex]
    return broken("napoleonics.strike.answered", unit=name, reads=(*units_at(name), FIGHT), rulings=rulings)


def check_strike(table: Table, state: State, _move: FirstStrike) -> list[Violation]:
    """A melee was announced against one of his units, which has not answered otherwise, and he has the card."""
    fight = state.fight
    if fight is not None and has_answered(fight):
        return [answered_twice(fight)]
    if fight is None or fight.stage != ANSWER or fight.foe == NOBODY:
        return [broken("napoleonics.strike.none", "impossible", reads=(FIGHT,), families=("no-combat",))]
    found = check_card(table, state, 1 - state.side, FIRST_STRIKE)
    if not fight_dice(table, state, replace(fight, what=STRIKE)):
        found.append(no_dice(NAME[fight.hex], NAME[fight.home]))
    return found


def resolve_strike(table: Table, state: State, _move: FirstStrike) -> Step[State]:
    """The defender's dice come first; his card is on the discard pile, and another is drawn when the turn ends."""
    fight = state.fight
    if fight is None or fight.stage != ANSWER or fight.foe == NOBODY:
        return Step(state)
    pieces = WorkingPieces(table, state)
    side = 1 - state.side
    pieces.resize(side, -1)
    hands, _ = without_card(state, side, FIRST_STRIKE)
    after = replace(fight, has_struck=True, what=STRIKE, stage=DICE)
    seen = discarded(table, state.seen, FIRST_STRIKE)
    step = pieces.settle(hands=hands, seen=seen, strikes=state.strikes + 1, fight=None)
    return Step(replace(step.state, fight=next_roll(table, step.state, after)), step.events)
