"""The battles: both of them, and one with its set-up drawn, its forces, its history and its special rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import find_game
from engine.core.cards import Aim, Card
from engine.core.facts import Fact
from refsvc import library
from refsvc.i18n import rich_text, sentences
from refsvc.i18n.catalogue import text
from refsvc.i18n.word_forms import Name
from refsvc.presentation.speaker import Place
from refsvc.reference.battles import open_battle, set_up
from refsvc.reference.rules import paragraph, rule_link
from refsvc.search.index import Document

VICTORY = ("last-order", "tie-orders", "tie-lances", "draw")


def scenarios(place: Place) -> dict[str, Any]:
    """All battles."""
    return {
        "title": place.text("scenarios.title", game=place.text(f"{place.game}.name")),
        "battles": [
            {
                "id": battle,
                "name": battle_title(place, battle),
                "summary": place.text(f"{place.game}.{battle}.summary"),
                "arms": [f"leader-{leader}" for leader in open_battle(place.game, battle).leaders.values()],
                "board": set_up(place, battle),
            }
            for battle in library.in_order(place.game)
        ],
    }


def battle_title(place: Place, battle: str) -> str:
    """A battle with its year."""
    year = library.load_scenario(place.game, battle).year
    return place.text("saladin.scenario.title", battle=place.text(f"{place.game}.{battle}.name"), year=year)


def scenario(place: Place) -> dict[str, Any]:
    """One battle."""
    battle = library.load_scenario(place.game, place.item)
    key = f"{place.game}.{place.item}"
    return {
        "title": battle_title(place, place.item),
        "battle": place.text(f"{key}.name"),
        "summary": place.text(f"{key}.summary"),
        "history": place.paragraphs(text(f"{key}.history", place.language)),
        "drawing": set_up(place, place.item),
        "glance": glance(place, battle),
        "forces": [force(place, battle, side) for side in find_game(place.game).SIDES],
        "special": [paragraph(place, rule) for rule in battle.special],
        "victory": [paragraph(place, f"{place.game}.victory.{rule}") for rule in VICTORY],
        "chapter": place.link("rules", anchor=place.item),
        "set_up": [rule_link(place, rule) for rule in set_up_rules(place.game)],
    }


def set_up_rules(game: str) -> list[str]:
    """The rules on making the game ready."""
    return [rule for rule in find_game(game).rulebook().rules if rule.startswith(f"{game}.setup.")]


def glance(place: Place, battle: Any) -> list[tuple[str, str]]:
    """Names and values that tell the battles apart."""
    game = open_battle(place.game, place.item)
    rows = [(place.text("saladin.scenario.year"), str(battle.year))]
    for side, leader in game.leaders.items():
        orders = str(getattr(battle.orders, side))
        if side == "crusader" and battle.twelfth_order:
            orders = place.text("saladin.scenario.orders-town", number=orders)
        name = named_side(place, side)
        rows.append((place.text("saladin.scenario.orders", side=name), orders))
        rows.append((place.text("saladin.scenario.leader", side=name), place.name("leader", leader)))
    return [*rows, (place.text("saladin.scenario.tie"), place.name("side", battle.tie))]


def named_side(place: Place, side: str) -> Name:
    """The name of a side, in the form that a heading asks for."""
    return sentences.named(("side",), side, place.game, place.language)


def force(place: Place, battle: Any, side: str) -> dict[str, Any]:
    """The Banners of a side with what the board says of them."""
    every = find_game(place.game).cards(battle)
    second = {card.replaces: card for card in every if card.replaces}
    first = [card for card in every if card.side == side and not card.replaces and not card.is_leader]
    return {
        "id": side,
        "title": place.text("saladin.scenario.forces-of", side=named_side(place, side)),
        "banners": [banner(place, card, second.get(card.id)) for card in first],
        "town": town(place, battle) if side == "ayyubid" and battle.town else None,
    }


def banner(place: Place, card: Card, second: Card | None) -> dict[str, Any]:
    """A row of the table of forces."""
    item = f"{place.item}-{card.id}"
    return {
        "id": card.id,
        "name": place.name("banner", card.piece),
        "path": place.link("card", item) if place.has("card") else "",
        "lances": valued(place, card.facts["lances"]),
        "surcharge": [valued(place, card.facts[field]) for field in ("plus1", "plus2")],
        "facing": facing(place, card, second),
        "targets": [aim(place, one) for one in card.targets],
    }


def town(place: Place, battle: Any) -> dict[str, Any]:
    """The town, which is no Banner but has Lances."""
    fact = open_battle(place.game, place.item).facts.get(f"banners.{battle.town}.lances")
    assert fact is not None
    return {"id": battle.town, "name": place.name("banner", battle.town), "lances": valued(place, fact)}


def valued(place: Place, fact: Fact) -> dict[str, Any]:
    """A value with how sure it is."""
    return {"value": fact.value, "standing": fact.standing.word, "name": place.text(f"standing.{fact.standing.word}")}


def facing(place: Place, card: Card, second: Card | None) -> str:
    """With whom a Banner can be Committed."""
    if "partner" in card.facts:
        return place.name("banner", card.facts["partner"].value)
    if second is not None and "partner" in second.facts:
        return place.text("saladin.scenario.horns", banner=place.name("banner", second.facts["partner"].value))
    return place.text("saladin.scenario.never")


def aim(place: Place, one: Aim) -> str:
    """A target, and when it is one if not always."""
    name = place.name("banner", one.piece)
    keys = {"reaction": "in-reaction", "committed": "if-committed", "uncommitted": "if-uncommitted"}
    return place.text(f"saladin.scenario.{keys[one.when]}", banner=name) if one.when in keys else name


def documents(place: Place) -> Iterator[Document]:
    """Every battle, with its history."""
    for battle in library.in_order(place.game):
        key = f"{place.game}.{battle}"
        said = [
            rich_text.plain(text(f"{key}.{part}", place.language), place.game, place.language)
            for part in ("summary", "history")
        ]
        path = place.link("scenario", battle)
        yield Document(
            f"scenario.{place.game}.{battle}", "scenarios", battle_title(place, battle), " ".join(said), path
        )
