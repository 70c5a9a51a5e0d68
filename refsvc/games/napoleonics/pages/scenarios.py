"""The battles: the exercises with their maps, the battles of the box as far as they are known, and one in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refsvc import library
from refsvc.games.napoleonics.reference import battles
from refsvc.games.napoleonics.reference.aid import special_rules
from refsvc.i18n import rich_text, sentences
from refsvc.i18n.catalogue import text
from refsvc.presentation.speaker import Place
from refsvc.printing import document_options
from refsvc.printing.document_choices import Battle
from refsvc.reference.battles import set_up
from refsvc.reference.rules import paragraph
from refsvc.search.index import Document

VICTORY = ("victory.banners", "victory.end")
TO_NAME = "BATTLE"  # stands for the name of a battle in a command


def scenarios(place: Place) -> dict[str, Any]:
    """The exercises, and the battles of the box."""
    return {
        "title": place.text("scenarios.title", game=place.text(f"{place.game}.name")),
        "ways": [(part, place.text(f"{place.game}.battle.{part}")) for part in ("training", "box")],
        "battles": [
            {"id": item, **battles.battle(place, item), "board": set_up(place, item) | {"is_wide": False}}
            for item in library.in_order(place.game)
        ],
        "boxed": battles.boxed(place),
        "grounds": battles.grounds(place),
        "command": f"./run scenario new {TO_NAME} -o {TO_NAME}.toml --lang {place.language}",
    }


def scenario(place: Place) -> dict[str, Any]:
    """One battle that can be played."""
    found = battles.battle(place, place.item)
    return {
        "title": found["name"],
        "battle": found,
        "history": place.paragraphs(text(f"{place.game}.{place.item}.history", place.language)),
        "drawing": set_up(place, place.item),
        "sheet": sheet(place),
        "special": special_rules(place, place.item),
        "victory": [paragraph(place, f"{place.game}.{rule}") for rule in VICTORY],
    }


def sheet(place: Place) -> str:
    """The address of the printed sheet of a battle; empty where nothing is printed, as on a static site."""
    if not place.has("document"):
        return ""
    choice = Battle(game=place.game, languages=(place.language,), scenario=place.item)
    return f"{place.link('document', 'scenario')}?{document_options.query(choice, place.language)}"


def documents(place: Place) -> Iterator[Document]:
    """Every battle: the exercises with what they teach, those of the box with their commanders."""
    for item in library.in_order(place.game):
        found = battles.battle(place, item)
        history = rich_text.plain(text(f"{place.game}.{item}.history", place.language), place.game, place.language)
        teaches = place.text(
            "napoleonics.battle.army",
            side=place.text("napoleonics.battle.teaches"),
            parts=sentences.comma(found["teaches"], place.language),
        )
        said = " ".join([found["summary"], history, teaches])
        yield Document(f"scenario.{place.game}.{item}", "scenarios", found["name"], said, place.link("scenario", item))
    for one in battles.boxed(place):
        if one["name"]:
            armies = [army["commander"]["text"] for army in one["armies"] if army["commander"]]
            said = sentences.comma([*([one["date"]["text"]] if one["date"] else []), *armies], place.language)
            path = place.link("scenarios", anchor=one["id"])
            yield Document(f"scenario.{place.game}.{one['id']}", "scenarios", one["name"]["text"], said, path)
