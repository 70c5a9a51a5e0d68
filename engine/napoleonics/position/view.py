"""A state as JSON: what a reader of the board sees, what is known of the cards, and the turn so far."""

from __future__ import annotations

from typing import Any

from engine.napoleonics.board import NAME, SECTIONS, hexes_of
from engine.napoleonics.position.names import Names, goal_names, leader_names, unit_names
from engine.napoleonics.position.parts import LEADER_MARKS, SYMBOLS, UNIT_MARKS
from engine.napoleonics.position.setup import halted_by_ground
from engine.napoleonics.rules.cards.scout import DISCARDED
from engine.napoleonics.rules.leader import EDGE, OFF
from engine.napoleonics.state import (
    ATTACK,
    GONE,
    NOBODY,
    PHASES,
    PURPOSES,
    SIDES,
    SLOTS,
    STAGES,
    WAITING,
    Fight,
    State,
    bits,
)  # fmt: skip
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import banners_of

ALWAYS = ("ordered", "moved", "battled")  # marks that a turn has, even if nobody does


def view(table: Table, state: State) -> dict[str, Any]:
    """The whole state, in the shape of `position`."""
    units, leaders = unit_names(table, state), leader_names(table, state)
    tree: dict[str, Any] = {"turn": turn_of(state)}
    if state.plays != plays_of(table, tree["turn"], state.side, is_begun=state.phase != WAITING):
        tree["plays"] = state.plays
    tree |= {
        "phase": PHASES[state.phase],
        "to_move": SIDES[state.side],
        "units": {NAME[hex_]: _unit(table, state, units, hex_) for hex_ in hexes_of(state.units[0] | state.units[1])},
        "leaders": {side: [NAME[hex_] for hex_ in hexes_of(state.leaders[n])] for n, side in enumerate(SIDES)},
    }
    if moved := _leaders_from(leaders):
        tree["leaders_from"] = moved
    tree["banners"] = {side: banners_of(table, state, n) for n, side in enumerate(SIDES)}
    if table.goals:
        tree["objectives"] = _objectives(table, state)
    tree |= _cards(table, state)
    if state.phase != WAITING:
        tree |= _turn(table, state, units, leaders)
    if state.fight is not None:
        tree["pending"] = _fight(table, state, state.fight, units, leaders)
    if state.ended:
        tree["over"] = {"winner": None if state.ended == "draw" else state.ended, "rule": state.ended_by}
    return tree


def turn_of(state: State) -> int:
    """The turn, each of both sides: the one that is played, or that comes next."""
    return max(1, (state.plays + 1 + (state.phase == WAITING)) // 2)


def plays_of(table: Table, turn: int, side: int, *, is_begun: bool) -> int:
    """The cards played up to here, if the sides took turns."""
    return 2 * (turn - 1) + (side != table.first) + is_begun


def _unit(table: Table, state: State, names: Names, hex_: int) -> dict[str, Any]:
    unit = state.on[hex_] - 1
    kind = table.units[unit]
    tree: dict[str, Any] = {"nation": kind.nation, "unit": kind.kind, "blocks": state.blocks[unit]}
    if state.square >> unit & 1:
        number = state.slots.index(unit)
        tree |= {"square": True, "slot": number % SLOTS + 1}
        if state.kept[number]:
            tree["card"] = state.kept[number]
    if names.origins[unit] != NAME[hex_]:
        tree["from"] = names.origins[unit]
    return tree


def _leaders_from(names: Names) -> dict[str, str]:
    """By hex: where leaders who have moved were in the set-up."""
    there = [(names.of(n), origin) for n, origin in enumerate(names.origins) if names.is_there(n)]
    return {name: origin for name, origin in there if name != origin}


def _objectives(table: Table, state: State) -> dict[str, list[str]]:
    counted = state.held | state.taken
    names = list(enumerate(goal_names(table)))
    return {side: [name for n, name in names if counted >> (2 * n + own) & 1] for own, side in enumerate(SIDES)}


def _cards(table: Table, state: State) -> dict[str, Any]:
    """Hands and piles, as far as they are known."""
    tree: dict[str, Any] = {
        "hands": {side: state.sizes[n] for n, side in enumerate(SIDES)},
        "squares": {side: (state.square & table.own[n]).bit_count() for n, side in enumerate(SIDES)},
        "pile": state.pile,
    }
    if any(state.hands):
        tree["known"] = {side: list(state.hands[n]) for n, side in enumerate(SIDES)}
    if any(state.seen):
        tree["seen"] = [name for name in sorted(table.deck) for _ in range(state.seen[table.deck[name].number])]
    if any(state.either):
        tree["either"] = {side: list(state.either[n]) for n, side in enumerate(SIDES) if state.either[n]}
    if state.last[0]:
        tree["last"] = state.last[0]
        if state.last[1]:
            tree["last_mirrored"] = True
    return tree


# the turn so far


def _turn(table: Table, state: State, units: Names, leaders: Names) -> dict[str, Any]:
    tree: dict[str, Any] = {"card": _card(state)}
    for key, field in UNIT_MARKS.items():
        mask = getattr(state, field)
        if key == "halted":
            is_shown = _on_board(units, mask) != _on_board(units, halted_by_ground(table, state))
        else:
            is_shown = key in ALWAYS or bool(_on_board(units, mask))
        if is_shown:
            tree[key] = _on_board(units, mask)
    for key, field in LEADER_MARKS.items():
        if there := _on_board(leaders, getattr(state, field)):
            tree[key] = there
    kinds = (
        ("", units, state.stood, UNIT_MARKS),
        ("_leaders", leaders, state.stood_chiefs, LEADER_MARKS),
    )
    for suffix, names, stood, marks in kinds:
        if elsewhere := {
            names.of(n): NAME[then]
            for n, then in enumerate(stood)
            if then != GONE and names.is_there(n) and then != names.at[n]
        }:
            tree[f"stood{suffix}"] = elsewhere
        if gone := {
            names.origins[n]: _gone(state, n, then, marks)
            for n, then in enumerate(stood)
            if then != GONE and not names.is_there(n)
        }:
            tree[f"gone{suffix}"] = gone
    return tree | _done(state)


def _on_board(names: Names, mask: int) -> list[str]:
    return [names.of(number) for number in bits(mask) if names.is_there(number)]


def _gone(state: State, number: int, then: int, marks: dict[str, str]) -> dict[str, Any]:
    was = [key.removesuffix("_leaders") for key, field in marks.items() if getattr(state, field) >> number & 1]
    return {"stood": NAME[then], "was": was} if was else {"stood": NAME[then]}


def _done(state: State) -> dict[str, Any]:
    """What the card and the draws have brought."""
    tree: dict[str, Any] = {}
    if state.symbols:
        tree["symbols"] = {face: number for face, number in zip(SYMBOLS, state.symbols, strict=True) if number}
    elif state.is_rolled:
        tree["rolled"] = True
    for key, is_so in (("given", state.is_given), ("written", state.is_written)):
        if is_so:
            tree[key] = True
    if state.strikes:
        tree["strikes"] = state.strikes
    if state.drawn:
        tree["drawn"] = [side for n, side in enumerate(SIDES) if state.drawn >> n & 1]
    if state.drawn & DISCARDED:
        tree["discarded"] = True
    if state.is_void:
        tree["void"] = True
    if state.looks:
        tree["looks"] = list(state.looks)
    return tree


def _card(state: State) -> dict[str, Any]:
    tree: dict[str, Any] = {"card": state.played}
    if state.card not in ("", state.played):
        tree["as"] = state.card
    if state.section != NOBODY:
        tree["section"] = SECTIONS[state.section]
    if state.is_one:
        tree["use"] = "one-unit"
    return tree


# the combat that is being fought


def opposed(table: Table, state: State, side: int, hex_: int) -> tuple[int, int]:
    """Whom a combat of a side against a hex is plainly against: the enemy unit there, or the enemy leader alone."""
    foe, chief = state.on[hex_] - 1, state.led[hex_] - 1
    if foe >= 0:
        return (foe if table.side_of[foe] != side else NOBODY), NOBODY
    return NOBODY, chief if chief >= 0 and table.chief_side[chief] != side else NOBODY


def _fight(table: Table, state: State, fight: Fight, units: Names, leaders: Names) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "do": "melee" if fight.is_melee else "fire",
        "unit": NAME[fight.home],
        "target": NAME[fight.hex],
        "awaits": STAGES[fight.stage],
        "for": PURPOSES[fight.what],
    }
    foe, chief = opposed(table, state, table.side_of[fight.unit], fight.hex)
    if state.on[fight.home] != fight.unit + 1:
        tree["attacker"] = units.of(fight.unit)
    if foe != fight.foe:
        tree["defender"] = "none" if fight.foe == NOBODY else units.of(fight.foe)
    if chief != fight.chief:
        tree["leader"] = "none" if fight.chief == NOBODY else leaders.of(fight.chief)
    if fight.join:
        tree["join"] = [units.of(unit) for unit in bits(fight.join)]
    signs = {
        "bonus": fight.is_bonus, "struck": fight.has_struck, "formed": fight.has_formed, "barred": fight.is_barred,
        "as_written": fight.is_written, "optional": fight.is_optional,
    }  # fmt: skip
    rest = {} if fight.rest is None else {"rest": _fight(table, state, fight.rest, units, leaders)}
    return tree | {key: True for key, is_so in signs.items() if is_so} | _rolled(fight, leaders) | rest


def _rolled(fight: Fight, leaders: Names) -> dict[str, Any]:
    """What the answers and the dice of a combat have brought so far."""
    tree: dict[str, Any] = {}
    if fight.slot != NOBODY:
        tree["slot"] = fight.slot + 1
    if fight.paid:
        tree["card"] = fight.paid
    if fight.retires != NOBODY:
        tree["retires"] = NAME[fight.retires]
    if fight.victim != NOBODY:
        tree["victim"] = "attacker" if fight.victim == fight.unit else "defender"
    if fight.flags:
        tree["flags"] = fight.flags
    if fight.ignored != NOBODY:
        tree["ignored"] = fight.ignored
    if fight.checked:
        tree["checked"] = [leaders.of(chief) for chief in bits(fight.checked)]
    for key, who in (("testing", fight.testing), ("lost", fight.lost)):
        if who != NOBODY:
            tree[key] = leaders.of(who)
    if fight.way:
        tree["way"] = [OFF if hex_ == EDGE else NAME[hex_] for hex_ in fight.way]
    if fight.before != ATTACK:
        tree["before"] = PURPOSES[fight.before]
    return tree
