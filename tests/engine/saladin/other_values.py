"""Another box: a value of its own in every cell that no printed source gives."""

from __future__ import annotations

import random
from typing import Any

from engine.core.facts import Fact, Facts, Standing
from engine.saladin import GAME, Saladin
from engine.saladin.table import Scenario, Table, load_facts

CHANGES = {"uncommitted": ["none", "commit"], "committed": ["none", "release"]}


def other_facts(scenario: str, seed: int) -> Facts:
    """The facts of a battle with a different value in every assumed cell."""
    rng = random.Random(seed)
    facts = load_facts(scenario)
    other = {
        key: Fact(_other(rng, key, fact.value, facts), Standing.PRINTED) if fact.standing == Standing.ASSUMED else fact
        for key, fact in facts.items()
    }
    for key in [key for key in other if key.endswith(".plus2")]:
        one = key.removesuffix("2") + "1"
        if other[key].value <= other[one].value:
            other[key] = Fact(other[one].value + 1, Standing.PRINTED)
    return other


def _other(rng: random.Random, key: str, value: Any, facts: Facts) -> Any:
    last = key.rpartition(".")[2]
    match last:
        case "lances":
            return rng.choice([n for n in range(3, 14) if n != value])
        case "plus1" | "plus2":
            return rng.choice([n for n in range(1, 14) if n != value])
        case "red" | "green":
            return rng.choice([n for n in range(4) if n != value])
        case "cost":
            return rng.choice([n for n in range(1, 4) if n != value]) if value else 0
        case "back":
            return not value
        case "change":
            status = facts[key.removesuffix("change") + "status"].value
            return next(option for option in CHANGES[status] if option != value)
        case "die":
            return 2
        case "only" | "for" | "status" | "unless_committed":
            return value
    if ".targets." in key:
        return rng.choice([when for when in ("uncommitted", "both", "reaction") if when != value])
    return value


def other_game(scenario: Scenario, seed: int) -> Saladin:
    """The battle as those players have it before them."""
    rulings = GAME.rulebook().chosen("recommended", {})
    return Saladin(Table(scenario, other_facts(scenario.id, seed), rulings, is_sure=True), frozenset())
