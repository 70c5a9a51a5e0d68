"""The blocks of the printed player aid of Saladin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from engine.core.facts import Standing
from refsvc import library
from refsvc.games.saladin import aid
from refsvc.printing.aids import DIE, FEW, TABLE, Block, capital, special
from refsvc.printing.print_speaker import PrintSpeaker


def blocks(speaker: PrintSpeaker, scenario: str) -> list[Block]:
    """The turn, prices and losses, Leaders, dice, symbols; of a battle the lines of its cards and its special rules."""
    said = aid.shared(speaker, scenario)
    battles = (scenario,) if scenario else library.in_order(speaker.game)
    found: list[Block] = [
        {"kind": "steps", "title": speaker.text("saladin.aid.turn"), "entries": said["phases"]},
        {"kind": "steps", "title": speaker.text("saladin.aid.activation"), "entries": said["steps"]},
        {"kind": "list", "title": speaker.text("saladin.aid.prices"), "entries": said["prices"]},
        {"kind": "losses", "title": speaker.text("saladin.aid.losses"), "entries": said["losses"],
         "track": library.numbers(speaker.game)["track"]},
        *leaders(speaker, said["led"], battles),
        {"kind": "text", "title": speaker.text("saladin.aid.end"), "text": said["end"]},
        {"kind": "dice", "title": speaker.text("saladin.aid.dice"), "faces": said["faces"], "odds": said["odds"],
         "most": said["most"]},
        *symbols(speaker, said["meanings"]),
    ]  # fmt: skip
    if scenario:
        found.append(table(speaker, scenario))
    for battle in battles:
        rules = aid.special_rules(speaker, battle)
        found += special(speaker, battle, rules, {block["rule"] for block in found if "rule" in block})
    return found


def leaders(speaker: PrintSpeaker, led: Markup, battles: Sequence[str]) -> list[Block]:
    """The Leaders, a block each; the first one has the heading above it."""
    return [
        {"kind": "leader", "title": speaker.text("aid.leaders") if number == 0 else "", "led": led, "leader": leader,
         "has_battle": len(battles) > 1}
        for number, leader in enumerate(aid.leaders(speaker, tuple(battles)))
    ]  # fmt: skip


def symbols(speaker: PrintSpeaker, meanings: Sequence[Mapping[str, Any]]) -> list[Block]:
    """The symbols, a few in each block; the first one has the heading above it."""
    shown = [one for one in meanings if not one["token"].startswith(DIE)]
    return [
        {
            "kind": "symbols",
            "title": speaker.text("saladin.aid.symbols") if at == 0 else "",
            "meanings": shown[at : at + FEW],
        }
        for at in range(0, len(shown), FEW)
    ]


def table(speaker: PrintSpeaker, scenario: str) -> Block:
    """The lines of the cards by status; Reactions last."""
    rows = aid.lines(speaker, library.load_scenario(speaker.game, scenario))
    statuses = [
        {
            "symbol": status,
            "title": capital(speaker.name("status", status)),
            "rows": [row for row in rows if row["status"] == status and not row["is_reaction"]],
        }
        for status in aid.STATUSES
    ]
    reactions = {
        "symbol": "reaction",
        "title": speaker.text("saladin.aid-sheet.reactions"),
        "rows": [{**row, "notes": row["notes"][1:]} for row in rows if row["is_reaction"]],  # the first says the same
    }
    return {
        "kind": TABLE,
        "panel": 3,
        "title": speaker.text("saladin.aid.lines"),
        "groups": [*statuses, reactions],
        "standings": [{"id": one.word, "name": speaker.text(f"standing.{one.word}")} for one in Standing],
    }
