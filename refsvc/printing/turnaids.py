"""The blocks of the player aid of Napoleonics: the turn, combat step by step, dice and odds, the special rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refsvc.deck import capital
from refsvc.printing import html
from refsvc.printing.tongue import Tongue
from refsvc.reference.napoleonics import aid, terrain
from refsvc.reference.napoleonics.units import ARMS

Block = dict[str, Any]
SIDES = 6  # of a die
DASH = "–"


def blocks(tongue: Tongue, scenario: str) -> list[Block]:
    """The aid in one language, in reading order; dice stand behind the sum of them."""
    said = aid.shared(tongue, scenario)
    found: list[Block] = []
    for part in said["parts"]:
        kind = "steps" if part["is_ordered"] else "list"
        found.append({"kind": kind, "title": part["title"], "entries": [html.ended(line) for line in part["lines"]]})
        if part["id"] == "sum":
            found += dice(tongue, said)
    return [*found, ground(tongue, scenario)]


def ground(tongue: Tongue, scenario: str) -> Block:
    """The terrain, short: what stands in the chart, without what is the same for all."""
    return {
        "kind": "lines",
        "form": "ground",
        "title": tongue.text(f"{tongue.game}.aid.terrain"),
        "heads": {key: tongue.text(f"terrain.field.{key}") for key in ("entry", "battle", "sight", "square")},
        "arms": [{"id": arm, "name": tongue.name("arm", arm)} for arm in ARMS],
        "rows": [
            {
                "name": capital(row["name"]),
                **{key: row[key]["text"] if row[key] else DASH for key in ("entry", "battle", "sight", "square")},
                "dice": [
                    {"way": line["name"], "cells": [change(cell) for cell in line["cells"]]} for line in row["dice"]
                ],
            }
            for row in terrain.chart(tongue, scenario)
        ],
        "note": tongue.text("terrain.reading"),
        "key": tongue.text("tables.head.dice"),
    }


def change(cell: Mapping[str, Any] | None) -> str:
    """The dice that an arm loses: one number, or those of fire and melee."""
    if cell is None:
        return DASH
    return "/".join(dict.fromkeys(terrain.signed(value) for value in cell["by_kind"].values()))


def dice(tongue: Tongue, said: dict[str, Any]) -> list[Block]:
    """What the faces do, and how likely hits are."""
    game = tongue.game
    odds = said["odds"]
    return [
        {"kind": "faces", "title": tongue.text(f"{game}.aid.faces"), "faces": said["faces"]},
        {
            "kind": "odds",
            "title": tongue.text(f"{game}.aid.odds.title"),
            "dice": tongue.text(f"{game}.aid.odds.dice"),
            "hits": said["hits"],
            "columns": [
                {"share": f"{sides}/{SIDES}", "text": column["name"]}
                for (sides, column) in zip(aid.HITTING.values(), odds["columns"], strict=True)
            ],
            "rows": odds["rows"],
        },
    ]
