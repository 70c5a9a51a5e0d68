"""The one form of all moves that say the same: the one that `candidates` write."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import NAME, NUMBER
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.due import is_other_due
from engine.napoleonics.judge import acting_side
from engine.napoleonics.resolve import resolve
from engine.napoleonics.rules import leader, retire, retreat
from engine.napoleonics.rules.cards.counter_attack import copied_card
from engine.napoleonics.rules.cards.hands import check_card, check_copies
from engine.napoleonics.rules.cards.play import may_be_one
from engine.napoleonics.rules.cards.rally import only_rally
from engine.napoleonics.rules.turn import drawn_from, draws_due, next_hand
from engine.napoleonics.state import ANSWER, FLAGS, GONE, LEADER, NOBODY, SIDES, SLOTS, Fight, State
from engine.napoleonics.table import Table


def canonical(table: Table, state: State, move: MoveBase) -> tuple[MoveBase, ...]:
    """What leaves no choice written out; orders one by one; nothing that may be left out, as far as it is right."""
    forced = _forced_move(table, state) if is_other_due(table, state, type(move)) else None
    if forced is None:
        return _alone(table, state, move)
    closed = resolve(table, state, forced).state
    return (forced,) if closed.ended and isinstance(move, m.EndPhase) else (forced, *canonical(table, closed, move))


def _forced_move(table: Table, state: State) -> MoveBase | None:
    """The only thing that can be done now, which need not be written; None where there is a choice."""
    fight = state.fight
    if fight is None:
        given = only_rally(table, state) if state.card == "rally" and state.is_rolled and not state.is_given else None
        return None if given is None else m.Rally(_in_order(NAME[state.at[unit]] for unit in given))
    if fight.stage == FLAGS and (found := retreat.only_way(table, state, fight)) is not None:
        end, lost = found
        if state.square >> fight.victim & 1 or (end == state.at[fight.victim] and not lost):
            return m.IgnoreFlags(retreat.most_ignored(table, state, fight))
        return m.Retreat(NAME[end], lost=lost or None)
    if fight.stage == LEADER and (way := leader.only_way(table, state, fight)) is not None:
        if not way:
            return m.EndPhase()
        return m.LeaderRetreat(leader.OFF if way[-1] == leader.EDGE else NAME[way[-1]])
    return None


def _alone(table: Table, state: State, move: MoveBase) -> tuple[MoveBase, ...]:
    """A move that comes when it may, without what may be left out of it."""
    if isinstance(move, m.Deal):
        return (replace(move, cards=_hidden(table, state, SIDES.index(move.side), move.cards)),)
    if isinstance(move, m.Draw):
        return (_drawn(table, state, move),)
    if isinstance(move, m.Play):
        return (_played(table, state, move),)
    bare = _bare(table, state, move)
    if isinstance(bare, m.Order) and bare.side is None:
        return _orders(state, bare)
    return (_ended(table, state, bare, state.fight),)


def _bare(table: Table, state: State, move: Any) -> Any:
    """Without what may be left out of any move, where it is right."""
    kind = type(move)
    left_out: dict[str, Any] = {}
    if move.side is not None and SIDES.index(move.side) == acting_side(table, state, kind):
        left_out["side"] = None
    if getattr(move, "via", ()):
        left_out["via"] = ()
    if kind is m.Dissolve and move.card and not _is_other_card(table, state, move):
        left_out["card"] = None
    if kind is m.Rally:
        left_out["units"] = _in_order(move.units)
    return replace(move, **left_out) if left_out else move


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Hexes in the order of the board."""
    return tuple(sorted(names, key=NUMBER.__getitem__))


def _is_other_card(table: Table, state: State, move: m.Dissolve) -> bool:
    """Whether a card can't be the one that lies on the track for a square."""
    unit = state.on[NUMBER[move.unit]] - 1
    kept = state.kept[state.slots.index(unit)] if unit >= 0 and state.square >> unit & 1 else ""
    return bool(move.card != kept if kept else check_copies(table, state, state.side, (move.card,)))


def _hidden(table: Table, state: State, side: int, cards: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Cards that come to a hand without those of which a copy may be left."""
    return tuple(None if card and not check_copies(table, state, side, (card,)) else card for card in cards)


def _drawn(table: Table, state: State, move: m.Draw) -> m.Draw:
    side = state.side if move.side is None else SIDES.index(move.side)
    if move.cards is None:
        return m.Draw(SIDES[side], (None,) * draws_due(table, state, side))
    return m.Draw(SIDES[side], _hidden(table, drawn_from(table, state, side), side, move.cards))


def _played(table: Table, state: State, move: m.Play) -> m.Play:
    """Without the card that is copied, and without the one unit that takes the place of nobody."""
    hand = next_hand(table, state)
    name = copied_card(hand, move.card)[0]
    if move.as_ is not None and move.card == COUNTER_ATTACK and move.as_ == name:
        move = replace(move, as_=None)
    card = table.deck.get(name)
    if card is not None and card.substitute == "unable" and may_be_one(table, state, SIDES.index(move.side), card):
        move = replace(move, use=None)
    return move


def _unmarked(table: Table, state: State, fight: Fight, move: m.Square) -> m.Square:
    """A square without a card that may lie there and without a free place on the track."""
    if fight.foe == NOBODY:
        return move
    side = table.side_of[fight.foe]
    card = move.card if move.card and check_card(table, state, side, move.card) else None
    slot = move.slot if move.slot and state.slots[side * SLOTS + move.slot - 1] != GONE else None
    return replace(move, card=card, slot=slot)


def _orders(state: State, move: m.Order) -> tuple[MoveBase, ...]:
    """An order for each who is named, units first; one for nobody as it is."""
    found: list[MoveBase] = [m.Order((unit,)) for unit in move.units]
    found += [m.Detach(name) if state.on[NUMBER[name]] else m.Order((), (name,)) for name in move.leaders]
    return tuple(found) or (move,)


def _ended(table: Table, state: State, move: MoveBase, fight: Fight | None) -> MoveBase:
    """A move that ends in the only hex there is, or with the only losses that fit it, says so."""
    if fight is None:
        return move
    if isinstance(move, m.Square):
        return _unmarked(table, state, fight, move)
    if isinstance(move, m.Retire) and move.to is None and fight.stage == ANSWER and fight.foe != NOBODY:
        ends = retire.retire_hexes(table, state, fight.foe)
        return replace(move, to=NAME[ends[0]]) if len(ends) == 1 else move
    if isinstance(move, m.Retreat) and fight.stage == FLAGS:
        blocks = state.blocks[fight.victim]
        for hex_, lost in retreat.all_ways(table, state, fight):
            if NAME[hex_] == move.to and move.lost in (None, lost, min(lost, blocks)):
                return replace(move, lost=lost or None)
    return move
