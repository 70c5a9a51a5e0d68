"""How a record is written: a page for each game, with lines to learn from and a template for each battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import GAMES, find_game
from refsvc import library
from refsvc.i18n import rich_text, sentences
from refsvc.notation.words import common_words, scenario_words
from refsvc.notation.write import write_text
from refsvc.presentation import registry
from refsvc.reference import notation_examples
from refsvc.search.index import Document
from refsvc.web.pages import check
from refsvc.web.site import Place

FILLED_IN = ("date", "place")  # lines that a writer fills in, besides the players
PARTS = ("header", "record", "parts", "asks", "rules", "words", "dice", "lines", "templates")


def all_games(place: Place) -> dict[str, Any]:
    """The games, each with its page."""
    games = [
        {
            "id": game,
            "name": place.text(f"{game}.name"),
            "how": of.text("checker.how-game"),
            "path": of.link("notation"),
            "example": check.example(of),
        }
        for game in GAMES
        for of in (place.of(game),)
    ]
    return {"title": place.text("notation-page.all"), "games": games}


def notation(place: Place) -> dict[str, Any]:
    """Everything about the notation of a game; one without a notation of its own shows the beginning of a game."""
    has_sheet = place.has_document("notation")
    first = library.in_order(place.game)[0]
    found: dict[str, Any] = dict.fromkeys(("record", "example", "rules", "dice", "others"), ())
    if has_sheet:
        found |= registry.of(place.game).notation_sheet(first, (place.language,))["per_language"][0]
    shown = {
        "header": header(place),
        "record": found["record"] or [{"text": line, "label": ""} for line in check.example(place).splitlines()],
        "parts": [one | {"label": unbracketed(one["label"])} for one in found["example"]],
        "asks": [asked(place, one) for one in registry.of(place.game).notation_asks(place.language)],
        "rules": [place.rich(rule) for column in found["rules"] for rule in column],
        "words": list(words(place)) if has_sheet else [],
        "dice": found["dice"],
        "lines": found["others"],
        "templates": [template(place, scenario) for scenario in library.in_order(place.game)],
    }
    return {
        "title": page_title(place),
        "how": place.text("checker.how-game"),
        "shown": shown,
        "contents": [{"id": part, "name": part_title(place, part)} for part in PARTS if shown[part]],
        "sheet": place.sheet("notation") if has_sheet and place.has("document") else "",
    }


def words(place: Place) -> Iterator[dict[str, Any]]:
    """The words by what they are: those of one battle under its name, those of all once."""
    shown = registry.of(place.game)
    battles = library.in_order(place.game)[: 1 if "scenario" in shown.unasked("notation") else None]
    found = {one: shown.notation_sheet(one, (place.language,))["per_language"][0]["groups"] for one in battles}
    every = [group for groups in found.values() for group in groups]
    for battle, groups in found.items():
        for group in groups:
            if every.count(group) < len(battles):
                name = place.text(f"{place.game}.{battle}.name")
                yield group | {"title": place.text("notation-page.of-battle", battle=name, what=group["title"])}
            elif battle == battles[0]:
                yield group


def unbracketed(label: str) -> str:
    """What a part of a line is called, without the brackets that it has in the line."""
    return label[1:-1] if label[:1] == "[" and label[-1:] == "]" else label


def part_title(place: Place, part: str) -> str:
    """What a part of the page is headed with."""
    return place.text("notation-page.header.title" if part == "header" else f"notation-page.{part}")


def asked(place: Place, one: dict[str, str]) -> dict[str, Any]:
    """A question with its answer and the lines that show it."""
    examples = notation_examples.examples(place.game).get(one["id"], ())
    return {
        "id": one["id"],
        "title": one["title"],
        "text": place.rich(one["text"]),
        "examples": [example.lines(place.language) for example in examples],
    }


def header(place: Place) -> dict[str, Any]:
    """What the header may say, and which values its lines take."""
    words, game = common_words(place.language), place.game
    editions = [scenario_words(game, place.language).spell("EDITION", each) for each in find_game(game).EDITIONS]
    named = {key: f"**{words.spell('HEADER', key)}**" for key in ("game", "scenario")}
    lines = [one.lines(place.language) for one in notation_examples.examples(game).get(notation_examples.HEADER, ())]
    return {
        "text": place.rich(place.text("notation-page.header.text", **named)),
        "example": lines[0] if lines else [],
        "names": {key: words.spell("HEADER", key) for key in ("values", "edition", "rulings")},
        "values": [
            {"word": words.spell("VALUES", each), "text": place.text(f"notation-page.header.{each}")}
            for each in ("box", "refsvc")
        ],
        "edition": place.text("notation-page.header.edition", editions=sentences.comma(editions, place.language)),
        "rulings": list(check.rulings(place, game, {})),
    }


def template(place: Place, scenario: str) -> dict[str, Any]:
    """The header of a record of a battle, to be filled in and gone on with."""
    return {
        "id": scenario,
        "name": place.text(f"{place.game}.{scenario}.name"),
        "text": "\n".join(template_lines(place, scenario)),
    }


def template_lines(place: Place, scenario: str) -> Iterator[str]:
    """The lines of a template: those that are known, those to fill in, and a remark where the game begins."""
    known = notation_examples.template(place.game, scenario)
    for line in write_text(known, [], place.language).rstrip("\n").split("\n"):
        yield line.removesuffix('""').rstrip()
    colon = place.text("notation.colon").replace("\N{NO-BREAK SPACE}", " ")
    yield from (f"{common_words(place.language).spell('HEADER', key)}{colon}" for key in FILLED_IN)
    yield ""
    yield f"# {place.text('notation-page.template-here')}"


def documents(place: Place) -> Iterator[Document]:
    """The page, and each question of a writer."""
    title, path = page_title(place), place.link("notation")
    yield Document(f"notation.{place.game}", "notation", title, place.text("notation-page.lede"), path)
    for one in registry.of(place.game).notation_asks(place.language):
        id_, said = one["id"], rich_text.plain(one["text"], place.game, place.language)
        yield Document(f"notation.{place.game}.{id_}", "notation", one["title"], said, f"{path}#ask-{id_}")


def page_title(place: Place) -> str:
    """The title of the page of a game."""
    return place.text("notation-page.title", game=place.text(f"{place.game}.name"))
