"""The numbers behind a move, term by term: dice, flags that may be ignored, hexes that may be moved."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.accounts import Account, Term
from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import DISTANCE, NAME, NUMBER
from engine.napoleonics.dice_count import fight_terms, roller_hex
from engine.napoleonics.due import answering_moves, settle_forced
from engine.napoleonics.reach import most_moves
from engine.napoleonics.resolve import resolve
from engine.napoleonics.rules.dice import is_card_roll_due
from engine.napoleonics.rules.ranged import check_range
from engine.napoleonics.rules.retreat import ignore_terms
from engine.napoleonics.state import ANSWER, DICE, FLAGS, SIDES, Fight, State
from engine.napoleonics.table import Table

# The rule for the dice of a unit itself, by what stands in the key of their value; the first that fits.
RULES_OF_KEYS = (("artillery.", "napoleonics.ranged.artillery"), (".moved.", "napoleonics.ranged.half"))


def explain(table: Table, state: State, move: MoveBase) -> tuple[Account, ...]:
    """What the rules ask of a move; empty where there is nothing to count."""
    waits = answering_moves(table, state)
    if waits and type(move) not in waits:
        state = settle_forced(table, state).state
    fight = state.fight
    if isinstance(move, (m.Fire, m.Melee, m.Bonus)):
        fight = resolve(table, state, move).state.fight
        if fight is None or fight.stage not in (ANSWER, DICE):
            return ()
        if not fight.is_melee and check_range(table, state, fight.unit, DISTANCE[fight.home][fight.hex]):
            return ()  # no shot, and no dice to count
        acting = replace(state, ordered=state.ordered | 1 << fight.unit | fight.join)
        return (_dice(table, acting, fight),)
    if isinstance(move, m.Roll) and fight is not None and fight.stage in (ANSWER, DICE):
        return (_dice(table, state, fight),)
    if isinstance(move, m.Roll) and is_card_roll_due(state):
        side = state.side
        return (Account("dice", SIDES[side], (Term("command", state.sizes[side], "napoleonics.cards.command"),)),)
    if isinstance(move, (m.IgnoreFlags, m.Retreat)) and fight is not None and fight.stage == FLAGS:
        return (Account("flags", NAME[state.at[fight.victim]], _flags(table, state, fight)),)
    if isinstance(move, m.Move) and move.unit is not None and state.on[NUMBER[move.unit]]:
        most, _ = most_moves(table, state, state.on[NUMBER[move.unit]] - 1)
        return (Account("hexes", move.unit, (Term("most", most, "napoleonics.move.far"),)),)
    return ()


def _dice(table: Table, state: State, fight: Fight) -> Account:
    """The dice of the roll that is due."""
    return Account("dice", NAME[roller_hex(fight)], tuple(map(_by_rule, fight_terms(table, state, fight))))


def _by_rule(term: Term) -> Term:
    """A term by the rule that tells of it."""
    rule = next((rule for part, rule in RULES_OF_KEYS if part in term.params.get("key", "")), term.rule)
    return replace(term, rule=rule)


def _flags(table: Table, state: State, fight: Fight) -> tuple[Term, ...]:
    """What lets a unit ignore flags; no more of them than were rolled."""
    terms = tuple(ignore_terms(table, state, fight))
    most = sum(term.amount for term in terms)
    return terms if most <= fight.flags else (*terms, Term("rolled", fight.flags - most, "napoleonics.retreat.ignore"))
