"""The state of a game: where the pieces stand on the path of their side, whose turn it is, and what was rolled."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

SIDES = ("light", "dark")
PIECES = 7
END = 15  # a piece that comes here is home; 0 is where it begins
ROSETTES = (4, 8, 14)
SHARED = range(5, 13)  # the squares that both paths go over


class State(Struct, frozen=True):
    """`pieces` of each side in `SIDES`, sorted; `rolled` is None while a roll is due."""

    to_move: str = "light"
    rolled: int | None = None
    light: tuple[int, ...] = (0,) * PIECES
    dark: tuple[int, ...] = (0,) * PIECES

    def pieces(self, side: str) -> tuple[int, ...]:
        """The squares of a side’s pieces, one that is off the board at 0 or home at 15."""
        return self.light if side == "light" else self.dark


def other(side: str) -> str:
    """The opponent."""
    return SIDES[1 - SIDES.index(side)]


def as_view(state: State) -> dict[str, Any]:
    """What lies on the table."""
    return {
        "to_move": state.to_move,
        "rolled": state.rolled,
        "pieces": {side: list(state.pieces(side)) for side in SIDES},
        "home": {side: state.pieces(side).count(END) for side in SIDES},
    }
