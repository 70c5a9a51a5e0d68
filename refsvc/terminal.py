"""Reports as text for people: one paragraph a finding. Colour and layout only; the words come from i18n."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from engine.core.findings import Finding
from engine.core.record import RecordError, place_moves
from refsvc import library
from refsvc.checking import Checked
from refsvc.i18n import say

COLOURS = {"misread": "magenta", "illegal": "red", "omitted": "yellow", "impossible": "red", "doubtful": "cyan"}
MOST_MOVES_SHOWN = 3


def show(checked: Checked, data: bytes, file: str, language: str) -> Iterator[str]:
    """The lines of a report."""
    header, played = checked.header, checked.replay
    game = say.say(f"{header.game}.name", language)
    scenario = say.say(f"{header.game}.{header.scenario}.name", language)
    title = say.say("check.title", language, file=file, game=game, scenario=scenario)
    count = len(played.findings)
    verdict = say.say_number("check.findings", language, count) if count else say.say("check.clean", language)
    yield click.style(f"{title} – {verdict}", bold=True)
    places = place_moves(data) if count else []
    for finding in played.findings:
        yield from _finding(checked, finding, places, language)
    for note in played.notes:
        message = say.refusal(note.rule, note.params, language)
        yield "  · " + say.say("check.note", language, move=note.move, about=note.about, message=message)
    outcome = played.outcome
    if outcome is None:
        yield "  " + say.say("check.unfinished", language)
    else:
        winner = say.name("side", outcome.winner or "draw", language)
        won = say.say("check.won", language, winner=winner, rule=outcome.rule)
        yield "  " + say.say("check.result", language, result=won)


def _finding(checked: Checked, finding: Finding, places: list[tuple[int, int]], language: str) -> Iterator[str]:
    verdict = click.style(say.say(f"verdict.{finding.verdict}", language), fg=COLOURS[finding.verdict], bold=True)
    head = say.say("check.finding", language, move=finding.move, verdict=verdict)
    if finding.move <= len(places):
        line, column = places[finding.move - 1]
        head += f" ({say.say('check.place', language, line=line, column=column)})"
    yield f"  {finding.id}. {head}"
    yield f"     {say.refusal(finding.rule, finding.params, language)}"
    if words := say.known_words(finding.params, language):
        yield f"     {words}"
    yield f"     {_rule(checked, finding.rule, language)}"
    if finding.also:
        yield "     " + say.say("check.also", language, rules=say.comma(finding.also, language))
    if reasons := _reasons(checked, finding, language):
        yield "     " + say.say("check.because", language, reasons=reasons)
    if "ruling" in finding.params:
        yield "     " + _ruling(checked, finding.params, language)
    if finding.instead:
        moves = [say.move(tree, checked.game.leaders, language) for tree in finding.instead[:MOST_MOVES_SHOWN]]
        yield "     " + say.say("check.instead", language, moves=say.semicolon(moves, language))


def _rule(checked: Checked, rule: str, language: str) -> str:
    place = library.find_module(checked.header.game).rulebook().rules[rule].place.get(language)
    key = "check.rule-place" if place else "check.rule"
    return say.say(key, language, rule=rule, place=place)


def _ruling(checked: Checked, params: dict[str, Any], language: str) -> str:
    key = f"{checked.header.game}.ruling.{params['ruling']}#option.{params['option']}"
    meaning = say.say(key, language)
    return say.say("check.ruling", language, ruling=params["ruling"], option=params["option"], text=meaning)


def _reasons(checked: Checked, finding: Finding, language: str) -> str:
    """The rulings that a finding rests on, and the reasoning behind an inferred value."""
    reasons = [say.comma(finding.rulings, language)] if finding.rulings else []
    if finding.basis == "inferred":
        codes = {
            c: 0 for key in finding.reads if (fact := checked.game.fact(key)) and fact.standing for c in fact.codes
        }
        reasons += [say.say(f"{checked.header.game}.source.{code}", language) for code in codes]
    return say.say("list.space", language).join(reasons)


def show_error(error: RecordError, file: str, language: str) -> Iterator[str]:
    """The lines for a record that can't be read."""
    yield click.style(say.say("check.unreadable", language, file=file), bold=True)
    places = []
    if error.line is not None:
        places.append(say.say("check.place", language, line=error.line, column=error.column))
    if error.path:
        places.append(say.say("check.path", language, path=error.path))
    where = f" ({', '.join(places)})" if places else ""
    yield f"  {say.refusal(error.rule, error.params, language)}{where}"
    if words := say.known_words(error.params, language):
        yield f"  {words}"
