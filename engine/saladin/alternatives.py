"""What can stand in place of a move: the Banner or the leader behind it, and the state when it is judged."""

from __future__ import annotations

from engine.core.alternatives import NO_PIECE, Alternatives, Pieces
from engine.core.moves import MoveBase
from engine.saladin.judge import ANSWERING, CHECKERS
from engine.saladin.moves import Activate, Lead, Pass, React, Remove, Roll, Start
from engine.saladin.rules.action import skip_owed
from engine.saladin.rules.initiative import resolve_start
from engine.saladin.state import SIDES, State


class SaladinAlternatives(Alternatives[State]):
    """Who makes a move: a Banner, or the leader of a side."""

    def judged_in(self, state: State, move: MoveBase, *, is_due: bool) -> State:
        """A pending activation is closed without its dice, unless it is the dice that were due; who acts has begun."""
        kind = type(move)
        if state.phase == "initiative" and isinstance(move, (Activate, Lead, Pass)) and not is_due:
            is_holder = move.side == SIDES[state.initiative] and not state.ended
            return resolve_start(self.game.table, state, Start(move.side)).state if is_holder else state
        if is_due or state.ended or state.pending is None or kind in ANSWERING or kind not in CHECKERS:
            return state
        return skip_owed(self.game.table, state).state

    def mover(self, state: State, move: MoveBase) -> str | None:
        """The side of the Banner, whatever side is named."""
        number = self.game.table.number.get(getattr(move, "banner", None))
        if isinstance(move, (Activate, React, Remove)) and number is not None:
            return SIDES[self.game.table.side_of[number]]
        return super().mover(state, move)

    def pieces(self, state: State, move: MoveBase) -> Pieces:  # noqa: ARG002
        """The Banner by its id; the leader apart from the Banner of the same name."""
        if isinstance(move, (Activate, React, Remove)):
            return frozenset({move.banner})
        return frozenset({f"leader {move.side}"}) if isinstance(move, Lead) else NO_PIECE

    def kind(self, move: MoveBase) -> str:
        """The action of a card, however it is said."""
        return move.action if isinstance(move, (Activate, React, Lead)) else super().kind(move)

    def fits(self, state: State, move: MoveBase, option: MoveBase) -> bool:
        """A Reaction gives way to another one, to the dice, or to what else its Banner can do."""
        if not isinstance(move, React):
            return super().fits(state, move, option)
        return isinstance(option, (React, Roll)) or move.banner in self.pieces(state, option)
