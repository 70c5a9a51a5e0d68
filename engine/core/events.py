"""Events: what happened, and the rule that made it happen."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")


class Event(Struct, frozen=True, gc=False):
    """`who` (a side, a banner …) and `amount` as played; `due` is what the rules asked for."""

    kind: str
    rule: str
    who: str
    amount: int = 0
    due: int = 0


class Step(Struct, Generic[S], frozen=True, gc=False):
    """The state after a move, what happened on the way, and the resting points passed in between."""

    state: S
    events: tuple[Event, ...] = ()
    rests: tuple[S, ...] = ()
