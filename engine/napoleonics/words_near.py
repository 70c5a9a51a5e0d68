"""The words with which a move can be formed around a state: whoever is there, as far as anybody reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from engine.napoleonics.board import NAME, NUMBER, RANK, SECTIONS, WITHIN, Mask, hexes_of
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.state import NOBODY, SIDES, SLOTS, State
from engine.napoleonics.table import Table
from engine.napoleonics.units import ARTILLERY
from engine.napoleonics.vocabulary import OFF

FARTHEST_MOVE = 4  # hexes that any unit or leader may go
FARTHEST_BACK = 7  # hexes that any retreat goes
MOST_FLAGS = 3  # that any unit ignores
MOST_LOST = 4  # blocks
LAST_RANKS = 3  # rows before a baseline
Words = Iterable[Any]


def words_near(table: Table, state: State, field: str, chosen: Mapping[str, Any]) -> Words:
    """Every piece, every card, every section; hexes as far as anybody reaches, and one beyond."""
    do, _, name = field.partition(".")
    if name == "side":
        return SIDES if _is_first(state, chosen) else ()
    if name in ("units", "leaders", "join"):
        return _several(table, state, name, chosen)
    if name in ("unit", "leader", "target"):
        return _somebody(table, state, name, chosen)
    if name == "to":
        return _places(table, state, do, chosen)
    if name in ("card", "cards", "as"):
        return _cards(table, do, chosen)
    return {
        "section": SECTIONS,
        "use": ("one-unit",),
        "slot": range(1, SLOTS + 1),
        "count": range(MOST_FLAGS + 2),
        "lost": range(MOST_LOST + 1),
    }.get(name, ())


def _is_first(state: State, chosen: Mapping[str, Any]) -> bool:
    """Whether a move is of the first piece of the board, or of none: its side is judged in the same way for all."""
    first = next(hexes_of(_pieces(state)), None)
    own = chosen.get("unit") or chosen.get("leader") or next(iter(chosen.get("units") or ()), None)
    return own is None or first is None or own == NAME[first]


def _names(mask: Mask) -> list[str]:
    return [NAME[hex_] for hex_ in hexes_of(mask)]


def _units(state: State) -> Mask:
    return state.units[0] | state.units[1]


def _pieces(state: State) -> Mask:
    return _units(state) | state.leaders[0] | state.leaders[1]


def _up_to_two(names: Sequence[str]) -> list[tuple[str, ...]]:
    """One of them or two, the same one twice too."""
    return [(name,) for name in names] + list(combinations_with_replacement(names, 2))


def _several(table: Table, state: State, name: str, chosen: Mapping[str, Any]) -> Words:
    """Up to two who are ordered together, who rally, or whose guns join an attack."""
    if name == "join":
        units = list(hexes_of(_units(state)))
        guns = [NAME[hex_] for hex_ in units if table.arm_of[state.on[hex_] - 1] == ARTILLERY]
        return _up_to_two([*guns, *(NAME[hex_] for hex_ in units[:1])])
    if name == "units":
        return _up_to_two(_names(_pieces(state)))
    chiefs = _names(state.leaders[0] | state.leaders[1])
    if not chosen["units"]:
        return _up_to_two(chiefs)
    return [(chief,) for chief in chiefs] if len(chosen["units"]) == 1 else ()


def _somebody(table: Table, state: State, name: str, chosen: Mapping[str, Any]) -> Words:
    """A piece; as a target one as far as a battle reaches, and one beyond."""
    if name == "leader":
        return _names(state.leaders[0] | state.leaders[1]) if chosen.get("unit") is None else ()
    if name == "unit" or state.fight is not None:
        return _names(_pieces(state))
    if (own := chosen.get("unit")) is None:
        return _names(_pieces(state))
    unit = state.on[NUMBER[own]] - 1
    most = 1 + (max(1, table.units[unit].range) if unit >= 0 else 1)
    return _names(_pieces(state) & WITHIN[NUMBER[own]][most])


def _places(table: Table, state: State, do: str, chosen: Mapping[str, Any]) -> Words:
    """Hexes around whoever goes there; over the edge where a move can lead there."""
    if do == "short-supply":
        return _names(sum(RANK[seat][rank] for seat in table.seat for rank in range(LAST_RANKS)))
    if do == "move":
        names = _names(WITHIN[NUMBER[chosen["unit"] or chosen["leader"] or NAME[0]]][FARTHEST_MOVE + 1])
        return [*names, OFF]
    fight = state.fight
    if fight is None:
        return (NAME[0],)
    start = state.chiefs[fight.lost] if do == "leader-retreat" and fight.lost != NOBODY else fight.hex
    names = _names(WITHIN[start][FARTHEST_BACK if do == "retreat" else FARTHEST_MOVE])
    return [*names, OFF] if do == "leader-retreat" else names


def _cards(table: Table, do: str, chosen: Mapping[str, Any]) -> Words:
    """Every card; of several that are drawn or dealt together one, the others hidden."""
    cards = tuple(table.deck)
    if do == "draw":
        return [(), *((card,) for card in (None, *cards)), *((None, card) for card in (None, *cards)), (None,) * 3]
    if do == "deal":
        due = table.hand_sizes[SIDES.index(chosen["side"])]
        hidden: list[tuple[str | None, ...]] = [(None,) * number for number in (due - 1, due, due + 1)]
        return hidden + [(card, *(None,) * (due - 1)) for card in cards]
    if do == "play" and "use" in chosen:  # the card that Counter-Attack copies
        return cards if chosen["card"] == COUNTER_ATTACK else cards[:1]
    return cards
