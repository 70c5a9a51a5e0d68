"""The player aid: the turn, prices, losses, dice and symbols; for one battle with its cards and special rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from babel.numbers import format_decimal

from engine import game_module
from engine.core.cards import Card, CardLine
from engine.core.facts import Standing
from engine.core.rulebook import TOKEN
from refsvc import inline, library, odds
from refsvc.i18n import say
from refsvc.i18n.catalogue import text
from refsvc.search import Document
from refsvc.web.pages.rules import paragraph
from refsvc.web.site import Place

PHASES = ("chaos", "initiative", "activation", "redeployment")
STEPS = ("choose", "pay", "target", "react", "roll", "move", "turn")
PRICES = ("free", "surcharge", "whole", "empty", "reaction")
LOSSES = ("order", "track", "sixth", "last", "partner", "restore")
MOST_DICE, MOST_LANCES = 3, 4  # of the table of odds
SAID_BEFORE = ("setup", "leaders", "second-cards")  # special rules that the aid has said already, or the set-up
GROUPED = ("cost", "red", "green", "back", "change", "to", "charges_of", "unless_committed")
STATUSES = ("uncommitted", "committed")


def aid(place: Place) -> dict[str, Any]:
    """What both battles share."""
    return {
        "title": place.text("aid.title", game=place.text(f"{place.game}.name")),
        "battles": [
            {"id": item, "name": place.text(f"{place.game}.{item}.name")} for item in library.in_order(place.game)
        ],
        "leaders": leaders(place, library.in_order(place.game)),
        **shared(place),
    }


def aid_battle(place: Place) -> dict[str, Any]:
    """The same for one battle, with its lines and its special rules, and without what it doesn't need."""
    battle = library.load_scenario(place.game, place.item)
    special = [rule for rule in battle.special if rule.rpartition(".")[2] not in SAID_BEFORE]
    return {
        "title": place.text("aid.title-of", battle=place.text(f"{place.game}.{place.item}.name")),
        "battle": place.text(f"{place.game}.{place.item}.name"),
        "leaders": leaders(place, (place.item,)),
        "lines": lines(place, battle),
        "standings": [{"id": one.word, "name": place.text(f"standing.{one.word}")} for one in Standing],
        "special": [paragraph(place, rule) for rule in special],
        **shared(place),
    }


def shared(place: Place) -> dict[str, Any]:
    """The parts of every aid."""
    return {
        "phases": [place.rich(text(f"aid.phase.{phase_key(place, phase)}", place.language)) for phase in PHASES],
        "steps": [place.rich(text(f"aid.step.{step}", place.language)) for step in STEPS],
        "prices": [place.rich(text(f"aid.price.{price}", place.language)) for price in PRICES],
        "losses": [place.rich(text(f"aid.loss.{loss}", place.language)) for loss in LOSSES],
        "faces": faces(place),
        "odds": chances(place),
        "most": list(range(1, MOST_LANCES + 1)),
        "meanings": symbols(place),
        "end": place.rich(text("aid.end-text", place.language)),
        "led": place.rich(text("aid.leaders-text", place.language)),
    }


def phase_key(place: Place, phase: str) -> str:
    """The Fire goes out in Redeployment, at Hattin."""
    return "redeployment-hattin" if phase == "redeployment" and place.item != "arsuf" else phase


def faces(place: Place) -> list[dict[str, Any]]:
    """The faces of a die, how many sides show each, and what it does."""
    sides = odds.faces(library.numbers(place.game))
    every = sum(sides.values())
    return [
        {
            "symbol": place.rich(f"[die:{face}]"),
            "count": place.text("aid.face.count", n=count, all=every),
            "text": place.rich(text(f"aid.face.{face}", place.language)),
        }
        for face, count in sides.items()
    ]


def chances(place: Place) -> list[dict[str, Any]]:
    """What one to three dice do, exactly."""
    sides = odds.faces(library.numbers(place.game))
    rows = []
    for dice in range(1, MOST_DICE + 1):
        found = odds.thrown(sides, dice)
        rows.append(
            {
                "dice": dice,
                "lances": [percent(odds.lances_at_least(found, n), place) for n in range(1, MOST_LANCES + 1)],
                "order": percent(odds.orders_at_least(found, 1), place),
                "mean": format_decimal(float(odds.mean_lances(found)), "0.00", locale=place.language),
            }
        )
    return rows


def percent(chance: Fraction, place: Place) -> str:
    """A chance in percent as the language writes it; a dash where there is none."""
    return format_decimal(float(chance * 100), "0.0", locale=place.language) if chance else "–"


@cache
def tokens_of(game: str) -> dict[str, frozenset[str]]:
    """The chapters that use each symbol, that on symbols aside."""
    found: dict[str, frozenset[str]] = dict.fromkeys(inline.symbols(game), frozenset())
    for chapter in game_module(game).rulebook().chapters:
        for rule in chapter.rules:
            for token in TOKEN.findall(rule.text) if chapter.id != "symbols" else ():
                found[token] |= {chapter.id}
    return found


# Symbols that no text but that on symbols uses: the battle whose cards have them.
ON_CARDS = {"box-order": "hattin", "box-lances": "hattin"}


def symbols(place: Place) -> list[dict[str, Any]]:
    """The symbols with what they mean; for one battle, without those that only the other one uses."""
    others = {battle for battle in library.in_order(place.game) if place.item and battle != place.item}
    return [
        {"drawn": place.rich(f"[{token}]"), "text": text(f"aid.symbol.{token}", place.language)}
        for token, chapters in tokens_of(place.game).items()
        if not (chapters and chapters <= others) and ON_CARDS.get(token) not in others
    ]


def leaders(place: Place, battles: tuple[str, ...]) -> list[dict[str, Any]]:
    """The Leaders of these battles and what each can do."""
    return [
        {
            "name": place.name("leader", card.piece),
            "arms": f"leader-{card.piece}",
            "side": card.side,
            "battle": place.text(f"{place.game}.{battle}.name"),
            "lines": [place.rich(text(f"aid.leader.{line.id}", place.language)) for line in card.lines],
        }
        for battle in battles
        for card in game_module(place.game).cards(library.load_scenario(place.game, battle))
        if card.is_leader
    ]


def lines(place: Place, battle: Any) -> list[dict[str, Any]]:
    """The lines of all cards, sister cards together: Uncommitted ones first, Reactions last."""
    grouped: dict[tuple[Any, ...], list[tuple[CardLine, Card]]] = {}
    for card in game_module(place.game).cards(battle):
        for line in () if card.is_leader else card.lines:
            values = tuple(str(line.facts[field].value) if field in line.facts else "" for field in GROUPED)
            key = (line.is_reaction, STATUSES.index(line.facts["status"].value), card.side, line.action, *values)
            grouped.setdefault(key, []).append((line, card))
    return [row(place, grouped[key]) for key in sorted(grouped, key=lambda key: key[:3])]


def row(place: Place, found: list[tuple[CardLine, Card]]) -> dict[str, Any]:
    """One row of the table of lines; how sure its dice are is the weakest of its cards."""
    line, card = found[0]
    facts = line.facts
    dice_standing = max(one.facts[die].standing for one, _ in found for die in ("red", "green"))
    return {
        "action": place.name("action", line.action),
        "path": place.link("ruling", line.rules[0]),
        "is_reaction": line.is_reaction,
        "status": facts["status"].value,
        "status_name": place.name("status", facts["status"].value),
        "cost": facts["cost"].value,
        "dice": ["red"] * facts["red"].value + ["green"] * facts["green"].value,
        "dice_standing": dice_standing.word,
        "dice_standing_name": place.text(f"standing.{dice_standing.word}"),
        "back": facts["back"].value,
        "change": facts["change"].value,
        "notes": line_notes(place, line),
        "side": card.side,
        "who": who(place, [one for _, one in found]),
    }


def line_notes(place: Place, line: CardLine) -> list[str]:
    """What a line says besides its dice: who gets the Lance, whose charges it answers, whom it spares."""

    def names(field: str) -> str:
        return say.comma([place.name("banner", banner) for banner in line.facts[field].value], place.language)

    said = [place.text("aid.line.reaction")] if line.is_reaction else []
    if "to" in line.facts:
        said.append(place.text("aid.line.to", banners=names("to")))
    if "charges_of" in line.facts:
        said.append(place.text("aid.line.of", banners=names("charges_of")))
    if "unless_committed" in line.facts:
        said.append(place.text("aid.line.spares"))
    return said


def who(place: Place, cards: list[Card]) -> str:
    """The Banners that have a line; a card for the Horns is named only where the first one lacks it."""
    first = {card.piece for card in cards if not card.replaces}
    names = [place.name("banner", card.piece) for card in cards if not card.replaces]
    names += [
        place.text("aid.line.second", banner=place.name("banner", card.piece))
        for card in cards
        if card.replaces and card.piece not in first
    ]
    return say.comma(names, place.language)


def documents(place: Place) -> Iterator[Document]:
    """The aid, and that of each battle."""
    said = [text(f"aid.phase.{phase}", place.language) for phase in PHASES]
    said += [text(f"aid.step.{step}", place.language) for step in STEPS]
    plain = inline.plain(" ".join(said), place.game, place.language)
    title = place.text("aid.title", game=place.text(f"{place.game}.name"))
    yield Document("aid", "aid", title, plain, place.link("aid"))
    for battle in library.in_order(place.game):
        name = place.text("aid.title-of", battle=place.text(f"{place.game}.{battle}.name"))
        summary = place.text(f"{place.game}.{battle}.summary")
        yield Document(f"aid.{battle}", "aid", name, summary, place.link("aid-battle", battle))
