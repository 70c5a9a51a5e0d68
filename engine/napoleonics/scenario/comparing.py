"""Two scenarios side by side: where they differ, by hex. Whoever types a page twice finds almost every slip so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, to_builtins

from engine.napoleonics.board import HEXES, NAME
from engine.napoleonics.board import SIDES as HEXSIDES
from engine.napoleonics.scenario.model import Scenario
from engine.napoleonics.scenario.special import SIDES


class Difference(Struct, frozen=True):
    """One thing in which two scenarios differ: what, at which hex or for which side, and how it is in each."""

    what: str
    place: str
    one: Any
    other: Any


def differences(one: Scenario, other: Scenario) -> Iterator[Difference]:
    """Everything that play depends on, in the order of the hexes; what is not there is None."""
    for what in ("top", "first"):
        yield from _differs(what, "", getattr(one, what), getattr(other, what))
    for side in SIDES:
        mine, its = (next((army for army in each.armies if army.side == side), None) for each in (one, other))
        for what in ("cards", "banners"):
            yield from _differs(what, side, getattr(mine, what, None), getattr(its, what, None))
    first, second = _by_hex(one), _by_hex(other)
    for number in range(HEXES):
        for what in ("ground", "works", "unit", "leader"):
            yield from _differs(what, NAME[number], first[what].get(number), second[what].get(number))
    rules, others = _rules(one), _rules(other)
    yield from (Difference("rule", "", rule, None) for rule in rules if rule not in others)
    yield from (Difference("rule", "", None, rule) for rule in others if rule not in rules)
    if one.section_masks() != other.section_masks():
        yield Difference("sections", "", None, None)


def _differs(what: str, place: str, one: Any, other: Any) -> Iterator[Difference]:
    if one != other:
        yield Difference(what, place, one, other)


def _by_hex(scenario: Scenario) -> Mapping[str, Mapping[int, Any]]:
    return {
        "ground": dict(enumerate(scenario.terrain)),
        "works": {
            each.hex: [side for n, side in enumerate(HEXSIDES) if each.sides >> n & 1] for each in scenario.works
        },
        "unit": {
            each.hex: {"nation": each.nation, "code": each.code, "blocks": each.blocks} for each in scenario.units
        },
        "leader": {each.hex: {"nation": each.nation} for each in scenario.leaders},
    }


def _rules(scenario: Scenario) -> list[dict[str, Any]]:
    """The special rules as plain values, hexes by name."""
    made = [dict(to_builtins(rule)) for rule in scenario.rules]
    return [{**rule, "hexes": [NAME[n] for n in rule["hexes"]]} if rule.get("hexes") else rule for rule in made]
