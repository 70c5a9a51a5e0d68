"""The blocks of the player aid of Napoleonics: the turn, combat step by step, dice and odds, the special rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.facts import Standing
from refsvc.games.napoleonics.reference import aid, battles, facts, terrain, units
from refsvc.games.napoleonics.reference.units import ARMS
from refsvc.printing import html, text_width
from refsvc.printing.aids import special
from refsvc.printing.print_speaker import PrintSpeaker
from refsvc.printing.text_width import POINT
from refsvc.reference.cards import capital

Block = dict[str, Any]
SIDES = 6  # of a die
DASH = "–"
HEAD, CELL, MARK = 0.72, 0.8, 0.84  # in the table of units, of the letters of the text: headings, numbers, their marks
APART, BETWEEN = 0.12, 0.45  # the same: added to a space between numbers, and between two columns
LONG, BROKEN = 8, 0.65  # a word of a heading with more letters is broken; its longer part is so much of it at most
UNSURE = (Standing.ASSUMED.word, Standing.INFERRED.word)  # the least sure first


def shared_blocks(speaker: PrintSpeaker, scenario: str) -> list[Block]:
    """The aid in one language, in reading order; dice stand behind the sum of them."""
    said = aid.shared(speaker, scenario)
    found: list[Block] = []
    for part in said["parts"]:
        kind = "steps" if part["is_ordered"] else "list"
        found.append(
            {"kind": kind, "title": part["title"], "entries": [html.line_breaks(line) for line in part["lines"]]}
        )
        if part["id"] == "sum":
            found += dice(speaker, said)
    return [*found, ground(speaker, scenario), *([troops(speaker, scenario)] if scenario else [])]


def ground(speaker: PrintSpeaker, scenario: str) -> Block:
    """The terrain, short: what stands in the chart, without what is the same for all."""
    return {
        "kind": "lines",
        "form": "ground",
        "panel": 3,
        "title": speaker.text(f"{speaker.game}.aid.terrain"),
        "heads": {
            key: speaker.text(f"napoleonics.terrain-table.field.{key}")
            for key in ("entry", "battle", "sight", "square")
        },
        "arms": [{"id": arm, "name": speaker.name("arm", arm)} for arm in ARMS],
        "rows": [
            {
                "name": capital(row["name"]),
                **{key: row[key]["text"] if row[key] else DASH for key in ("entry", "battle", "sight", "square")},
                "dice": [
                    {"way": line["name"], "cells": [change(cell) for cell in line["cells"]]} for line in row["dice"]
                ],
            }
            for row in terrain.chart(speaker, scenario)
        ],
        "note": speaker.text("napoleonics.terrain-table.reading"),
        "key": speaker.text("napoleonics.tables.head.dice"),
    }


def troops(speaker: PrintSpeaker, scenario: str) -> Block:
    """The units of a battle by nation, with the dice of its artillery by distance."""
    heads = {key: speaker.text(f"napoleonics.tables.head.{key}") for key in ("blocks", "battle", "march", "range")}
    heads |= {key: speaker.text(f"napoleonics.unit-table.field.{key}") for key in ("still", "moved", "melee")}
    heads |= {key: speaker.text(f"napoleonics.tables.head.{key}") for key in ("ignores", "retreat")}
    distance = speaker.text("napoleonics.unit-table.gun-distance")
    nations = [
        {"name": one["name"], "rows": [troop(unit) for unit in one["units"]]}
        for one in units.nations(speaker, scenario)
    ]
    return {
        "kind": "lines",
        "form": "troops",
        "panel": 4,
        "title": speaker.text(f"{speaker.game}.aid.units"),
        "first": speaker.text("napoleonics.unit-table.unit"),
        "heads": list(heads.values()),
        "widths": widths(list(heads.values()), [row["numbers"] for one in nations for row in one["rows"]]),
        "nations": nations,
        "guns": [
            {
                "title": f"{gun['title']} · {distance}",
                "has_moved": gun["id"].endswith("-moved"),
                "distances": " ".join(map(str, gun["distances"])),
                "rows": [
                    {
                        "name": speaker.plural("napoleonics.unit-table.gun-blocks", row["blocks"]),
                        "dice": together(row["cells"]),
                    }
                    for row in gun["rows"]
                ],
            }
            for gun in units.guns(speaker, scenario)
        ],
        "note": speaker.text("napoleonics.unit-table.dice-order"),
        "standings": [{"id": one, "name": speaker.text(f"standing.{one}")} for one in UNSURE],
    }


def widths(heads: Sequence[str], rows: Sequence[Sequence[Mapping[str, str]]]) -> list[float]:
    """How wide the columns of numbers are, of the size of the text: as their headings and numbers need."""

    def head(word: str) -> float:
        return text_width.width(word, "sans-regular", HEAD) / POINT * (BROKEN if len(word) > LONG else 1.0)

    def cell(number: Mapping[str, str]) -> float:
        said = number["text"] + (" " if number["standing"] else "")
        wide = text_width.width(said, "serif-regular", CELL) / POINT + APART * said.count(" ")
        return wide + (MARK if number["standing"] else 0.0)

    return [
        round(max(*map(head, heading.split(" ")), *map(cell, column)) + BETWEEN, 2)
        for heading, column in zip(heads, zip(*rows, strict=True), strict=True)
    ]


def troop(unit: Mapping[str, Any]) -> dict[str, Any]:
    """One unit: its numbers in the order of the headings."""
    battle, most = (facts()[f"kinds.{unit['id']}.{key}"].value for key in ("battle", "most"))
    dice = [together(unit[group]["cells"]) if unit[group] else together([]) for group in ("still", "moved", "melee")]
    numbers = [
        together([unit["blocks"]]),
        {"text": str(battle), "standing": ""},
        {"text": DASH if most == battle else str(most), "standing": ""},
        together([unit["range"]] if unit["range"] else []),
        *dice,
        together([unit["ignores"]]),
        together([unit["retreat"]]),
    ]
    return {"arm": unit["arm"], "arm_name": unit["arm_name"], "name": capital(unit["name"]), "code": unit["code"],
            "numbers": numbers}  # fmt: skip


def together(cells: Sequence[Mapping[str, Any] | None]) -> dict[str, str]:
    """Values in one cell, with the mark of the least sure of them."""
    found = [cell for cell in cells if cell]
    marks = {cell["mark"]["standing"] for cell in found}
    return {
        "text": " ".join(str(cell["value"]) if cell else DASH for cell in cells) or DASH,
        "standing": next((one for one in UNSURE if one in marks), ""),
    }


def rules(speaker: PrintSpeaker, scenario: str, title: str) -> Block:
    """What a battle says itself: its hexes, its waters."""
    said = [capital(rule["text"]) for rule in battles.battle(speaker, scenario)["rules"]]
    return {"kind": "list", "title": title, "entries": said, "is_start": True}


def change(cell: Mapping[str, Any] | None) -> str:
    """The dice that an arm loses: one number, or those of fire and melee."""
    if cell is None:
        return DASH
    return "/".join(dict.fromkeys(terrain.signed(value) for value in cell["by_kind"].values()))


def dice(speaker: PrintSpeaker, said: dict[str, Any]) -> list[Block]:
    """What the faces do, and how likely hits are."""
    game = speaker.game
    odds = said["odds"]
    return [
        {"kind": "faces", "title": speaker.text(f"{game}.aid.faces"), "faces": said["faces"]},
        {
            "kind": "odds",
            "title": speaker.text(f"{game}.aid.odds.title"),
            "dice": speaker.text(f"{game}.aid.odds.dice"),
            "hits": said["hits"],
            "columns": [
                {"share": f"{sides}/{SIDES}", "text": column["name"]}
                for (sides, column) in zip(aid.HITTING.values(), odds["columns"], strict=True)
            ],
            "rows": odds["rows"],
        },
    ]


def blocks(speaker: PrintSpeaker, scenario: str) -> list[Block]:
    """The turn, combat, dice and odds, terrain; of a battle its units and its special rules."""
    found = shared_blocks(speaker, scenario)
    if not scenario:
        return found
    first, *others = special(speaker, scenario, aid.special_rules(speaker, scenario))
    return [
        *found,
        rules(speaker, scenario, first["heading"]),
        first | {"heading": "", "is_start": False, "is_following": True},
        *(other | {"is_following": True} for other in others),
    ]
