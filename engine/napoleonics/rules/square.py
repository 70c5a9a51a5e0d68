"""Infantry squares: forming one against cavalry, and dissolving it (napoleonics.square)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import ADJACENT, NAME, NUMBER, hexes_of
from engine.napoleonics.moves import Dissolve, Square
from engine.napoleonics.rules.cards.hands import check_card, check_copies, without_card
from engine.napoleonics.rules.cards.scout import shown_by
from engine.napoleonics.rules.combat import (
    answered_to_nothing,
    answers_now,
    arm_is,
    as_written,
    has_answered,
    next_roll,
)
from engine.napoleonics.rules.order import check_own, check_unit
from engine.napoleonics.rules.strike import answered_twice
from engine.napoleonics.state import ANSWER, ATTACK, DICE, FORM, GONE, NOBODY, SIDES, SLOTS, SQUARE, Fight, State
from engine.napoleonics.state_keys import CARDS, FIGHT, TURN, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY, INFANTRY
from engine.napoleonics.working_pieces import WorkingPieces

LEAST_CARDS = 3  # in hand, to form square


def check_square(table: Table, state: State, move: Square) -> list[Violation]:
    """Infantry that enemy cavalry attacks in his turn, on ground that lets it, with cards and a marker to spare."""
    fight = state.fight
    if fight is not None and has_answered(fight):
        return [answered_twice(fight)]
    if fight is None or fight.stage != ANSWER:
        verdict = answered_to_nothing(state)
        return [broken("napoleonics.square.none", verdict, reads=(FIGHT,), families=("no-combat",))]
    name = NAME[fight.hex]
    reads = (*units_at(name), FIGHT)
    if not arm_is(table, fight.foe, INFANTRY):
        return [broken("napoleonics.square.infantry", unit=name, reads=reads)]
    if not arm_is(table, fight.unit, CAVALRY):
        return [broken("napoleonics.square.cavalry", unit=name, reads=reads)]
    if state.square >> fight.foe & 1:
        return [broken("napoleonics.square.formed", unit=name, reads=reads)]
    return _check_ground(table, state, fight, name) + _check_means(table, state, fight, move)


def _check_ground(table: Table, state: State, fight: Fight, name: str) -> list[Violation]:
    terrain = table.terrain[fight.hex]
    if not terrain.has_squares:
        reads = (f"{terrain.key}.square", *units_at(name))
        rulings = ("D10",) if terrain.id == "ford" else ()
        return [broken("napoleonics.square.terrain", unit=name, terrain=terrain.id, reads=reads, rulings=rulings)]
    has_works = bool(table.works.get(fight.hex))
    if has_works and (not table.read.is_by_side or table.is_works_between(fight.hex, state.at[fight.unit])):
        return [broken("napoleonics.square.field-works", unit=name, reads=units_at(name), rulings=("D11",))]
    return []


def _check_means(table: Table, state: State, fight: Fight, move: Square) -> list[Violation]:
    side = table.side_of[fight.foe]
    found = []
    if state.sizes[side] < LEAST_CARDS:
        cards = state.sizes[side]
        found.append(broken("napoleonics.square.hand", side=SIDES[side], cards=cards, reads=(CARDS,)))
    track = state.slots[side * SLOTS : (side + 1) * SLOTS]
    if GONE not in track:
        found.append(broken("napoleonics.square.markers", side=SIDES[side], reads=(CARDS,), rulings=("A17",)))
    elif move.slot is not None and track[move.slot - 1] != GONE:
        found.append(broken("napoleonics.square.slot", slot=move.slot, reads=(CARDS,)))
    if move.card is not None:
        found += check_card(table, state, side, move.card)
    return found


def resolve_square(table: Table, state: State, move: Square) -> Step[State]:
    """The unit in square, a card from the hand on the track, and the die of the square first."""
    fight = state.fight
    if fight is None or check_square(table, state, move):
        return _as_written(table, state, move)
    slot = _slot(table, state, fight.foe, move)
    if not table.read.is_square_at_once:
        tried = replace(fight, has_formed=True, slot=slot, paid=move.card or "", what=FORM, stage=DICE)
        return Step(replace(state, fight=tried))
    return _formed(table, state, fight, slot, move.card)


def _slot(table: Table, state: State, unit: int, move: Square) -> int:
    """The place on the track that a unit takes, counted from 0; less where it can’t form square."""
    side = table.side_of[unit]
    track = state.slots[side * SLOTS : (side + 1) * SLOTS]
    if state.square >> unit & 1 or not arm_is(table, unit, INFANTRY):
        return NOBODY
    return move.slot - 1 if move.slot is not None and track[move.slot - 1] == GONE else track.find(bytes([GONE]))


def _as_written(table: Table, state: State, move: Square) -> Step[State]:
    """A square that may not be formed: it stands if there is a marker for it, and may have rolled its die."""
    fight = state.fight
    is_turned = fight is not None and answers_now(fight) == fight.unit
    written = as_written(state, SQUARE, is_turned=is_turned)
    if written is None:
        return Step(state)
    slot = _slot(table, state, written.foe, move)
    if slot < 0 or (fight is not None and has_answered(fight)):
        return Step(replace(state, fight=written))
    step = _in_square(table, state, written.foe, slot, move.card)
    return Step(replace(step.state, fight=written), step.events)


def resolve_form(table: Table, state: State, fight: Fight, faces: tuple[str, ...]) -> Step[State]:
    """The die of ruling D23: on cavalry, against light cavalry on a saber too, there is no square."""
    is_light = table.units[fight.unit].kind == "light-cavalry"
    if "cavalry" in faces or (is_light and "saber" in faces):
        return Step(replace(state, fight=next_roll(table, state, replace(fight, what=ATTACK, stage=ANSWER))))
    return _formed(table, state, fight, fight.slot, fight.paid or None)


def _formed(table: Table, state: State, fight: Fight, slot: int, card: str | None) -> Step[State]:
    step = _in_square(table, state, fight.foe, slot, card)
    what = SQUARE if arm_is(table, fight.unit, CAVALRY) else ATTACK
    after = replace(fight, has_formed=True, what=what, stage=DICE)
    return Step(replace(step.state, fight=next_roll(table, step.state, after)), step.events)


def _in_square(table: Table, state: State, unit: int, slot: int, card: str | None) -> Step[State]:
    """A unit in square, with a card from the hand on the track."""
    side = table.side_of[unit]
    if card is not None:
        state = shown_by(table, state, side, card)
    pieces = WorkingPieces(table, state)
    hands, _ = without_card(state, side, card)
    pieces.form_square(unit, slot, card or "")
    pieces.say("square", "napoleonics.square.form", NAME[state.at[unit]])
    return pieces.settle(hands=hands, fight=None)


def check_dissolve(table: Table, state: State, move: Dissolve) -> list[Violation]:
    """An own square with no enemy cavalry beside it, and an order for it; the card that lay there comes back."""
    if found := check_own(table, state, move.unit):
        return found
    hex_ = NUMBER[move.unit]
    unit = state.on[hex_] - 1
    if not state.square >> unit & 1:
        reads = (*units_at(move.unit), TURN)
        return [broken("napoleonics.square.dissolve", unit=move.unit, reads=reads, families=("other-turn",))]
    for beside in hexes_of(ADJACENT[hex_] & state.units[1 - state.side]):
        if table.arm_of[state.on[beside] - 1] == CAVALRY:
            reads, enemy = units_at(move.unit, NAME[beside]), NAME[beside]
            found.append(broken("napoleonics.square.dissolve-cavalry", unit=move.unit, enemy=enemy, reads=reads))
            break
    if not state.ordered >> unit & 1:
        found += check_unit(table, _recounted(state), unit)
    kept = state.kept[state.slots.index(unit)]
    if move.card is not None and kept and move.card != kept:
        found.append(broken("napoleonics.square.card", "impossible", card=move.card, reads=(CARDS,)))
    elif move.card is not None and not kept:
        found += check_copies(table, state, state.side, (move.card,))
    return found


def _recounted(state: State) -> State:
    """Assault counts the card that comes back with the square (ruling A55)."""
    sizes = (state.sizes[0] + (state.side == 0), state.sizes[1] + (state.side == 1))
    return replace(state, sizes=sizes)


def resolve_dissolve(table: Table, state: State, move: Dissolve) -> Step[State]:
    """The unit is ordered, in line again, and its card is back in the hand."""
    unit = state.on[NUMBER[move.unit]] - 1
    if unit < 0 or not state.square >> unit & 1 or table.side_of[unit] != state.side:
        return Step(state)
    if move.card is not None:
        state = shown_by(table, state, state.side, move.card)
    pieces = WorkingPieces(table, state)
    if pieces.leave_square(unit) == "" and move.card:
        hands = list(state.hands)
        hands[state.side] = tuple(sorted((*hands[state.side], move.card)))
        pieces.changes["hands"] = tuple(hands)
    pieces.say("dissolved", "napoleonics.square.dissolve", move.unit)
    return pieces.settle(ordered=state.ordered | 1 << unit)
