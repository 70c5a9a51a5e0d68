"""The contract of the Royal Game of Ur on one screen: the nine methods, and what the package offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.chance import Chance
from engine.core.duties import Duty, omitted
from engine.core.events import Event, Step
from engine.core.findings import Violation
from engine.core.game import BaseGame, Dice, Outcome
from engine.core.moves import MoveBase
from engine.core.package import GamePackage
from engine.core.record_errors import RecordError
from engine.core.record_rules import unknown_word
from engine.ur.alternatives import UrAlternatives
from engine.ur.moves import BLANK, DICE, Advance, Move, Roll
from engine.ur.rules import path, turn
from engine.ur.state import END, PIECES, ROSETTES, SHARED, SIDES, State, as_view, other

FACES = ("blank", "marked")


class Ur(BaseGame[State]):
    """One game under its rules; a state is a value."""

    ROLLS = (Roll,)

    @cached_property
    def alternatives(self) -> UrAlternatives:
        """What can stand in place of a move that is wrong."""
        return UrAlternatives(self)

    def setup(self, start: Mapping[str, Any] | None = None) -> Step[State]:
        """All pieces off the board, or the position that a record begins with."""
        if not start:
            return Step(State())
        pieces = start.get("pieces", {})
        try:
            found = [tuple(msgspec.convert(pieces.get(side, (0,) * PIECES), list[int])) for side in SIDES]
            rolled = msgspec.convert(start.get("rolled"), int | None)
        except (msgspec.ValidationError, AttributeError):
            raise RecordError("record.position", "/position", what="pieces", game="ur") from None
        if any(len(each) != PIECES or not all(0 <= square <= END for square in each) for each in found):
            raise RecordError("record.position", "/position/pieces", what="pieces", game="ur")
        to_move = start.get("to_move", "light")
        if to_move not in SIDES or not (rolled is None or 0 <= rolled <= DICE):
            raise RecordError("record.position", "/position", what="pieces", game="ur")
        return Step(_settled(State(to_move, rolled, *(tuple(sorted(each)) for each in found))))

    def to_act(self, state: State) -> tuple[str | Dice, ...]:
        """The side to move; while a roll is due, its dice as well."""
        return (state.to_move, Dice({"dice": DICE})) if state.rolled is None else (state.to_move,)

    def candidates(self, state: State) -> Iterator[MoveBase]:
        """The roll, or each piece once."""
        if state.rolled is None:
            yield Roll(state.to_move, (BLANK,) * DICE)
        else:
            yield from (Advance(state.to_move, start) for start in sorted(set(state.pieces(state.to_move)) - {END}))

    def check(self, state: State, move: MoveBase) -> tuple[Violation, ...]:
        """Whose turn, then the roll or the way."""
        if not isinstance(move, Roll | Advance):
            return ()
        if move.side not in SIDES:
            return (unknown_word("side", move.side, SIDES),)
        if found := turn.check_turn(state, move):
            return found
        if isinstance(move, Roll):
            return turn.check_roll(state, move)
        if owed := omitted(self.duties(state), move):
            return owed
        return path.check_piece(state, move) or path.check_way(state, move)

    def duties(self, state: State) -> tuple[Duty, ...]:
        """The roll before a move."""
        if state.rolled is not None or self.outcome(state):
            return ()
        return (Duty("ur.turn.roll-first", "dice", frozenset({"roll"}), {"side": state.to_move}, ("state.rolled",)),)

    def resolve(self, state: State, move: MoveBase) -> Step[State]:
        """What the table did; a piece that is not there moves nowhere."""
        if isinstance(move, Roll) and move.side in SIDES:
            return Step(_settled(replace(state, to_move=move.side, rolled=move.faces.count("marked"))))
        if isinstance(move, Advance) and move.side in SIDES and not path.check_piece(state, move):
            return _advanced(state, move)
        return Step(state)

    def throw(self, state: State, chance: Chance) -> MoveBase:
        """Four dice, each as likely marked as blank."""
        return Roll(state.to_move, tuple(chance.pick(FACES) for _ in range(DICE)))  # type: ignore[arg-type]

    def outcome(self, state: State) -> Outcome | None:
        """Whoever has all pieces home has won."""
        won = next((side for side in SIDES if state.pieces(side).count(END) == PIECES), None)
        return Outcome(won, "ur.end.all-home") if won else None

    def view(self, state: State) -> dict[str, Any]:
        """Everything lies open."""
        return as_view(state)


def _advanced(state: State, move: Advance) -> Step[State]:
    end = min(move.start + (state.rolled or 0), END)
    own, theirs = list(state.pieces(move.side)), list(state.pieces(other(move.side)))
    own[own.index(move.start)] = end
    events = [Event("home", "ur.path.exact", move.side, 1)] if end == END else []
    if end in SHARED and end in theirs and end not in ROSETTES:
        theirs[theirs.index(end)] = 0
        events.append(Event("captured", "ur.path.capture", other(move.side), 1))
    pieces = {move.side: tuple(sorted(own)), other(move.side): tuple(sorted(theirs))}
    again = end in ROSETTES
    return Step(State(move.side if again else other(move.side), None, **pieces), tuple(events))


def _settled(state: State) -> State:
    """The state after a throw with which nothing can be moved: the turn goes on by itself."""
    if state.rolled is None:
        return state
    ways = (Advance(state.to_move, start) for start in set(state.pieces(state.to_move)) - {END})
    if state.rolled and any(not path.check_way(state, way) for way in ways):
        return state
    return replace(state, to_move=other(state.to_move), rolled=None)


class UrPackage(GamePackage):
    """What the service asks of the game."""

    KEY = "ur"
    SIDES = SIDES
    MOVES = Move
    GAME_TYPE = Ur

    def vocabulary(self, battle: Any) -> Mapping[str, tuple[str, ...]]:
        """The words of the moves."""
        return {**super().vocabulary(battle), "faces": FACES}


GAME = UrPackage()
