"""What can stand in place of a move: the units and leaders behind it, and where the turn stands when it is judged."""

from __future__ import annotations

from typing import Any

from engine.core.alternatives import NO_PIECE, Alternatives, Pieces
from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import NUMBER
from engine.napoleonics.due import answering_moves, settle_forced, skip_owed
from engine.napoleonics.judge import FREE, acting_side
from engine.napoleonics.rules.dice import roll_due
from engine.napoleonics.state import NOBODY, SIDES, WAITING, State

OF_FOE = (m.FirstStrike, m.Square, m.Retire, m.BattleBack)  # who was attacked says so
OF_VICTIM = (m.IgnoreFlags, m.Retreat)
OF_ATTACKER = (m.TakeGround, m.Breakthrough, m.Bonus)
OF_SIDE = (m.Play, m.Deal, m.Draw)  # what names its side, and no piece


class NapoleonicsAlternatives(Alternatives[State]):
    """Who makes a move: a unit or a leader on its hex, or whoever the combat asks."""

    def judged_in(self, state: State, move: MoveBase, *, is_due: bool) -> State:
        """The state with forced steps done up to this move, and without what was due if something else was found.

        Where dice that nobody has to roll stand, what was due is still open.
        """
        kind = type(move)
        waits = answering_moves(self.game.table, state)
        if state.ended or kind in FREE or not waits or kind in waits:
            return state
        if is_due:
            return settle_forced(self.game.table, state, kind).state
        skipped = skip_owed(self.game.table, state, kind).state
        return state if kind is m.Roll and not roll_due(self.game.table, skipped)[0] else skipped

    def mover(self, state: State, move: MoveBase) -> str | None:
        """The side of the piece that makes it; of what names none, the side whose word it is."""
        if isinstance(move, self.game.ROLLS):
            return None
        table = self.game.table
        if isinstance(move, OF_SIDE) and move.side is not None:
            return str(move.side)
        for hex_ in _hexes(move):
            if state.on[hex_]:
                return SIDES[table.side_of[state.on[hex_] - 1]]
            if state.led[hex_]:
                return SIDES[table.chief_side[state.led[hex_] - 1]]
        if isinstance(move, OF_FOE):
            return SIDES[1 - state.side]
        return SIDES[acting_side(table, state, type(move))]

    def pieces(self, state: State, move: MoveBase) -> Pieces:
        """Units and leaders by their numbers."""
        kind, fight = type(move), state.fight
        if fight is not None and kind in (*OF_FOE, *OF_VICTIM, *OF_ATTACKER):
            unit = fight.foe if kind in OF_FOE else fight.victim if kind in OF_VICTIM else fight.unit
            return NO_PIECE if unit == NOBODY else frozenset({f"unit {unit}"})
        if fight is not None and kind is m.LeaderRetreat:
            return NO_PIECE if fight.lost == NOBODY else frozenset({f"leader {fight.lost}"})
        is_of_leader = getattr(move, "leader", None) is not None or bool(getattr(move, "leaders", ()))
        found = (
            f"leader {state.led[hex_] - 1}" if is_of_leader else f"unit {state.on[hex_] - 1}"
            for hex_ in _hexes(move)
            if (state.led if is_of_leader else state.on)[hex_]
        )
        return frozenset(found)

    def fits(self, state: State, move: MoveBase, option: MoveBase) -> bool:
        """A card opens a turn: it stands in place of another card, or of what came before any. A hand is as dealt.

        What was due instead may stand in place of dice.
        """
        if isinstance(move, m.Deal):
            return False
        if isinstance(move, m.Roll):
            return isinstance(option, m.Roll) or type(option) in answering_moves(self.game.table, state)
        return not isinstance(option, m.Play) or isinstance(move, m.Play) or state.phase == WAITING


def _hexes(move: Any) -> list[int]:
    """Where the pieces stand that a move names as its own."""
    one = getattr(move, "unit", None) or getattr(move, "leader", None)
    names = (one,) if one else (*getattr(move, "units", ()), *getattr(move, "leaders", ()))
    return [NUMBER[name] for name in names if name in NUMBER]
