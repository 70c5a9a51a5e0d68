"""The terrain as a chart: entering, battle, dice by arm, sight, squares and flags, each value with how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.facts import Fact, names_below
from refsvc import library
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.codes import LETTERED, code
from refsvc.games.napoleonics.reference import facts
from refsvc.games.napoleonics.reference.units import ARMS
from refsvc.i18n import sentences
from refsvc.presentation.speaker import Speaker
from refsvc.reference.standing import cell, mark

WAYS = ("into", "out", "up", "down", "level")  # where an attack goes; hills have the last three
FIELD_WORKS = "field-works"
MINUS = "\u2212"


def chart(speaker: Speaker, scenario: str = "") -> list[dict[str, Any]]:
    """A row for each terrain; with a scenario, only for those on its map."""
    return [row(speaker, name) for name in terrains(scenario)]


def terrains(scenario: str = "") -> list[str]:
    """The terrains of the game, or of a map, in the order of the data."""
    every = list(names_below(facts(), "terrain"))
    if not scenario:
        return every
    battle = library.load_scenario(GAME, scenario)
    there = {*battle.terrain, *([FIELD_WORKS] if battle.works else [])}
    return [name for name in every if name in there]


def row(speaker: Speaker, name: str) -> dict[str, Any]:
    """One terrain; what nobody can do there is None."""
    return {
        "id": name,
        "name": speaker.name("terrain", name),
        "code": code("terrain", name, speaker.language) if name in LETTERED else "",
        "path": speaker.link("ruling", f"{GAME}.terrain.{name}"),
        "entry": entry(speaker, name),
        "battle": word(speaker, name, "battle"),
        "dice": [line for way in WAYS if (line := dice(speaker, name, way))],
        "sight": word(speaker, name, "sight"),
        "square": square(speaker, name),
        "ignores": ignores(speaker, name),
        "notes": list(notes(speaker, name)),
    }


def word(speaker: Speaker, name: str, field: str) -> dict[str, Any] | None:
    """A value that is one of a few words."""
    fact = facts().get(f"terrain.{name}.{field}")
    if fact is None:
        return None
    text = speaker.text(f"napoleonics.terrain-table.{field}.{str(fact.value).lower()}")
    return cell(speaker, fact, speaker.text(f"napoleonics.terrain-table.field.{field}"), text)


def entry(speaker: Speaker, name: str) -> dict[str, Any]:
    """What moving in does, and which arms may not."""
    found = word(speaker, name, "entry")
    assert found is not None
    if closed := facts().get(f"terrain.{name}.closed"):
        arms = sentences.comma([speaker.name("arm", arm) for arm in closed.value], speaker.language)
        found["text"] = speaker.text("napoleonics.terrain-table.entry.closed", entry=found["text"], arms=arms)
    if name == FIELD_WORKS:
        found["text"] = speaker.text("napoleonics.terrain-table.entry.works")
    return found


def square(speaker: Speaker, name: str) -> dict[str, Any] | None:
    """Whether infantry can form square; behind field works that depends on the side of the attack."""
    found = word(speaker, name, "square")
    if found is not None and name == FIELD_WORKS:
        found["text"] = speaker.text("napoleonics.terrain-table.square.side")
    return found


def dice(speaker: Speaker, name: str, way: str) -> dict[str, Any] | None:
    """The change of the dice of an attack by the arm that makes it; None where the terrain has no such line."""
    if not names_below(facts(), f"terrain.{name}.{way}"):
        return None
    return {
        "id": way,
        "name": speaker.text(f"napoleonics.terrain-table.way.{way}"),
        "cells": [change(speaker, name, way, arm) for arm in ARMS],
    }


def change(speaker: Speaker, name: str, way: str, arm: str) -> dict[str, Any] | None:
    """One arm: a number, or one for fire and one for melee; None for an arm that can't be there."""
    found = {kind: facts().get(f"terrain.{name}.{way}.{kind}.{arm}") for kind in ("fire", "melee")}
    known = {kind: fact for kind, fact in found.items() if fact is not None}
    if not known:
        return None
    values = {kind: signed(fact.value) for kind, fact in known.items()}
    weakest = max(known.values(), key=lambda fact: fact.standing)
    is_one = len(set(values.values())) == 1
    what = speaker.text(
        "napoleonics.terrain-table.change",
        way=speaker.text(f"napoleonics.terrain-table.way.{way}"),
        arm=speaker.name("arm", arm),
    )
    text = next(iter(values.values())) if is_one else speaker.text("napoleonics.terrain-table.by-kind", **values)
    by_kind = {kind: fact.value for kind, fact in known.items()}
    return {"arm": arm, "text": text, "by_kind": by_kind, "mark": mark(speaker, weakest, what)}


def signed(number: int) -> str:
    """A change as it is printed: 0, or with a minus sign."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def ignores(speaker: Speaker, name: str) -> dict[str, Any] | None:
    """Flags that whoever is there may ignore, and who."""
    found = {arm: facts().get(f"terrain.{name}.ignores.{arm}") for arm in ARMS}
    known = {arm: fact for arm, fact in found.items() if fact is not None and fact.value}
    if not known:
        return None
    fact = next(iter(known.values()))
    arms = sentences.comma([speaker.name("arm", arm) for arm in known], speaker.language)
    text = speaker.text("napoleonics.terrain-table.ignores", flags=fact.value, arms=arms)
    return cell(speaker, fact, speaker.text("napoleonics.terrain-table.field.ignores"), text)


def notes(speaker: Speaker, name: str) -> Iterator[dict[str, Any]]:
    """What else there is to know, each with the rule that says it."""
    known = facts()
    charge = known.get(f"terrain.{name}.charge")
    if charge is not None and not charge.value:
        yield note(speaker, "no-charge", "cards.cavalry-charge", charge)
    if name == FIELD_WORKS:
        yield note(speaker, "works-sides", "terrain.field-works", known[f"terrain.{name}.sides"])
        yield note(speaker, "works-ground", "terrain.field-works-ground", known[f"terrain.{name}.gives_way_to"])
    sight = known.get(f"terrain.{name}.sight")
    if sight is not None and sight.value == "hill":
        yield note(speaker, "over-friends", "sight.over-friends", sight)


def note(speaker: Speaker, slug: str, rule: str, fact: Fact) -> dict[str, Any]:
    """A sentence with its rule and its mark."""
    said = speaker.text(f"napoleonics.terrain-table.note.{slug}")
    return {"text": said, "path": speaker.link("ruling", f"{GAME}.{rule}"), "mark": mark(speaker, fact, said)}


def shown_facts(scenario: str = "") -> Iterator[Fact]:
    """Every value that the chart shows, for its reasons."""
    for name in terrains(scenario):
        start = f"terrain.{name}."
        yield from (fact for key, fact in facts().items() if key.startswith(start))
