"""The box form of Saladin: the cards of each battle in the order of the deck, then what the board has besides."""

from __future__ import annotations

from typing import Any

from refsvc import library
from refsvc.games.saladin import card_lines
from refsvc.games.saladin.pages import cards
from refsvc.presentation.speaker import Speaker
from refsvc.records import box_file
from refsvc.reference import cards as deck
from refsvc.reference.box_field import Wording, entry


def sections(place: Speaker, given: box_file.Given) -> list[dict[str, Any]]:
    """A section for each battle."""
    return [battle(place, scenario, given) for scenario in library.in_order(place.game)]


def battle(place: Speaker, scenario: str, given: box_file.Given) -> dict[str, Any]:
    """The cards of a battle."""
    owners: dict[str, list[str]] = {}
    for key in box_file.fields(place.game):
        if key.startswith(f"{scenario}."):
            owners.setdefault(key.split(".")[2], []).append(key)
    order = [printed.card.id for printed in deck.deck(place.game).values() if printed.scenario == scenario]
    names = [owner for owner in order if owner in owners] + [owner for owner in owners if owner not in order]
    return {
        "id": scenario,
        "name": place.text(f"{place.game}.{scenario}.name"),
        "cards": [card(place, scenario, owner, owners[owner], given) for owner in names],
    }


def card(place: Speaker, scenario: str, owner: str, keys: list[str], given: box_file.Given) -> dict[str, Any]:
    """One card, or the town, which has none."""
    printed = deck.deck(place.game).get(f"{scenario}-{owner}")
    return {
        "id": f"{scenario}-{owner}",
        "name": place.name("banner", printed.card.piece if printed else owner),
        "note": place.text("saladin.card.second") if printed and printed.card.replaces else "",
        "arms": printed.arms if printed else owner,
        "path": place.link("card", printed.id) if printed else "",
        **entry(place, WORDING, keys, given),
    }


def group_name(place: Speaker, at: str) -> str:
    """The name of a line, with its status where the name stands twice; the fields of the board have none."""
    scenario, table, owner, *line = at.split(".")
    if table != "cards":
        return place.text("saladin.box.board")
    lines = deck.deck(place.game)[f"{scenario}-{owner}"].card.lines
    own = next(one for one in lines if one.id == line[0])
    name = card_lines.line_name(own, place.language)
    if sum(one.action == own.action for one in lines) == 1:
        return name
    if "to" in own.facts:
        said = place.name("banner", own.facts["to"].value[0])
    else:
        said = place.name("status", own.facts["status"].value)
    return place.text("box.line-status", line=name, status=said)


def label(place: Speaker, key: str) -> str:
    """What the form calls a field."""
    return place.text(f"card.field.{key.rpartition('.')[2]}")


WORDING = Wording(group_name, label, cards.value_text)
