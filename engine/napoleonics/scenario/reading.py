"""From the text of a scenario file to a `Scenario` or a `Battle`, or to everything that is wrong in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.core.toml_positions import KeyPath, TomlError, TomlPositions, read_with_positions
from engine.napoleonics.board import SIDES as HEXSIDES
from engine.napoleonics.board import Hex, sides_of
from engine.napoleonics.facts import MOST_BLOCKS
from engine.napoleonics.scenario.checks import Forces, check_expect, check_forces, check_rules
from engine.napoleonics.scenario.drawn import read_drawn
from engine.napoleonics.scenario.fields import SHOWN, Field, Reader, number, of, text, word
from engine.napoleonics.scenario.mistakes import FaultyScenarioError, Mistake
from engine.napoleonics.scenario.model import (
    ORIGINS,
    SECTION_LETTERS,
    Army,
    Battle,
    Expect,
    Kit,
    Origin,
    Placed,
    PlacedLeader,
    PlacedWorks,
    Scenario,
    Unfinished,
    grounds,
    shipped_kit,
)
from engine.napoleonics.scenario.special import EVERY, SIDES, TYPES, SpecialRule, rule_fields
from engine.napoleonics.terrain import LETTERS

FORMAT: Final = "ccn-scenario/1"
LISTED_FORMAT: Final = "ccn-battle/1"  # of a printed battle that is known in part
MOST_CHARACTERS: Final = 32_000
MOST_LINE: Final = 500  # characters; a longer one could make a reader of TOML slow
USUAL_BANNERS: Final = range(3, 16)
_LISTED: Final[Mapping[str, Field]] = {
    "format": word(LISTED_FORMAT),
    "id": of("slug"),
    "number": number(1, 999),
    "name": text(80, ""),
    "date": of("date", ""),
    "top": word(*SIDES, default=""),
    "first": word(*SIDES, default=""),
    "origin": of("table"),
    "armies": of("table", {}),
    "rules": of("list", None),
    "expect": of("table", {}),
    "standing": of("table", {}),
}
_WHOLE: Final[Mapping[str, Field]] = {
    **_LISTED,
    "format": word(FORMAT),
    "number": number(1, 999, None),
    "name": text(80),
    "top": word(*SIDES),
    "first": word(*SIDES),
    "armies": of("table"),
    "rules": of("list", []),
    "summary": text(400, ""),
    "history": text(4000, ""),
    "teaches": of("slug", (), many=True),
    "map": of("drawing"),
    "sections": of("drawing", ""),
    "fieldworks": of("list", []),
    "units": of("table"),
    "leaders": of("table", {}),
}
_ORIGIN: Final[Mapping[str, Field]] = {
    "kind": word(*ORIGINS),
    "page": number(1, 999, None),
    "entered_by": text(80, ""),
    "checked": of("flag", False),
}
_ARMY: Final[Mapping[str, Field]] = {
    "commander": text(80, ""),
    "cards": number(2, 9),
    "banners": number(1, 30),
}
_WORKS: Final[Mapping[str, Field]] = {"at": of("hex"), "sides": word(*HEXSIDES, many=True)}


def check_scenario(text_: str, file: str = "", kit: Kit | None = None) -> tuple[Scenario | None, tuple[Mistake, ...]]:
    """A scenario, or None, and all mistakes and warnings in the order of the file."""
    reader, tree = _open(text_, file, listed=False)
    scenario = None if tree is None else _Scenario(reader, kit or shipped_kit()).read(tree)
    return scenario, _sorted(reader)


def read_scenario(text_: str, file: str = "", kit: Kit | None = None) -> Scenario:
    """A scenario, or a `FaultyScenarioError`; warnings don't stop it."""
    scenario, mistakes = check_scenario(text_, file, kit)
    if scenario is None:
        raise FaultyScenarioError(mistake for mistake in mistakes if not mistake.is_warning)
    return scenario


def read_battle(text_: str, file: str = "") -> Battle:
    """A printed battle that is known in part, or a `FaultyScenarioError`."""
    reader, tree = _open(text_, file, listed=True)
    battle = None if tree is None else _Battle(reader, shipped_kit()).read(tree)
    if battle is None:
        raise FaultyScenarioError(_sorted(reader))
    return battle


def _sorted(reader: Reader) -> tuple[Mistake, ...]:
    return tuple(sorted(reader.mistakes, key=lambda mistake: (mistake.line, mistake.column)))


def _open(text_: str, file: str, *, listed: bool) -> tuple[Reader, dict[str, Any] | None]:
    """A file ready to be read, if it is short enough and TOML. A mark that some editors put before it is left out."""
    text_ = text_.removeprefix("\ufeff").replace("\r\n", "\n")
    reader = Reader(TomlPositions(""), file, listed=listed)
    if len(text_) > MOST_CHARACTERS:
        reader.report("too-long", (1, 1), count=len(text_), most=MOST_CHARACTERS)
        return reader, None
    lines = text_.split("\n")
    for n, line in enumerate(lines, 1):
        if len(line) > MOST_LINE:
            reader.report("line-too-long", (n, MOST_LINE + 1), count=len(line), most=MOST_LINE)
    if not reader.is_sound:
        return reader, None
    try:
        tree, reader.places = read_with_positions(text_)
    except TomlError as error:
        line = lines[error.line - 1]
        letter = line[error.column - 1 : error.column]
        reader.report("toml", (error.line, error.column), letter=letter, text=line.strip()[:SHOWN])
        return reader, None
    return reader, tree


class _Parts:
    """What both kinds of files have."""

    def __init__(self, reader: Reader, kit: Kit) -> None:
        self.reader = reader
        self.kit = kit
        self.nations = tuple(kit.sides)
        self.codes = tuple(dict.fromkeys(code for _, code in kit.units))
        self.rules = rule_fields(self.nations, self.codes)

    def origin(self, found: Mapping[str, Any]) -> Origin | None:
        values = self.reader.fields(found["origin"], ("origin",), _ORIGIN) if "origin" in found else {}
        return Origin(**values) if "kind" in values else None

    def armies(self, node: Any) -> tuple[Army, ...]:
        made = []
        self.reader.fields(node, ("armies",), {side: of("table", {}) for side in SIDES})
        for side in SIDES:
            path = ("armies", side)
            if isinstance(node.get(side), dict):
                values = self.reader.fields(node[side], path, _ARMY)
                made.append(Army(side, **values))
                banners = values.get("banners", USUAL_BANNERS[0])
                if banners not in USUAL_BANNERS:
                    usual = {"least": USUAL_BANNERS[0], "most": USUAL_BANNERS[-1]}
                    self.reader.at("unusual-banners", (*path, "banners"), is_warning=True, number=banners, **usual)
            elif side not in node:
                self.reader.missing(("armies",), side)
        return tuple(made)

    def special(self, node: Any) -> Iterator[tuple[KeyPath, str, dict[str, Any]]]:
        """Each special rule with its place: its type, and what of it could be read."""
        for path, item in self.reader.items(node, ("rules",)):
            if self.reader.value(item, path, of("table")) is None:
                continue
            if "type" not in item:
                self.reader.report("missing", self.reader.places.key(path), key="type")
                continue
            kind = self.reader.value(item["type"], (*path, "type"), word(*TYPES))
            if kind is not None:
                more = {"ask": of("slug", "")} if self.reader.listed else {}
                fields = {"type": word(*TYPES), **self.rules[kind], **more}
                values = self.reader.fields(item, path, fields)
                said = item if self.reader.listed else values  # a battle known in part says nothing by default
                yield path, kind, {key: value for key, value in values.items() if key != "type" and key in said}

    def expect(self, node: Any) -> Expect:
        count = number(0, 999, None)
        tables = ("terrain", "units", "blocks", "leaders")
        found = self.reader.fields(
            node,
            ("expect",),
            {
                **{key: of("table", {}) for key in tables},
                "fieldworks": number(0, 99, None),
                "partial": word(*tables, default=(), many=True),
            },
        )

        def counts(table: Any, path: KeyPath, keys: Iterable[str]) -> dict[str, int]:
            values = self.reader.fields(table, path, dict.fromkeys(keys, count))
            return {name: value for name, value in values.items() if value is not None}

        units: dict[str, int | Mapping[str, int]] = {}
        by_nation = self.reader.fields(
            found.get("units", {}), ("expect", "units"), dict.fromkeys(self.nations, of("anything", None))
        )
        for nation, value in by_nation.items():
            path = ("expect", "units", nation)
            if isinstance(value, dict):
                units[nation] = counts(value, path, self.codes)
            elif value is not None and self.reader.value(value, path, count) is not None:
                units[nation] = value
        return Expect(
            terrain=counts(found.get("terrain", {}), ("expect", "terrain"), (*LETTERS.values(), "water")),
            fieldworks=found.get("fieldworks"),
            units=units,
            blocks=counts(found.get("blocks", {}), ("expect", "blocks"), self.nations),
            leaders=counts(found.get("leaders", {}), ("expect", "leaders"), self.nations),
            partial=found.get("partial", ()),
        )

    def standing(self, node: Mapping[str, Any], tree: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """What each named field rests on; it has to be there."""
        found = []
        for key, value in node.items():
            path = ("standing", key)
            if not _is_there(tree, key):
                place = self.reader.places.key(path)
                self.reader.report("unknown-key", place, key=key[:SHOWN], expected=list(tree))
            elif self.reader.value(value, path, word(*grounds())) is not None:
                found.append((key, value))
        return tuple(found)


def _is_there(node: Any, dotted: str) -> bool:
    for part in dotted.split("."):
        if isinstance(node, list) and part.isdecimal() and 1 <= int(part) <= len(node):
            node = node[int(part) - 1]
        elif isinstance(node, dict) and part in node:
            node = node[part]
        else:
            return False
    return True


class _Battle(_Parts):
    """A file of a printed battle."""

    def read(self, tree: dict[str, Any]) -> Battle | None:
        found = self.reader.fields(tree, (), _LISTED)
        origin = self.origin(found)
        armies = self.armies(found.get("armies", {}))
        rules = None
        if isinstance(found.get("rules"), list):
            rules = tuple(self._unfinished(kind, known) for _, kind, known in self.special(found["rules"]))
        expect = self.expect(found.get("expect", {}))
        standing = self.standing(found.get("standing", {}), tree)
        needed = {key: found[key] for key in ("id", "number", "name", "date", "first", "top") if key in found}
        for key, is_there in (("id", "id" in found), ("number", "number" in found), ("origin.kind", origin)):
            if not is_there:
                self.reader.report("missing", (1, 1), key=key)
        if not self.reader.is_sound or origin is None:
            return None
        return Battle(**needed, origin=origin, armies=armies, rules=rules, expect=expect, standing=standing)

    def _unfinished(self, kind: str, known: dict[str, Any]) -> Unfinished:
        ask = known.pop("ask", "")
        return Unfinished(kind, tuple(known.items()), ask)


class _Scenario(_Parts):
    """A file of a whole scenario."""

    def read(self, tree: dict[str, Any]) -> Scenario | None:
        reader = self.reader
        found = reader.fields(tree, (), _WHOLE)
        origin = self.origin(found)
        armies = self.armies(found.get("armies", {}))
        letters = read_drawn(reader, ("map",), "".join(LETTERS)) if "map" in found else None
        sections = read_drawn(reader, ("sections",), SECTION_LETTERS) if found.get("sections") else []
        units = found.get("units", {})
        forces = Forces(
            letters=letters,
            units=tuple(self._units(units)),
            leaders=tuple(self._leaders(found.get("leaders", {}))),
            works=tuple(self._works(found.get("fieldworks", []))),
            rules=tuple(self._rules(found.get("rules", []))),
            begun=frozenset(self._begun(units)),
        )
        expect = self.expect(found.get("expect", {}))
        standing = self.standing(found.get("standing", {}), tree)
        check_rules(reader, self.kit, forces)
        check_forces(reader, self.kit, forces)
        if not reader.is_sound or origin is None or letters is None:
            return None
        plain = ("id", "name", "top", "first", "number", "date", "summary", "history", "teaches")
        scenario = Scenario(
            **{key: found[key] for key in plain},
            origin=origin,
            armies=armies,
            letters="".join(letter or "" for letter in letters),
            sections="".join(letter or "" for letter in sections or ()),
            units=tuple(sorted(unit for _, unit in forces.units)),
            leaders=tuple(sorted(leader for _, leader in forces.leaders)),
            works=tuple(sorted(works for _, works in forces.works)),
            rules=tuple(rule for _, rule in forces.rules),
            expect=expect,
            standing=standing,
        )
        check_expect(reader, self.kit, scenario)
        return scenario

    def _begun(self, node: Mapping[str, Any]) -> Iterator[str]:
        """The sides that units were written for; those of a nation that nobody knows may belong to any."""
        for nation, codes in node.items():
            if codes:
                yield from [self.kit.sides[nation]] if nation in self.kit.sides else SIDES

    def _units(self, node: Any) -> Iterator[tuple[KeyPath, Placed]]:
        self.reader.fields(node, ("units",), {nation: of("table", {}) for nation in self.nations})
        for nation, codes in node.items():
            if nation not in self.nations or not isinstance(codes, dict):
                continue
            fits = [unit.code for unit in self.kit.units.values() if unit.nation == nation and unit.is_fielded]
            for code, entries in codes.items():
                path = ("units", nation, code)
                if code not in fits:
                    place = self.reader.places.key(path)
                    self.reader.report("code", place, nation=nation, code=code[:SHOWN], expected=fits)
                    continue
                full = self.kit.units[nation, code].blocks
                blocks = {"blocks": number(1, min(full, MOST_BLOCKS))}
                for at, hex_, more in self._entries(entries, path, blocks):
                    given = more.get("blocks", 0)
                    yield at, Placed(hex_, nation, code, 0 if given == full else given)

    def _leaders(self, node: Any) -> Iterator[tuple[KeyPath, PlacedLeader]]:
        self.reader.fields(node, ("leaders",), {nation: of("list", []) for nation in self.nations})
        for nation, entries in node.items():
            if nation in self.nations and isinstance(entries, list):
                for at, hex_, more in self._entries(entries, ("leaders", nation), {"name": text(80)}):
                    yield at, PlacedLeader(hex_, nation, more.get("name", ""))

    def _entries(
        self, node: Any, path: KeyPath, more: Mapping[str, Field]
    ) -> Iterator[tuple[KeyPath, Hex, dict[str, Any]]]:
        """Pieces on their hexes, each a name of a hex or a table with `at` and more."""
        for at, item in self.reader.items(node, path):
            if isinstance(item, dict):
                values = self.reader.fields(item, at, {"at": of("hex"), **more})
            else:
                values = {"at": self.reader.hex(item, at)}
            if values.get("at") is not None:
                yield at, values["at"], values

    def _works(self, node: Any) -> Iterator[tuple[KeyPath, PlacedWorks]]:
        for at, item in self.reader.items(node, ("fieldworks",)):
            values = self.reader.fields(item, at, _WORKS)
            if len(values) == len(_WORKS):
                yield at, PlacedWorks(values["at"], sides_of(*values["sides"]))

    def _rules(self, node: Any) -> Iterator[tuple[KeyPath, SpecialRule]]:
        for path, kind, values in self.special(node):
            if len(values) == len(self.rules[kind]):
                if values.get("hexes") == EVERY:
                    values["hexes"] = None
                yield path, TYPES[kind](**values)
