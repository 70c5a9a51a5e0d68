"""The numbers that the text of a rule may quote: of the scenarios, the cards, the dice and the box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.facts import Facts, Standing, placeholder, read_facts, read_sources
from engine.core.rulebook import read_toml
from engine.saladin.rules.dice import FACES
from engine.saladin.rules.reaction import FEINT_LANCES
from engine.saladin.table import DATA, Scenario, action_of, load_facts
from engine.saladin.working_pieces import TRACK


def numbers(battles: Iterable[Scenario]) -> dict[str, int]:
    """Every number by its placeholder; a value that is only assumed has none, so that no rule can state it."""
    found = {"track": TRACK, "feint_lances": FEINT_LANCES, "die_sides": len(FACES)}
    found |= {f"faces_{face}": FACES.count(face) for face in FACES}
    found |= _known(
        "box", dict(read_facts(read_toml(DATA / "box.toml"), read_sources(read_toml(DATA / "sources.toml"))))
    )
    costs: dict[str, set[int]] = {}
    for battle in battles:
        facts = load_facts(battle.id)
        found |= _known(battle.id, facts)
        found |= dict(_of_scenario(battle))
        for action, cost in _costs(facts):
            costs.setdefault(action, set()).add(cost)
    # the cost of an Action that is the same on every card: `cost_charge`
    return found | {placeholder(f"cost.{action}"): min(known) for action, known in costs.items() if len(known) == 1}


def _known(at: str, facts: Facts) -> dict[str, int]:
    """The numbers among facts that a source stands behind: `box_lances_ayyubid`, `arsuf_saladin_sacrifice_red`."""
    return {
        placeholder(f"{at}.{key if at == 'box' else key.removeprefix('cards.').removeprefix('banners.')}"): fact.value
        for key, fact in facts.items()
        if type(fact.value) is int and fact.standing < Standing.ASSUMED
    }


def _of_scenario(battle: Scenario) -> Iterator[tuple[str, int]]:
    """Orders at the start (`hattin_crusader`), the year, Banners of a side, the limit of Orders for the Horns."""
    yield f"{battle.id}_ayyubid", battle.orders.ayyubid
    yield f"{battle.id}_crusader", battle.orders.crusader
    yield f"{battle.id}_year", battle.year
    yield f"{battle.id}_banners", len(battle.ayyubid)
    if battle.horns:
        yield "horns_below", battle.horns.below


def _costs(facts: Facts) -> Iterator[tuple[str, int]]:
    """The cost of every line of every card, by its Action."""
    for key, fact in facts.items():
        if key.startswith("cards.") and key.endswith(".cost") and fact.standing < Standing.ASSUMED:
            yield action_of(key.split(".")[2]), fact.value
