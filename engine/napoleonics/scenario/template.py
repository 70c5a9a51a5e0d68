"""A scenario file begun: what is known of a printed battle, a question mark wherever something has to be written."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.core.rulebook import read_toml
from engine.napoleonics.board import NAME
from engine.napoleonics.scenario.drawn import ROW_NAMES, row_hexes
from engine.napoleonics.scenario.fields import UNWRITTEN
from engine.napoleonics.scenario.model import Army, Battle, Kit, shipped_kit
from engine.napoleonics.scenario.reading import FORMAT
from engine.napoleonics.scenario.special import SIDES, TYPES, rule_fields
from engine.napoleonics.terrain import LETTERS

WIDTH: Final = 110
COMMON: Final = "LN"  # the sign shown where nothing is known of the units
WEAKENED: Final = '{ at = "B3", blocks = 2 }'
LED_BY: Final = '{ at = "B3", name = "…" }'
EXAMPLE: Final = ("[[fieldworks]]", 'at = "G6"', 'sides = ["W", "NW", "NE"]')

Words = Mapping[str, Any]


@cache
def english() -> Words:
    """The comments of a template; another language has the same keys, and may name the `terrain` that letters mean."""
    return read_toml(Path(__file__).with_name("template.toml"))


def template(battle: Battle, words: Words | None = None) -> str:
    """The text of a scenario file for a printed battle, for an owner of the scenario book to complete."""
    return "\n".join(_lines(battle, words or english(), shipped_kit())) + "\n"


def _lines(battle: Battle, words: Words, kit: Kit) -> Iterator[str]:
    yield from _comment(words["head"].format(number=battle.number, page=battle.origin.page or UNWRITTEN))
    yield from _comment(words["mark"])
    yield from _pairs({"format": FORMAT, "id": battle.id, "number": battle.number})
    yield from _pairs({"name": battle.name, "date": battle.date})
    for key, value in (("top", battle.top), ("first", battle.first)):
        if not value:
            yield from _comment(words[key])
        yield from _pairs({key: value})
    if battle.rules == ():
        yield "rules = []"
    yield from _map(words)
    yield from ("", "[origin]")
    yield from _pairs({"kind": battle.origin.kind, "page": battle.origin.page, "checked": False})
    yield from _comment(words["entered"])
    yield '# entered_by = "…"'
    for side in SIDES:
        army = next((army for army in battle.armies if army.side == side), Army(side))
        yield from ("", f"[armies.{side}]")
        yield from _pairs({"commander": army.commander, "cards": army.cards, "banners": army.banners})
    yield ""
    yield from _comment(words["fieldworks"])
    yield from (f"# {line}" for line in EXAMPLE)
    for _ in range(battle.expect.fieldworks or 0):
        yield from ("", "[[fieldworks]]")
        yield from _pairs({"at": None, "sides": None})
    yield from _units(battle, words, kit)
    yield from _leaders(battle, words)
    yield from _rules(battle, words, kit)
    yield from _expect(battle, words)
    if battle.standing:
        yield ""
        yield from _comment(words["standing"])
        yield "[standing]"
        yield from (f"{_key(path)} = {_value(ground)}" for path, ground in battle.standing)


def _map(words: Words) -> Iterator[str]:
    yield from _comment(words["map"])
    named = words.get("terrain", {})
    yield from _comment("  ".join(f"{letter} {named.get(name, name)}" for letter, name in LETTERS.items()))
    yield 'map = """'
    for row, name in enumerate(ROW_NAMES):
        yield f"{name}  {' ' * (row % 2)}{' '.join(UNWRITTEN for _ in row_hexes(row))}"
    yield '"""'


def _units(battle: Battle, words: Words, kit: Kit) -> Iterator[str]:
    yield ""
    yield from _comment(words["units"].format(example=WEAKENED))
    for nation in kit.sides:
        counts = battle.expect.units.get(nation)
        if counts is None and nation not in SIDES and battle.expect.units.keys() & set(SIDES):
            continue  # the counts of its side have none of them
        codes = " ".join(unit.code for unit in kit.units.values() if unit.nation == nation and unit.is_fielded)
        is_known = isinstance(counts, Mapping)
        yield from ("", f"[units.{nation}]")
        yield from _comment(words["known_units" if is_known else "unknown_units"])
        yield from _comment(words["codes"].format(codes=codes))
        known = counts if isinstance(counts, Mapping) else {COMMON: 1}
        yield from _pairs({code: [UNWRITTEN] * count for code, count in known.items()})


def _leaders(battle: Battle, words: Words) -> Iterator[str]:
    yield ""
    yield from _comment(words["leaders"].format(example=LED_BY))
    yield "[leaders]"
    counts: dict[str, int] = dict.fromkeys(SIDES, 1)
    counts |= battle.expect.leaders
    yield from _pairs({nation: [UNWRITTEN] * count for nation, count in counts.items()})


def _rules(battle: Battle, words: Words, kit: Kit) -> Iterator[str]:
    fields = rule_fields(tuple(kit.sides), ())
    if battle.rules is None:
        yield ""
        yield from _comment(words["unknown_rules"].format(types=", ".join(TYPES)))
        yield from ("[[rules]]", f"type = {_value(UNWRITTEN)}")
    for rule in battle.rules or ():
        known = dict(rule.known)
        yield ""
        if rule.ask:
            yield from _comment(words["ask"].get(rule.ask, rule.ask))
        yield "[[rules]]"
        yield from _pairs({"type": rule.type, **{key: known.get(key) for key in fields[rule.type]}})


def _expect(battle: Battle, words: Words) -> Iterator[str]:
    expect = battle.expect
    tables = {"terrain": expect.terrain, "units": expect.units, "blocks": expect.blocks, "leaders": expect.leaders}
    known: dict[str, Any] = {key: table for key, table in tables.items() if table}
    if expect.fieldworks is not None:
        known["fieldworks"] = expect.fieldworks
    if expect.partial:
        known["partial"] = expect.partial
    if known:
        yield ""
        yield from _comment(words["expect"])
        yield "[expect]"
        yield from _pairs(known)


def _comment(text: str) -> Iterator[str]:
    yield from (f"# {line}" for line in textwrap.wrap(text, WIDTH, drop_whitespace=True))


def _pairs(values: Mapping[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        yield f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return _value(key) if "." in key else key


def _value(value: Any) -> str:
    """A value as TOML; what isn't known is a question mark. Hexes come as numbers and go out by name."""
    if value is None or value == "":
        return f'"{UNWRITTEN}"'
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, Sequence):
        return f"[{', '.join(_value(NAME[item] if isinstance(item, int) else item) for item in value)}]"
    return str(value)
