"""The player aid of Napoleonics as data: turn, combat step by step, dice, flags, squares; of a battle what it needs."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from engine.core.facts import names_below
from refsvc import library
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.reference import facts, terrain, units
from refsvc.i18n.catalogue import text
from refsvc.i18n.percent import percent_number
from refsvc.i18n.source import source
from refsvc.presentation.speaker import Speaker
from refsvc.reference.rules import paragraph

MOST_DICE, MOST_HITS = 6, 3  # of the table of odds
HITTING = {"one": 1, "two": 2, "three": 3}  # how many of the six sides hit, by column
# The parts of the aid in reading order: heading, table of its lines in `tables.toml`, whether they are steps, and what
# a battle must have for it.
PARTS = (
    ("turn", "turns", True, ""),
    ("fire", "fires", True, ""),
    ("melee", "melees", True, ""),
    ("sum", "sums", True, ""),
    ("flags", "flag", False, ""),
    ("retreat", "back", False, ""),
    ("squares", "square", False, "cavalry"),
    ("cavalry", "horse", False, "cavalry"),
    ("leaders", "leader", False, "leader"),
    ("combined", "join", False, "artillery"),
    ("victory", "win", False, ""),
)
# Lines that only some battles need.
NEEDS = {
    "flag.works": "works",
    "flag.leader": "leader",
    "flag.kind": "steadfast",
    "flag.bounce": "cavalry",
    "square.where": "buildings",
    "square.works": "works",
}


def shared(speaker: Speaker, scenario: str = "") -> dict[str, Any]:
    """The aid; with a scenario, only what it needs."""
    return {
        "parts": [part(speaker, *one, scenario) for one in PARTS if has(scenario, one[-1])],
        "faces": faces(speaker),
        "odds": odds(speaker),
        "hits": list(range(1, MOST_HITS + 1)),
        "nations": units.nations(speaker, scenario),
        "guns": units.guns(speaker, scenario),
        "terrain": terrain.chart(speaker, scenario),
        "columns": [{"id": arm, "name": speaker.name("arm", arm)} for arm in units.ARMS],
    }


def part(speaker: Speaker, heading: str, table: str, is_ordered: bool, _need: str, scenario: str) -> dict[str, Any]:
    """One part: its heading and its lines."""
    at = f"{GAME}.aid.{table}."
    lines = [key.removeprefix(at) for key in source(GAME) if key.startswith(at)]
    return {
        "id": heading,
        "title": speaker.text(f"{GAME}.aid.{heading}"),
        "is_ordered": is_ordered,
        "lines": [
            speaker.rich(text(f"{at}{line}", speaker.language))
            for line in lines
            if has(scenario, NEEDS.get(f"{table}.{line}", ""))
        ],
    }


def has(scenario: str, need: str) -> bool:
    """Whether a battle has what a part is about: an arm, a leader, units that ignore flags, field works, buildings."""
    if not scenario or not need:
        return True
    battle = library.load_scenario(GAME, scenario)
    if need == "leader":
        return bool(battle.leaders)
    if need == "works":
        return bool(battle.works)
    if need == "buildings":
        return bool({"town", "windmill"} & set(battle.terrain))
    kinds = {facts()[f"kinds.{kind}.code"].value: kind for kind in names_below(facts(), "kinds")}
    found = {(unit.nation, kinds[unit.code]) for unit in battle.units}
    if need == "steadfast":
        return any(facts()[f"units.{nation}.{kind}.ignores"].value for nation, kind in found)
    return need in {facts()[f"kinds.{kind}.arm"].value for _, kind in found}


def faces(speaker: Speaker) -> list[dict[str, Any]]:
    """The faces of a die, how many sides show each, and what it does."""
    sides = {face: facts()[f"box.faces.{face}"].value for face in names_below(facts(), "box.faces")}
    every = sum(sides.values())
    return [
        {
            "id": face,
            "symbol": speaker.rich(f"[die:{face}]"),
            "name": speaker.name("face", face),
            "count": speaker.text(f"{GAME}.aid.face.count", n=count, all=every),
            "text": speaker.rich(text(f"{GAME}.aid.face.{face}", speaker.language)),
        }
        for face, count in sides.items()
    ]


def odds(speaker: Speaker) -> dict[str, Any]:
    """How likely one, two, three hits or more are with one to six dice, where one, two or three sides hit."""
    return {
        "columns": [{"id": key, "name": speaker.text(f"{GAME}.aid.odds.{key}")} for key in HITTING],
        "rows": [
            {
                "dice": dice,
                "groups": [
                    [
                        percent_number(at_least(n, dice, Fraction(sides, 6)), speaker.language)
                        for n in range(1, MOST_HITS + 1)
                    ]
                    for sides in HITTING.values()
                ],
            }
            for dice in range(1, MOST_DICE + 1)
        ],
    }


def at_least(hits: int, dice: int, chance: Fraction) -> Fraction:
    """The chance of so many hits or more."""
    return sum(
        (comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(hits, dice + 1)), start=Fraction(0)
    )


def special_rules(speaker: Speaker, scenario: str) -> list[dict[str, Any]]:
    """The paragraphs behind the special rules of a battle."""
    return [paragraph(speaker, rule) for rule in library.load_scenario(GAME, scenario).special]
