"""The data of the sheet of a battle: the map with its units, and in each language the armies, the ends, the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refsvc.games.napoleonics.board.draw import MARGIN, SMALL, TITLE, legend, scene_of
from refsvc.games.napoleonics.reference import battles as own
from refsvc.printing import text_width
from refsvc.printing.canvas import DOT, Translation, distinct
from refsvc.printing.document_choices import Battle
from refsvc.printing.print_speaker import PrintSpeaker
from refsvc.reference import battles
from refsvc.reference.battles import open_battle
from refsvc.reference.cards import capital

WIDTH = {"a4": 186.0, "letter": 178.0}  # mm of the map, at most
# mm that it may be high, by paper and number of languages.
ROOM = {("a4", 1): 152.0, ("letter", 1): 136.0, ("a4", 2): 140.0, ("letter", 2): 124.0}
TITLES = (13.0, 18.0)  # points of the title, least and most: it stands in one line


def sheet(choice: Battle) -> dict[str, Any]:
    """What the sheet shows."""
    speakers = [PrintSpeaker(choice.game, language) for language in choice.languages]
    boards = [untitled(battles.set_up(speaker, choice.scenario)) for speaker in speakers]
    board = paneled(boards)
    room = ROOM[choice.paper, len(speakers)]
    said = [battle_text(speaker, choice.scenario) for speaker in speakers]
    width = round(min(WIDTH[choice.paper], room * float(board["width"]) / float(board["height"])), 1)
    unit = width / float(board["width"])
    return {
        "languages": choice.languages,
        "board": board,
        "legends": [Translation(one.language, key(choice, one.language)) for one in speakers[1:]],
        "key": {"size": round(SMALL * unit, 3), "inset": round(MARGIN * unit, 3)},  # mm, as in the drawing
        "width": width,
        "names": (names := named(said, said)),
        "title": text_width.largest_size(
            DOT.join(one.text for one in names), "display-regular", WIDTH[choice.paper], TITLES
        ),
        "said": said,
        "armies": armies(said),
    }


def untitled(board: dict[str, Any]) -> dict[str, Any]:
    """The drawing without its last group, which says what the sheet says above it."""
    *groups, _ = board["groups"]
    return board | {"groups": groups, "top": float(board["top"]) + TITLE, "height": float(board["height"]) - TITLE}


def paneled(boards: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The drawing in the first language, with the lines of the sides in each."""
    groups = [
        same[0] | {"shapes": [joined(shapes) for shapes in zip(*(one["shapes"] for one in same), strict=True)]}
        if same[0]["piece"].startswith("side.")
        else same[0]
        for same in zip(*(board["groups"] for board in boards), strict=True)
    ]
    return boards[0] | {"groups": groups}


def joined(shapes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A shape of the drawing; words stand in each language, once where two say the same."""
    first = shapes[0]
    if first["kind"] != "text":
        return first
    return first | {"text": DOT.join(dict.fromkeys(shape["text"] for shape in shapes))}


def key(choice: Battle, language: str) -> str:
    """What the letters and codes of the first language stand for: a second language has it under the map."""
    game = open_battle(choice.game, choice.scenario)
    scene = scene_of(game, game.view(game.setup().state), language, frozenset(), None)
    return legend(scene, choice.languages[0])


def battle_text(speaker: PrintSpeaker, scenario: str) -> dict[str, Any]:
    """How the battle begins and what is special about it, in one language."""
    found = own.battle(speaker, scenario)
    return {
        "language": speaker.language,
        "game": speaker.text(f"{speaker.game}.name"),
        "name": found["name"],
        "summary": found["summary"],
        "glance": found["glance"],
        "forces": found["forces"],
        "rules": [capital(rule["text"]) for rule in found["rules"]],
    }


def armies(said: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Of each side its nations: what stands where, once, named in each language."""
    found: dict[str, list[dict[str, Any]]] = {}
    for same in zip(*(one["forces"] for one in said), strict=True):
        first = same[0]
        units = [
            {"count": unit[0]["count"], "names": named(said, unit), "hexes": unit[0]["hexes"]}
            for unit in zip(*(force["units"] for force in same), strict=True)
        ]
        leaders = [
            {"count": 0, "names": named(said, leader), "hexes": leader[0]["hex"]}
            for leader in zip(*(force["leaders"] for force in same), strict=True)
        ]
        found.setdefault(first["side"], []).append({"names": named(said, same), "units": [*units, *leaders]})
    return list(found.values())


def named(said: Sequence[dict[str, Any]], same: Sequence[dict[str, Any]]) -> list[Translation]:
    """The name of something in each language, once where two say the same."""
    languages = (one["language"] for one in said)
    return distinct(
        [Translation(language, capital(one["name"])) for language, one in zip(languages, same, strict=True)]
    )
