"""First Strike, the first answer of a defender to an announced melee (napoleonics.strike)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import NAME
from engine.napoleonics.dice_count import fight_dice
from engine.napoleonics.moves import FirstStrike
from engine.napoleonics.rules.cards.hands import check_card, discarded, unknown_cards, without_card
from engine.napoleonics.rules.cards.scout import shown_by
from engine.napoleonics.rules.combat import (
    answered_to_nothing,
    answers_now,
    as_written,
    has_answered,
    needs_dice,
    next_roll,
    no_dice,
)
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
        verdict = answered_to_nothing(state)
        return [broken("napoleonics.strike.none", verdict, reads=(FIGHT,), families=("no-combat",))]
    found = check_card(table, state, 1 - state.side, FIRST_STRIKE)
    is_needed = needs_dice(table, state, fight.unit)
    if is_needed and not fight_dice(table, state, replace(fight, what=STRIKE)):
        found.append(no_dice(NAME[fight.hex], NAME[fight.home]))
    return found


def resolve_strike(table: Table, state: State, _move: FirstStrike) -> Step[State]:
    """The defender's dice come first; his card is on the discard pile, and another is drawn when the turn ends."""
    fight = state.fight
    if fight is not None and fight.stage == ANSWER and fight.foe != NOBODY:
        after = replace(fight, has_struck=True, what=STRIKE, stage=DICE)
        step = _laid(table, state, 1 - state.side)
        return Step(replace(step.state, fight=next_roll(table, step.state, after)), step.events)
    is_turned = fight is not None and answers_now(fight) == fight.unit
    written = as_written(state, STRIKE, is_turned=is_turned)
    if written is None:
        return Step(state)
    step = _laid(table, state, table.side_of[written.foe])
    return Step(replace(step.state, fight=written), step.events)


def _laid(table: Table, state: State, side: int) -> Step[State]:
    """The card of a side on the discards."""
    state = shown_by(table, state, side, FIRST_STRIKE)
    pieces = WorkingPieces(table, state)
    if FIRST_STRIKE in state.hands[side] or unknown_cards(state, side) > 0:  # else it came from somewhere else
        pieces.resize(side, -1)
    hands, _ = without_card(state, side, FIRST_STRIKE)
    seen = discarded(table, state.seen, FIRST_STRIKE)
    return pieces.settle(hands=hands, seen=seen, strikes=state.strikes + (side != state.side), fight=None)
