"""What was worked out of the state that was asked about last: many moves are judged in one."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.core.findings import Violation
from engine.napoleonics.board import Hex
from engine.napoleonics.state import State

Against = list[Violation]  # what stands against something, and is never changed once it is known
# What stands against a move wherever it goes; the hexes in reach, None where none has to be looked at; how many hexes
# it may go, and how many to battle yet.
SettingOut = tuple[Against, Mapping[Hex, int] | None, int, int]


class Memo(Struct, gc=False):
    """Answers about one state, each kept under what was asked about."""

    state: State | None = None
    against: dict[int | tuple[bool, int], Against] = {}  # by unit: an order for it; by is_melee and unit: a battle
    moves: dict[str | int, SettingOut] = {}  # by hex: the unit there; by number: a leader alone
    left: tuple[int, Against] | None = None  # for whom there is an order of a section left
