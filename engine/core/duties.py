"""What the rules oblige someone to do: shown while it is due, and found missing in a move that does something else."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.core.findings import Params, Violation
from engine.core.moves import MoveBase


class Duty(Struct, frozen=True):
    """Something that is due now.

    `by` is a side, or `dice`; `answers` are the moves that see to it, by their `do`. The others are those of the
    violation that it becomes when it is left out.
    """

    rule: str
    by: str
    answers: frozenset[str]
    params: Params = {}
    reads: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    is_owed_at_end: bool = False  # also by a record that stops here

    def omitted(self) -> Violation:
        """The violation of whoever goes on without it, or stops."""
        return Violation(self.rule, "omitted", self.params, self.reads, self.rulings, duty=True)


def omitted(duties: Iterable[Duty], move: MoveBase) -> tuple[Violation, ...]:
    """What a move leaves out: each duty that it does not answer, in their order."""
    do = move.__struct_config__.tag
    return tuple(duty.omitted() for duty in duties if do not in duty.answers)


def owed_at_end(duties: Iterable[Duty]) -> tuple[Violation, ...]:
    """What a record leaves undone that stops here."""
    return tuple(duty.omitted() for duty in duties if duty.is_owed_at_end)
