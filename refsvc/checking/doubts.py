"""What a doubtful finding depends on: an open ruling, a value printed nowhere, or a line that can't be read; and what
each reading of it would mean."""

from __future__ import annotations

from typing import Any

from engine.core.facts import Standing
from engine.core.findings import Finding
from engine.core.game import BaseGame
from engine.core.record import Header
from refsvc import library
from refsvc.i18n import sentences
from refsvc.presentation import registry

OPEN = "open"
UNREAD = "unread"
Doubt = dict[str, Any]


def doubts(header: Header, game: BaseGame[Any], finding: Finding, language: str) -> list[Doubt]:
    """One entry for each thing that a doubtful finding depends on, with its readings; empty for any other finding."""
    if finding.verdict != "doubtful":
        return []
    if other := library.other_hash(header, library.scenario_of(header)):
        return [_scenario(other, language)]
    found = [_value(header, game, finding, key, language) for key in finding.doubted]
    if finding.because_of is not None and not found and "ruling" not in finding.params:
        found.append(_line(game, finding, language))
    if "ruling" in finding.params:
        found.append(_ruling(header, finding.params["ruling"], finding.params["option"], language))
    return found


def _reading(value: Any, message: str, *, is_mistake: bool) -> dict[str, Any]:
    return {"value": value, "mistake": is_mistake, "message": message}


def _scenario(other: dict[str, str], language: str) -> Doubt:
    """The record was played on another scenario than the one that it is judged by."""
    message = sentences.refusal("record.scenario-hash", other, "", language)
    readings = [
        _reading(other["known"], sentences.say("doubt.if-here", language), is_mistake=True),
        _reading(other["hash"], sentences.say("doubt.if-there", language), is_mistake=False),
    ]
    return {"about": "scenario_hash", "standing": Standing.ASSUMED.word, "message": message, "readings": readings}


def _line(game: BaseGame[Any], finding: Finding, language: str) -> Doubt:
    """A line that can't be read, and what of it would make this right: readings that the record bears out so far."""
    presentation = registry.of(game.KEY)
    moves = [(tree, presentation.move_text(tree, game, language)) for tree in finding.if_read]
    readings = [
        _reading(tree, sentences.say("doubt.if-meant", language, move=move), is_mistake=False) for tree, move in moves
    ]
    other = "if-meant-otherwise" if moves else "if-unread"
    readings.append(_reading(None, sentences.say(f"doubt.{other}", language), is_mistake=bool(moves)))
    message = sentences.say("doubt.unread", language, id=finding.because_of)
    return {"about": f"finding-{finding.because_of}", "standing": UNREAD, "message": message, "readings": readings}


def _ruling(header: Header, ruling: str, option: str, language: str) -> Doubt:
    """An open ruling: the option that the finding was judged by, and the one under which nothing is wrong."""
    texts = f"{header.game}.ruling.{ruling}"
    readings = []
    for key, each in (("option", library.chosen_rulings(header)[ruling]), ("other", option)):
        text = sentences.say(f"{texts}#option.{each}", language)
        message = sentences.say(f"doubt.{key}", language, option=each, text=text)
        readings.append(_reading(each, message, is_mistake=key == "option"))
    question = sentences.say(f"{texts}#question", language)
    message = sentences.say("doubt.ruling", language, ruling=ruling, question=question)
    return {"about": ruling, "standing": OPEN, "message": message, "readings": readings}


def _value(header: Header, game: BaseGame[Any], finding: Finding, key: str, language: str) -> Doubt:
    """A value that is inferred, with the reasoning behind it; or one that only the record itself has shown."""
    fact = game.facts.get(key)
    what = sentences.fact_name(key, header.game, language)
    otherwise = _reading(None, sentences.say("doubt.if-not", language), is_mistake=False)
    if fact is not None and fact.standing == Standing.INFERRED:
        value = sentences.fact_value(fact.value, header.game, language)
        reason = " ".join(sentences.say(f"{header.game}.source.{code}", language) for code in fact.codes)
        message = sentences.say("doubt.inferred", language, what=what, value=value, reason=reason)
        so = _reading(fact.value, sentences.say("doubt.if-so", language, value=value), is_mistake=True)
        return {"about": key, "standing": Standing.INFERRED.word, "message": message, "readings": [so, otherwise]}
    readings = [
        _reading(value, sentences.say(f"doubt.{said}", language, value=value), is_mistake=said == "if-so")
        for said, value in (("if-so", finding.params.get("before")), ("earlier", finding.params.get("now")))
        if value is not None
    ]
    message = sentences.say("doubt.assumed", language, what=what)
    return {"about": key, "standing": finding.basis, "message": message, "readings": readings or [otherwise]}
