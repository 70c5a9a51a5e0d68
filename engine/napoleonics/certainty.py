"""How sure the values are that a judgment reads, while the players' own copy is not known."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core import certainty
from engine.core.events import Step
from engine.core.facts import Standing
from engine.core.findings import Violation
from engine.core.game import events_of
from engine.core.moves import MoveBase
from engine.napoleonics.board import NAME, NUMBER
from engine.napoleonics.state import GONE, State
from engine.napoleonics.state_keys import BANNERS, fallen_key
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces


class Certainty(certainty.Certainty[State]):
    """Everything on the board is written down, so only values of the data can be unsure.

    How many blocks a unit has is one of them: it may live on where its last block seemed to be lost.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table.facts)
        self.table = table
        self.fallen: dict[str, int] = {}  # by the key of the hex: the unit that fell there, while nobody stands on it
        self.hurt: set[int] = set()  # units that lost a block: the banners go by how many they had

    def basis(self, key: str) -> int:
        """The standing of one thing that a violation read."""
        fact = self.table.facts.get(self.source(key))
        return Standing.PRINTED if fact is None else fact.standing

    def source(self, key: str) -> str:
        """The value of the data behind it; behind the banners, the least sure one."""
        if key == BANNERS and self.hurt:
            facts = self.table.facts
            return max(map(self._blocks, sorted(self.hurt)), key=lambda blocks: facts[blocks].standing)
        unit = self.fallen.get(key)
        return key if unit is None else self._blocks(unit)

    def _blocks(self, unit: int) -> str:
        return f"{self.table.units[unit].key}.blocks"

    def after(self, before: State, move: MoveBase, step: Step[State]) -> tuple[Violation, ...]:  # noqa: ARG002
        """Nothing is found: what a move rolled or lost stands in it. Who was hurt and who fell is kept in mind."""
        if before.blocks != step.state.blocks:
            both = zip(before.blocks, step.state.blocks, strict=True)
            self.hurt.update(unit for unit, (had, has) in enumerate(both) if has < had)
        if before.at != step.state.at:
            for unit, (was, now) in enumerate(zip(before.at, step.state.at, strict=True)):
                if now == GONE != was and events_of(step, "eliminated"):
                    self.fallen[fallen_key(NAME[was])] = unit
                elif now != GONE:
                    self.fallen.pop(fallen_key(NAME[now]), None)
        return ()

    def believe(self, state: State, move: MoveBase, doubted: tuple[Violation, ...]) -> State:  # noqa: ARG002
        """The state as it is: dice count as they fell, whatever the tables say. Who seemed to have fallen lives on."""
        for key in {key for violation in doubted for key in violation.reads} & self.fallen.keys():
            unit, hex_ = self.fallen.pop(key), NUMBER[key.rpartition(".")[2]]
            pieces = WorkingPieces(self.table, state)
            pieces.bring_back(unit, hex_)
            if unit in self.hurt:
                pieces.give_back(unit)
            stood = state.stood and state.stood[:unit] + bytes([hex_]) + state.stood[unit + 1 :]
            state = pieces.settle(stood=stood).state
        if state.ended and any(BANNERS in violation.reads for violation in doubted):
            state = self._not_over(state)
        return state

    def _not_over(self, state: State) -> State:
        """The game goes on: somebody who seemed to have fallen, and whose strength is assumed, was not eliminated."""
        facts = self.table.facts
        for unit in sorted(self.hurt):
            if state.at[unit] == GONE and facts[self._blocks(unit)].standing == Standing.ASSUMED:
                self.hurt.discard(unit)
                pieces = WorkingPieces(self.table, state)
                pieces.give_back(unit)
                return replace(pieces.settle().state, ended="", ended_by="")
        return state
