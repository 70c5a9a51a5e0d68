"""Activation: whose turn it is, passing, and what ends a turn."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.duties import Duty, omitted
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import Turn
from engine.core.record_rules import wrong_turn
from engine.saladin import phases
from engine.saladin.moves import Activate, Lead, Pass, React, Remove
from engine.saladin.rules.hattin import owed_horns
from engine.saladin.rules.initiative import PASSES, owed_start, wrong_phase
from engine.saladin.state import BOTH_PASSED, CRUSADER, LEADER, SIDES, State, bits
from engine.saladin.table import Table


def deployed_cards(table: Table, state: State, side: int) -> list[str]:
    """The cards of a side that are still Deployed, leader first: `leader.<id>` or a Banner's id."""
    cards = [table.pieces[n] for n in bits(table.own[side] & ~state.ordered & ~state.out)]
    return cards if state.ordered & LEADER[side] else [f"leader.{table.leaders[side]}", *cards]


def not_own_banner(move: Activate | React | Remove) -> Violation:
    """A line of one side that names a Banner of the other."""
    return broken("saladin.activation.own-banner", banner=move.banner, side=move.side)


def check_turn_order(table: Table, state: State, move: Activate | Lead | Pass) -> list[Violation]:
    """What is due first, a start or the compulsory move to the Horns; then whether the side that speaks may act now.

    A start need not be said where the holder of the initiative simply acts: he begins.
    """
    side = 0 if move.side == "ayyubid" else 1
    is_opening = state.phase != "activation"
    found = [*omitted(owed_start(state), move)] if is_opening and side != state.initiative else []
    is_horns = isinstance(move, Lead) and move.action == "horns"
    if side == CRUSADER and not is_horns and not isinstance(move, Pass):
        found += [duty.omitted() for duty in owed_horns(table, state)]
    if state.passed >> side & 1 and not is_opening:
        found.append(broken("saladin.activation.passed", side=move.side, reads=(f"state.passed.{move.side}",)))
    elif state.to_move != side and not is_opening:
        found.append(
            broken("saladin.activation.alternate", side=move.side, reads=("state.turn",), families=("other-turn",))
        )
    return found


def check_pass(table: Table, state: State, move: Pass) -> list[Violation]:
    """A pass needs every own card Ordered; the judgment rests on the surest of those that are not."""
    side = SIDES.index(move.side)
    mask = LEADER[side] | table.own[side] & ~state.out
    if not mask & ~state.ordered:
        return []
    cards = deployed_cards(table, state, side)
    card = cards[0]
    reads = [f"state.card.{card}"]
    if not card.startswith("leader."):
        whole = [name for name in cards if state.lances[table.index[name]] == table.lances[table.index[name]]]
        card = (whole or cards)[0]
        reads = [f"state.card.{card}", f"state.out.{card}"]
    return [broken("saladin.activation.pass", card=card, cards=cards, reads=tuple(reads), families=("out-of-play",))]


def resolve_pass(table: Table, state: State, move: Pass) -> Step[State]:
    """The side is out for the turn; when both are, the turn ends."""
    side = SIDES.index(move.side)
    if state.phase != "activation":
        return Step(state)
    passed = state.passed | 1 << side
    if passed == BOTH_PASSED:
        return phases.end_turn(table, replace(state, passed=passed))
    return Step(replace(state, passed=passed, to_move=1 - side, idle=0))


def card_left(*, is_leader: bool) -> Violation:
    """A card was activated and not turned to Ordered, as a later count shows."""
    if is_leader:
        return broken("saladin.activation.leader-steps", "omitted")
    return broken("saladin.activation.turn-card", "omitted")


def owed_passes(state: State) -> list[Duty]:
    """A new turn begins only when both sides have passed: what each owes that hasn't."""
    return [
        Duty("saladin.activation.both-pass", SIDES[side], frozenset({"pass"}), {"side": SIDES[side]})
        for side in (state.to_move, 1 - state.to_move)
        if not state.passed >> side & 1
    ]


def could_both_pass(table: Table, state: State) -> bool:
    """Whether every card in play is Ordered, so that only the passes may be missing."""
    return all(state.passed >> side & 1 or not deployed_cards(table, state, side) for side in (0, 1))


def check_phase(table: Table, state: State) -> list[Violation]:
    """The initiative is spoken of in its own phase; where all cards are Ordered, only the passes were left out."""
    if could_both_pass(table, state):
        return [duty.omitted() for duty in owed_passes(state)]
    return [wrong_phase()]


def check_turn(_table: Table, state: State, move: Turn) -> list[Violation]:
    """`Turn n` stands where turn n begins."""
    if state.phase == "activation" and move.number == state.turn + 1:
        return [duty.omitted() for duty in owed_passes(state)]
    if state.phase == "initiative" and move.number == state.turn:
        return []
    return [wrong_turn(move.number, state.turn, PASSES)]


def resolve_turn(table: Table, state: State, move: Turn) -> Step[State]:
    """Missing passes are taken as made; what was paid stands as stated."""
    step = Step(state)
    if state.phase == "activation" and move.number == state.turn + 1:
        step = phases.end_turn(table, state)
    if move.paid and step.state.turn == move.number and step.state.phase == "initiative" and move.number > 1:
        paid = phases.restate_payment(table, step.state, move.paid)
        return Step(paid, step.events, step.rests)
    return step
