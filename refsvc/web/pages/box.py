"""The box form: the values of one's own cards, card by card, those that are not printed in a rulebook first."""

from __future__ import annotations

import json
from typing import Any

from engine import find_game
from refsvc import library
from refsvc.i18n.catalogue import text
from refsvc.notation.words import punctuate
from refsvc.presentation import registry
from refsvc.records import box_file
from refsvc.web.site import Place

NOTHING = box_file.Given({}, {})


def is_of(game: str) -> bool:
    """Whether a box can give values of a game."""
    return any(find_game(game).box_fields(library.load_scenario(game, battle)) for battle in library.scenario_ids(game))


def box(place: Place) -> dict[str, Any]:
    """The empty form."""
    return {
        "title": place.text("box.title", game=place.text(f"{place.game}.name")),
        "header": header(place),
        "most_kilobytes": box_file.LONGEST // 1024,
        "records": records(place, NOTHING),
        **filled(place, NOTHING),
    }


def filled(place: Place, given: box_file.Given) -> dict[str, Any]:
    """The form with what is given, each value that can't be with its message."""
    return {
        "sections": registry.of(place.game).box_sections(place, given),
        "wrong": len(given.wrong),
        "first_wrong": next(iter(given.wrong), ""),
        "unknown": given.unknown[:5],
        "fault": "",
        "result": None,
    }


def keys_of(place: Place, card: str) -> list[str]:
    """The keys of the fields of one card, by its id on the page."""
    cards = [entry for section in registry.of(place.game).box_sections(place, NOTHING) for entry in section["cards"]]
    return next((entry["keys"] for entry in cards if entry["id"] == card), [])


def result(place: Place, given: box_file.Given) -> dict[str, Any]:
    """What is made of the form: the file, and the same as a part of a record."""
    return {
        "file": box_file.write_file(place.game, given.values, place.text("box.comment")),
        "records": records(place, given),
    }


def records(place: Place, given: box_file.Given) -> list[dict[str, Any]]:
    """The values as a part of a record: one for each battle, or for all where they are the same in all of them."""
    battles = [""] if find_game(place.game).has_one_box else library.in_order(place.game)
    return [
        {
            "id": scenario or "any",
            "scenario": scenario,
            "name": place.text(f"{place.game}.{scenario}.name" if scenario else "box.any-battle"),
            "json": f'"box": {json.dumps(tree)}' if tree else "",
            "text": f"{header(place)} {json.dumps(tree)}" if tree else "",
        }
        for scenario in battles
        for tree in [box_file.for_record(place.game, given.values, scenario)]
    ]


def header(place: Place) -> str:
    """How the line of a written record begins that holds its box."""
    return text("notation.header.box", place.language).split(" | ")[0] + punctuate(place.language)
