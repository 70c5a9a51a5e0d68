"""What a defender may answer to an announced melee: First Strike, a square, Retire and Reform."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.napoleonics.board import BACK, NAME, NUMBER, Hex
from engine.napoleonics.moves import FirstStrike, Retire, Square
from engine.napoleonics.pieces import Pieces
from engine.napoleonics.rules.combat import arm_is, enter, has_answered
from engine.napoleonics.rules.dice import fight_dice
from engine.napoleonics.rules.doubt import of_retire
from engine.napoleonics.rules.hands import check_card, discarded, dropped
from engine.napoleonics.rules.retreat import is_written_way
from engine.napoleonics.state import ANSWER, ATTACK, DICE, FORM, GONE, NOBODY, SLOTS, SQUARE, STRIKE, Fight, State
from engine.napoleonics.table import Table
from engine.napoleonics.units import CAVALRY, INFANTRY

FIRST_STRIKE = "first-strike"
LEAST_CARDS = 3  # in hand, to form square


def _second(fight: Fight) -> Violation:
    """A second answer of one unit; after a square that it failed to form only the house rule lets anybody ask."""
    rulings = ("D23",) if fight.has_formed else ()
    return broken("napoleonics.strike.answered", unit=NAME[fight.hex], rulings=rulings)


def check_strike(table: Table, state: State, _move: FirstStrike) -> list[Violation]:
    """A melee was announced against one of his units, which has not answered otherwise, and he has the card."""
    fight = state.fight
    if fight is not None and has_answered(fight):
        return [_second(fight)]
    if fight is None or fight.stage != ANSWER or fight.foe == NOBODY:
        return [broken("napoleonics.strike.none", "impossible")]
    found = check_card(table, state, 1 - state.side, FIRST_STRIKE)
    if not fight_dice(table, state, replace(fight, what=STRIKE)):
        found.append(broken("napoleonics.combat.no-dice", unit=NAME[fight.hex], target=NAME[fight.home]))
    return found


def resolve_strike(table: Table, state: State, _move: FirstStrike) -> Step[State]:
    """The defender's dice come first; his card is on the discard pile, and another is drawn when the turn ends."""
    fight = state.fight
    if fight is None or fight.stage != ANSWER or fight.foe == NOBODY:
        return Step(state)
    pieces = Pieces(table, state)
    side = 1 - state.side
    pieces.resize(side, -1)
    hands, _ = dropped(state, side, FIRST_STRIKE)
    after = replace(fight, has_struck=True, what=STRIKE, stage=DICE)
    seen = discarded(table, state.seen, FIRST_STRIKE)
    step = pieces.settle(hands=hands, seen=seen, strikes=state.strikes + 1, fight=None)
    return Step(replace(step.state, fight=enter(table, step.state, after)), step.events)


def check_square(table: Table, state: State, move: Square) -> list[Violation]:
    """Infantry that enemy cavalry attacks in his turn, on ground that lets it, with cards and a marker to spare."""
    fight = state.fight
    if fight is not None and has_answered(fight):
        return [_second(fight)]
    if fight is None or fight.stage != ANSWER:
        return [broken("napoleonics.square.none", "impossible")]
    name = NAME[fight.hex]
    if not arm_is(table, fight.foe, INFANTRY):
        return [broken("napoleonics.square.infantry", unit=name)]
    if not arm_is(table, fight.unit, CAVALRY):
        return [broken("napoleonics.square.cavalry", unit=name)]
    if state.square >> fight.foe & 1:
        return [broken("napoleonics.square.formed", unit=name)]
    return _check_ground(table, state, fight, name) + _check_means(table, state, fight, move)


def _check_ground(table: Table, state: State, fight: Fight, name: str) -> list[Violation]:
    terrain = table.terrain[fight.hex]
    if not terrain.has_squares:
        reads = (f"{terrain.key}.square",)
        rulings = ("D10",) if terrain.id == "ford" else ()
        return [broken("napoleonics.square.terrain", unit=name, terrain=terrain.id, reads=reads, rulings=rulings)]
    has_works = bool(table.works.get(fight.hex))
    if has_works and (not table.read.is_by_side or table.is_works_between(fight.hex, state.at[fight.unit])):
        return [broken("napoleonics.square.field-works", unit=name, rulings=("D11",))]
    return []


def _check_means(table: Table, state: State, fight: Fight, move: Square) -> list[Violation]:
    side = table.side_of[fight.foe]
    found = []
    if state.sizes[side] < LEAST_CARDS:
        found.append(broken("napoleonics.square.hand", side=("french", "british")[side], cards=state.sizes[side]))
    track = state.slots[side * SLOTS : (side + 1) * SLOTS]
    if GONE not in track:
        found.append(broken("napoleonics.square.markers", side=("french", "british")[side], rulings=("A17",)))
    elif move.slot is not None and track[move.slot - 1] != GONE:
        found.append(broken("napoleonics.square.slot", slot=move.slot))
    if move.card is not None:
        found += check_card(table, state, side, move.card)
    return found


def resolve_square(table: Table, state: State, move: Square) -> Step[State]:
    """The unit in square, a card from the hand on the track, and the die of the square first."""
    fight = state.fight
    if fight is None or fight.stage != ANSWER or fight.foe == NOBODY or state.square >> fight.foe & 1:
        return Step(state)
    side = table.side_of[fight.foe]
    track = state.slots[side * SLOTS : (side + 1) * SLOTS]
    slot = move.slot - 1 if move.slot is not None and track[move.slot - 1] == GONE else track.find(bytes([GONE]))
    if slot < 0 or not arm_is(table, fight.foe, INFANTRY):
        return Step(state)
    if not table.read.is_square_at_once:
        tried = replace(fight, has_formed=True, slot=slot, paid=move.card or "", what=FORM, stage=DICE)
        return Step(replace(state, fight=tried))
    return _formed(table, state, fight, slot, move.card)


def resolve_form(table: Table, state: State, fight: Fight, faces: tuple[str, ...]) -> Step[State]:
    """The die of ruling D23: on cavalry, against light cavalry on a saber too, there is no square."""
    is_light = table.units[fight.unit].kind == "light-cavalry"
    if "cavalry" in faces or (is_light and "saber" in faces):
        return Step(replace(state, fight=enter(table, state, replace(fight, what=ATTACK, stage=ANSWER))))
    return _formed(table, state, fight, fight.slot, fight.paid or None)


def _formed(table: Table, state: State, fight: Fight, slot: int, card: str | None) -> Step[State]:
    side = table.side_of[fight.foe]
    pieces = Pieces(table, state)
    hands, _ = dropped(state, side, card)
    pieces.form_square(fight.foe, slot, card or "")
    pieces.say("square", "napoleonics.square.form", NAME[fight.hex])
    step = pieces.settle(hands=hands, fight=None)
    what = SQUARE if arm_is(table, fight.unit, CAVALRY) else ATTACK
    after = replace(fight, has_formed=True, what=what, stage=DICE)
    return Step(replace(step.state, fight=enter(table, step.state, after)), step.events)


def retire_hexes(table: Table, state: State, unit: int) -> tuple[Hex, ...]:
    """Where cavalry can retire to: two free hexes toward its own edge; an own lone leader blocks the first."""
    side, start = table.side_of[unit], state.at[unit]
    alone = state.leaders[side] & ~state.units[side]
    taken = state.units[0] | state.units[1] | state.leaders[1 - side] | table.barred[CAVALRY]
    last = taken | alone if state.led[start] or not table.read.is_leader_reached else taken
    back = BACK[table.seat[side]]
    first = [hex_ for hex_ in back[start] if not (taken | alone) >> hex_ & 1]
    return tuple(dict.fromkeys(end for hex_ in first for end in back[hex_] if not last >> end & 1))


def check_retire(table: Table, state: State, move: Retire) -> list[Violation]:
    """Cavalry that infantry attacks, with two free hexes behind it."""
    fight = state.fight
    for hex_ in (*move.via, *((move.to,) if move.to else ())):
        NUMBER[hex_]
    if fight is not None and has_answered(fight):
        return [_second(fight)]
    if fight is None or fight.stage != ANSWER:
        return [broken("napoleonics.retire.none", "impossible")]
    name = NAME[fight.hex]
    if not arm_is(table, fight.foe, CAVALRY):
        return [broken("napoleonics.retire.cavalry", unit=name)]
    if not arm_is(table, fight.unit, INFANTRY):
        return [broken("napoleonics.retire.infantry", unit=name)]
    ends = retire_hexes(table, state, fight.foe)
    if not ends:
        return [broken("napoleonics.retire.way", unit=name, rulings=of_retire(table, state, fight.foe))]
    if move.to is None:
        rulings = of_retire(table, state, fight.foe)
        return [] if len(ends) == 1 else [broken("napoleonics.retire.to", "omitted", unit=name, to="", rulings=rulings)]
    if NUMBER[move.to] not in ends or not is_written_way(table, state, fight.foe, move.via, move.to):
        rulings = of_retire(table, state, fight.foe)
        return [broken("napoleonics.retire.to", unit=name, to=move.to, rulings=rulings)]
    return []


def resolve_retire(table: Table, state: State, move: Retire) -> Step[State]:
    """The dice of the attack, then it goes there."""
    fight = state.fight
    if fight is None or fight.stage != ANSWER or not arm_is(table, fight.foe, CAVALRY):
        return Step(state)
    ends = retire_hexes(table, state, fight.foe)
    end = NUMBER[move.to] if move.to else (ends[0] if ends else NOBODY)
    if end == NOBODY or state.on[end]:
        return Step(state)
    return Step(replace(state, fight=replace(fight, retires=end, stage=DICE)))
