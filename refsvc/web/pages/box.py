"""The box form: the values of one's own cards, card by card, those that are not printed in a rulebook first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from engine.core.cards import BoxField
from engine.core.facts import Standing
from refsvc import boxes, deck, library
from refsvc.i18n.catalogue import text
from refsvc.notation.words import punctuate
from refsvc.web.pages import cards
from refsvc.web.site import Place

NOTHING = boxes.Given({}, {})


def box(place: Place) -> dict[str, Any]:
    """The empty form."""
    return {
        "title": place.text("box.title", game=place.text(f"{place.game}.name")),
        "header": header(place),
        "most_kilobytes": boxes.LONGEST // 1024,
        **filled(place, NOTHING),
    }


def filled(place: Place, given: boxes.Given) -> dict[str, Any]:
    """The form with what is given, each value that can't be with its message."""
    return {
        "battles": [battle(place, scenario, given) for scenario in library.in_order(place.game)],
        "wrong": len(given.wrong),
        "first_wrong": next(iter(given.wrong), ""),
        "unknown": given.unknown[:5],
        "fault": "",
        "result": None,
    }


def result(place: Place, given: boxes.Given) -> dict[str, Any]:
    """What is made of the form: the file, and the same as a part of a record."""
    return {
        "file": boxes.write_file(place.game, given.values, place.text("box.comment")),
        "records": [
            {
                "scenario": scenario,
                "name": place.text(f"{place.game}.{scenario}.name"),
                "json": f'"box": {json.dumps(tree)}' if tree else "",
                "text": f"{header(place)} {json.dumps(tree)}" if tree else "",
            }
            for scenario in library.in_order(place.game)
            for tree in [boxes.for_record(given.values, scenario)]
        ],
    }


def header(place: Place) -> str:
    """How the line of a written record begins that holds its box."""
    return text("notation.header.box", place.language).split(" | ")[0] + punctuate(place.language)


def battle(place: Place, scenario: str, given: boxes.Given) -> dict[str, Any]:
    """The cards of a battle in the order of the deck, then what the board has besides."""
    owners: dict[str, list[str]] = {}
    for key in boxes.fields(place.game):
        if key.startswith(f"{scenario}."):
            owners.setdefault(key.split(".")[2], []).append(key)
    order = [dealt.card.id for dealt in deck.deck(place.game).values() if dealt.scenario == scenario]
    names = [owner for owner in order if owner in owners] + [owner for owner in owners if owner not in order]
    return {
        "id": scenario,
        "name": place.text(f"{place.game}.{scenario}.name"),
        "cards": [entry(place, scenario, owner, owners[owner], given) for owner in names],
    }


def entry(place: Place, scenario: str, owner: str, keys: list[str], given: boxes.Given) -> dict[str, Any]:
    """One card: what is not printed first, line by line, and what is known apart."""
    dealt = deck.deck(place.game).get(f"{scenario}-{owner}")
    known = boxes.fields(place.game)
    unsure = [key for key in keys if known[key].fact.standing != Standing.PRINTED]
    words = given.words
    return {
        "id": f"{scenario}-{owner}",
        "name": place.name("banner", dealt.card.piece if dealt else owner),
        "note": place.text("card.second") if dealt and dealt.card.replaces else "",
        "arms": dealt.arms if dealt else owner,
        "path": place.link("card", dealt.id) if dealt else "",
        "assumed": sum(known[key].fact.standing == Standing.ASSUMED for key in keys),
        "groups": groups(place, unsure, given),
        "known": groups(place, [key for key in keys if key not in unsure], given),
        "is_open": any(key in words for key in keys),
        "is_known_open": any(key in words for key in keys if key not in unsure),
    }


def groups(place: Place, keys: list[str], given: boxes.Given) -> list[dict[str, Any]]:
    """Fields by the line of the card that they belong to; those of the board have none."""
    found = groupby(keys, key=lambda key: key.rpartition(".")[0])
    return [{"name": group_name(place, at), "fields": [field(place, key, given) for key in own]} for at, own in found]


def group_name(place: Place, at: str) -> str:
    """The name of a line, with its status where the name stands twice."""
    _, table, owner, *line = at.split(".")
    if table != "cards":
        return place.text("box.board")
    scenario = at.split(".", maxsplit=1)[0]
    lines = deck.deck(place.game)[f"{scenario}-{owner}"].card.lines
    own = next(one for one in lines if one.id == line[0])
    name = deck.line_name(own, place.language)
    if sum(one.action == own.action for one in lines) == 1:
        return name
    if "to" in own.facts:
        said = place.name("banner", own.facts["to"].value[0])
    else:
        said = place.name("status", own.facts["status"].value)
    return place.text("box.line-status", line=name, status=said)


def field(place: Place, key: str, given: boxes.Given) -> dict[str, Any]:
    """One field of the form."""
    known = boxes.fields(place.game)[key]
    last = key.rpartition(".")[2]
    said = given.words.get(key, "")
    here = cards.value_text(place, last, known.fact.value)
    return {
        "key": key,
        "label": place.text(f"card.field.{last}"),
        "standing": known.fact.standing.word,
        "standing_name": place.text(f"standing.{known.fact.standing.word}"),
        "here": here,
        "here_word": boxes.as_word(known.fact.value),
        "value": said,
        "error": wrong(place, known) if key in given.wrong else "",
        **choices(place, last, known, said),
    }


def choices(place: Place, last: str, known: BoxField, said: str) -> Mapping[str, Any]:
    """What can be entered: a number from low to high, or one of a few words."""
    if isinstance(known.allowed, range):
        return {"low": known.allowed.start, "high": known.allowed.stop - 1, "options": []}
    options = [(boxes.as_word(value), cards.value_text(place, last, value)) for value in known.allowed]
    return {"options": [{"word": word, "text": text, "is_chosen": word == said} for word, text in options]}


def wrong(place: Place, known: BoxField) -> str:
    """What a value has to be."""
    if isinstance(known.allowed, range):
        return place.text("box.wrong-number", low=known.allowed.start, high=known.allowed.stop - 1)
    return place.text("box.wrong-choice")
