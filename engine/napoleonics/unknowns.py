"""What is not known where something was due and nobody wrote it down."""

from __future__ import annotations

from engine.napoleonics.board import ADJACENT, NAME, Hex, hexes_of
from engine.napoleonics.rules import leader, retreat
from engine.napoleonics.rules.cards.short_supply import supply_hexes
from engine.napoleonics.rules.dice import roll_due
from engine.napoleonics.state import ANSWER, DICE, DRAW, GONE, NOBODY, Fight, State
from engine.napoleonics.state_keys import BANNERS, CARDS, FIGHT, ORDERS, unit_keys
from engine.napoleonics.table import Table


def unknown_if_omitted(table: Table, state: State) -> frozenset[str]:
    """The hexes on which something may be otherwise, and the combat or the orders of the turn."""
    fight = state.fight
    if fight is None:
        return _unknown_of_card(table, state)
    places = {fight.home, fight.hex}
    if fight.stage in (ANSWER, DICE):
        dice, _, _ = roll_due(table, state)
        for unit in (fight.unit, fight.foe):
            places |= _after_flags(table, state, unit, dice)
    elif fight.victim != NOBODY:
        places |= _after_flags(table, state, fight.victim, fight.flags)
    places |= _after_leaders(table, state, fight)
    places |= set(hexes_of(ADJACENT[fight.hex]))  # after a breakthrough
    in_square = any(unit != NOBODY and state.square >> unit & 1 for unit in (fight.unit, fight.foe, fight.victim))
    cards = {CARDS} if in_square else set[str]()  # a square that is destroyed gives its card back
    return unit_keys(NAME[hex_] for hex_ in places) | {FIGHT, BANNERS} | cards


def _after_flags(table: Table, state: State, unit: int, flags: int) -> set[Hex]:
    """Wherever a unit may be after so many flags, or fewer."""
    if unit == NOBODY or state.at[unit] == GONE:
        return set()
    most = flags * table.units[unit].retreat
    return {hex_ for hexes in range(1, most + 1) for hex_, _ in retreat.ways(table, state, unit, hexes)}


def _after_leaders(table: Table, state: State, fight: Fight) -> set[Hex]:
    """Wherever the leaders of a combat may be who have lost their unit."""
    places: set[Hex] = set()
    for chief, hex_ in enumerate(state.chiefs):
        if hex_ in (fight.home, fight.hex) or chief in (fight.lost, fight.testing):
            places |= {hex_, *leader.ways(table, state, chief)} - {leader.EDGE, GONE}
    return places


def _unknown_of_card(table: Table, state: State) -> frozenset[str]:
    """Dice of Élan or Rally, blocks given back, a unit sent back; nothing after Scout: what it can be is tried out."""
    if state.phase == DRAW:
        return frozenset()
    if state.card == "short-supply":
        units = [state.on[hex_] - 1 for hex_ in hexes_of(state.units[0] | state.units[1])]
        ends = [hex_ for unit in units for hex_ in hexes_of(supply_hexes(table, state, unit))]
        return unit_keys(NAME[hex_] for hex_ in (*(state.at[unit] for unit in units), *ends)) | {ORDERS}
    if state.card == "rally":
        return unit_keys(NAME[hex_] for hex_ in hexes_of(state.units[state.side])) | {ORDERS}
    return frozenset({ORDERS})
