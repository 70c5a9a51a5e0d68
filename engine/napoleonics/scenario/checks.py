"""What the parts of a scenario owe each other: pieces to the ground and to other pieces, rules to the map, totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from engine.core.toml_positions import KeyPath
from engine.napoleonics.board import EDGE, HEXES, NAME, Hex
from engine.napoleonics.board import SIDES as HEXSIDES
from engine.napoleonics.scenario.fields import Reader
from engine.napoleonics.scenario.model import (
    WATER,
    Kit,
    Placed,
    PlacedLeader,
    PlacedWorks,
    Scenario,
    terrain_of,
)
from engine.napoleonics.scenario.special import (
    SIDES,
    Exit,
    Objective,
    Reinforcement,
    River,
    SpecialRule,
    TerrainAs,
)
from engine.napoleonics.terrain import LETTERS, Terrain

CLEAR: Final = "clear"  # has no tile, so nobody counts it


class Forces(Struct, frozen=True):
    """What was read of a scenario, each with its place in the file; letters that are faulty are None."""

    letters: list[str | None] | None
    units: tuple[tuple[KeyPath, Placed], ...]
    leaders: tuple[tuple[KeyPath, PlacedLeader], ...]
    works: tuple[tuple[KeyPath, PlacedWorks], ...]
    rules: tuple[tuple[KeyPath, SpecialRule], ...]
    begun: frozenset[str]  # the sides for which there is any unit, be it faulty

    def ground(self, kit: Kit) -> tuple[Terrain, ...]:
        """The terrain of each hex; where it isn't known it is open to all."""
        drawn = "".join(letter or "." for letter in self.letters or [None] * HEXES)
        return tuple(kit.terrain[name] for name in terrain_of(drawn, tuple(rule for _, rule in self.rules)))


def check_forces(reader: Reader, kit: Kit, forces: Forces) -> None:
    """Units, leaders and field works where they can be."""
    ground = forces.ground(kit)
    units = _check_units(reader, kit, forces, ground)
    _check_leaders(reader, kit, forces, ground, units)
    _check_works(reader, kit, forces, ground)


def _check_units(reader: Reader, kit: Kit, forces: Forces, ground: tuple[Terrain, ...]) -> Mapping[Hex, Placed]:
    units: dict[Hex, Placed] = {}
    places: dict[Hex, KeyPath] = {}
    for path, unit in forces.units:
        name, terrain = NAME[unit.hex], ground[unit.hex]
        if unit.hex in units:
            other, line = units[unit.hex], reader.places.value(places[unit.hex])[0]
            reader.at("occupied", path, hex=name, nation=other.nation, code=other.code, line=line)
            continue
        units[unit.hex], places[unit.hex] = unit, path
        if not terrain.is_open_to(kit.units[unit.nation, unit.code].arm):
            letter = forces.letters[unit.hex] if forces.letters else None
            reader.at("ground", path, hex=name, nation=unit.nation, code=unit.code, terrain=terrain.id, letter=letter)
    for side in SIDES:
        if side not in forces.begun:
            reader.missing(("units",), side)
    return units


def _check_leaders(
    reader: Reader, kit: Kit, forces: Forces, ground: tuple[Terrain, ...], units: Mapping[Hex, Placed]
) -> None:
    seen: dict[Hex, KeyPath] = {}
    for path, leader in forces.leaders:
        name = NAME[leader.hex]
        unit = units.get(leader.hex)
        if leader.hex in seen:
            reader.at("two-leaders", path, hex=name, line=reader.places.value(seen[leader.hex])[0])
        elif unit and kit.sides[unit.nation] != kit.sides[leader.nation]:
            reader.at("leader-with-enemy", path, hex=name, nation=unit.nation, code=unit.code)
        elif ground[leader.hex].entry == "never":
            reader.at("leader-ground", path, hex=name, terrain=ground[leader.hex].id)
        seen.setdefault(leader.hex, path)


def _check_works(reader: Reader, kit: Kit, forces: Forces, ground: tuple[Terrain, ...]) -> None:
    need = kit.works.sides
    rows = [[(first + n) % len(HEXSIDES) for n in range(need)] for first in range(len(HEXSIDES))]
    fits = {sum(1 << side for side in row): [HEXSIDES[side] for side in row] for row in rows}
    seen: dict[Hex, KeyPath] = {}
    for path, works in forces.works:
        name = NAME[works.hex]
        if works.sides not in fits:
            marked = [side for n, side in enumerate(HEXSIDES) if works.sides >> n & 1]
            reader.at("works-sides", (*path, "sides"), hex=name, sides=marked, expected=list(fits.values()))
        if works.hex in seen:
            reader.at("repeated", path, word=name, line=reader.places.value(seen[works.hex])[0])
        elif ground[works.hex].entry == "never":
            reader.at("works-ground", path, hex=name, terrain=ground[works.hex].id)
        seen.setdefault(works.hex, path)


def check_rules(reader: Reader, kit: Kit, forces: Forces) -> None:
    """Special rules whose hexes are such as the rule needs."""
    ground = forces.ground(kit)
    decided: dict[Hex, KeyPath] = {}  # by a rule on rivers or terrain
    for path, rule in forces.rules:
        at = (*path, "hexes")
        if isinstance(rule, (Objective, Exit, Reinforcement)):
            for n in rule.hexes:
                if ground[n].entry == "never":
                    reader.at("rule-ground", at, hex=NAME[n], terrain=ground[n].id)
        if isinstance(rule, Exit):
            for n in rule.hexes:
                if not EDGE[n]:
                    reader.at("exit-edge", at, hex=NAME[n])
        if isinstance(rule, River):
            _check_water(reader, forces, rule, at)
        if isinstance(rule, Reinforcement):
            _check_codes(reader, kit, rule, (*path, "units"))
        if isinstance(rule, (River, TerrainAs)):
            for n in range(HEXES) if rule.hexes is None else rule.hexes:
                if n in decided and rule.hexes is not None:
                    reader.at("repeated", at, word=NAME[n], line=reader.places.value(decided[n])[0])
                if rule.hexes is not None:
                    decided[n] = at


def _check_water(reader: Reader, forces: Forces, rule: River, at: KeyPath) -> None:
    letters = forces.letters or [None] * HEXES
    fits = [letter for letter, name in LETTERS.items() if name in WATER]
    for n in rule.hexes or ():
        if letters[n] is not None and letters[n] not in fits:
            reader.at("river-hex", at, hex=NAME[n], letter=letters[n], expected=fits)
    if rule.hexes is None and None not in letters and not set(fits) & set(letters):
        reader.at("no-water", at, expected=fits)


def _check_codes(reader: Reader, kit: Kit, rule: Reinforcement, at: KeyPath) -> None:
    fits = [unit.code for unit in kit.units.values() if unit.nation == rule.nation and unit.is_fielded]
    for code in rule.units:
        if code not in fits:
            reader.at("code", at, nation=rule.nation, code=code, expected=fits)


def check_expect(reader: Reader, kit: Kit, scenario: Scenario) -> None:
    """Totals that differ from those to compare with: warnings, each with both numbers."""
    expect = scenario.expect

    def compare(path: KeyPath, key: str, stated: int, counted: int) -> None:
        if stated != counted:
            table, nation = (*map(str, path), "")[:2]
            what = {"table": table, "nation": nation if nation != key else "", "key": key}
            reader.at("count", ("expect", *path), is_warning=True, stated=stated, counted=counted, **what)

    ground = Counter(LETTERS[letter] for letter in scenario.letters)
    if "water" in expect.terrain:
        ground["water"] = ground.pop("river", 0) + ground.pop("ford", 0)
    _compare_table(compare, ("terrain",), expect.terrain, ground, is_whole="terrain" not in expect.partial)
    if expect.fieldworks is not None:
        compare(("fieldworks",), "fieldworks", expect.fieldworks, len(scenario.works))
    codes = {nation: Counter(unit.code for unit in scenario.units if unit.nation == nation) for nation in kit.sides}
    for nation, stated in expect.units.items():
        path = ("units", nation)
        if isinstance(stated, int):
            compare(path, nation, stated, codes[nation].total())
        else:
            _compare_table(compare, path, stated, codes[nation], is_whole="units" not in expect.partial)
    blocks = Counter[str]()
    for unit in scenario.units:
        blocks[unit.nation] += unit.blocks or kit.units[unit.nation, unit.code].blocks
    leaders = Counter(leader.nation for leader in scenario.leaders)
    _compare_table(compare, ("blocks",), expect.blocks, blocks, is_whole=False)
    _compare_table(compare, ("leaders",), expect.leaders, leaders, is_whole=False)


def _compare_table(
    compare: Callable[[KeyPath, str, int, int], None],
    path: KeyPath,
    stated: Mapping[str, int],
    counted: Mapping[str, int],
    *,
    is_whole: bool,
) -> None:
    """Each total of a table; of one that is whole, also what it doesn't name and the scenario has."""
    for key, number in stated.items():
        compare((*path, key), key, number, counted.get(key, 0))
    if stated and is_whole:
        for key in sorted(counted.keys() - stated.keys() - {CLEAR}):
            compare(path, key, 0, counted[key])
