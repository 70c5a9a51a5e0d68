"""Moves of a replayed record as data with words: all of them, what was legal at one, and why one is as it is."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from engine.core.accounts import DONE, Account, Term
from engine.core.game import BaseGame, legal_moves
from engine.core.moves import MoveBase
from engine.core.record_errors import Misread
from engine.core.replay import Replay
from refsvc import library
from refsvc.checking.check import due
from refsvc.checking.read import Record
from refsvc.checking.report import finding_to_dict
from refsvc.i18n import sentences
from refsvc.presentation import registry


def listed(record: Record, played: Replay[Any], language: str, start: int, most: int) -> dict[str, Any]:
    """A stretch of the moves, each with its words, its place in the file, and the findings on it."""
    places = record.places
    found: dict[int, list[int]] = {}
    for finding in played.findings:
        found.setdefault(finding.move, []).append(finding.id)
    return {
        "total": len(record.moves),
        "moves": [
            {
                "number": number,
                "line": places[number - 1][0],
                "column": places[number - 1][1],
                "findings": found.get(number, []),
                **with_words(record.game, record.moves[number - 1], language),
            }
            for number in range(start, min(start + most, len(record.moves) + 1))
        ],
    }


def with_words(game: BaseGame[Any], move: MoveBase | Misread, language: str) -> dict[str, Any]:
    """A move and its words; one that could not be read is null."""
    if isinstance(move, Misread):
        return {"move": None, "words": sentences.say("verdict.misread", language)}
    tree = to_builtins(move)
    return {"move": tree, "words": registry.of(game.KEY).move_text(tree, game, language, with_faces=True)}


def legal(game: BaseGame[Any], state: Any, number: int, language: str) -> dict[str, Any]:
    """The legal moves in the position before a move; a roll stands there once, with as many dice as are due."""
    trees = [to_builtins(move) for move in legal_moves(game, state)]
    words = registry.of(game.KEY).move_text
    return {
        "number": number,
        "legal": [{"move": tree, "words": words(tree, game, language)} for tree in trees],
    }


def why(record: Record, played: Replay[Any], number: int, language: str) -> dict[str, Any]:
    """What was found on a move, and where its price, its dice and what it does come from, term by term."""
    move = record.moves[number - 1]
    findings = [finding for finding in played.findings if finding.move == number]
    accounts: tuple[Account, ...] = ()
    if isinstance(move, MoveBase):
        accounts = record.game.explain(played.steps[number - 1].state, move)
    sums = [account for account in accounts if account.of != DONE]
    done = [term for account in accounts if account.of == DONE for term in account.terms if not findings]
    rules: dict[str, dict[str, Any]] = {rule: {} for found in findings for rule in (found.rule, *found.also)}
    rules |= {term.rule: term.params for account in sums for term in account.terms}
    rules |= {term.rule: term.params for term in done}
    game, owed = record.header.game, due(record, played, number - 1, findings)
    rules |= {duty.rule: duty.params for duty in owed}
    return {
        "number": number,
        **with_words(record.game, move, language),
        "clean": not findings,
        "findings": [finding_to_dict(record, finding, language) for finding in findings],
        "accounts": [_account(account, game, language) for account in sums],
        "done": [_term(DONE, term, game, language) for term in done],
        "due": [{"rule": d.rule, "by": d.by, "title": sentences.say(f"{d.rule}#title", language)} for d in owed],
        "rules": [_rule(game, rule, params, language) for rule, params in rules.items()],
    }


def _account(account: Account, game: str, language: str) -> dict[str, Any]:
    return {
        "of": account.of,
        "who": account.who,
        "total": account.total,
        "message": sentences.account(account, game, language),
        "terms": [_term("term", term, game, language) for term in account.terms],
    }


def _term(kind: str, term: Term, game: str, language: str) -> dict[str, Any]:
    return {
        "what": term.what,
        "amount": term.amount,
        "rule": term.rule,
        "params": to_builtins(term.params),
        "message": sentences.term(kind, term, game, language),
    }


def _rule(game: str, rule: str, params: dict[str, Any], language: str) -> dict[str, Any]:
    text = sentences.rule_text(rule, {**library.numbers(game), **params}, language)
    place = library.find_package(game).rulebook().rules[rule].place
    return {"id": rule, "title": sentences.say(f"{rule}#title", language), "text": text, "place": dict(place)}
