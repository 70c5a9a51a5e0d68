"""The terrain, made from the data: who may enter, what it does to dice, sight, squares and flags. No rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from engine.core.facts import Facts, names_below
from engine.napoleonics.facts import Values
from engine.napoleonics.sight import Ground, ground
from engine.napoleonics.units import ARMS

Entry = Literal["free", "stop", "never"]
Battle = Literal["yes", "light", "no"]
Sight = Literal["open", "hill", "blocks"]
ByArm = tuple[int, ...]
Change = tuple[ByArm, ByArm]  # of dice, never up: when firing, in melee; each by the arm that attacks
FIRE: Final = 0
MELEE: Final = 1
FIELD_WORKS: Final = "field-works"
# What each letter of a drawn map stands for: our own signs, no facts of the game.
LETTERS: Final[Mapping[str, str]] = {
    ".": "clear",
    "F": "forest",
    "H": "hill",
    "R": "rugged-hill",
    "T": "town",
    "M": "windmill",
    "W": "river",
    "V": "ford",
    "X": "bridge",
    "S": "sand-quarry",
}


class Terrain(Struct, frozen=True):
    """One terrain. What has no value because nobody can stand there is as in the open.

    A hill changes dice by where the other one stands: `into` holds for an attack from below, `out` for one on lower
    ground, and `level`, between two hills, takes the place of both (napoleonics.terrain.hill).
    """

    id: str
    entry: Entry
    closed: tuple[int, ...]  # arms that may not enter
    battle: Battle  # on the turn of entry
    sight: Sight
    has_squares: bool
    has_charge: bool  # the dice of Cavalry Charge count
    into: Change
    out: Change
    level: Change | None

    @property
    def key(self) -> str:
        """Where its values stand in the data."""
        return f"terrain.{self.id}"

    def is_open_to(self, arm: int) -> bool:
        """Whether a unit of an arm may be there."""
        return self.entry != "never" and arm not in self.closed


class FieldWorks(Struct, frozen=True):
    """Field works: laid over the ground of a hex, they count for whatever crosses one of its marked sides.

    The sides that an attack crosses are those of `board.TOWARD`; through a corner it crosses works only if both of its
    sides are marked (ruling A08).
    """

    sides: int  # how many are marked
    into: Change
    out: Change
    ignores: ByArm  # flags, by the arm of who stands behind them
    has_squares: bool  # against cavalry that attacks across them (napoleonics.square.field-works)
    instead_of: tuple[str, ...]
    gives_way_to: tuple[str, ...]


def make_terrain(facts: Facts) -> Mapping[str, Terrain]:
    """Every terrain of a hex by id."""
    return {name: _terrain(facts, name) for name in names_below(facts, "terrain") if name != FIELD_WORKS}


def _terrain(facts: Facts, name: str) -> Terrain:
    own = Values(facts, f"terrain.{name}")
    is_hill = own("sight") == "hill"
    return Terrain(
        id=name,
        entry=own("entry"),
        closed=tuple(ARMS.index(arm) for arm in own("closed", ())),
        battle=own("battle", "yes"),
        sight=own("sight"),
        has_squares=own("square", True),
        has_charge=own("charge", True),
        into=_change(own, "up" if is_hill else "into"),
        out=_change(own, "down" if is_hill else "out"),
        level=_change(own, "level") if is_hill else None,
    )


def _change(own: Values, field: str) -> Change:
    fire, melee = (tuple(own(f"{field}.{way}.{arm}", 0) for arm in ARMS) for way in ("fire", "melee"))
    return fire, melee


def make_field_works(facts: Facts) -> FieldWorks:
    """The field works of the box."""
    own = Values(facts, f"terrain.{FIELD_WORKS}")
    return FieldWorks(
        sides=own("sides"),
        into=_change(own, "into"),
        out=_change(own, "out"),
        ignores=tuple(own(f"ignores.{arm}") for arm in ARMS),
        has_squares=own("square"),
        instead_of=tuple(own("instead_of")),
        gives_way_to=tuple(own("gives_way_to")),
    )


def make_ground(hexes: Sequence[Terrain]) -> Ground:
    """What of a map is in the way of sight, from the terrain of its hexes in the order of their numbers."""
    hills, blocking = (
        sum(1 << n for n, terrain in enumerate(hexes) if terrain.sight == sight) for sight in ("hill", "blocks")
    )
    return ground(hills, blocking)
