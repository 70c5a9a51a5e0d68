"""The state of a game of Saladin: a value. Banners and sides are numbers here, sets of Banners are bit masks.

Sides: 0 Ayyubids, 1 Crusaders. Banners are numbered as in the scenario file, the town of Arsuf last. Bit
`1 << banner` stands for a Banner's card; the leaders' cards are `LEADER[side]`.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

SideName = Literal["ayyubid", "crusader"]
SIDES: Final[tuple[SideName, SideName]] = ("ayyubid", "crusader")
AYYUBID: Final = 0
CRUSADER: Final = 1
NOBODY: Final = -1
NO_BANNER: Final = -1
UNKNOWN: Final = -1  # a number of dice that no rule gives
LEADER: Final = (1 << 16, 1 << 17)
BOTH_PASSED: Final = 0b11
NEXT_SIDE: Final = ((1, 0), (1, 1), (0, 0), (0, 1))  # by who has passed and who acted: the other side, unless it passed


Pair = tuple[int, int]  # one number for each side


class Pending(Struct, frozen=True, gc=False):
    """An activation that awaits its answer or its dice; `red` and `green` are the dice now due."""

    banner: int
    action: str
    line: str
    target: int
    red: int
    green: int
    change: int = 0  # what it does to the status of the pair
    reactor: int = NO_BANNER
    reaction: str = ""
    second: Pending | None = None  # what awaits its dice after these, though no rule foresees it
    is_void: bool = False  # it can't have been made: its dice change nothing


class State(Struct, frozen=True, gc=False):
    """Everything on the table; first what most moves change, where `replace` finds it soonest."""

    to_move: int
    phase: str  # "initiative" or "activation": the phases in which somebody decides
    pending: Pending | None
    available: tuple[int, int]
    spent: tuple[int, int]
    losses: tuple[int, int]  # Lances on the losses track
    lances: tuple[int, ...]
    committed: int
    ordered: int
    out: int  # Banners no longer in play, for whatever reason
    idle: int  # Banners without targets that may be taken off now
    captured: int
    removed: int
    passed: int
    turn: int
    initiative: int
    last_initiative: int  # who held it in the turn before
    boxed: tuple[int, int]  # Orders in the box
    paid: tuple[int, int]  # Orders paid in the Chaos phase of this turn
    horns: bool = False
    crossed: bool = False  # the True Cross was taken ...
    cross_by_itself: bool = False  # ... without the Leader (DIF-06), whose card still has the line
    fire: bool = False
    tended: bool = False  # what keeps the fire alive was done this turn
    shield_wall: bool = False
    bonus: bool = False
    ended: str = ""  # the winner, or "draw"
    ended_by: str = ""


def total_orders(state: State, side: int) -> int:
    """Available and Spent Orders of a side."""
    return state.available[side] + state.spent[side]


def with_item(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one item replaced."""
    changed = [*values]
    changed[index] = value
    return tuple(changed)


def for_side(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    """The pair with one side's number replaced."""
    return (value, pair[1]) if side == AYYUBID else (pair[0], value)


def moved_by(pair: tuple[int, int], side: int, change: int) -> tuple[int, int]:
    """The pair with one side's number changed."""
    if not change:
        return pair
    return (pair[0], pair[1] + change) if side else (pair[0] + change, pair[1])


def pay(available: Pair, spent: Pair, side: int, cost: int) -> tuple[Pair, Pair, int]:
    """Both pools after a side has paid, and how much it did: as far as there are any Available."""
    ayyubid, crusader = available
    if side == AYYUBID:
        paid = cost if cost < ayyubid else ayyubid
        return (ayyubid - paid, crusader), (spent[0] + paid, spent[1]), paid
    paid = cost if cost < crusader else crusader
    return (ayyubid, crusader - paid), (spent[0], spent[1] + paid), paid


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    return [n for n in range(mask.bit_length()) if mask >> n & 1]
