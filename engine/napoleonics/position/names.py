"""What units, leaders and objectives are called in a position: by hexes, so that people can read it.

Whoever is on the board is named by his hex. Where it matters which of several like units it is, it has its origin too:
the hex of the set-up, or for one that the scenario doesn't have its kind and a number (`french-line-infantry-1`).
Who has left the board this turn is `gone` and his origin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from engine.core.record_errors import RecordError
from engine.napoleonics.board import NAME, NUMBER, hexes_of
from engine.napoleonics.state import GONE, NOBODY, SIDES, State
from engine.napoleonics.table import Table

AWAY: Final = "gone "
MOST_TABLES: Final = 64  # whose names are kept: a position is read under every other ruling again


def refused(path: str, what: str) -> RecordError:
    """A position that can't be, with its place."""
    return RecordError("record.position", f"/position/{path}", what=what, game="napoleonics")


def unknown(path: str, word: str, expected: Any = ()) -> RecordError:
    """A word that is not known here, with its place."""
    return RecordError("record.word", f"/position/{path}", word=word[:80], expected=list(expected))


def hex_number(name: str, path: str) -> int:
    """The number of a hex."""
    if name not in NUMBER:
        raise unknown(path, name)
    return NUMBER[name]


def card_id(table: Table, name: str, path: str) -> str:
    """A card of the deck."""
    if name not in table.deck:
        raise unknown(path, name, table.deck)
    return name


@lru_cache(maxsize=MOST_TABLES)
def unit_origins(table: Table) -> tuple[str, ...]:
    """By number of a unit."""
    started = [NAME[unit.hex] for unit in table.scenario.units]
    return (*started, *_numbered(f"{unit.nation}-{unit.kind}" for unit in table.units[len(started) :]))


@lru_cache(maxsize=MOST_TABLES)
def leader_origins(table: Table) -> tuple[str, ...]:
    """By number of a leader."""
    started = [NAME[leader.hex] for leader in table.scenario.leaders]
    return (*started, *_numbered(f"{SIDES[side]}-leader" for side in table.chief_side[len(started) :]))


@lru_cache(maxsize=MOST_TABLES)
def units_alike(table: Table) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """The numbers of the units of each nation and kind."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, unit in enumerate(table.units):
        found.setdefault((unit.nation, unit.kind), []).append(number)
    return {kind: tuple(numbers) for kind, numbers in found.items()}


def _numbered(kinds: Any) -> list[str]:
    seen: Counter[str] = Counter()
    found = []
    for kind in kinds:
        seen[kind] += 1
        found.append(f"{kind}-{seen[kind]}")
    return found


def goal_names(table: Table) -> list[str]:
    """By number of an objective: its hexes; the second of the same ones has its number too."""
    seen: Counter[str] = Counter()
    found = []
    for goal in table.goals:
        name = " ".join(NAME[hex_] for hex_ in hexes_of(goal.hexes))
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


class Names:
    """The pieces of one kind, units or leaders, in one state: from number to name and back."""

    def __init__(self, at: bytes, on: bytes, origins: tuple[str, ...]) -> None:
        self.at = at
        self.on = on
        self.origins = origins
        self.numbers = {name: number for number, name in enumerate(origins)}

    def is_there(self, number: int) -> bool:
        """Whether it is on the board."""
        return self.at[number] != GONE and self.on[self.at[number]] == number + 1

    def of(self, number: int) -> str:
        """Its hex, or that it is gone."""
        return NAME[self.at[number]] if self.is_there(number) else AWAY + self.origins[number]

    def find(self, name: str, path: str) -> int:
        """The number of a piece on the board, or of one that is gone."""
        if name.startswith(AWAY):
            number = self.numbers.get(name.removeprefix(AWAY), NOBODY)
            if number == NOBODY:
                raise unknown(path, name)
            if self.is_there(number):
                raise refused(path, "twice")
            return number
        number = self.on[hex_number(name, path)] - 1
        if number < 0:
            raise refused(path, "nobody")
        return number


def unit_names(table: Table, state: State) -> Names:
    """The units of a state."""
    return Names(state.at, state.on, unit_origins(table))


def leader_names(table: Table, state: State) -> Names:
    """The leaders of a state."""
    return Names(state.chiefs, state.led, leader_origins(table))
