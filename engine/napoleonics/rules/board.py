"""Who stands on a hex (napoleonics.board)."""

from __future__ import annotations

from engine.core.findings import Violation, broken
from engine.napoleonics.state_keys import absent


def no_piece(name: str) -> Violation:
    """Nobody stands on a hex, or not who would have to."""
    return broken(
        "napoleonics.board.piece", "impossible", hex=name, reads=absent(name), families=("other-turn",)
    )  # fmt: skip
