"""A scenario as a value: the ground, the forces, what each side has and needs, and how sure each of it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

from msgspec import Struct, to_builtins

from engine.core.facts import Facts, Source, Standing, names_below, read_sources
from engine.core.rulebook import read_toml
from engine.napoleonics.board import BOTTOM, HEXES, SECTION, TOP, Hex, Mask, Seat
from engine.napoleonics.facts import load_facts
from engine.napoleonics.scenario.special import (
    PARAGRAPHS,
    BonusBanner,
    Exit,
    Objective,
    Reinforcement,
    River,
    SideName,
    SpecialRule,
    TerrainAs,
)
from engine.napoleonics.terrain import LETTERS, FieldWorks, Terrain, make_field_works, make_terrain
from engine.napoleonics.units import Unit, make_units

OriginKind = Literal["printed-book", "own-design", "user-design", "vassal-import"]
ORIGINS: Final[tuple[OriginKind, ...]] = get_args(OriginKind)
# What everything in a file rests on that its table of standings doesn't name.
GROUND_OF: Final[Mapping[str, str]] = {
    "printed-book": "owner",
    "own-design": "design",
    "user-design": "design",
    "vassal-import": "import",
}
# Letters of drawn sections, as the player at the bottom calls them; small ones lie on a dotted line.
SECTION_LETTERS: Final = "LlCrR"
_SECTIONS_OF: Final = ("Ll", "lCr", "rR")
WATER: Final = ("river", "ford")  # published counts don't tell them apart
_IN_PLAY: Final = (Objective, Exit, BonusBanner, Reinforcement)  # the others are in the ground, or only words


class Kit(Struct, frozen=True):
    """What a scenario can be made of, from the data."""

    units: Mapping[tuple[str, str], Unit]
    terrain: Mapping[str, Terrain]
    works: FieldWorks
    sides: Mapping[str, str]  # of each nation


class Placed(Struct, frozen=True, order=True):
    """A unit on its hex; `blocks` is 0 for full strength."""

    hex: Hex
    nation: str
    code: str
    blocks: int = 0


class PlacedLeader(Struct, frozen=True, order=True):
    """A leader on his hex; with a unit on it he is attached."""

    hex: Hex
    nation: str
    name: str = ""


class PlacedWorks(Struct, frozen=True, order=True):
    """Field works on a hex: the sides that are marked, as bits."""

    hex: Hex
    sides: int


class Army(Struct, frozen=True):
    """What a side has and needs: cards in hand, banners to win; None where a battle is known in part."""

    side: SideName
    cards: int | None = None
    banners: int | None = None
    commander: str = ""


class Origin(Struct, frozen=True):
    """Where a scenario comes from; shown with every use of it."""

    kind: OriginKind
    page: int | None = None
    entered_by: str = ""
    checked: bool = False  # counts agree, and a second person has looked


class Expect(Struct, frozen=True):
    """Totals to compare with, each of a table that is complete unless `partial` names it."""

    terrain: Mapping[str, int] = {}  # by terrain; `water`: rivers and fords together
    fieldworks: int | None = None
    units: Mapping[str, int | Mapping[str, int]] = {}  # by nation: all, or by map code
    blocks: Mapping[str, int] = {}  # by nation
    leaders: Mapping[str, int] = {}  # by nation
    partial: tuple[str, ...] = ()


class Unfinished(Struct, frozen=True):
    """A special rule of a battle that is known in part: what is known of it, and the id of what is left to find."""

    type: str
    known: tuple[tuple[str, Any], ...]
    ask: str = ""


class Battle(Struct, frozen=True):
    """A printed battle as far as it is known without the book: no map, no forces. `rules` is None if unknown."""

    id: str
    number: int
    origin: Origin
    armies: tuple[Army, ...]
    name: str = ""
    date: str = ""
    first: str = ""
    top: str = ""
    rules: tuple[Unfinished, ...] | None = None
    expect: Expect = Expect()
    standing: tuple[tuple[str, str], ...] = ()

    def standing_of(self, path: str) -> Standing:
        """How sure a field is."""
        return _standing(self.standing, self.origin.kind, path)


class Scenario(Struct, frozen=True):
    """A scenario that can be played. Everything is in the order of the hexes, so that equal ones compare equal."""

    id: str
    name: str
    origin: Origin
    top: SideName
    first: SideName
    armies: tuple[Army, ...]
    letters: str  # as drawn, one for each hex
    units: tuple[Placed, ...]
    leaders: tuple[PlacedLeader, ...] = ()
    works: tuple[PlacedWorks, ...] = ()
    rules: tuple[SpecialRule, ...] = ()
    sections: str = ""  # as drawn, where they are not those of the board
    number: int | None = None
    date: str = ""
    summary: str = ""
    history: str = ""
    teaches: tuple[str, ...] = ()
    expect: Expect = Expect()
    standing: tuple[tuple[str, str], ...] = ()

    @property
    def year(self) -> int:
        """Of the battle; 0 for one that never was."""
        return int(self.date[:4] or 0)

    @property
    def terrain(self) -> tuple[str, ...]:
        """What each hex counts as, special rules included."""
        return terrain_of(self.letters, self.rules)

    @property
    def special(self) -> tuple[str, ...]:
        """The rules that are special to it, by id."""
        return tuple(dict.fromkeys(PARAGRAPHS[type(rule)] for rule in self.rules))

    def seat_of(self, side: str) -> Seat:
        """Where a side sits."""
        return TOP if side == self.top else BOTTOM

    def side_of(self, nation: str) -> str:
        """Whose units those of a nation are."""
        return shipped_kit().sides[nation]

    def section_masks(self) -> tuple[tuple[Mask, ...], ...]:
        """By seat and section: its hexes; those of the board unless the scenario draws its own."""
        if not self.sections:
            return SECTION
        from_bottom = tuple(
            sum(1 << n for n, letter in enumerate(self.sections) if letter in letters) for letters in _SECTIONS_OF
        )
        return from_bottom[::-1], from_bottom

    def standing_of(self, path: str) -> Standing:
        """How sure a field is: `first`, `armies.british.cards`, `rules`."""
        return _standing(self.standing, self.origin.kind, path)

    @property
    def hash(self) -> str:
        """A name for all of it that play depends on: not for its words, nor for the way it is written down."""
        play = {
            "top": self.top,
            "first": self.first,
            "armies": {army.side: [army.cards, army.banners] for army in self.armies},
            "terrain": self.terrain,
            "works": self.works,
            "units": self.units,
            "leaders": [[leader.hex, leader.nation] for leader in self.leaders],
            "sections": self.section_masks(),
            "rules": sorted(_canonical(rule) for rule in self.rules if isinstance(rule, _IN_PLAY)),
        }
        return hashlib.sha256(_canonical(play).encode()).hexdigest()


def _canonical(value: Any) -> str:
    return json.dumps(to_builtins(value), sort_keys=True, separators=(",", ":"))


def terrain_of(letters: str, rules: tuple[SpecialRule, ...]) -> tuple[str, ...]:
    """The terrain of every hex as drawn, then as the special rules have it."""
    terrain = [LETTERS[letter] for letter in letters]
    for rule in rules:
        if isinstance(rule, River):
            for n in range(HEXES) if rule.hexes is None else rule.hexes:
                if terrain[n] in WATER:
                    terrain[n] = "ford" if rule.fordable else "river"
        elif isinstance(rule, TerrainAs):
            for n in rule.hexes:
                terrain[n] = rule.terrain
    return tuple(terrain)


def _standing(named: tuple[tuple[str, str], ...], origin: str, path: str) -> Standing:
    known = dict(named)
    while path and path not in known:
        path = path.rpartition(".")[0]
    return grounds()[known.get(path, GROUND_OF[origin])].standing


@cache
def grounds() -> Mapping[str, Source]:
    """What the values of scenarios rest on, by id."""
    return read_sources(read_toml(Path(__file__).with_name("grounds.toml")))


def make_kit(facts: Facts) -> Kit:
    """What a scenario can be made of, with the values of a player's own box where he has laid them over."""
    sides = {nation: facts[f"nations.{nation}.side"].value for nation in names_below(facts, "nations")}
    return Kit(make_units(facts), make_terrain(facts), make_field_works(facts), sides)


@cache
def unit_kinds() -> Mapping[str, str]:
    """The kind of unit that each code of a map means."""
    return {unit.code: unit.kind for unit in shipped_kit().units.values()}


@cache
def shipped_kit() -> Kit:
    """What a scenario can be made of, as shipped."""
    return make_kit(load_facts())
