"""The units of the nations as tables: blocks, moves, range and dice by blocks, each value with how sure it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import drawn_scenarios
from engine.core.facts import Fact, names_below
from refsvc import library
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.codes import code
from refsvc.games.napoleonics.reference import facts
from refsvc.presentation.speaker import Speaker
from refsvc.reference.standing import cell, mark

ARMS = ("infantry", "cavalry", "artillery")
DICE = ("still", "moved", "melee")
NEAREST, FARTHEST = 2, 5  # hexes of the tables of artillery


def nations(speaker: Speaker, scenario: str = "") -> list[dict[str, Any]]:
    """A table for each nation; with a scenario, only the units that take part in it."""
    made = [nation(speaker, name, scenario) for name in names_below(facts(), "units")]
    return [one for one in made if one["units"]]


def nation(speaker: Speaker, name: str, scenario: str = "") -> dict[str, Any]:
    """One nation: its name, how it rounds, and its units by arm in the order of the data."""
    placed = None if not scenario else fielded(scenario).get(name, set())
    units = [unit(speaker, name, kind) for kind in names_below(facts(), f"units.{name}")]
    return {
        "id": name,
        "name": speaker.name("nation", name),
        "side": facts()[f"nations.{name}.side"].value,
        "rounds": speaker.text(f"napoleonics.unit-table.rounds.{facts()[f'nations.{name}.rounds'].value}"),
        "units": [one for one in units if placed is None or one["id"] in placed],
    }


def fielded(scenario: str) -> dict[str, set[str]]:
    """The kinds of the units of a battle, by nation."""
    kinds, found = drawn_scenarios(GAME).unit_kinds(), dict[str, set[str]]()
    for one in library.load_scenario(GAME, scenario).units:
        found.setdefault(one.nation, set()).add(kinds[one.code])
    return found


def unit(speaker: Speaker, name: str, kind: str) -> dict[str, Any]:
    """One unit of a nation. Dice run from full strength down to one block; artillery fires by tables of its own."""
    own, common = f"units.{name}.{kind}", f"kinds.{kind}"
    known = facts()
    blocks = known[f"{own}.blocks"].value
    return {
        "id": kind,
        "name": speaker.name("unit", kind),
        "code": code("unit", kind, speaker.language),
        "arm": known[f"{common}.arm"].value,
        "arm_name": speaker.name("arm", known[f"{common}.arm"].value),
        "class_name": speaker.name("class", known[f"{common}.class"].value),
        "path": speaker.link("ruling", f"{GAME}.units.{kind}"),
        "is_fielded": known[f"{own}.fielded"].value,
        "fielded": mark(speaker, known[f"{own}.fielded"], speaker.text("napoleonics.unit-table.field.fielded")),
        "blocks": value(speaker, f"{own}.blocks", "blocks"),
        "move": moves(speaker, known[f"{common}.battle"].value, known[f"{common}.most"].value),
        "move_mark": mark(speaker, known[f"{common}.most"], speaker.text("napoleonics.unit-table.field.move")),
        "range": reach(speaker, common),
        "guns": known[f"{common}.guns"].value if f"{common}.guns" in known else "",
        **{field: dice(speaker, f"{own}.{field}", blocks, field) for field in DICE},
        "ignores": value(speaker, f"{own}.ignores", "ignores"),
        "retreat": value(speaker, f"{common}.retreat", "retreat"),
        "notes": list(notes(speaker, own, common)),
    }


def value(speaker: Speaker, key: str, field: str) -> dict[str, Any]:
    """One value with its mark."""
    return cell(speaker, facts()[key], speaker.text(f"napoleonics.unit-table.field.{field}"))


def moves(speaker: Speaker, battle: int, most: int) -> list[str]:
    """How far it may go: and battle, or without."""
    said = [
        speaker.plural("napoleonics.unit-table.move.battle", battle)
        if battle
        else speaker.text("napoleonics.unit-table.move.stay")
    ]
    return [*said, speaker.plural("napoleonics.unit-table.move.march", most)] if most > battle else said


def reach(speaker: Speaker, common: str) -> dict[str, Any] | None:
    """How far it fires; None for whoever does not."""
    fact, after = facts().get(f"{common}.range"), facts().get(f"{common}.range_moved")
    if fact is None:
        return None
    text = speaker.text("napoleonics.unit-table.range-moved", range=fact.value, moved=after.value) if after else ""
    return cell(speaker, fact, speaker.text("napoleonics.unit-table.field.range"), text)


def dice(speaker: Speaker, at: str, blocks: int, field: str) -> dict[str, Any] | None:
    """Dice by blocks, the full unit first; one mark for all of them where they are equally sure."""
    found = [(n, facts()[f"{at}.{n}"]) for n in range(blocks, 0, -1) if f"{at}.{n}" in facts()]
    if not found:
        return None
    what = speaker.text(f"napoleonics.unit-table.field.{field}")
    is_one = len({fact.standing for _, fact in found}) == 1
    return {
        "cells": [{"blocks": n, **cell(speaker, fact, what)} for n, fact in found],
        "text": " ".join(str(fact.value) for _, fact in found),
        "mark": mark(speaker, found[0][1], what) if is_one else None,
    }


def notes(speaker: Speaker, own: str, common: str) -> Iterator[dict[str, Any]]:
    """What else sets it apart, each with the value that says so and the rule that explains it."""
    known = facts()

    def note(key: str, slug: str, rule: str, **params: Any) -> dict[str, Any]:
        said = speaker.text(f"napoleonics.unit-table.note.{slug}", **params)
        path = speaker.link("ruling", f"{GAME}.{rule}")
        return {"text": said, "path": path, "mark": mark(speaker, known[key], said)}

    if added := known.get(f"{own}.against_infantry"):
        yield note(f"{own}.against_infantry", "against-infantry", "melee.national", dice=added.value)
    if is_steady(own):
        yield note(f"{own}.still.2", "steady", "ranged.half")
    if f"{own}.rounds" in known:
        yield note(f"{own}.rounds", f"rounds-{known[f'{own}.rounds'].value}", "ranged.half")
    if f"{common}.light" in known and known[f"{common}.light"].value:
        yield note(f"{common}.light", "light", "terrain.forest")
    if not known[f"{common}.sabers"].value:
        yield note(f"{common}.sabers", "no-sabers", "melee.sabers")
    if f"{common}.heavy" in known and known[f"{common}.heavy"].value:
        yield note(f"{common}.heavy", "heavy", "cards.cavalry-charge")
    if known[f"{common}.arm"].value == "cavalry":
        yield note(f"{common}.arm", "retires", "retire.how")
    if f"{common}.least" in known:
        yield note(f"{common}.least", "least", "combat.moved")


def is_steady(own: str) -> bool:
    """Whether its extra die in fire is lost by moving; seen with two blocks, of which half needs no rounding."""
    still, moved = facts().get(f"{own}.still.2"), facts().get(f"{own}.moved.2")
    return still is not None and moved is not None and still.value - 2 > moved.value - 1


def guns(speaker: Speaker, scenario: str = "") -> list[dict[str, Any]]:
    """The dice of artillery by blocks and distance; with a scenario, only of the kinds that take part in it."""
    placed = set().union(*fielded(scenario).values()) if scenario else None
    return [
        gun(speaker, kind, when)
        for kind in names_below(facts(), "artillery")
        if placed is None or placed & set(firing_by(kind))
        for when in names_below(facts(), f"artillery.{kind}")
    ]


def firing_by(kind: str) -> Iterator[str]:
    """The kinds of units that fire by a table."""
    for name in names_below(facts(), "kinds"):
        table = facts().get(f"kinds.{name}.guns")
        if table is not None and table.value == kind:
            yield name


def gun(speaker: Speaker, kind: str, when: str) -> dict[str, Any]:
    """One table: a row for each number of blocks, a cell for each distance, None where it may not fire."""
    at = f"artillery.{kind}.{when}"
    distances = [d for d in range(NEAREST, FARTHEST + 1) if any(f"{at}.{n}.{d}" in facts() for n in (1, 2, 3))]
    rows: list[dict[str, Any]] = []
    for n in sorted(names_below(facts(), at), reverse=True):
        found: list[Fact | None] = [facts().get(f"{at}.{n}.{d}") for d in distances]
        what = [speaker.text("napoleonics.unit-table.gun-cell", blocks=n, distance=d) for d in distances]
        cells = [cell(speaker, fact, said) if fact else None for fact, said in zip(found, what, strict=True)]
        rows.append({"blocks": int(n), "cells": cells})
    return {
        "id": f"{kind}-{when}",
        "title": speaker.text(f"napoleonics.unit-table.guns.{kind}-{when}"),
        "distances": distances,
        "rows": rows,
    }


def leader(speaker: Speaker) -> dict[str, Any]:
    """The leader, who is no unit: how far he moves and retreats, and the flags that his unit ignores for him."""
    return {
        "name": speaker.name("unit", "leader"),
        "path": speaker.link("ruling", f"{GAME}.units.leader"),
        **{field: value(speaker, f"leader.{field}", f"leader-{field}") for field in ("move", "retreat", "ignores")},
    }


def shown_facts(scenario: str = "") -> Iterator[Fact]:
    """Every value that the tables show, for their reasons."""
    placed = fielded(scenario) if scenario else None
    for key, fact in facts().items():
        room, first, *_ = key.split(".")
        if room in ("kinds", "artillery", "leader") or (room == "units" and (placed is None or first in placed)):
            yield fact
