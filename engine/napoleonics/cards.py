"""The command cards as a reader sees them, and the values that a player's own box can give."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.cards import BoxField, Card, CardLine
from engine.core.facts import Facts, Standing
from engine.napoleonics.deck import make_deck
from engine.napoleonics.facts import BOX_VALUES, load_facts
from engine.napoleonics.scenario import Scenario


def cards(battle: Scenario) -> tuple[Card, ...]:  # noqa: ARG001
    """The deck, the same in every battle: each card once, with its values and the paragraph that explains it."""
    known = load_facts()
    made = []
    for card in make_deck(known).values():
        start = f"{card.key}."
        values = {key.removeprefix(start): fact for key, fact in known.items() if key.startswith(start)}
        rules = (f"napoleonics.cards.{card.id}",)
        made.append(Card(card.id, card.id, "", (CardLine(card.id, card.id, values, rules),), rules=rules))
    return tuple(made)


def facts(battle: Scenario) -> Facts:  # noqa: ARG001
    """Every value by key, the same in every battle."""
    return load_facts()


def box_fields(battle: Scenario) -> Mapping[str, BoxField]:
    """The values of the nations of a battle, and of artillery, that are printed nowhere that we know."""
    nations = {unit.nation for unit in battle.units}
    found = {}
    for key, fact in load_facts().items():
        room, _, rest = key.partition(".")
        is_of_battle = room == "artillery" or (room == "units" and rest.partition(".")[0] in nations)
        last = key.rpartition(".")[2]
        if is_of_battle and last in BOX_VALUES and fact.standing != Standing.PRINTED:
            found[key] = BoxField(fact, BOX_VALUES[last])
    return found
