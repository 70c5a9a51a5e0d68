"""The reference as data: games, rules, cards, terms, battles and rulings, in one language."""

from __future__ import annotations

from typing import Any

from engine import GAMES, find_game
from engine.core.cards import Aim
from engine.core.facts import Fact, Standing
from engine.core.rulebook import Ruling
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import is_stale, text
from refsvc.i18n.problems import Problem
from refsvc.reference import book
from refsvc.reference import cards as deck
from refsvc.web.api.call import Call, Query, Reply


def games(call: Call[Query]) -> Reply:
    """The games of this service."""
    return Reply({"games": [_game(game, call.language) for game in GAMES]})


def _game(game: str, language: str) -> dict[str, Any]:
    module = find_game(game)
    return {
        "id": game,
        "name": text(f"{game}.name", language),
        "sides": [{"id": side, "name": sentences.name("side", side, game, language)} for side in module.SIDES],
        "scenarios": [{"id": id_, "name": text(f"{game}.{id_}.name", language)} for id_ in library.in_order(game)],
        "editions": list(module.EDITIONS),
        "rules": library.rules_version(),
    }


def rules(call: Call[Query], game: str) -> Reply:
    """The rulebook."""
    return Reply({"game": game, "rules": [_rule(game, rule, call.language) for rule in book.paragraphs(game)]})


def rule(call: Call[Query], game: str, rule: str) -> Reply:
    """One rule."""
    if rule not in book.paragraphs(game):
        raise Problem("not-found", 404)
    return Reply(_rule(game, rule, call.language))


def _rule(game: str, rule: str, language: str) -> dict[str, Any]:
    paragraph = book.paragraphs(game)[rule]
    chapter = paragraph.chapter.id
    return {
        "id": rule,
        "title": book.rule_title(rule, language),
        "text": sentences.rule_text(rule, library.numbers(game), language),
        "place": dict(paragraph.rule.place),
        "number": paragraph.number,
        "chapter": {"id": chapter, "name": book.chapter_title(game, chapter, language)},
        "checkable": paragraph.rule.is_checkable,
        "stale": is_stale(rule, language),
        "rulings": [ruling.id for ruling in book.rulings_by_rule(game).get(rule, ())],
        "referring": list(book.referring(game).get(rule, ())),
        "cases": list(book.cases_by_rule(game).get(rule, ())),
    }


def cards(call: Call[Query], game: str) -> Reply:
    """The cards."""
    return Reply({"game": game, "cards": [_card(game, printed, call.language) for printed in deck.deck(game).values()]})


def card(call: Call[Query], game: str, card: str) -> Reply:
    """One card."""
    printed = deck.deck(game).get(card)
    if printed is None:
        raise Problem("not-found", 404)
    return Reply(_card(game, printed, call.language))


def _card(game: str, printed: deck.PrintedCard, language: str) -> dict[str, Any]:
    card = printed.card
    return {
        "id": printed.id,
        "name": deck.name_of(card, game, language),
        "scenario": printed.scenario or None,
        "card": card.id,
        "piece": card.piece,
        "side": card.side or None,
        "leader": card.is_leader,
        "replaces": card.replaces or None,
        "facts": {key: _fact(fact) for key, fact in card.facts.items()},
        "lines": [
            {
                "id": line.id,
                "action": line.action,
                "name": sentences.name(
                    "line" if card.is_leader else "action" if card.side else "card", line.action, game, language
                ),
                "reaction": line.is_reaction,
                "facts": {key: _fact(fact) for key, fact in line.facts.items()},
                "rules": list(line.rules),
            }
            for line in card.lines
        ],
        "targets": [_aim(aim) for aim in card.targets],
        "threats": [_aim(aim) for aim in card.threats],
        "rules": list(card.rules),
    }


def _fact(fact: Fact) -> dict[str, Any]:
    return {"value": fact.value, "standing": Standing(fact.standing).word, "sources": list(fact.codes)}


def _aim(aim: Aim) -> dict[str, Any]:
    return {"piece": aim.piece, "when": aim.when, "standing": Standing(aim.fact.standing).word}


def glossary(call: Call[Query], game: str) -> Reply:
    """The terms of the game."""
    found = [
        {
            "id": term.id,
            "words": {language: book.term_word(game, term, language) for language in LANGUAGES},
            "definition": book.term_part(game, term, "definition", call.language) or None,
            "rules": list(term.rules),
        }
        for term in find_game(game).rulebook().glossary
    ]
    return Reply({"game": game, "terms": found})


def scenarios(call: Call[Query], game: str) -> Reply:
    """The battles."""
    found = [
        {
            "id": id_,
            "name": text(f"{game}.{id_}.name", call.language),
            "year": library.load_scenario(game, id_).year,
            "summary": text(f"{game}.{id_}.summary", call.language),
            "history": text(f"{game}.{id_}.history", call.language),
            "rules": list(library.load_scenario(game, id_).special),
        }
        for id_ in library.in_order(game)
    ]
    return Reply({"game": game, "scenarios": found})


def rulings(call: Call[Query], game: str) -> Reply:
    """The rulings."""
    found = find_game(game).rulebook().rulings.values()
    return Reply({"game": game, "rulings": [_ruling(game, ruling, call.language) for ruling in found]})


def _ruling(game: str, ruling: Ruling, language: str) -> dict[str, Any]:
    def said(part: str) -> str:
        return sentences.plain(text(f"{game}.ruling.{ruling.id}#{part}", language), game, language)

    return {
        "id": ruling.id,
        "question": said("question"),
        "options": [{"id": option, "text": said(f"option.{option}")} for option in ruling.options],
        "recommended": ruling.recommended or None,
        "editions": dict(ruling.editions),
        "fixed": said("fixed") if ruling.fixed else None,
        "reason": said("reason") if ruling.reason else None,
        "rules": list(ruling.rules),
    }
