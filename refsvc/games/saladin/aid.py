"""The player aid as data: the turn, prices, losses, dice and symbols; the cards and special rules of a battle."""

from __future__ import annotations

from functools import cache
from typing import Any

from babel.numbers import format_decimal

from engine import find_game
from engine.core.cards import Card, CardLine
from engine.core.rulebook import TOKEN
from refsvc import library
from refsvc.games.saladin import odds
from refsvc.i18n import rich_text, sentences
from refsvc.i18n.catalogue import text
from refsvc.i18n.percent import percent_number
from refsvc.presentation.speaker import Speaker
from refsvc.reference.rules import paragraph

PHASES = ("chaos", "initiative", "activation", "redeployment")
STEPS = ("choose", "pay", "target", "react", "roll", "move", "turn")
PRICES = ("free", "surcharge", "whole", "empty", "reaction")
LOSSES = ("order", "track", "sixth", "last", "partner", "restore")
MOST_DICE, MOST_LANCES = 3, 4  # of the table of odds
SAID_BEFORE = ("setup", "leaders", "second-cards")  # special rules that the aid has said already, or the set-up
GROUPED = ("cost", "red", "green", "back", "change", "to", "charges_of", "unless_committed")
STATUSES = ("uncommitted", "committed")


def shared(speaker: Speaker, scenario: str = "") -> dict[str, Any]:
    """The parts of every aid; with a scenario, only what it needs."""
    return {
        "phases": [
            speaker.rich(text(f"saladin.aid.phase.{phase_key(scenario, phase)}", speaker.language)) for phase in PHASES
        ],
        "steps": [speaker.rich(text(f"saladin.aid.step.{step}", speaker.language)) for step in STEPS],
        "prices": [speaker.rich(text(f"saladin.aid.price.{price}", speaker.language)) for price in PRICES],
        "losses": [speaker.rich(text(f"saladin.aid.loss.{loss}", speaker.language)) for loss in LOSSES],
        "faces": faces(speaker),
        "odds": chances(speaker),
        "most": list(range(1, MOST_LANCES + 1)),
        "meanings": symbols(speaker, scenario),
        "end": speaker.rich(text("saladin.aid.end-text", speaker.language)),
        "led": speaker.rich(text("saladin.aid.leaders-text", speaker.language)),
    }


def phase_key(scenario: str, phase: str) -> str:
    """The Fire goes out in Redeployment, at Hattin."""
    return "redeployment-hattin" if phase == "redeployment" and scenario != "arsuf" else phase


def faces(speaker: Speaker) -> list[dict[str, Any]]:
    """The faces of a die, how many sides show each, and what it does."""
    sides = odds.faces(library.numbers(speaker.game))
    every = sum(sides.values())
    return [
        {
            "symbol": speaker.rich(f"[die:{face}]"),
            "count": speaker.text("saladin.aid.face.count", n=count, all=every),
            "text": speaker.rich(text(f"saladin.aid.face.{face}", speaker.language)),
        }
        for face, count in sides.items()
    ]


def chances(speaker: Speaker) -> list[dict[str, Any]]:
    """What one to three dice do, exactly."""
    sides = odds.faces(library.numbers(speaker.game))
    rows = []
    for dice in range(1, MOST_DICE + 1):
        found = odds.thrown(sides, dice)
        rows.append(
            {
                "dice": dice,
                "lances": [
                    percent_number(odds.lances_at_least(found, n), speaker.language) for n in range(1, MOST_LANCES + 1)
                ],
                "order": percent_number(odds.orders_at_least(found, 1), speaker.language),
                "mean": format_decimal(float(odds.mean_lances(found)), "0.00", locale=speaker.language),
            }
        )
    return rows


@cache
def tokens_of(game: str) -> dict[str, frozenset[str]]:
    """The chapters that use each symbol, that on symbols aside."""
    found: dict[str, frozenset[str]] = dict.fromkeys(rich_text.symbols(game), frozenset())
    for chapter in find_game(game).rulebook().chapters:
        for rule in chapter.rules:
            for token in TOKEN.findall(rule.text) if chapter.id != "symbols" else ():
                found[token] |= {chapter.id}
    return found


# Symbols that no text but that on symbols uses: the battle whose cards have them.
ON_CARDS = {"box-order": "hattin", "box-lances": "hattin"}


def symbols(speaker: Speaker, scenario: str = "") -> list[dict[str, Any]]:
    """The symbols with what they mean; for one battle, without those that only the other one uses."""
    others = {battle for battle in library.in_order(speaker.game) if scenario and battle != scenario}
    return [
        {
            "token": token,
            "drawn": speaker.rich(f"[{token}]"),
            "text": text(f"saladin.aid.symbol.{token}", speaker.language),
        }
        for token, chapters in tokens_of(speaker.game).items()
        if not (chapters and chapters <= others) and ON_CARDS.get(token) not in others
    ]


def special_rules(speaker: Speaker, scenario: str) -> list[dict[str, Any]]:
    """The special rules of a battle that the other parts don't say."""
    special = library.load_scenario(speaker.game, scenario).special
    return [paragraph(speaker, rule) for rule in special if rule.rpartition(".")[2] not in SAID_BEFORE]


def leaders(speaker: Speaker, battles: tuple[str, ...]) -> list[dict[str, Any]]:
    """The Leaders of these battles and what each can do."""
    return [
        {
            "name": speaker.name("leader", card.piece),
            "arms": f"leader-{card.piece}",
            "side": card.side,
            "battle": speaker.text(f"{speaker.game}.{battle}.name"),
            "lines": [speaker.rich(text(f"saladin.aid.leader.{line.id}", speaker.language)) for line in card.lines],
        }
        for battle in battles
        for card in find_game(speaker.game).cards(library.load_scenario(speaker.game, battle))
        if card.is_leader
    ]


def lines(speaker: Speaker, battle: Any) -> list[dict[str, Any]]:
    """The lines of all cards, sister cards together: Uncommitted ones first, Reactions last."""
    grouped: dict[tuple[Any, ...], list[tuple[CardLine, Card]]] = {}
    for card in find_game(speaker.game).cards(battle):
        for line in () if card.is_leader else card.lines:
            values = tuple(str(line.facts[field].value) if field in line.facts else "" for field in GROUPED)
            key = (line.is_reaction, STATUSES.index(line.facts["status"].value), card.side, line.action, *values)
            grouped.setdefault(key, []).append((line, card))
    return [row(speaker, grouped[key]) for key in sorted(grouped, key=lambda key: key[:3])]


def row(speaker: Speaker, found: list[tuple[CardLine, Card]]) -> dict[str, Any]:
    """One row of the table of lines; how sure its dice are is the weakest of its cards."""
    line, card = found[0]
    facts = line.facts
    dice_standing = max(one.facts[die].standing for one, _ in found for die in ("red", "green"))
    return {
        "action": speaker.name("action", line.action),
        "path": speaker.link("ruling", line.rules[0]),
        "is_reaction": line.is_reaction,
        "status": facts["status"].value,
        "status_name": speaker.name("status", facts["status"].value),
        "cost": facts["cost"].value,
        "dice": ["red"] * facts["red"].value + ["green"] * facts["green"].value,
        "dice_standing": dice_standing.word,
        "dice_standing_name": speaker.text(f"standing.{dice_standing.word}"),
        "back": facts["back"].value,
        "change": facts["change"].value,
        "notes": line_notes(speaker, line),
        "side": card.side,
        "who": who(speaker, [one for _, one in found]),
    }


def line_notes(speaker: Speaker, line: CardLine) -> list[str]:
    """What a line says besides its dice: who gets the Lance, whose charges it answers, whom it spares."""

    def names(field: str) -> str:
        return sentences.comma([speaker.name("banner", banner) for banner in line.facts[field].value], speaker.language)

    said = [speaker.text("saladin.aid.line.reaction")] if line.is_reaction else []
    if "to" in line.facts:
        said.append(speaker.text("saladin.aid.line.to", banners=names("to")))
    if "charges_of" in line.facts:
        said.append(speaker.text("saladin.aid.line.of", banners=names("charges_of")))
    if "unless_committed" in line.facts:
        said.append(speaker.text("saladin.aid.line.spares"))
    return said


def who(speaker: Speaker, cards: list[Card]) -> str:
    """The Banners that have a line; a card for the Horns is named only where the first one lacks it."""
    first = {card.piece for card in cards if not card.replaces}
    names = [speaker.name("banner", card.piece) for card in cards if not card.replaces]
    names += [
        speaker.text("saladin.aid.line.second", banner=speaker.name("banner", card.piece))
        for card in cards
        if card.replaces and card.piece not in first
    ]
    return sentences.comma(names, speaker.language)
